"""Games that an older version played and this one plays alike: after a change that changes no player, not all are played again.

Some of the older games are played once more, at least a tenth of each pair in each scenario. If every one of them comes out the same to
the number of its choices, the others count for this version as well, and bear the name of the version that played them. One that
comes out otherwise is enough to take over none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from benchmarks.kept import File, Job, Kept, by_version, version

#: One game of so many is played again: an odd number, so that both sides have their turn. And so many at least.
_ONE_OF, _AT_LEAST = 9, 6


def adopt(path: Path, older: str, play: Callable[[Job], Kept], processes: int) -> bool:
    """Take over the games of an older version in a file; False if one of those that are played again comes out otherwise."""
    file = File(path)
    versions = by_version(file.read())
    known = {game.job for game in versions.get(version(), [])}
    games = [game for game in versions.get(older, []) if game.job not in known]
    again = list(_some(games))
    otherwise = 0
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for game, new in zip(again, pool.map(play, [game.job for game in again]), strict=True):
            file.add(new)
            otherwise += not alike(game, new)
            print(f"{game.job}: {'the same' if alike(game, new) else 'otherwise'}", file=sys.stderr, flush=True)
    played = {game.job for game in again}
    left = [game for game in games if game.job not in played and not otherwise]
    for game in left:
        file.add(game.model_copy(update={"version": version(), "by": game.by or older}))
    print(
        f"{len(again)} games of {older} played again, {otherwise} came out otherwise; {len(left)} taken over",
        file=sys.stderr,
    )
    return not otherwise


def alike(one: Kept, other: Kept) -> bool:
    """True if two games came out the same, to the number of choices."""
    told = (
        (game.job, game.winner, game.reason, game.vp, game.choices, game.failures, [len(of) for of in game.rounds])
        for game in (one, other)
    )
    return next(told) == next(told)


def _some(games: Iterable[Kept]) -> Iterator[Kept]:
    """Games to be played again, of each scenario and pair."""
    pairs: dict[tuple[str, tuple[str, str]], list[Kept]] = {}
    for game in games:
        pairs.setdefault((game.scenario, game.pair), []).append(game)
    for found in pairs.values():
        step = max(1, min(_ONE_OF, len(found) // _AT_LEAST))
        yield from found[:: step - 1 + step % 2]


__all__ = ["adopt", "alike"]
