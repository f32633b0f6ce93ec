"""Reader of one order text, piece by piece: unit phrases, spaces along a way, and fillers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial

from bot.table.refusal import Ambiguous, Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import DASHES, pieces, tokens
from bot.titles.pog.commands import ALONE, PLAYED
from bot.titles.pog.notation import refusal_reasons
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.stacks import stands, weakened
from bot.titles.pog.notation.units import UnitWish, choose, fitting, read_unit
from engine.errors import Reason

#: Returns why a unit can't do something; None if it can, or if the reason is unknown.
Why = Callable[[int], Reason | None]
#: Verbs that choose a unit; a decision about units has one of them.
_CHOOSING = ("spend", "pick", "add", "hit", "use", "restore", "hold")
#: Reasons that only say nothing can be done with a unit; others take precedence.
_NEEDS_NOTHING = frozenset({"full_already"})
#: What one part of an order names: its reader, units, spaces.
PartRead = tuple["Reader", list[UnitWish], list[int]]
#: Maximum number of places listed for units of a kind.
_PLACES = 4
#: Maximum number of reasons given if several units are prevented by different ones.
_TOLD = 3


def units_and_spaces(lexicon: Lexicon, table: Table, part: str) -> tuple[Reader, list[UnitWish], list[int]]:
    """Return the reader, unit phrases and spaces of a part that names only units and spaces."""
    reader = Reader(lexicon, table, part)
    wishes = reader.wishes()
    spaces = reader.spaces(reader.prefer())
    if spaces and not wishes:
        reader.take("with")
    if spaces and not wishes and (wishes := reader.wishes()):  # the place first: `gallipoli tu c`
        led = reader.begins("from")
        more = reader.spaces(reader.prefer())
        spaces = [*more, *spaces] if led else [*spaces, *more]  # `to metz with ge 1 from koblenz`
    reader.finish()
    return reader, wishes, spaces


def parts_read(lexicon: Lexicon, table: Table, text: str) -> list[tuple[str, PartRead]]:
    """Return the parts of an order, each read; commas separate parts if a unit follows a place: `bu c gaza, bu c erzerum`."""
    found: list[tuple[str, PartRead]] = []
    for part in pieces(text):
        try:
            found.append((part, units_and_spaces(lexicon, table, part)))
        except Refusal as refusal:
            if refusal.reason.code != "no_unit_here" or "," not in part:
                raise
            # A unit after a place begins the next pair; a pair that isn't understood raises its own refusal.
            lines = [line.strip() for line in part.split(",") if line.strip()]
            found += [(line, units_and_spaces(lexicon, table, line)) for line in lines]
    return found


def from_each(table: Table, places: Sequence[int], units: Sequence[int], part: str) -> None:
    """Refuse if none of the units comes from a named place."""
    for place in places:
        if not any(stands(table, unit) == place for unit in units):
            raise refuse("nobody_from_there", part=part, space=place)


class Reader:
    """Reads the words of one part of an order from left to right."""

    def __init__(self, lexicon: Lexicon, table: Table, text: str, words: list[str] | None = None) -> None:
        table.check_chance(text)
        self.lexicon, self.table, self.text = lexicon, table, text
        #: The words of the text, or those of them not read before.
        self.words = lexicon.counted(tokens(text) if words is None else words)
        self.at = 0
        #: How many spaces were read before a "via", if no word leads to any of them.
        self._passed = 0
        found = lexicon.book.words.table("commands.words")
        self._groups: dict[str, frozenset[str]] = {name: frozenset(words) for name, words in found.items()}

    @property
    def left(self) -> bool:
        """True while words remain."""
        return self.at < len(self.words)

    def rest(self) -> str:
        """Return the words not read yet."""
        return " ".join(self.words[self.at :])

    def take(self, *names: str) -> bool:
        """Read words of the named groups ("to", "from" ...); return True if there were any."""
        wanted = frozenset().union(*(self._groups[name] for name in names))
        taken = False
        while self.left and self.words[self.at] in wanted:
            self.at += 1
            taken = True
        return taken

    def take_word(self, words: Collection[str]) -> str:
        """Read one of the given words; return "" if the next word is another one."""
        self.skip()
        if self.left and self.words[self.at] in words:
            self.at += 1
            return self.words[self.at - 1]
        return ""

    def skip(self, *names: str) -> None:
        """Skip commas, dashes, fillers and the named groups."""
        filling = (
            DASHES
            | {",", ":", "+"}
            | frozenset().union(*(self._groups[name] for name in ("and", "on", "fill", *names)))
        )
        while self.left and self.words[self.at] in filling:
            self.at += 1

    def wishes(self) -> list[UnitWish]:
        """Return all unit phrases from here on."""
        found: list[UnitWish] = []
        while True:
            before = self.at
            self.skip()
            read = read_unit(self.lexicon, self.words, self.at) if self.left else None
            if read is None or self._place_first(read):
                self.at = before
                return found
            found.append(read[0])
            self.at = read[1]

    def spaces(self, prefer: Collection[int], *, until: Sequence[str] = ()) -> list[int]:
        """Return all space names from here on in the order of the way; words of the `until` groups end them.

        Spaces after "via" come before a goal named earlier, `to przemysl via lemberg`, and spaces after "from" come
        before all others: `to essen from the reserve`.
        """
        found: list[int] = []
        turn, goal = 0, False
        stop = frozenset().union(*(self._groups[name] for name in until)) if until else frozenset()
        while True:
            before = self.at
            if self.left and self.words[self.at] in stop:
                return found
            self.skip("to", "from", "via") if not stop else self.skip()
            passed = self._groups["via"].intersection(self.words[before : self.at])
            turn = len(found) if passed and goal and not stop else turn
            self._passed = self._passed or (len(found) if passed and not goal and not stop else 0)
            goal = not self._groups["to"].isdisjoint(self.words[before : self.at])
            self._passed = 0 if goal else self._passed
            turn = 0 if goal else turn
            if self.left and self.words[self.at] in stop:
                self.at = before
                return found
            read = self.lexicon.read_space(self.words, self.at, prefer) if self.left else None
            if read is None or self._unit_first(read[1]):
                self.at = before
                return [*found[: turn - 1], *found[turn:], found[turn - 1]] if 0 < turn < len(found) else found
            space, self.at = read
            if found and not stop and not self._groups["from"].isdisjoint(self.words[before : self.at]):
                found, turn = [space, *found], turn + bool(turn)  # `to essen from the reserve`
            else:
                found.append(space)

    def in_sequence(self, way: list[int], *, begun: bool) -> list[int]:
        """Return a way with its goal last, also if that is named first without a word: `ru 2 grodno via bialystok`.

        Args:
            way: the spaces, as read last.
            begun: whether the first of them is where the way starts.
        """
        goal = int(begun)
        first = self._passed == goal + 1 < len(way)
        return [*way[:goal], *way[goal + 1 :], way[goal]] if first else way

    def some_wishes(self) -> list[UnitWish]:
        """Return the unit phrases from here on; refuse if there are none."""
        found = self.wishes()
        if not found:
            raise self.unknown()
        return found

    def some_spaces(self, *, until: Sequence[str] = ()) -> list[int]:
        """Return the space names from here on; refuse if there are none."""
        found = self.spaces(self.prefer(), until=until)
        if not found:
            raise self.unknown()
        return found

    def space(self, prefer: Collection[int]) -> int:
        """Return the one space named here; refuse if there is none."""
        self.skip("to", "from", "via")
        read = self.lexicon.read_space(self.words, self.at, prefer) if self.left else None
        if read is None:
            raise self.unknown()
        self.at = read[1]
        return read[0]

    def finish(self) -> None:
        """Refuse if words remain that were not understood."""
        self.skip()
        if self.left:
            raise self.unknown()

    def begins(self, *names: str) -> bool:
        """Return True if the next word belongs to the named groups."""
        return self.left and any(self.words[self.at] in self._groups[name] for name in names)

    def unknown(self) -> Refusal:
        """Return the refusal for the words from here on."""
        self.skip("to", "from", "via", "with")
        if not self.left:
            return refuse("something_missing", part=self.text)
        space = self.lexicon.space_at(self.words, self.at)
        if space is not None:
            return refuse("no_place_here", part=self.text, space=space)
        if (unit := read_unit(self.lexicon, self.words, self.at)) is not None:
            return refuse("no_unit_here", part=self.text, text=unit[0].text)
        if (order := self.words[self.at]) in PLAYED:
            return refuse("own_end" if order in ALONE else "own_order", part=self.text, text=order)
        refusal = self.lexicon.unknown(self.words, self.at)
        refusal.part = self.text
        return refusal

    def prefer(self) -> set[int]:
        """Return spaces that are preferred: legal ones, those with own units, and the own reserve."""
        table, content = self.table, self.lexicon.book.content
        verbs = table.game.decision.verbs.items() if table.mine else ()
        found = {space for verb, kind in verbs if kind == "space" for space in table.may(verb)}
        found |= {stands(table, unit.id) for unit in content.units if unit.side == table.side}
        boxes = {content.space_by_name[f"{('ap', 'cp')[table.side]}_{box}_box"] for box in ("reserve", "eliminated")}
        return {space for space in found if content.spaces[space].kind in ("map", "reserve")} | boxes

    def resolve(self, wishes: Sequence[UnitWish], candidates: Collection[int]) -> list[int]:
        """Return the units that the wishes mean, each at most once."""
        table = self.table
        chosen: list[int] = []
        for wish in wishes:
            free = [unit for unit in candidates if unit not in chosen]
            try:
                chosen += choose(self.lexicon, wish, free, partial(stands, table), weakened(table))
            except Refusal as refusal:
                theirs = self.of_the_enemy(wish) if refusal.reason.code == "no_such_unit" else None
                raise theirs or refusal from None
        return chosen

    def of_the_enemy(self, wish: UnitWish) -> Refusal | None:
        """Return the refusal of a wish that fits units of the other side alone; None for another one."""
        table, content = self.table, self.lexicon.book.content
        sides = ([one.id for one in content.units if one.side == side] for side in (table.side, 1 - table.side))
        own, theirs = (fitting(self.lexicon, wish, units, weakened(table)) for units in sides)
        there = any(content.spaces[stands(table, unit)].kind == "map" for unit in theirs)
        if own or not there:
            return None
        return refuse("enemy_unit", part=wish.text, text=wish.text, side=1 - table.side)

    def resolve_at(
        self,
        wishes: Sequence[UnitWish],
        places: Sequence[int],
        legal: Collection[int],
        why: Why | None = None,
        likelier: Collection[int] = (),
    ) -> list[int]:
        """Return units like `resolve`, preferring units of the places given; legal ones come before other own ones.

        Among others the `likelier` ones come first. If several units could be meant and none of them can do it, the
        refusal gives their reasons instead of asking which: `why` returns what prevents each of them, by default from
        being chosen now.
        """
        table, units = self.table, self.lexicon.book.content.units
        own = [unit.id for unit in units if unit.side == table.side]
        everybody = legal
        if places:
            own = [unit for unit in own if stands(table, unit) in places]
            legal = [unit for unit in legal if stands(table, unit) in places]
        spaces = self.lexicon.book.content.spaces
        on_map = own if places else [unit for unit in own if spaces[stands(table, unit)].kind == "map"]
        in_boxes = [unit for unit in own if spaces[stands(table, unit)].kind in ("reserve", "eliminated")]
        trouble: Refusal | None = None
        # Units that aren't legal are found too, so that the rules can say why not.
        for candidates in (legal, likelier, on_map, in_boxes):
            try:
                return self.resolve(wishes, candidates)
            except Ambiguous as refusal:
                if candidates is legal:
                    raise
                raise self._none_can(wishes, candidates, legal, why or self._why_not_chosen) or refusal from None
            except Refusal as refusal:
                trouble = refusal if trouble is None or trouble.reason.code == "no_such_unit" else trouble
        assert trouble is not None
        raise self._refuse_elsewhere(wishes, places, everybody) or self._with_rule(trouble, legal)

    def resolve_beside(
        self, wishes: Sequence[UnitWish], places: Sequence[int], legal: Collection[int], why: Why | None = None
    ) -> list[int]:
        """Return the units of one act; of several alike, those beside the one that is named: `ge 5, ge c to erfurt`."""
        try:
            return self.resolve_at(wishes, places, legal, why)
        except Ambiguous:
            named = set[int]()
            for wish in wishes:
                with suppress(Refusal):
                    named |= {stands(self.table, unit) for unit in self.resolve([wish], legal)}
            if len(named) == 1:
                with suppress(Refusal):
                    return self.resolve(wishes, [unit for unit in legal if stands(self.table, unit) in named])
            raise

    def _why_not_chosen(self, unit: int) -> Reason | None:
        verb = next((verb for verb in _CHOOSING if verb in self.table.game.decision.verbs), "")
        return refusal_reasons.explain(self.table, verb, unit)

    def _none_can(
        self, wishes: Sequence[UnitWish], candidates: Collection[int], legal: Collection[int], why: Why
    ) -> Refusal | None:
        """Return why none of the units meant by the first ambiguous wish can do it; None if that is unknown."""
        for wish in wishes:
            found: dict[str, Reason] = {}
            meant = fitting(self.lexicon, wish, candidates, weakened(self.table))
            for unit in meant:
                reason = why(unit)
                if reason is None:
                    return None
                found.setdefault(reason.code, reason)
            if len(found) > 1:
                found = {code: reason for code, reason in found.items() if code not in _NEEDS_NOTHING} or found
            if len(found) == 1:
                return Refusal(next(iter(found.values())), self.text, ("pick", "unit", tuple(sorted(set(legal)))))
            if found:
                why_not = tuple(found.values())[:_TOLD]
                reason = Reason("none_can", "", {"text": wish.text, "reasons": why_not})
                return Refusal(reason, self.text, ("pick", "unit", tuple(sorted(set(legal)))))
        return None

    def _refuse_elsewhere(
        self, wishes: Sequence[UnitWish], places: Sequence[int], legal: Collection[int]
    ) -> Refusal | None:
        """Return the refusal for a unit that isn't in the one place named with it, or for a kind of unit missing there."""
        table = self.table
        own = [unit.id for unit in self.lexicon.book.content.units if unit.side == table.side]
        for wish in wishes if len(places) == 1 else ():
            with suppress(Refusal):
                found = self.resolve([wish], own)
                if len(found) == 1 and stands(table, found[0]) != places[0]:
                    return refuse("not_there", part=self.text, unit=found[0], space=places[0])
            if (elsewhere := self._none_of_them(wish, places[0], own, legal)) is not None:
                return elsewhere
        return None

    def _none_of_them(self, wish: UnitWish, place: int, own: Collection[int], legal: Collection[int]) -> Refusal | None:
        """Return the refusal if no unit of a kind is in a place, listing where able ones (else all) are; None if one is there."""
        if wish.everything:
            return None
        spaces = self.lexicon.book.content.spaces
        meant = fitting(self.lexicon, wish, own, weakened(self.table))
        if any(stands(self.table, unit) == place for unit in meant):
            return None
        ready = [unit for unit in meant if unit in legal]
        found = dict.fromkeys(stands(self.table, unit) for unit in ready or meant)
        origins = tuple(one for one in found if spaces[one].kind in ("map", "reserve"))[:_PLACES]
        if not origins:
            return None
        data = {"text": wish.text, "space": place, "origins": origins}
        return Refusal(Reason("none_of_them_there", self.table.face.rule, data), self.text)

    def _with_rule(self, refusal: Refusal, legal: Collection[int]) -> Refusal:
        """Return a refusal of unknown units extended with the present rule and the units that are ready."""
        reason = Reason(refusal.reason.code, self.table.face.rule, refusal.reason.data)
        return Refusal(reason, refusal.part, ("pick", "unit", tuple(sorted(set(legal)))))

    def _unit_first(self, end: int) -> bool:
        """Return whether a unit name is longer than the place it begins with ("ge" of "ge 3 army" begins Genoa), and so wins."""
        unit = read_unit(self.lexicon, self.words, self.at)
        return unit is not None and unit[1] > end

    def _place_first(self, read: tuple[UnitWish, int]) -> bool:
        """Return whether a place name is longer than the unit it looks like, and so wins; not for "all" or a unit id."""
        wish, end = read
        if wish.everything or wish.unit is not None:
            return False
        try:
            place = self.lexicon.read_space(self.words, self.at, ())
        except Ambiguous:
            return False
        return place is not None and place[1] >= end and " ".join(self.words[self.at : place[1]]) in self.lexicon.spaces
