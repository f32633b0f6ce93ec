"""One `feldpost local` shared by all tests of a worker that only need people and a channel of their own.

Starting one takes several CPU seconds, and most page tests never stop it. Tests that stop it, or read its output, start
their own (`playing`).
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Protocol

from bot.platforms.web.signed_links import USUAL_NAMES, Person, Signer, person_named
from tests.support.forked import begun
from tests.web import playing

#: Seconds between checks of its output.
_LOOK = 0.05


class Linked(Protocol):
    """A bot that people enter by links: a separate one, or a shared one."""

    @property
    def links(self) -> dict[str, str]:
        """The links by name, as in the greeting."""
        ...


@dataclass(frozen=True, slots=True)
class Guests:
    """People nobody has met before, with a channel in which nothing has happened."""

    links: dict[str, str]


@dataclass(slots=True)
class House:
    """A running `feldpost local` used by many tests in succession."""

    var: Path
    _process: ForkServerProcess | None = None
    _url: str = ""
    _parties: int = field(default=0)

    @property
    def _printed(self) -> Path:
        return self.var / "printed.txt"

    def open(self) -> None:
        """Start it, and wait until it prints its address."""
        printed = os.open(self._printed, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
        self._process = begun(playing.arguments(self.var), playing.environment(), printed)
        until = time.monotonic() + playing.PATIENCE
        while not self._url:
            if time.monotonic() > until or self._process.exitcode is not None:
                self.close()
                raise AssertionError(f"feldpost local did not open:\n{self._printed.read_text()}")
            time.sleep(_LOOK)
            found = playing.links_in(self._printed.read_text().splitlines())
            self._url = found.get("First page", "").rstrip("/") if "Spectator" in found else ""

    def guests(self) -> Guests:
        """Return the usual three people as new guests."""
        assert self._process is not None
        assert self._process.exitcode is None, f"feldpost local ended:\n{self._printed.read_text()}"
        self._parties += 1
        signer, links = Signer.from_file(self.var / "web.key"), {"First page": f"{self._url}/"}
        for name in USUAL_NAMES:
            guest = Person(f"{person_named(name).id}-{self._parties}", name)
            links[name] = f"{self._url}/u/{signer.token(guest)}/c/party-{self._parties}"
        return Guests(links)

    def close(self) -> None:
        """Stop it; raises AssertionError if anything failed in it while it was open."""
        assert self._process is not None
        self._process.terminate()
        self._process.join(30)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        broke = [line for line in self._printed.read_text().splitlines() if "Traceback" in line]
        assert not broke, self._printed.read_text()


__all__ = ["Guests", "House", "Linked"]
