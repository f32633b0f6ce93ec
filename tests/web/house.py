"""One `feldpost local` for all tests of a worker that need no more of it than people and a channel of their own.

To start one takes several CPU seconds, and most tests of pages never stop it. Whoever stops it, or reads what it prints, has one
alone (`playing`).
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

#: Seconds between two looks at what it has printed.
_LOOK = 0.05


class Linked(Protocol):
    """Wherever people come in by links: a Feldpost alone, or guests of one that others use as well."""

    @property
    def links(self) -> dict[str, str]:
        """By name, as the greeting names them."""
        ...


@dataclass(frozen=True, slots=True)
class Guests:
    """People whom nobody has met before, with a channel in which nothing has happened."""

    links: dict[str, str]


@dataclass(slots=True)
class House:
    """A running `feldpost local` that many tests visit one after the other."""

    var: Path
    _process: ForkServerProcess | None = None
    _url: str = ""
    _parties: int = field(default=0)

    @property
    def _printed(self) -> Path:
        return self.var / "printed.txt"

    def open(self) -> None:
        """Start it, and wait until it says where it is."""
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
        """The usual three, as nobody has met them."""
        assert self._process is not None
        assert self._process.exitcode is None, f"feldpost local ended:\n{self._printed.read_text()}"
        self._parties += 1
        signer, links = Signer.from_file(self.var / "web.key"), {"First page": f"{self._url}/"}
        for name in USUAL_NAMES:
            guest = Person(f"{person_named(name).id}-{self._parties}", name)
            links[name] = f"{self._url}/u/{signer.token(guest)}/c/party-{self._parties}"
        return Guests(links)

    def close(self) -> None:
        """End it; raises AssertionError if something broke in it while it was open."""
        assert self._process is not None
        self._process.terminate()
        self._process.join(30)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()
        broke = [line for line in self._printed.read_text().splitlines() if "Traceback" in line]
        assert not broke, self._printed.read_text()


__all__ = ["Guests", "House", "Linked"]
