"""Games between versions of the weights, stored in a file so that a measurement can be resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from benchmarks.record_lines import Lines
from benchmarks.weights.arena import Arena, Job, Outcome


class Measured(BaseModel):
    """A game: a digest of both players' weights and level, the deal, and the first player's result."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    players: str
    scenario: str
    deal: int
    side: int
    points: float
    vp: float
    cpu_s: float

    @property
    def key(self) -> tuple[str, str, int, int]:
        """Return the key of the game."""
        return self.players, self.scenario, self.deal, self.side


class Remembering(Arena):
    """An arena that plays only the games missing from its file.

    The file doesn't identify the rules or the computer's code: when those change, start a new one.
    """

    def __init__(self, arena: Arena, path: Path) -> None:
        super().__init__()
        self._arena, self._file = arena, Lines(path, Measured)
        self._known = {game.key: Outcome(game.points, game.vp, game.cpu_s) for game in self._file.read()}

    def results(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
        """Yield the results of the games, in order; each is stored when it ends."""
        lacking = {_key(job): job for job in jobs if _key(job) not in self._known}
        played = self._arena.results(list(lacking.values()))
        for job in jobs:
            key = _key(job)
            if key not in self._known:
                self._known[key] = self._keep(key, next(played))
            yield self._known[key]

    def _keep(self, key: tuple[str, str, int, int], game: Outcome) -> Outcome:
        players, scenario, deal, side = key
        self._file.add(
            Measured(
                players=players, scenario=scenario, deal=deal, side=side, points=game.points, vp=game.vp,
                cpu_s=round(game.cpu, 2),
            )
        )  # fmt: skip
        return game


def _key(job: Job) -> tuple[str, str, int, int]:
    told = json.dumps([job.first, job.second, job.level], sort_keys=True)
    return blake2b(told.encode(), digest_size=6).hexdigest(), job.scenario, job.deal, job.side


__all__ = ["Remembering"]
