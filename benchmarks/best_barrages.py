"""The best barrages of a phase, by enumeration of every list of them: who fires at which fort, in which order, and which fort is hit second.

Lists that cannot beat the best one so far are left out, by a bound that no list exceeds. So is the second of two ways to the same
chances of what stands. What remains to be found after that is better than the given value, or nothing is.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine.core.bits import mask, members
from engine.liege.barrage import (
    FortBarrage,
    aff_of,
    aim_at_fort,
    cannot_be_bombarded,
    cannot_bombard,
    chances_of_falling,
)
from engine.liege.state import LiegeState
from engine.liege.supply import Supply, supply_of
from engine.liege.tables import FACES

#: By set of standing forts, its probability.
Standing = dict[int, float]
#: How many guns of each kind are left.
Left = tuple[int, ...]


class _Shot(NamedTuple):
    """A barrage: the forts of its hex in the order in which they are hit, and how many guns of each kind fire."""

    order: tuple[int, ...]
    fired: Left


class BestBarrages:
    """A search for the highest exact expectation of forts destroyed by one Barrage Phase."""

    def __init__(self, state: LiegeState) -> None:
        self._state = state
        self._targets = [one for one in members(state.forts) if cannot_be_bombarded(state, one) is None]
        kinds: dict[tuple[int, Supply, tuple[int, ...]], list[int]] = {}
        for gun, own in enumerate(state.facts.units):
            if own.aff and state.at[gun] >= 0 and own.side == state.side:
                reach = tuple(fort for fort in self._targets if cannot_bombard(state, gun, fort) is None)
                if reach:
                    kinds.setdefault((aff_of(state, 1 << gun), supply_of(state, gun), reach), []).append(gun)
        self._guns, self._reach = list(kinds.values()), [reach for _, _, reach in kinds]
        self._hexes = sorted({state.facts.forts[fort].hex for fort in self._targets})
        self._most = cache(self._most_of_rest)
        self._results = cache(self._results_at)
        self._falls = cache(self._chances)
        self._shots_at = cache(self._fewer)
        self._seen: set[object] = set()
        self._best = 0.0
        #: The best list, if it is better than the value that was given.
        self.plan: tuple[FortBarrage, ...] | None = None
        self.tried = 0

    def best(self, least: float) -> float:
        """Return the highest expectation of any list; `least` if none is higher."""
        everything = tuple(len(guns) for guns in self._guns)
        self._best = least
        self._search({self._state.forts: 1.0}, everything, frozenset(self._targets), 0.0, ())
        return self._best

    def _search(
        self, standing: Standing, left: Left, targets: frozenset[int], so_far: float, shots: tuple[_Shot, ...]
    ) -> None:
        if so_far > self._best:
            self._best = so_far
            self.plan = self._as_barrages(shots)
        same = left, targets, tuple(sorted((forts, round(chance, 12)) for forts, chance in standing.items()))
        if same in self._seen:
            return
        self._seen.add(same)
        for fort in sorted(targets):
            for fired in self._shots_at(fort, left):
                rest = tuple(had - used for had, used in zip(left, fired, strict=True))
                for order in self._orders(fort):
                    self.tried += 1
                    shot = _Shot(order, fired)
                    after, gained = self._fire(standing, shot)
                    most = sum(
                        chance * self._most(self._down(forts), rest, self._of_each_hex(targets - {fort}, forts))
                        for forts, chance in after.items()
                    )
                    if so_far + gained + most > self._best + 1e-9:
                        self._search(after, rest, targets - {fort}, so_far + gained, (*shots, shot))

    def _as_barrages(self, shots: Sequence[_Shot]) -> tuple[FortBarrage, ...]:
        """Return barrages with guns by number: of each kind those that have not fired yet."""
        had, found = [list(guns) for guns in self._guns], list[FortBarrage]()
        for shot in shots:
            guns = [kind.pop(0) for kind, used in zip(had, shot.fired, strict=True) for _ in range(used)]
            found.append(FortBarrage(shot.order, mask(guns)))
        return tuple(found)

    def _down(self, forts: int) -> int:
        """Return how many forts this phase has destroyed."""
        return (self._state.forts & ~forts).bit_count()

    def _fewer(self, fort: int, left: Left) -> list[Left]:
        """Return all non-empty selections of the guns left that can fire at a fort."""
        most = [had if fort in reach else 0 for had, reach in zip(left, self._reach, strict=True)]
        return [fired for fired in itertools.product(*(range(one + 1) for one in most)) if any(fired)]

    def _orders(self, fort: int) -> Iterator[tuple[int, ...]]:
        """Yield a fort with each fort of its hex that can be hit second."""
        facts = self._state.facts
        yield (fort,)
        others = [
            one for one in members(self._state.forts) if one != fort and facts.forts[one].hex == facts.forts[fort].hex
        ]
        yield from ((fort, other) for other in others[1:])

    def _guns_of(self, fired: Left) -> int:
        return mask(gun for guns, used in zip(self._guns, fired, strict=True) for gun in guns[:used])

    def _fire(self, standing: Standing, shot: _Shot) -> tuple[Standing, float]:
        """Return the forts that stand after a barrage, and how many it destroys on average; none where its fort has fallen."""
        after, gained = Standing(), 0.0
        for forts, chance in standing.items():
            if not forts >> shot.order[0] & 1:
                after[forts] = after.get(forts, 0.0) + chance
                continue
            for fallen, weight in self._falls(forts, shot):
                left = forts & ~fallen
                after[left] = after.get(left, 0.0) + chance * weight
                gained += chance * weight * fallen.bit_count()
        return after, gained

    def _chances(self, forts: int, shot: _Shot) -> tuple[tuple[int, float], ...]:
        guns = self._guns_of(shot.fired)
        state = self._state.copy()
        state.forts = forts
        state.changed()
        if aim_at_fort(state, shot.order[0], aff_of(state, guns), guns=guns).column is None:
            return ((0, 1.0),)
        order = tuple(fort for fort in shot.order if forts >> fort & 1)
        found = chances_of_falling(state, FortBarrage(order, guns))
        return tuple((fallen, weight / FACES**2) for fallen, weight in found.items())

    def _most_of_rest(self, down: int, left: Left, each: tuple[int, ...]) -> float:
        """Return a value that no barrages with the guns left exceed once so many forts are down.

        They may be chosen after the dice of those before them, and find whatever is best of their hex; a hex has `each` many of them.
        """
        best = 0.0
        for fort in self._targets:
            at = self._hexes.index(self._state.facts.forts[fort].hex)
            if each[at]:
                fewer = (*each[:at], each[at] - 1, *each[at + 1 :])
                for fired in self._shots_at(fort, left):
                    rest = tuple(had - used for had, used in zip(left, fired, strict=True))
                    for chances in self._results(fort, fired, down):
                        found = sum(weight * (more + self._most(down + more, rest, fewer)) for more, weight in chances)
                        best = max(best, found)
        return best

    def _of_each_hex(self, targets: frozenset[int], forts: int) -> tuple[int, ...]:
        """Return how many barrages are possible at each hex."""
        own = self._state.facts.forts
        able = [own[fort].hex for fort in targets if forts >> fort & 1]
        return tuple(able.count(hex_) for hex_ in self._hexes)

    def _results_at(self, fort: int, fired: Left, down: int) -> frozenset[tuple[tuple[int, float], ...]]:
        """Return all that a barrage can come to, as how many forts it destroys: by which forts of the hex and of the others are down."""
        facts, stand = self._state.facts, members(self._state.forts)
        here = [one for one in stand if facts.forts[one].hex == facts.forts[fort].hex and one != fort]
        away = [one for one in stand if facts.forts[one].hex != facts.forts[fort].hex]
        found = set()
        for size in range(min(down, len(here)) + 1):
            for gone in itertools.combinations(here, size):
                if down - size <= len(away):
                    forts = self._state.forts & ~mask(gone) & ~mask(away[: down - size])
                    for order in self._orders(fort):
                        chances = self._falls(forts, _Shot(order, fired))
                        found.add(tuple(sorted((fallen.bit_count(), weight) for fallen, weight in chances)))
        return frozenset(found)


__all__ = ["BestBarrages"]
