"""Games of the opponent that are kept in a file, a line of JSON each, so that a measurement goes on where it stopped.

Each game bears the version that played it, a digest of the engine's sources and data: games of different versions are different
measurements, and never counted together.
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

#: What plays: sources, and the data that they read; of the data of the title, what is no word and no picture, no lesson, no puzzle, no older
#: weights, nor the chances of winning, which are told and decide nothing.
_SOURCES, _DATA = "*.py", "*.toml"
_PLAYS_NOTHING = frozenset({"art", "map", "older", "puzzles", "school", "text", "chances.toml"})


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played."""

    scenario: str
    pair: tuple[str, str]
    deal: int
    side: int


class Kept(BaseModel):
    """One game that was played."""

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
    #: CPU seconds of the action rounds of each player, and the most memory of the worker in MB.
    rounds: tuple[list[float], list[float]]
    memory: float
    #: The version that played it, where this one was only found to play alike (`adopted`).
    by: str | None = None

    @property
    def job(self) -> Job:
        """What was to be played."""
        return Job(self.scenario, self.pair, self.deal, self.side)

    @property
    def played(self) -> Played:
        """How it ended."""
        return Played(self.deal, self.side, self.winner, self.reason, self.vp, self.choices, self.failures)


def kept(version: str, job: Job, played: Played, rounds: tuple[list[float], list[float]], memory: float) -> Kept:
    """Return a game as it is kept."""
    return Kept(
        version=version, scenario=job.scenario, pair=job.pair, deal=job.deal, side=job.side, winner=played.winner,
        reason=played.reason, vp=played.vp, choices=played.choices, failures=played.failures, rounds=rounds,
        memory=memory,
    )  # fmt: skip


def by_version(games: Iterable[Kept]) -> dict[str, list[Kept]]:
    """Return the games of each version, in the order in which the versions first played; a game that is there twice counts once."""
    found: dict[str, dict[Job, Kept]] = {}
    for game in games:
        found.setdefault(game.version, {}).setdefault(game.job, game)
    return {version: list(played.values()) for version, played in found.items()}


@cache
def version() -> str:
    """Return a digest of what plays here: the engine's sources and the title's data, without what plays nothing."""
    sources, data = Path(engine.__file__).parent, Path(str(resources.files("assets") / "pog"))
    files = [(path.relative_to(sources.parent), path) for path in sources.rglob(_SOURCES)]
    files += [(path.relative_to(data.parent), path) for path in data.rglob(_DATA)]
    digest = blake2b(digest_size=6)
    for name, path in sorted(files):
        if not _PLAYS_NOTHING.intersection(name.parts):
            digest.update(f"{name.as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


__all__ = ["Job", "Kept", "by_version", "kept", "version"]
