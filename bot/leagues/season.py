"""A season as its journal tells it: entrants, sections, matches, tables.

A place in a section is a *slot*, named by whoever entered it; a substitute holds the slot of another person with its points. Nothing is
decided here (`acts` does) and nothing is kept beside the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import Literal

from bot.leagues import journal, standings
from bot.leagues.journal import Entry, Opened, Person
from bot.leagues.standings import How, Match, Row, System

Stage = Literal["open", "closed", "running", "over"]


@dataclass(slots=True)
class Fixed:
    """A match of the draw: slots, round and section, its game if it has one, and what stands as its result."""

    match: str
    round: int
    section: int
    first: Person
    second: Person
    game: str = ""
    reported: journal.Resulted | None = None
    ruled: journal.Ruled | None = None

    @property
    def settled(self) -> bool:
        """True if a result stands."""
        return self.reported is not None or self.ruled is not None

    @property
    def slots(self) -> tuple[Person, Person]:
        """Who plays, by slot."""
        return self.first, self.second

    def result(self) -> Match | None:
        """What counts in the table: a ruling over a report."""
        if self.ruled is not None:
            return Match(self.round, self.first, self.second, self.ruled.points, 0, self.ruled.how)
        if self.reported is not None:
            return Match(self.round, self.first, self.second, self.reported.points, self.reported.margin)
        return None


@dataclass(slots=True)
class Season:
    """What a journal amounts to. `length` is the number of its entries: the revision that a further act expects."""

    rules: Opened
    length: int = 0
    stage: Stage = "open"
    entrants: dict[Person, journal.Joined] = field(default_factory=dict)
    sections: tuple[tuple[Person, ...], ...] = ()
    round: int = 0
    matches: dict[str, Fixed] = field(default_factory=dict)
    byes: list[tuple[int, Person]] = field(default_factory=list)
    holders: dict[Person, Person] = field(default_factory=dict)
    gone: dict[Person, bool] = field(default_factory=dict)
    seed: str = ""

    @classmethod
    def told(cls, entries: Iterable[Entry]) -> Season:
        """The season of a journal.

        Raises:
            ValueError: the journal does not begin with its opening.
        """
        found: Season | None = None
        for entry in entries:
            if found is None:
                if not isinstance(entry, Opened):
                    raise ValueError(f"a season's journal begins with its opening, not with {entry.kind}")
                found = cls(entry)
            found.add(entry)
        if found is None:
            raise ValueError("a season's journal has no entries")
        return found

    # ------------------------------------------------------------------------------------------- entries

    def add(self, entry: Entry) -> None:
        """Takes one more entry in."""
        self.length += 1
        self._take(entry)

    @singledispatchmethod
    def _take(self, entry: object) -> None:
        if not isinstance(entry, Opened):
            raise TypeError(f"no such entry: {type(entry).__name__}")

    @_take.register
    def _(self, entry: journal.Joined) -> None:
        self.entrants[entry.person] = entry

    @_take.register
    def _(self, entry: journal.Left) -> None:
        self.entrants.pop(entry.person, None)

    @_take.register
    def _(self, entry: journal.Closed) -> None:
        del entry
        self.stage = "closed"

    @_take.register
    def _(self, entry: journal.Drawn) -> None:
        self.stage, self.round, self.sections = "running", entry.round, entry.sections
        for person in (person for section in entry.sections for person in section):
            self.holders.setdefault(person, person)
        for made in entry.matches:
            self.matches[made.match] = Fixed(made.match, entry.round, made.section, made.first, made.second)
        if entry.bye is not None:
            self.byes.append((entry.round, entry.bye))

    @_take.register
    def _(self, entry: journal.Created) -> None:
        self.matches[entry.match].game = entry.game

    @_take.register
    def _(self, entry: journal.Resulted) -> None:
        self.matches[entry.match].reported = entry

    @_take.register
    def _(self, entry: journal.Ruled) -> None:
        self.matches[entry.match].ruled = entry

    @_take.register
    def _(self, entry: journal.Withdrawn) -> None:
        self.gone[self.slot_of(entry.person)] = entry.silent

    @_take.register
    def _(self, entry: journal.Replaced) -> None:
        slot = self.slot_of(entry.person)
        self.holders[slot] = entry.substitute
        self.gone.pop(slot, None)

    @_take.register
    def _(self, entry: journal.Linked) -> None:
        entered = list(self.entrants.items())
        self.entrants.clear()
        for person, joined in entered:  # in the same order, in which substitutes are asked
            now = entry.person if person == entry.former else person
            self.entrants[now] = joined.model_copy(update={"person": now})
        for slot, holder in self.holders.items():
            if holder == entry.former:
                self.holders[slot] = entry.person

    @_take.register
    def _(self, entry: journal.Finished) -> None:
        self.stage, self.seed = "over", entry.seed

    # ------------------------------------------------------------------------------------------- persons

    def slot_of(self, person: Person) -> Person:
        """The slot that a person holds; the person's own name where none is held."""
        return next((slot for slot, holder in self.holders.items() if holder == person), person)

    def section_of(self, person: Person) -> int | None:
        """The number of the section in which a person plays."""
        slot = self.slot_of(person)
        if self.holders.get(slot) != person:
            return None
        return next((number for number, section in enumerate(self.sections) if slot in section), None)

    def waiting(self) -> list[Person]:
        """Substitutes without a slot, in the order in which they came."""
        holding = set(self.holders.values())
        return [person for person, entry in self.entrants.items() if entry.substitute and person not in holding]

    def playing(self) -> list[Person]:
        """The slots that go on."""
        return [slot for section in self.sections for slot in section if slot not in self.gone]

    # ------------------------------------------------------------------------------------------- matches

    def open_matches(self) -> list[Fixed]:
        """Matches without a result whose slots both play on."""
        return [made for made in self.matches.values() if not made.settled and not self.gone.keys() & {*made.slots}]

    def to_create(self) -> list[Fixed]:
        """Matches that need a game now: both have fewer running games than they want at once; none where they are played elsewhere."""
        if self.rules.outside:
            return []
        running = dict.fromkeys(self.holders, 0)
        for made in self.open_matches():
            if made.game:
                for slot in made.slots:
                    running[slot] += 1
        found = []
        for made in self.open_matches():
            if not made.game and all(running[slot] < self._capacity(slot) for slot in made.slots):
                found.append(made)
                for slot in made.slots:
                    running[slot] += 1
        return found

    def _capacity(self, slot: Person) -> int:
        entry = self.entrants.get(self.holders[slot])
        return entry.capacity if entry else 1

    # -------------------------------------------------------------------------------------------- tables

    def counted(self, section: int) -> list[Match]:
        """What counts in a section's table, with what follows for the games of those who went.

        Who goes before half of a division's games are finished is taken out of it wholly; later the rest are walkovers. In a Swiss the
        game of the round is a walkover.
        """
        found: list[Match] = []
        fixtures = [made for made in self.matches.values() if made.section == section]
        annulled = {slot for slot in self.gone if self._annulled(slot, fixtures)}
        for made in fixtures:
            if annulled & {*made.slots}:
                continue
            result = made.result() or self._forfeited(made)
            if result is not None:
                found.append(result)
        own = set(self.sections[section])
        byes = (Match(number, slot, None, (standings.WIN, 0), 0, How.BYE) for number, slot in self.byes if slot in own)
        return [*found, *byes]

    def _annulled(self, slot: Person, fixtures: Sequence[Fixed]) -> bool:
        if self.rules.format == "swiss":
            return False
        own = [made for made in fixtures if slot in made.slots]
        return 2 * sum(made.settled for made in own) < len(own)

    def _forfeited(self, made: Fixed) -> Match | None:
        lost = [slot in self.gone for slot in made.slots]
        if not any(lost):
            return None
        points = (0 if lost[0] else standings.WIN, 0 if lost[1] else standings.WIN)
        return Match(made.round, made.first, made.second, points, 0, How.WALKOVER)

    def table(self, section: int) -> tuple[Row, ...]:
        """The table of a section by slot, best first."""
        system = System.SWISS if self.rules.format == "swiss" else System.DIVISION
        rounds = self.round if self.rules.format == "swiss" else 0
        return standings.table(self.sections[section], self.counted(section), system, rounds=rounds)

    def places(self, section: int) -> dict[Person, tuple[int, int]]:
        """The best and the worst place that everybody in a section can still reach; once the season is over, the place of the table.

        Never wrong and only narrowing, whoever goes or comes as a substitute: only a ruling that corrects a result moves it. So a
        game of somebody who went counts as open, since a substitute may play it, and a result that would be
        taken out if its player went as one that may yet count for nothing.
        """
        if self.stage == "over":
            return {row.name: (row.place, row.place) for row in self.table(section)}
        return standings.possible_places(self._reach(section))

    def _reach(self, section: int) -> dict[Person, tuple[int, int]]:
        """The fewest and the most points with which everybody in a section can end."""
        fixtures = [made for made in self.matches.values() if made.section == section]
        unsure = {slot for slot in self.sections[section] if self._annulled(slot, fixtures)}
        ahead = standings.WIN * (self.rules.rounds - self.round) if self.rules.format == "swiss" else 0
        reach = dict.fromkeys(self.sections[section], (0, ahead))
        earned = [(slot, (0, standings.WIN)) for made in fixtures if not made.settled for slot in made.slots]
        for made in fixtures:
            result = made.result()
            if result is not None:
                sure = not unsure & {*made.slots}
                for slot, points in zip(made.slots, result.points, strict=True):
                    earned.append((slot, (points if sure else 0, points)))
        earned += [(slot, (standings.WIN, standings.WIN)) for _, slot in self.byes if slot in reach]
        for slot, (least, most) in earned:
            reach[slot] = (reach[slot][0] + least, reach[slot][1] + most)
        return reach


__all__ = ["Fixed", "Season", "Stage"]
