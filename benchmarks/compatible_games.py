"""Reuse games of an older version if this one plays identically, so that a neutral change needs no full replay.

A sample of the older games is played again, at least a tenth of each pair in each scenario. If every one of them has
the same result and number of choices, the others count for this version too, marked with the version that played them.
A single difference means that none is reused.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks.kept_games import Job, Kept, by_version, version
from benchmarks.record_lines import Lines

#: One game in this many is replayed: an odd number, so that both sides are covered; and the minimum number.
_ONE_OF, _AT_LEAST = 9, 6


class UnknownVersion(ValueError):
    """A file has no games of this version."""


def adopt(path: Path, older: str, play: Callable[[Job], Kept], processes: int) -> None:
    """Reuse the games of an older version in a file, unless a replayed one turns out differently.

    Games this version has already played are also compared. Raises UnknownVersion if the file has none of the older
    version.
    """
    file = Lines(path, Kept)
    versions = by_version(file.read())
    if older not in versions:
        raise UnknownVersion(f"{path} has no games of {older!r}; it has those of {', '.join(versions) or 'none'}")
    games = {game.job: game for game in versions[older]}
    there = {game.job for game in versions.get(version(), [])}
    mine = {game.job: game for game in versions.get(version(), []) if game.job in games and game.by is None}
    again = list(_some(game for job, game in games.items() if job not in there))
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for new in pool.map(play, [game.job for game in again]):
            file.add(new)
            mine[new.job] = new
            print(
                f"{new.job}: {'the same' if alike(games[new.job], new) else 'otherwise'}", file=sys.stderr, flush=True
            )
    otherwise = sum(not alike(games[job], game) for job, game in mine.items())
    left = [game for job, game in games.items() if job not in there | mine.keys() and not otherwise]
    for game in left:
        file.add(game.model_copy(update={"version": version(), "by": game.by or older}))
    print(
        f"{len(mine)} games of {older} compared, {otherwise} came out otherwise; {len(left)} taken over",
        file=sys.stderr,
    )


def alike(one: Kept, other: Kept) -> bool:
    """Return True if two games have the same result and number of choices."""
    told = (
        (game.job, game.winner, game.reason, game.vp, game.choices, game.failures, [len(of) for of in game.rounds])
        for game in (one, other)
    )
    return next(told) == next(told)


def _some(games: Iterable[Kept]) -> Iterator[Kept]:
    """Yield games to replay, from each scenario and pair."""
    pairs: dict[tuple[str, tuple[str, str]], list[Kept]] = {}
    for game in games:
        pairs.setdefault((game.scenario, game.pair), []).append(game)
    for found in pairs.values():
        step = max(1, min(_ONE_OF, len(found) // _AT_LEAST))
        yield from found[:: step - 1 + step % 2]


__all__ = ["UnknownVersion", "adopt", "alike"]
