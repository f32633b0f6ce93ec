"""Resolution of units named by group, bare number or location: each token of a line becomes the units it means.

`the guns`, `both brigades in Herve`, `27/14/38`, `everyone but 38ib`, `the 12th`, `Herve brigades`

The position decides who is meant: own units on the map or able to arrive now. Of units named together, the ones able to
do what is ordered are meant, which depends on the order. Tokens that stay unclear are kept as typed, and then no order
covers the whole line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.barrage_orders import GUNS
from bot.titles.liege.notation.lexicon import Item, LiegeLexicon, lexicon, without_repeats
from engine.liege.grid import NOWHERE
from engine.liege.state import WAITING, LiegeState
from engine.liege.view import knows

#: Kinds of tokens that name units.
_UNIT_KINDS: Final = frozenset({"unit", "group", "all"})
_PLACES: Final = frozenset({"hex", "fort"})
#: Decisions at which a location can stand for the enemies there.
_AIMED_AT_HEXES: Final = frozenset({"barrage", "combat"})
#: Decisions that concern one unit, which needn't be named; and all at which a unit can go to where another one is.
_RETREATS: Final = frozenset({"retreat", "withdraw", "remain"})
_MOVEMENTS: Final = _RETREATS | {"march", "marching", "afterwards", "shifting"}


def resolved(context: OfferContext, items: Sequence[Item], words: Sequence[str]) -> tuple[list[Item], bool]:
    """Return the tokens of a line with groups resolved to single units, and whether any units were excluded."""
    resolver = _Resolver(context, list(items), words)
    return resolver.resolved(), resolver.excluded


@dataclass(slots=True)
class _Resolver:
    """The tokens of a line with all its words, which give each token its context."""

    context: OfferContext
    items: list[Item]
    words: Sequence[str]
    #: Whether some of the named units were excluded.
    excluded: bool = False

    @property
    def _names(self) -> LiegeBook:
        return cast("LiegeBook", self.context.names)

    @property
    def _known(self) -> LiegeLexicon:
        return lexicon(self._names)

    @property
    def _state(self) -> LiegeState:
        return cast("LiegeState", self.context.table.game.state)

    def resolved(self) -> list[Item]:
        """Return the tokens with their units resolved."""
        self.items = [
            self._resolve_number(at, item) for at, item in enumerate(self.items)
        ]  # each one sees its neighbours as typed
        self.items = [item for at, item in enumerate(self.items) if not self._only_qualifies(at)]
        self.items = [item for at, item in enumerate(self.items) if not self._is_stack_at_goal(at)]
        self.items = [item for at, item in enumerate(self.items) if not self._is_joined_at_goal(at)]
        self._drop_locations()
        self.items = [self._as_destination(at, item) for at, item in enumerate(self.items)]
        self._exclude()
        return without_repeats([one for item in self.items for one in self._single_units(item)])

    # -- words around a token ---------------------------------------------------------------------------------------

    def _end_of(self, item: Item) -> int:
        return item.at + len(item.text.split())

    def _words_between(self, first: Item, last: Item) -> list[str]:
        """Return the words between two tokens."""
        return [word for word in self.words[self._end_of(first) : last.at] if word]

    def _articles_before(self, item: Item) -> list[str]:
        """Return the articles and similar words right before a token, nearest first."""
        found: list[str] = []
        for word in reversed(self.words[: max(item.at, 0)]):
            if word not in self._known.naming["articles"]:
                break
            found.append(word)
        return found

    # -- numbers ----------------------------------------------------------------------------------------------------

    def _resolve_number(self, at: int, item: Item) -> Item:
        """Return the unit that a bare number means: `27/14/38 x V35`; the token unchanged if there is none or several."""
        if item.kind != "number" or item.at < 0:
            return item
        before = self.words[item.at - 1] if item.at else ""
        after = self.words[item.at + 1] if item.at + 1 < len(self.words) else ""
        turns = after in self._known.verbs["turn"] and item.at + 2 < len(self.words)  # `14 turn n`
        counts = (
            before in self._known.naming["counting"]
            or (after in self._known.naming["counting"] and not turns)
            or self._is_part_of_odds(item.at)
        )
        follows = self.items[at + 1] if at + 1 < len(self.items) else None
        counts |= follows is not None and follows.kind in ("group", "steps") and follows.at == item.at + 1
        if counts and not self._asked_about(self._known.numbered_units(item.ids[0])):
            return item
        if pair := self._units_with_both_numbers(at):
            own = self._asked_about(pair) or self._own_present(pair)
            held = NOWHERE if own else self._enemy_hex(replace(item, ids=pair))
            if held != NOWHERE:
                return self._hex_item(item, held)
            return replace(item, kind="unit", ids=tuple(own), text=self._names.short(own[0])) if len(own) == 1 else item
        able = self._own_present(self._known.numbered_units(item.ids[0])) or self._own_present(
            self._known.guns_of_calibre(item.text)
        )
        able = self._asked_about(able) or able
        if len(able) == 1:
            return replace(item, kind="unit", ids=(able[0],), text=self._names.short(able[0]))
        enemies = replace(item, ids=self._known.numbered_units(item.ids[0]))
        hex_ = NOWHERE if able else self._enemy_hex(enemies)
        return item if hex_ == NOWHERE else self._hex_item(item, hex_)

    def _units_with_both_numbers(self, at: int) -> tuple[int, ...]:
        """Return the units whose counter has both a number and the adjacent one: `the 9/11`."""
        item = self.items[at]
        near = [
            one
            for one in self.items[max(at - 1, 0) : at + 2]
            if one.kind in ("number", "unit") and abs(one.at - item.at) == 1
        ]
        numbers = [int(one.text) for one in near if one.text.isdigit()]
        of = self._known.numbered_units
        return next(
            (both for number in numbers if (both := tuple(one for one in of(item.ids[0]) if one in of(number)))), ()
        )

    def _is_part_of_odds(self, at: int) -> bool:
        """Return whether a number is part of odds: `2 to 1`."""
        near = (self.words[max(at - 2, 0) : at], self.words[at + 1 : at + 3][::-1])
        return any(len(two) > 1 and two[1] == "to" and two[0].isdigit() for two in near)

    def _asked_about(self, units: Iterable[int]) -> list[int]:
        """Return those of some units that the present decision asks about."""
        table = self.context.table
        asked = tuple(table.field("units") or ())[:1] if table.mine and table.kind in _RETREATS else ()
        return [one for one in units if one in asked]

    def _own_present(self, units: Iterable[int]) -> list[int]:
        """Return those of some units that are the player's own, on the map or able to arrive now."""
        table, state = self.context.table, self._state
        if table.mine and table.kind == "barrage_targets":
            return [one for one in units if one in table.may("hit")]  # the units that the guns hit
        may = set(table.may("arrive")) if table.mine and table.kind == "march" else set()
        own = [one for one in units if self._names.facts.units[one].side == table.side]
        return [one for one in own if state.at[one] >= 0 or (state.at[one] == WAITING and one in may)]

    # -- words for several units ------------------------------------------------------------------------------------

    def _only_qualifies(self, at: int) -> bool:
        """Return whether a group word only qualifies its neighbours: `the 21cm mortars`, `brigades 27 and 14`.

        Also True for an "all" that only qualifies the group word after it.
        """
        item = self.items[at]
        behind = self.items[at + 1] if at + 1 < len(self.items) else None
        if item.kind == "all":
            after = [word for word in self.words[self._end_of(item) :] if word not in self._known.naming["articles"]]
            if after and after[0] in self._known.naming["works"]:
                return True  # `all forts fire`, but no units
            if behind is None or set(self._words_between(item, behind)) - self._known.naming["articles"]:
                return False
            several = behind.kind == "unit" and len(self._own_present(behind.ids)) > 1
            return several or behind.kind in ("group", "all")
        if item.kind != "group":
            return False
        ahead = self.items[at - 1] if at else None
        near = [behind] if behind is not None and behind.at == self._end_of(item) else []
        near += [ahead] if ahead is not None and self._end_of(ahead) == item.at else []
        return any(one.kind == "unit" and set(one.ids) & set(item.ids) for one in near)

    def _drop_locations(self) -> None:
        """Drop the location of units named together, `both brigades in Herve`, and of enemies, `the infantry in V35`."""
        at = 0
        while at < len(self.items):
            item = self.items[at]
            place = self._place_named(at) if item.kind in ("group", "unit") else None
            if place is not None and (item.kind == "group" or len(item.ids) > 1):
                hexes, led = place.ids, set(self._words_between(item, place)) if place.at > item.at else {"in"}
                here = [one for one in self._own_present(item.ids) if self._hex_of(one) in hexes]
                if here:
                    self._narrow_to(at, here, place)
                elif led <= self._known.naming["inside"] | self._known.naming["articles"] and self._names_enemies(
                    item, place, led
                ):
                    del self.items[at]
                    continue
            at += 1

    def _hex_of(self, unit: int) -> int:
        """Return the hex of a unit, or the hex where it arrives."""
        arrival = self._state.scenario.arrivals.get(unit) if self._state.at[unit] == WAITING else None
        return self._state.at[unit] if arrival is None else arrival.hex

    def _place_named(self, at: int) -> Item | None:
        """Return the hex named right after or right before a token; None if there is none."""
        item = self.items[at]
        for one in self.items[at + 1 : at + 3]:
            if one.kind == "hex" and not self._has_other_words(self._words_between(item, one)):
                return one
            if one.kind != "at":
                break
        ahead = self.items[at - 1] if at else None
        before = len(self._articles_before(item)) if ahead is not None else 0
        own = ahead is not None and any(self._hex_of(one) in ahead.ids for one in self._own_present(item.ids))
        near = ahead is not None and ahead.kind == "hex" and self._end_of(ahead) + (before if own else 0) >= item.at
        led = near and at > 1 and self.items[at - 2].kind in ("to", "facing", "via")
        return ahead if near and not led else None

    def _has_other_words(self, words: Sequence[str]) -> bool:
        known = self._known
        return bool(set(words) - known.naming["inside"] - known.naming["articles"] - {"on"})

    def _narrow_to(self, at: int, units: Sequence[int], place: Item) -> None:
        """Narrow a token to its units in a place; drop the place itself if another goal is named or none is needed."""
        item = self.items[at]
        whole = self._known.key(item.text) in self._known.naming["whole"]  # `the Herve stack`: all units there
        self.items[at] = replace(item, ids=tuple(units), count=-1 if whole else item.count)
        between = [one for one in self.items if item.at < one.at < place.at and one.kind == "at"]
        self.items = [one for one in self.items if one is not place and one not in between]

    def _names_enemies(self, item: Item, place: Item, led: set[str]) -> bool:
        """Return whether a group word names the enemies in a hex, not own units acting on it."""
        state, table, facts = self._state, self.context.table, self._names.facts
        held = any(state.at[one] in place.ids and facts.units[one].side != table.side for one in range(len(state.at)))
        if not held:
            return False
        if item.kind == "unit":  # an ambiguous unit is the enemy's if that one is known to be there
            return any(
                state.at[one] in place.ids and facts.units[one].side != table.side and knows(state, one, table.side)
                for one in item.ids
            )
        verbs = frozenset().union(*(self._known.verbs.get(name, frozenset()) for name in ("shell", "attack")))
        first = item.at - len(self._articles_before(item)) - 1
        return "in" in led or "inside" in led or (first >= 0 and self.words[first] in verbs)

    def _is_stack_at_goal(self, at: int) -> bool:
        """Return whether a token is the stack that other units join, whose hex is named: `34 joins the Herve stack`."""
        item, place = self.items[at], self.items[at - 1] if at else None
        if self._known.key(item.text) not in self._known.naming["whole"] or self.context.table.kind not in _MOVEMENTS:
            return False
        if place is None or place.kind not in _PLACES or self._end_of(place) != item.at:
            return False
        before = [one for one in self.words[: place.at] if one and one not in self._known.naming["articles"]]
        return before[-1:] != [] and before[-1] in self._known.naming["joining"] and len(before) > 1

    def _is_joined_at_goal(self, at: int) -> bool:
        """Return whether a token names others whom units join in a hex that is named after it: `34ib joins the guns at Herve`."""
        item, before = self.items[at], self.items[:at]
        if item.kind not in ("group", "unit") or self.context.table.kind not in _MOVEMENTS:
            return False
        word = next((one for one in reversed(self.words[: item.at]) if one not in self._known.naming["articles"]), "")
        place = next((one for one in self.items[at + 1 : at + 3] if one.kind == "hex"), None)
        if word not in self._known.naming["joining"] - {"to"} or place is None or not before:
            return False
        here = [one for one in self._own_present(item.ids) if self._hex_of(one) in place.ids]
        return bool(here) and all(one.kind in _UNIT_KINDS for one in before)

    def _as_destination(self, at: int, item: Item) -> Item:
        """Replace a unit that others go to by its hex: `9bm joins the 12th`."""
        table = self.context.table
        goes = table.kind in _RETREATS or any(one.kind in _UNIT_KINDS for one in self.items[:at])
        if (
            item.kind != "unit"
            or not goes
            or table.kind not in _MOVEMENTS
            or any(one.kind in _PLACES for one in self.items)
        ):
            return item
        word = next((one for one in reversed(self.words[: item.at]) if one not in self._known.naming["articles"]), "")
        if word not in self._known.naming["joining"] or not table.mine:
            return item
        goals = {hex_ for verb in ("to", "go", "step") if verb in table.game.decision.verbs for hex_ in table.may(verb)}
        hexes = list(dict.fromkeys(self._state.at[one] for one in self._own_present(item.ids)))
        hexes = [one for one in hexes if one in goals] or hexes
        return self._hex_item(item, hexes[0]) if len(hexes) == 1 and hexes[0] >= 0 else item

    def _hex_item(self, item: Item, hex_: int) -> Item:
        return replace(item, kind="hex", ids=(hex_,), text=self._names.hex(hex_).lower())

    def _exclude(self) -> None:
        """Remove excluded units from the group before: `everyone but 38ib`, `all infantry except the 14th`, `without the pioneers`."""
        at = next((at for at in range(len(self.items)) if self._is_excluded(at)), None)
        if at is None:
            return
        before = self.items[at - 1] if at else None
        whole = before if before is not None and before.kind in ("all", "group") else self._group_before(at)
        end = at + 1
        while end < len(self.items) and self.items[end].kind in _UNIT_KINDS and not self._is_separate(end):
            end += 1
        out = {one for item in self.items[at:end] for unit in self._single_units(item) for one in unit.ids}
        named = any(
            item.kind == "unit" and self._own_present(item.ids) for item in [*self.items[:at], *self.items[end:]]
        )
        if whole is None and not named and not self._known.naming["excepting"] & set(self.words[: self.items[at].at]):
            return  # `not the guns`: the others aren't named
        self.excluded = True
        if (whole is None and named) or (whole is not None and whole.ids and not out & set(whole.ids)):
            del self.items[at:end]  # excluded units weren't in the group anyway: `the four brigades, no guns`
            return
        everybody = whole.ids if whole is not None and whole.ids else self._default_units()
        left = [one for one in self._own_present(everybody) if one not in out]
        first = self.items.index(whole) if whole is not None else at
        rest = self.items[first + 1 : at] if whole is not None else []
        self.items[first:end] = [Item("group", tuple(left), "", count=-1), *rest]

    def _is_excluded(self, at: int) -> bool:
        """Return whether a token is an exclusion: after "all but" or a group word, or after "without"."""
        item, ahead = self.items[at], self.items[at - 1] if at else None
        if item.kind not in _UNIT_KINDS or item.at < 0:
            return False
        between = self._words_between(ahead, item) if ahead is not None and ahead.at >= 0 else self.words[: item.at]
        said = [one for one in between if one not in self._known.naming["articles"]]
        if ahead is not None and ahead.kind in ("all", "group"):
            return bool(self._exclusion_words & set(said))
        return said[-1:] != ["but"] and bool(self._exclusion_words & set(said[-1:]))

    def _group_before(self, at: int) -> Item | None:
        """Return the "all" from which units are excluded later in the line: `everyone SW except 34ib`."""
        if not self._known.naming["excepting"] & set(
            self.words[self._end_of(self.items[at - 1]) if at else 0 : self.items[at].at]
        ):
            return None
        found = [one for one in self.items[:at] if one.kind in ("all", "group")]
        named = [one for one in self.items[:at] if one.kind == "unit" and self._own_present(one.ids)]
        return found[-1] if len(found) == 1 and not named else None

    @property
    def _exclusion_words(self) -> frozenset[str]:
        return self._known.naming["excepting"] | self._known.naming["denying"]

    def _is_separate(self, at: int) -> bool:
        """Return whether a token is separated from the previous one by more than list words."""
        return bool(
            set(self._words_between(self.items[at - 1], self.items[at])) - self._known.naming["articles"] - {"and"}
        )

    def _default_units(self) -> list[int]:
        """Return all units, without guns at decisions where those fight only if named."""
        units = self._names.facts.units
        fights = self.context.table.kind in ("combat", "attack")
        return [one for one in range(len(self._state.at)) if not fights or units[one].type not in GUNS]

    def _single_units(self, item: Item) -> Iterator[Item]:
        """Yield the units of a token one by one; the token itself if it means none of one's own, or one of several."""
        if item.kind not in ("unit", "group"):
            yield item
            return
        if item.count < 0:  # all but some, each of whom is listed
            yield from (replace(one, grouped=True) for one in one_by_one(self._names, item, item.ids))
            return
        if (hex_ := self._enemy_hex(item)) != NOWHERE:
            yield self._hex_item(item, hex_)
            return
        first = self.words[max(item.at - len(self._articles_before(item)) - 1, 0)] if item.at > 0 else ""
        if item.kind == "group" and first in self._known.naming["owning"] | self._known.naming["some"]:
            yield item  # a unit's own guns, or an unspecified number
            return
        count, own = self._stated_count(item), self._asked_about(item.ids) or self._own_present(item.ids)
        every = bool(self._known.naming["every"] & set(self._articles_before(item))) or bool(count)
        if item.kind == "group" and (every or not self._known.singular(item.text)) and not self._asked_about(item.ids):
            own = self._own_present(item.ids)
            if count and len(own) > count:
                yield replace(item, ids=tuple(own), count=count)  # which of them depends on the order
                return
            yield from one_by_one(self._names, item, own) if own else (item,)
            return
        if item.kind == "unit" and len(own) == 1:
            yield replace(item, ids=tuple(own))  # as typed
            return
        if item.kind == "unit" and own and self._known.naming["every"] & set(self._articles_before(item)):
            yield from one_by_one(self._names, item, own)  # `all the 21cm`
            return
        yield from one_by_one(self._names, item, own) if len(own) == 1 else (item,)

    def _enemy_hex(self, item: Item) -> int:
        """Return the one hex of all enemies a token could mean; NOWHERE if they are in several, or an own unit could be meant."""
        state, table, units = self._state, self.context.table, self._names.facts.units
        if table.kind not in _AIMED_AT_HEXES or len(item.ids) <= 1 or self._own_present(item.ids):
            return NOWHERE
        there = [
            one
            for one in item.ids
            if units[one].side != table.side and state.at[one] >= 0 and knows(state, one, table.side)
        ]
        hexes = {state.at[one] for one in there}
        return hexes.pop() if len(hexes) == 1 and len(there) > 1 else NOWHERE

    def _stated_count(self, item: Item) -> int:
        """Return the number of units stated, 0 if there is none."""
        before = [self.words[item.at - 1] if item.at > 0 else "", *self._articles_before(item)]
        said = [self._known.counts[word] for word in before if word in self._known.counts]
        return said[0] if said else next((int(word) for word in before if word.isdigit()), 0)


def one_by_one(names: LiegeBook, item: Item, units: Sequence[int]) -> Iterator[Item]:
    """Yield units as separate tokens, replacing one that names them together."""
    for one in units:
        yield replace(item, kind="unit", ids=(one,), text=names.short(one), grouped=len(units) > 1)


__all__ = ["one_by_one", "resolved"]
