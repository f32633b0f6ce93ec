"""One `feldpost local` for all tests of a worker that need no more of it than people and a channel of their own.

To start one takes several CPU seconds, and most tests of pages never stop it. Whoever stops it, or reads what it prints, has one
alone (`playing`).
"""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from bot.platforms.web.people import USUAL_NAMES, Person, Signer, person_named
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
    _process: subprocess.Popen[bytes] | None = None
    _url: str = ""
    _parties: int = field(default=0)

    @property
    def _printed(self) -> Path:
        return self.var / "printed.txt"

    def open(self) -> None:
        """Start it, and wait until it says where it is."""
        with self._printed.open("wb") as printed:
            self._process = subprocess.Popen(
                playing.command(self.var), cwd=playing.ROOT, env=playing.environment(), stdout=printed,
                stderr=subprocess.STDOUT,
            )  # fmt: skip
        until = time.monotonic() + playing.PATIENCE
        while not self._url:
            if time.monotonic() > until or self._process.poll() is not None:
                self.close()
                raise AssertionError(f"feldpost local did not open:\n{self._printed.read_text()}")
            time.sleep(_LOOK)
            found = playing.links_in(self._printed.read_text().splitlines())
            self._url = found.get("First page", "").rstrip("/") if "Spectator" in found else ""

    def guests(self) -> Guests:
        """The usual three, as nobody has met them."""
        assert self._process is not None
        assert self._process.poll() is None, f"feldpost local ended:\n{self._printed.read_text()}"
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
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        broke = [line for line in self._printed.read_text().splitlines() if "Traceback" in line]
        assert not broke, self._printed.read_text()


__all__ = ["Guests", "House", "Linked"]
