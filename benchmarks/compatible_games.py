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

from benchmarks.kept_games import Job, Kept, by_version, version
from benchmarks.record_lines import Lines

#: One game of so many is played again: an odd number, so that both sides have their turn. And so many at least.
_ONE_OF, _AT_LEAST = 9, 6


class UnknownVersion(ValueError):
    """A file has no games of a version."""


def adopt(path: Path, older: str, play: Callable[[Job], Kept], processes: int) -> None:
    """Take over the games of an older version in a file, unless one that this version has played comes out otherwise.

    Games that this version has played before count among those that are compared. Raises UnknownVersion if the file has none of the older one.
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
    """Return True if two games came out the same, to the number of choices."""
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


__all__ = ["UnknownVersion", "adopt", "alike"]
