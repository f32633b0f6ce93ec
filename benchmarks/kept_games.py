"""Opponent games stored in a file, one line of JSON each, so that a measurement can be resumed.

Each game contains the version that played it, a digest of the engine's sources and data: games of different versions
are separate measurements, and never combined.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib import resources
from pathlib import Path

from pydantic import BaseModel, ConfigDict

import engine
from engine.pog.opponent.match import Played

#: What determines play: sources, and their data; excluded from the title's data are texts, pictures, lessons, puzzles,
#: older weights, and the winning chances, which are displayed and decide nothing.
_SOURCES, _DATA = "*.py", "*.toml"
_PLAYS_NOTHING = frozenset({"art", "map", "older", "puzzles", "school", "text", "chances.toml"})


@dataclass(frozen=True, slots=True)
class Job:
    """A game to be played."""

    scenario: str
    pair: tuple[str, str]
    deal: int
    side: int


class Kept(BaseModel):
    """A game that was played."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: str
    scenario: str
    pair: tuple[str, str]
    deal: int
    side: int
    winner: int | None
    reason: str
    vp: int
    choices: int
    failures: tuple[int, int]
    #: CPU seconds of each player's action rounds, and the worker's peak memory in MB.
    rounds: tuple[list[float], list[float]]
    memory: float
    #: The version that actually played it, if this one was only found compatible (`adopted`).
    by: str | None = None

    @property
    def job(self) -> Job:
        """Return the job of this game."""
        return Job(self.scenario, self.pair, self.deal, self.side)

    @property
    def played(self) -> Played:
        """Return its result."""
        return Played(self.deal, self.side, self.winner, self.reason, self.vp, self.choices, self.failures)


def kept(version: str, job: Job, played: Played, rounds: tuple[list[float], list[float]], memory: float) -> Kept:
    """Convert a played game to its stored form."""
    return Kept(
        version=version, scenario=job.scenario, pair=job.pair, deal=job.deal, side=job.side, winner=played.winner,
        reason=played.reason, vp=played.vp, choices=played.choices, failures=played.failures, rounds=rounds,
        memory=memory,
    )  # fmt: skip


def by_version(games: Iterable[Kept]) -> dict[str, list[Kept]]:
    """Return the games of each version, in the order of the versions' first games, without duplicates."""
    found: dict[str, dict[Job, Kept]] = {}
    for game in games:
        found.setdefault(game.version, {}).setdefault(game.job, game)
    return {version: list(played.values()) for version, played in found.items()}


@cache
def version() -> str:
    """Return a digest of everything that determines play: the engine's sources and the title's data."""
    sources, data = Path(engine.__file__).parent, Path(str(resources.files("assets") / "pog"))
    files = [(path.relative_to(sources.parent), path) for path in sources.rglob(_SOURCES)]
    files += [(path.relative_to(data.parent), path) for path in data.rglob(_DATA)]
    digest = blake2b(digest_size=6)
    for name, path in sorted(files):
        if not _PLAYS_NOTHING.intersection(name.parts):
            digest.update(f"{name.as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


__all__ = ["Job", "Kept", "by_version", "kept", "version"]
