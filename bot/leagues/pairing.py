"""Pairs a round by one minimum-cost matching on a sparse graph.

The hard rules are in `entrants.may_meet`. Among pairings that keep them, in this order: most pairs; fewest pairs of
strangers, who share no platform; the bye to the lowest score; smallest sum of score differences; fewest side clashes;
the differences spread, not concentrated on one pair; fewest repeated floats; within a group of equal score the top half
against the bottom half. The criteria are so far apart in one integer that no sum of a lesser one reaches a greater one.
The same entrants and seed give the same pairing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import rustworkx

from bot.leagues.entrants import Entrant, Side, clash, may_meet

SMALL = 150
"""Up to this many entrants all pairs are weighed; beyond it only candidates."""
_AROUND_FOLD = 24
_BY_RANK = 12
_BYE = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A match of a round: who has the first side and who the second."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round: its pairs from the top of the table down, who has the bye, and those left unpaired."""

    pairs: tuple[Pair, ...]
    bye: str | None = None
    left: tuple[str, ...] = ()


def pair_round(entrants: Sequence[Entrant], seed: bytes, *, sides: bool = True, bye: str | None = None) -> Pairing:
    """Pair the entrants of one round.

    `sides` is off if a match includes both sides (swapped legs, bids). `bye` names its holder if already decided;
    otherwise an odd number gives it to one who had none.

    Raises:
        ValueError: two entrants share a name or a rank, or `bye` names nobody.
    """
    _check(entrants, bye)
    field = sorted((entrant for entrant in entrants if entrant.name != bye), key=_rank_key)
    matched = _match(field, sides)
    by_name = {entrant.name: entrant for entrant in field}
    pairs = [_seat(one, other, seed, sides=sides) for one, other in _in_order(matched, by_name)]
    taken = {name for pair in matched for name in pair}
    free = next((name for pair in matched if _BYE in pair for name in pair if name), bye)
    return Pairing(tuple(pairs), free, tuple(entrant.name for entrant in field if entrant.name not in taken))


def _check(entrants: Sequence[Entrant], bye: str | None) -> None:
    if len({entrant.name for entrant in entrants}) < len(entrants):
        raise ValueError("two entrants of one round share a name")
    if len({entrant.rank for entrant in entrants}) < len(entrants):
        raise ValueError("two entrants of one round share a rank")
    if bye is not None and all(entrant.name != bye for entrant in entrants):
        raise ValueError(f"the bye is given to {bye}, who is not in this round")


def _rank_key(entrant: Entrant) -> tuple[int, int]:
    return -entrant.score, entrant.rank


def _in_order(matched: Sequence[tuple[str, str]], by_name: Mapping[str, Entrant]) -> list[tuple[Entrant, Entrant]]:
    games = []
    for one, other in matched:
        if one and other:
            upper, lower = sorted((by_name[one], by_name[other]), key=_rank_key)
            games.append((upper, lower))
    return sorted(games, key=lambda game: (_rank_key(game[0]), _rank_key(game[1])))


# ------------------------------------------------------------------------------------------------ matching


def _match(field: Sequence[Entrant], sides: bool) -> list[tuple[str, str]]:
    """Return the cheapest matching with the most pairs, doubling the candidates until nobody is left or all tried."""
    reach = _AROUND_FOLD if len(field) > SMALL else len(field)
    while True:
        found = _match_among(field, reach, sides)
        if 2 * len(found) >= len(field) or reach >= len(field):
            return found
        reach *= 2


def _match_among(field: Sequence[Entrant], reach: int, sides: bool) -> list[tuple[str, str]]:
    folds, costs = _Folds(field), _Costs(field, sides=sides)
    edges = [
        (one, other, costs.of(field[one], field[other], folds.off(one, other)))
        for one, other in _candidates(field, folds, reach)
        if may_meet(field[one], field[other], sides=sides)
    ]
    names = [entrant.name for entrant in field]
    if len(field) % 2:
        names.append(_BYE)
        edges += [(index, len(field), costs.of_bye(one)) for index, one in enumerate(field) if not one.had_bye]
    graph = rustworkx.PyGraph[str, int](multigraph=False)
    graph.add_nodes_from(names)
    # The algorithm maximises weight, so a cost becomes its distance below the most expensive edge.
    dearest = max((cost for *_, cost in edges), default=0) + 1
    graph.add_edges_from([(one, other, dearest - cost) for one, other, cost in edges])
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(names[one], names[other]) for one, other in matching]


def _candidates(field: Sequence[Entrant], folds: _Folds, reach: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs to weigh: all, or those around each entrant's opposite in the fold and those next in rank.

    An entrant with strangers is also weighed against the next in rank who are none.
    """
    count = len(field)
    if reach >= count:
        yield from combinations(range(count), 2)
        return
    seen: set[tuple[int, int]] = set()
    near = max(_BY_RANK * reach // _AROUND_FOLD, 1) // 2
    for index in range(count):
        middle = folds.opposite(index)
        for other in (*range(middle - reach // 2, middle + reach // 2 + 1), *range(index - near, index + near + 1)):
            if 0 <= other < count and other != index:
                seen.add((min(index, other), max(index, other)))
        if strangers := field[index].strangers:
            known = (other for other in range(index + 1, count) if field[other].name not in strangers)
            seen.update((index, other) for other in islice(known, near))
    yield from sorted(seen)


class _Folds:
    """Each entrant's place in the group of equal score, and the opposite in its fold."""

    def __init__(self, field: Sequence[Entrant]) -> None:
        self._scores = [entrant.score for entrant in field]
        self._start: dict[int, int] = {}
        self._size: dict[int, int] = {}
        for index, score in enumerate(self._scores):
            self._start.setdefault(score, index)
            self._size[score] = self._size.get(score, 0) + 1

    def opposite(self, index: int) -> int:
        """Return the index opposite to this one in the fold."""
        score = self._scores[index]
        half = self._size[score] // 2
        place = index - self._start[score]
        return index + half if place < half else index - half

    def off(self, one: int, other: int) -> int:
        """Return by how many places a pair misses the fold; 0 across groups, which have no fold."""
        if self._scores[one] != self._scores[other]:
            return 0
        return abs(abs(one - other) - self._size[self._scores[one]] // 2)


# --------------------------------------------------------------------------------------------------- costs


class _Costs:
    """The cost of a pair or bye as one integer: each criterion has enough bits for its sum over the round."""

    def __init__(self, field: Sequence[Entrant], *, sides: bool) -> None:
        self._sides = sides
        scores = [entrant.score for entrant in field]
        widest = max(scores, default=0) - min(scores, default=0)
        pairs = len(field) // 2 + 1
        at = (pairs * len(field)).bit_length()  # the fold, lowest
        self._float, at = at, at + (2 * pairs).bit_length()
        self._spread, at = at, at + (pairs * widest * widest).bit_length()
        self._clash, at = at, at + (2 * pairs).bit_length()
        self._distance, at = at, at + (pairs * widest).bit_length()
        self._bye, at = at, at + max(scores, default=0).bit_length()
        self._strange = at

    def of(self, one: Entrant, other: Entrant, off_fold: int) -> int:
        """Return the cost of a pair that misses the fold by so many places."""
        apart = one.score - other.score
        repeats = _repeats_float(one, apart) + _repeats_float(other, -apart)
        return (
            (abs(apart) << self._distance)
            + ((clash(one, other) if self._sides else 0) << self._clash)
            + (apart * apart << self._spread)
            + (repeats << self._float)
            + off_fold
            + (1 << self._strange if other.name in one.strangers else 0)
        )

    def of_bye(self, one: Entrant) -> int:
        """Return the cost of a bye: the score of its holder, above most other criteria."""
        return one.score << self._bye


def _repeats_float(entrant: Entrant, apart: int) -> bool:
    """Return True if the entrant floats in the same direction as last time."""
    return bool(entrant.floats) and entrant.floats[-1] * apart > 0


# --------------------------------------------------------------------------------------------------- sides


def _seat(upper: Entrant, lower: Entrant, seed: bytes, *, sides: bool) -> Pair:
    """Assign the sides: as the bound demands, then what evens out most, then what alternates, then by lot."""
    side = _side_of(upper, lower) if sides else None
    if side is None:
        side = Side.FIRST if _lot(seed, upper.name, lower.name) else Side.SECOND
    return Pair(upper.name, lower.name) if side is Side.FIRST else Pair(lower.name, upper.name)


def _side_of(upper: Entrant, lower: Entrant) -> Side | None:
    legal = [side for side in Side if upper.may_have(side) and lower.may_have(side.other)]
    if len(legal) == 1:
        return legal[0]
    if upper.balance != lower.balance:
        return Side.SECOND if upper.balance > lower.balance else Side.FIRST
    for mine, theirs in zip(reversed(upper.sides), reversed(lower.sides), strict=False):
        if mine is not theirs:
            return mine.other
    return upper.due


def _lot(seed: bytes, *words: str) -> bool:
    return bool(hashlib.sha256(b"\x00".join((seed, *(word.encode() for word in words)))).digest()[0] & 1)
