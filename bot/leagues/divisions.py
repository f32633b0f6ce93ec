"""Divisions: round-robin sections with balanced sides, and promotion and relegation.

Divisions have five or seven players, so that everyone plays both sides equally often; with fewer than twenty-four
entrants some may have four or six, where the difference is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.leagues.pairing import Pair

FEWEST = 4
"""The minimum number of entrants of a division."""
LARGEST = 7
"""The maximum number of entrants of a division."""
_EVEN, _SIZES = (4, 6), (4, 5, 6, LARGEST)


def sizes(count: int) -> tuple[int, ...]:
    """Return the sizes of the divisions from the top: few even ones, nearly equal, the larger ones below.

    Raises:
        ValueError: fewer than four.
    """
    if count < FEWEST:
        raise ValueError(f"{count} entrants make no division; it takes {FEWEST}")
    found = _split(count)
    assert found is not None, "every number from four on is a sum of fours to sevens"
    return tuple(sorted(found))


@lru_cache(maxsize=4096)
def _split(count: int) -> tuple[int, ...] | None:
    """Return the best sizes that sum to the count; None if none do."""
    if count <= 0:
        return () if count == 0 else None
    if count > 59:  # seven fives equal five sevens: beyond this count, adding entrants adds a division of five
        fives = -(-(count - 59) // 5)
        rest = _split(count - 5 * fives)
        return None if rest is None else (5,) * fives + rest
    tried = ((size, _split(count - size)) for size in _SIZES)
    return min(((size, *rest) for size, rest in tried if rest is not None), key=_split_penalty, default=None)


def _split_penalty(split: Sequence[int]) -> tuple[int, int, int]:
    return sum(size in _EVEN for size in split), max(split, default=0) - min(split, default=0), split.count(7)


def games(names: Sequence[str], *, twice: bool = False) -> tuple[Pair, ...]:
    """Return all games of a division: each player has the first side against the next half of the circle.

    With an even number, opposite players are in neither half: they alternate. `twice` adds every pair with sides
    exchanged.
    """
    once = tuple(_circle(names))
    return once + tuple(Pair(pair.second, pair.first) for pair in once) if twice else once


def _circle(names: Sequence[str]) -> Iterator[Pair]:
    count = len(names)
    for step in range(1, (count - 1) // 2 + 1):
        for index, name in enumerate(names):
            yield Pair(name, names[(index + step) % count])
    if count % 2 == 0:
        for index in range(count // 2):
            one, other = names[index], names[index + count // 2]
            yield Pair(one, other) if index % 2 == 0 else Pair(other, one)


def moving(size: int) -> int:
    """Return how many players of a division of that size are promoted or relegated."""
    return -(-size // 6)


@dataclass(frozen=True, slots=True)
class _Place:
    """A player's intended division, from 0, and whether it differs from the previous one."""

    name: str
    division: int
    moved: bool


def next_season(
    tables: Sequence[Sequence[str]], staying: frozenset[str], newcomers: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """Return the divisions of the next season, from the top.

    `tables` are the final tables of the last season, best first; `staying` are those of them who play on. A player who
    stays in a division ends up in a lower one only if fives replace sevens and hold fewer; nobody moves more than one
    division for one season's result, except that gaps promote the best of those who did not move; newcomers fill up
    from the bottom, in order.

    Raises:
        ValueError: too few for a division, or a newcomer is in a table.
    """
    known = {name for table in tables for name in table}
    if again := known.intersection(newcomers):
        raise ValueError(f"{', '.join(sorted(again))} played last season and is no newcomer")
    waiting = [place for place in _target_places(tables) if place.name in staying]
    sizes(len(waiting) + len(newcomers))  # refuses too few
    return tuple(_fill_divisions(waiting, list(newcomers)))


def _target_places(tables: Sequence[Sequence[str]]) -> list[_Place]:
    """Return all players in next season's order: by division, those relegated into it, staying, then promoted."""
    meant: list[tuple[int, int, _Place]] = []
    last = len(tables) - 1
    for division, table in enumerate(tables):
        count = moving(len(table))
        for index, name in enumerate(table):
            goal, order = division, 1
            if index < count and division > 0:
                goal, order = division - 1, 2
            elif index >= len(table) - count and division < last:
                goal, order = division + 1, 0
            meant.append((goal, order, _Place(name, goal, goal != division)))
    return [place for _, _, place in sorted(meant, key=lambda one: one[:2])]


def _fill_divisions(waiting: list[_Place], newcomers: list[str]) -> Iterator[tuple[str, ...]]:
    """Fill the divisions from the top, each as small as its own players allow."""
    division = 0
    while total := len(waiting) + len(newcomers):
        own = [place for place in waiting if place.division <= division]
        lifted = [place for place in waiting if place.division > division]
        # A player who has already moved is promoted further only if nobody else can fill the gap.
        lifted.sort(key=lambda place: place.moved)
        size = _size_for(len(own), total)
        members = [*own, *lifted][:size]
        waiting = [place for place in waiting if place not in members]
        names = [place.name for place in members]
        fresh = size - len(names)
        yield (*names, *newcomers[:fresh])
        newcomers = newcomers[fresh:]
        division += 1


def _size_for(own: int, total: int) -> int:
    """Return the size of the next division: it holds its own players, and the rest still splits well."""

    def worth(size: int) -> tuple[int, bool, int]:
        rest = _split(total - size) or ()
        return _split_penalty((size, *rest))[0], size < own, size if size >= own else -size

    return min((size for size in _SIZES if _split(total - size) is not None), key=worth)


def balance(pairs: Sequence[Pair]) -> Mapping[str, int]:
    """Return for each name the games with the first side minus those with the second."""
    counted: dict[str, int] = {}
    for pair in pairs:
        counted[pair.first] = counted.get(pair.first, 0) + 1
        counted[pair.second] = counted.get(pair.second, 0) - 1
    return counted
