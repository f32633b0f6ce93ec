"""The projection of a season's journal: entrants, sections, matches, tables.

It decides nothing (`acts` does) and stores nothing beside the journal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import singledispatchmethod

from bot.leagues import journal, linking, season_transfer, tables
from bot.leagues.journal import Entry, Fixture, Opened, Person
from bot.leagues.matches import Appeal, Fixed, Leg
from bot.leagues.standings import GIVEN, MatchResult, StandingsRow
from bot.leagues.state import LATE_UNTIL, MOST_HALF_BYES, SeasonState, Stage, Status


@dataclass(slots=True)
class Season(SeasonState):
    """A season to which journal entries are applied one by one."""

    @classmethod
    def told(cls, entries: Iterable[Entry]) -> Season:
        """Return the season of a journal.

        Raises:
            ValueError: the journal does not start with its opening.
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
        """Apply one more entry."""
        self.length += 1
        if isinstance(entry, _TOUCHES_A_DRAW):
            self.stale = True
        self._take(entry)

    @singledispatchmethod
    def _take(self, entry: object) -> None:
        raise TypeError(f"no such entry: {type(entry).__name__}")

    @_take.register
    def _(self, entry: Opened) -> None:
        if self.length > 1 and self.stage != "draft":
            raise ValueError("the rules of a season stay once it is open")
        if self.length == 1 and entry.by:
            self.roles["owner"] = {entry.by}
        self.rules, self.stage = entry, "draft" if entry.draft else "open"

    @_take.register
    def _(self, entry: journal.Registering) -> None:
        del entry
        self.stage = "open"

    @_take.register
    def _(self, entry: journal.Closed) -> None:
        del entry
        self.stage = "closed"

    @_take.register
    def _(self, entry: journal.Venued) -> None:
        self.venues[entry.venue] = entry.name
        if self.moved and not self.rules.home:
            self.rules = self.rules.model_copy(update={"home": entry.venue})

    @_take.register
    def _(self, entry: journal.VenueRemoved) -> None:
        self.venues.pop(entry.venue, None)

    @_take.register
    def _(self, entry: journal.Appointed) -> None:
        (self.roles if entry.person else self.groups).setdefault(entry.role, set()).add(entry.person or entry.group)

    @_take.register
    def _(self, entry: journal.Dismissed) -> None:
        (self.roles if entry.person else self.groups).get(entry.role, set()).discard(entry.person or entry.group)

    @_take.register
    def _(self, entry: journal.Allowed) -> None:
        self.allowed[entry.person] = entry

    @_take.register
    def _(self, entry: journal.Disallowed) -> None:
        self.allowed.pop(entry.person, None)

    @_take.register
    def _(self, entry: journal.Announced) -> None:
        self.announced.append(entry)

    @_take.register
    def _(self, entry: journal.Extended) -> None:
        self.extended.append(entry)

    @_take.register
    def _(self, entry: journal.Moved) -> None:
        season_transfer.moved(self, entry)

    @_take.register
    def _(self, entry: journal.Reviewing) -> None:
        self.stage, self.reviewing, self.preview = "review", entry.at, None

    @_take.register
    def _(self, entry: journal.Finished) -> None:
        self.stage, self.seed, self.finished = "final", entry.seed, entry.at

    # ------------------------------------------------------------------------------------------ entrants

    @_take.register
    def _(self, entry: journal.Joined) -> None:
        self.entrants[entry.person] = entry
        if entry.person not in self.holders:
            self.gone.pop(entry.person, None)
        self.leaves.setdefault(entry.person, []).extend(entry.leave)
        if self.rules.format == "ladder" and self.round and not entry.substitute:
            self.sections = ((*self.sections[0], entry.person),)
            self.holders[entry.person] = entry.person
            self.stood.setdefault(0, set()).add(entry.person)
            self.seat(entry.person)
            self.rungs.append((entry, entry.person))

    @_take.register
    def _(self, entry: journal.Formed) -> None:
        self.teams[entry.team] = entry
        if entry.team in self.sat:
            self.seat(entry.team)

    @_take.register
    def _(self, entry: journal.CheckedIn) -> None:
        self.checked.add(entry.person)

    @_take.register
    def _(self, entry: journal.Unfit) -> None:
        self.unfit[entry.person] = entry

    @_take.register
    def _(self, entry: journal.Reached) -> None:
        self.platforms.update((person, frozenset(names)) for person, names in entry.platforms.items())

    @_take.register
    def _(self, entry: journal.Left) -> None:
        if self.team_of(entry.person) is not None:
            self.gone[entry.person] = False
        self.entrants.pop(entry.person, None)
        self.teams.pop(entry.person, None)
        self.checked.discard(entry.person)
        self.unfit.pop(entry.person, None)
        self.leaves.pop(entry.person, None)

    @_take.register
    def _(self, entry: journal.Away) -> None:
        self.leaves.setdefault(entry.person, []).append(entry.leave)

    @_take.register
    def _(self, entry: journal.Apart) -> None:
        self.apart.add(frozenset((entry.one, entry.other)))

    @_take.register
    def _(self, entry: journal.Volunteered) -> None:
        if entry.person not in self.volunteers:
            self.volunteers.append(entry.person)

    @_take.register
    def _(self, entry: journal.Withdrawn) -> None:
        slot = self.slot_of(entry.person)
        self.gone[slot] = entry.silent
        self._seat_walkovers(slot)
        # A place vacated again is offered anew, also to those who did not take it last time.
        self.offers = {key: offer for key, offer in self.offers.items() if key[0] != slot}
        self.declined = {key for key in self.declined if key[0] != slot}
        self.went.add(entry.person)
        if entry.removed:
            self.removed.add(entry.person)
        self.rungs.append((entry, slot))

    @_take.register
    def _(self, entry: journal.Offered) -> None:
        self.offers[self.slot_of(entry.person), entry.substitute] = entry

    @_take.register
    def _(self, entry: journal.Declined) -> None:
        self.declined.add((self.slot_of(entry.person), entry.substitute))

    @_take.register
    def _(self, entry: journal.Replaced) -> None:
        slot = self.slot_of(entry.person)
        self.holders[slot] = entry.substitute
        self.seat(slot, entry.person, entry.substitute)
        self.gone.pop(slot, None)
        self.late.pop(slot, None)
        self.taken_over.update(entry.turns)
        self._seat_walkovers(slot)

    def _seat_walkovers(self, slot: Person) -> None:
        """Note who had the sides of a slot's unfinished games when a player withdrew; clear that once both are back."""
        for made in self.matches.values():
            if slot not in made.slots:
                continue
            lost = not self.gone.keys().isdisjoint(made.slots)
            for number, leg in enumerate(made.legs):
                if leg.ended is None and (leg.seated is None or not lost):
                    leg.seated = self.holders_of(made.sides(number)) if lost else None

    def holders_of(self, slots: tuple[Person, Person]) -> tuple[Person, Person]:
        """Return the players who have two slots now."""
        return self.holder_of(slots[0]), self.holder_of(slots[1])

    @_take.register
    def _(self, entry: journal.Linked) -> None:
        linking.joined(self, entry.former, entry.person)

    @_take.register
    def _(self, entry: journal.Unlinked) -> None:
        linking.parted(self, entry.former, entry.person)

    # ------------------------------------------------------------------------------------------- matches

    @_take.register
    def _(self, entry: journal.Drawn) -> None:
        if entry.preview:
            self.preview, self.stale, self.stage = entry, False, "drawn"
        else:
            self._begin(entry, entry.at)

    @_take.register
    def _(self, entry: journal.Published) -> None:
        if self.preview is not None:
            self._begin(self.preview, entry.at)

    def _begin(self, draw: journal.Drawn, at: float) -> None:
        """Apply a draw."""
        if any(made.section >= len(draw.sections) for made in draw.matches):
            raise ValueError("a match is in a section that the draw does not have")
        self.stage, self.round, self.sections, self.preview = "running", draw.round, draw.sections, None
        self.begun[draw.round] = at
        players = [person for made in draw.matches for person in (made.first, made.second)]
        for person in (*(person for section in draw.sections for person in section), *players):
            self.holders.setdefault(person, person)
            self.seat(person)
        for number, section in enumerate(draw.sections):
            self.stood.setdefault(number, set()).update(section)
        for made in draw.matches:
            self._fix(draw.round, made, at)
        for tie in draw.ties:
            self.ties[tie.tie] = (draw.round, tie)
        self.byes += [(draw.round, person) for person in ((draw.bye,) if draw.bye else ()) + draw.byes]
        self.absences += [(draw.round, person, 1) for person in draw.half]
        self.absences += [(draw.round, person, 0) for person in draw.absent]
        self.absences += [(number, person, 1) for person in draw.late for number in range(1, draw.round)]

    def _fix(self, number: int, made: Fixture, at: float) -> None:
        legs = 2 if self.rules.match == "swap" else 1
        self.matches[made.match] = Fixed(
            made.match,
            number,
            made.section,
            made.first,
            made.second,
            self.rules.match,
            at,
            made.playoff,
            made.tie,
            made.eliminator,
            legs=[Leg() for _ in range(legs)],
        )

    @_take.register
    def _(self, entry: journal.Challenged) -> None:
        self.challenges[entry.match] = entry

    @_take.register
    def _(self, entry: journal.Answered) -> None:
        asked = self.challenges.pop(entry.match)
        self.rungs.append((asked, asked.person))
        self.rungs.append((entry, asked.opponent))
        if entry.accepted:
            self._fix(
                int(entry.match.split(".")[0]),
                Fixture(match=entry.match, section=0, first=asked.person, second=asked.opponent),
                entry.at,
            )

    @_take.register
    def _(self, entry: journal.Idled) -> None:
        self.rungs.append((entry, self.slot_of(entry.person)))

    @_take.register
    def _(self, entry: journal.Bid) -> None:
        self.matches[entry.match].bids[self.slot_of(entry.person)] = entry

    @_take.register
    def _(self, entry: journal.Auctioned) -> None:
        self.matches[entry.match].auction = entry

    @_take.register
    def _(self, entry: journal.Created) -> None:
        leg = self.matches[entry.match].legs[entry.leg]
        leg.game, leg.venue, leg.room = entry.game, entry.venue, entry.room

    @_take.register
    def _(self, entry: journal.Relocated) -> None:
        leg = self.matches[entry.match].legs[entry.leg]
        leg.venue, leg.room = entry.venue, entry.room

    @_take.register
    def _(self, entry: journal.Resulted) -> None:
        self._mark_ended(entry).reported = entry

    @_take.register
    def _(self, entry: journal.Corrected) -> None:
        self._mark_ended(entry).corrected = entry

    @_take.register
    def _(self, entry: journal.Ruled) -> None:
        self._mark_ended(entry).ruled = entry

    def _mark_ended(self, entry: journal.Resulted | journal.Corrected | journal.Ruled) -> Leg:
        """Return the game of a result, marked as ended if it was not, with the persons who had its sides then."""
        if entry.points not in GIVEN:
            raise ValueError(f"no game gives {entry.points[0]} and {entry.points[1]} points")
        made = self.matches[entry.match]
        leg = made.legs[entry.leg]
        if leg.ended is None:
            first, second = made.sides(entry.leg)
            leg.ended, leg.seated = entry.at, self.holders_of((first, second))
            self.rungs.append((entry, first))
            for person in () if isinstance(entry, journal.Corrected) else entry.silent:
                slot = self.slot_of(person)
                self.late[slot] = self.late.get(slot, 0) + 1
        return leg

    @_take.register
    def _(self, entry: journal.Appealed) -> None:
        leg = self.matches[entry.match].legs[entry.leg]
        leg.appeals.append(Appeal(entry.person, entry.text, entry.at, 1 + len(leg.appeals)))

    @_take.register
    def _(self, entry: journal.Decided) -> None:
        leg = self.matches[entry.match].legs[entry.leg]
        stood = _silent_losers(leg)
        leg.appeals[-1].decisions.append(entry)
        stands = _silent_losers(leg)
        for person in {*stood} ^ {*stands}:
            slot = self.slot_of(person)
            if self.holders.get(slot) == person:
                self.late[slot] = self.late.get(slot, 0) + (1 if person in stands else -1)

    # -------------------------------------------------------------------------------------------- tables

    def counted(self, section: int) -> list[MatchResult]:
        """Return the results that count in a section's table."""
        return tables.counted(self, section)

    def table(self, section: int) -> tuple[StandingsRow, ...]:
        """Return the table of a section by slot, best first."""
        return tables.table(self, section)

    def places(self, section: int) -> dict[Person, tuple[int, int]]:
        """Return the best and the worst place still possible for everyone in a section."""
        return tables.places(self, section)


def _silent_losers(leg: Leg) -> tuple[Person, ...]:
    """Return who lost a game on time without a word, as far as that counts."""
    told, stands = leg.ruled or leg.reported, leg.outcome()
    return told.silent if told is not None and stands is not None and told.points == stands.points else ()


_TOUCHES_A_DRAW = (
    journal.Joined,
    journal.Formed,
    journal.CheckedIn,
    journal.Unfit,
    journal.Reached,
    journal.Left,
    journal.Linked,
    journal.Unlinked,
    journal.Away,
    journal.Apart,
    journal.Volunteered,
    journal.Withdrawn,
    journal.Replaced,
    journal.Resulted,
    journal.Corrected,
    journal.Ruled,
    journal.Decided,
)

__all__ = ["LATE_UNTIL", "MOST_HALF_BYES", "Season", "Stage", "Status"]
