"""The state of a season derived from its journal, and the queries it answers directly.

A place in a section is a *slot*, named after its entrant; a substitute holds another person's slot with its points. In
a season of teams the slots of a section are teams, those of a match their players.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from bot.leagues import journal
from bot.leagues.journal import DIVISION_FORMATS, Entry, Opened, Person, Role, Tie
from bot.leagues.matches import Appeal, Fixed
from bot.leagues.windows import APPEALS, Leave, Window

Stage = Literal["draft", "open", "closed", "drawn", "running", "review", "final"]
Status = Literal["waiting", "active", "on leave", "withdrawn", "removed", "replaced", "substitute"]
Rung = tuple[Entry, Person]
"""An event on a ladder, and the slot concerned."""
MOST_HALF_BYES = 2
LATE_UNTIL = 2
"""The last round of a Swiss with late entry."""


@dataclass(frozen=True, slots=True)
class JoinedPersons:
    """The state of two linked persons before: whether the former had entered, roles, bars on pairing, and platforms."""

    person: Person
    entered: bool
    roles: frozenset[Role]
    own: frozenset[Role]
    apart: frozenset[Person]
    platforms: frozenset[str] | None


@dataclass(slots=True)
class SeasonState:
    """The current state of a season. `length` is the number of its entries: the revision that a further act expects.

    `checked` have checked in, `unfit` wait until they are eligible; `platforms` are those where people can play, if
    that matters; `preview` is a draw not published yet, `stale` if its basis has changed since. `absences` are missed
    rounds with their points. `gone` has withdrawn slots, and whether they did so silently, `went` the persons;
    `taken_over` are matches inherited by substitutes, with the turns reached in them; `late` counts silent losses on
    time. `rungs` are the events on a ladder, in order. `sat` has everyone who ever held a slot or was named to a drawn
    team, `stood` the slots ever in a section, `kin` the ids that were the same person at some time, `joint` what merged
    persons had before, by the former, and `parted` how often a former was separated again; `allowed` are exceptions
    allowed by an owner. `moved` is when the season came from another server, 0 for never.
    """

    rules: Opened
    length: int = 0
    stage: Stage = "open"
    entrants: dict[Person, journal.Joined] = field(default_factory=dict)
    teams: dict[Person, journal.Formed] = field(default_factory=dict)
    checked: set[Person] = field(default_factory=set)
    unfit: dict[Person, journal.Unfit] = field(default_factory=dict)
    platforms: dict[Person, frozenset[str]] = field(default_factory=dict)
    leaves: dict[Person, list[Leave]] = field(default_factory=dict)
    apart: set[frozenset[Person]] = field(default_factory=set)
    volunteers: list[Person] = field(default_factory=list)
    sections: tuple[tuple[Person, ...], ...] = ()
    round: int = 0
    begun: dict[int, float] = field(default_factory=dict)
    preview: journal.Drawn | None = None
    stale: bool = False
    matches: dict[str, Fixed] = field(default_factory=dict)
    ties: dict[str, tuple[int, Tie]] = field(default_factory=dict)
    byes: list[tuple[int, Person]] = field(default_factory=list)
    absences: list[tuple[int, Person, int]] = field(default_factory=list)
    holders: dict[Person, Person] = field(default_factory=dict)
    taken_over: dict[str, int] = field(default_factory=dict)
    gone: dict[Person, bool] = field(default_factory=dict)
    went: set[Person] = field(default_factory=set)
    removed: set[Person] = field(default_factory=set)
    late: dict[Person, int] = field(default_factory=dict)
    offers: dict[tuple[Person, Person], journal.Offered] = field(default_factory=dict)
    declined: set[tuple[Person, Person]] = field(default_factory=set)
    challenges: dict[str, journal.Challenged] = field(default_factory=dict)
    rungs: list[Rung] = field(default_factory=list)
    roles: dict[Role, set[str]] = field(default_factory=dict)
    groups: dict[Role, set[str]] = field(default_factory=dict)
    venues: dict[str, str] = field(default_factory=dict)
    sat: dict[Person, set[Person]] = field(default_factory=dict)
    stood: dict[int, set[Person]] = field(default_factory=dict)
    kin: dict[Person, set[Person]] = field(default_factory=dict)
    joint: dict[Person, JoinedPersons] = field(default_factory=dict)
    parted: Counter[Person] = field(default_factory=Counter)
    allowed: dict[Person, journal.Allowed] = field(default_factory=dict)
    announced: list[journal.Announced] = field(default_factory=list)
    extended: list[journal.Extended] = field(default_factory=list)
    reviewing: float | None = None
    finished: float | None = None
    moved: float = 0
    seed: str = ""

    # ------------------------------------------------------------------------------------------- persons

    def slot_of(self, person: Person) -> Person:
        """Return the slot that a person holds; the person's own id if they hold none."""
        if self.holders.get(person) == person:
            return person
        return next((slot for slot, holder in self.holders.items() if holder == person), person)

    def holder_of(self, slot: Person) -> Person:
        """Return the player who has a slot now: its first one, unless somebody took it over."""
        return self.holders.get(slot, slot)

    def held_by(self, person: Person) -> Person | None:
        """Return the slot that a person holds now; None for a replaced person, whose old slot `slot_of` still finds."""
        slot = self.slot_of(person)
        return slot if self.holder_of(slot) == person else None

    def team_of(self, person: Person) -> Person | None:
        """Return the team that a person plays for or is an alternate of."""
        slot = self.slot_of(person)
        named = ((team, {*one.members, *one.alternates}) for team, one in self.teams.items())
        return next((team for team, names in named if slot in names or person in names), None)

    def section_of(self, person: Person) -> int | None:
        """Return the number of the section in which a person plays."""
        slot = self.slot_of(person)
        if self.teams:
            slot = self.team_of(person) or slot
        elif self.holders.get(slot) != person:
            return None
        return next((number for number, section in enumerate(self.sections) if slot in section), None)

    def seat(self, slot: Person, *persons: Person) -> None:
        """Record permanently that a slot's holder, the members of its team and these persons have held it."""
        team = self.teams.get(slot)
        named = (*team.members, *team.alternates) if team else (self.holder_of(slot),)
        self.sat.setdefault(slot, set()).update(named, persons)

    def sat_in(self, section: int) -> set[Person]:
        """Return everyone who ever played in a section."""
        return {person for slot in self.stood.get(section, ()) for person in self.sat.get(slot, (slot,))}

    def entry_of(self, slot: Person) -> journal.Joined | None:
        """Return the entry of a slot; its holder's, if that person now has another id."""
        return self.entrants.get(slot) or self.entrants.get(self.holder_of(slot))

    def to_draw(self) -> list[journal.Joined]:
        """Return those who entered as players and have no slot yet, whether or not they can be drawn."""
        known = {*self.holders, *self.holders.values()}
        return [one for one in self.entrants.values() if not one.substitute and one.person not in known]

    def counts(self, person: Person) -> bool:
        """Return True for an entrant who can be drawn: checked in if required, and eligible."""
        entry = self.entrants.get(person)
        if entry is None or entry.substitute or person in self.unfit:
            return False
        calendar = self.rules.calendar
        if calendar is None or not calendar.check_in or person in self.checked:
            return True
        return entry.at >= calendar.check_in_from

    def waiting(self) -> list[Person]:
        """Return those who can take a slot: substitutes in order of entry, then players without a slot or board."""
        boards = {self.holder_of(one) for team in self.teams.values() for one in team.members}
        out = {*self.holders, *self.holders.values(), *self.went, *boards}
        free = [one for person, one in self.entrants.items() if person not in out]
        drawn = self.round > 0
        fit = [one for one in free if one.person not in self.unfit and (one.substitute or drawn)]
        return [one.person for one in sorted(fit, key=lambda one: not one.substitute)]

    def status(self, person: Person, at: float) -> Status | None:
        """Return the status of an entry; None without one."""
        if person in self.removed:
            return "removed"
        if self.holder_of(person) != person and person not in self.went:
            return "replaced"
        entry = self.entrants.get(person)
        if self.section_of(person) is None:
            if entry is None or person in self.went:
                return "withdrawn" if person in self.holders or person in self.went else None
            return "substitute" if entry.substitute else "waiting"
        if self.slot_of(person) in self.gone:
            return "withdrawn"
        return "on leave" if self.away(person, at) else "active"

    def away(self, person: Person, at: float) -> bool:
        """Return True while a person is on leave."""
        return any(leave.holds(at) for leave in self.leaves.get(person, ()))

    def strangers(self, one: Person, other: Person) -> bool:
        """Return True if the holders of two slots are known to share no platform, so that no game could start."""
        own, theirs = (self.platforms.get(self.holder_of(slot)) for slot in (one, other))
        return own is not None and theirs is not None and own.isdisjoint(theirs)

    def offer_stands(self, slot: Person, substitute: Person, at: float) -> bool:
        """Return True while an offer of a slot to a substitute is open."""
        offer = self.offers.get((slot, substitute))
        return offer is not None and at < offer.until and (slot, substitute) not in self.declined

    def beyond(self, slot: Person, person: Person) -> list[str]:
        """Return a slot's matches with a running game in a room where a person cannot play, as far as known."""
        if (on := self.platforms.get(person)) is None:
            return []
        return [
            made.match
            for made in self.matches.values()
            if slot in made.slots
            and any(leg.room and not leg.settled and leg.room.partition(":")[0] not in on for leg in made.legs)
        ]

    def half_byes(self, slot: Person) -> int:
        """Return how many rounds a slot missed for half a point."""
        return sum(name == slot and points > 0 for _, name, points in self.absences)

    def playing(self) -> list[Person]:
        """Return the slots that play on."""
        return [slot for section in self.sections for slot in section if slot not in self.gone]

    # ------------------------------------------------------------------------------------------- matches

    @property
    def on(self) -> bool:
        """True while games are played: from the first published draw to the review."""
        return self.round > 0 and self.stage in ("running", "drawn")

    @property
    def late_entry_open(self) -> bool:
        """True while late entry is possible: in a Swiss until its second round, and in formats without rounds."""
        if not self.on:
            return False
        if self.rules.format == "swiss":
            return self.round < LATE_UNTIL
        return self.rules.format in ("rolling", "ladder")

    @property
    def rounds(self) -> int:
        """The number of rounds: that of the rules, or one more than needed to halve the field down to one."""
        if self.rules.rounds or not self.sections:
            return self.rules.rounds or 1
        return (len(self.sections[0]) - 1).bit_length() + 1

    def window(self, number: int | None = None) -> Window | None:
        """Return a round's window, by default the last one's, including extensions since it started."""
        start = self.begun.get(self.round if number is None else number)
        if start is None:
            return None
        return Window(start=start, end=start + self.rules.window + self.granted(start))

    def match_window(self, made: Fixed) -> Window:
        """Return the window of one match, starting when it was drawn or accepted."""
        return Window(start=made.since, end=made.since + self.rules.window + self.granted(made.since))

    def granted(self, since: float) -> int:
        """Return the seconds of extensions since a time."""
        return sum(one.seconds for one in self.extended if one.at >= since)

    def open_matches(self) -> list[Fixed]:
        """Return the matches without a result in which neither slot has withdrawn."""
        gone = self.gone
        return [
            made
            for made in self.matches.values()
            if made.first not in gone and made.second not in gone and not made.settled
        ]

    def to_create(self) -> list[Fixed]:
        """Return the matches that need games now: both players have free capacity in this round, and bids are settled.

        A capacity too small for the window is raised to what the window requires. `Fixed.missing` says which games; the
        two of an exchange of sides start together. Empty for a season played elsewhere.
        """
        if self.rules.outside:
            return []
        running: Counter[tuple[Person, int]] = Counter()
        waiting = []
        for made in self.open_matches():
            if missing := sum(1 for _ in made.missing()):
                waiting.append((made, missing))
            if missing < len(made.legs) and (count := sum(bool(leg.game) and not leg.settled for leg in made.legs)):
                running[made.first, made.round] += count
                running[made.second, made.round] += count
        if not waiting:
            return []
        least = self._at_least()
        slots = {slot for made, _ in waiting for slot in made.slots}
        bounds = {slot: max(self.capacity(slot), least[slot]) for slot in slots}
        found: list[Fixed] = []
        for made, missing in waiting:
            one, other = (made.first, made.round), (made.second, made.round)
            # A player without any gets all games of a match, however many those are.
            room = not running[one] or running[one] + missing <= bounds[made.first]
            if made.ready and room and (not running[other] or running[other] + missing <= bounds[made.second]):
                found.append(made)
                running[one] += missing
                running[other] += missing
        return found

    def beforehand(self, made: Fixed) -> bool:
        """Return True for a match that does not result from earlier results, so that its players reveal none."""
        if made.playoff or self.rules.format == "ladder":
            return False
        return self.rules.format in DIVISION_FORMATS or made.round == 1

    def withheld(self, made: Fixed) -> bool:
        """Return True for a match whose players are not named unasked, since that would reveal earlier results."""
        return self.rules.sealed and not self.beforehand(made)

    def capacity(self, slot: Person) -> int:
        """Return the number of simultaneous games the holder of a slot wants."""
        entry = self.entrants.get(self.holder_of(slot))
        return entry.capacity if entry else 1

    def _at_least(self) -> Counter[Person]:
        """Return how many simultaneous games a slot needs for all to end within the window; outside divisions, none."""
        if self.rules.format not in DIVISION_FORMATS:
            return Counter()
        games: Counter[Person] = Counter()
        for made in self.matches.values():
            if not made.playoff:
                games[made.first] += len(made.legs)
                games[made.second] += len(made.legs)
        rules = self.rules
        needed = {own: rules.clock.at_once(rules.own_rounds, rules.window, own) for own in {*games.values()}}
        return Counter({slot: needed[own] for slot, own in games.items()})

    def appeals(self) -> list[tuple[Fixed, int, Appeal]]:
        """Return the open appeals: match, leg and appeal."""
        found = ((made, number, leg) for made in self.matches.values() for number, leg in enumerate(made.legs))
        return [(made, number, leg.appealing) for made, number, leg in found if leg.appealing is not None]

    @property
    def ended(self) -> float:
        """When everything was played; without a review, when the season was closed; 0 while it is running."""
        return self.reviewing or self.finished or 0

    def final_from(self) -> float | None:
        """Return the end of the time for appeals, also for results given during the review; None outside the review."""
        if self.reviewing is None:
            return None
        legs = (leg for made in self.matches.values() for leg in made.legs if leg.instance_left)
        return max([self.reviewing, *(leg.told for leg in legs if leg.told is not None)]) + APPEALS

    # ------------------------------------------------------------------------------------------- venues

    def load(self, venue: str) -> int:
        """Return the number of open games in a venue."""
        legs = (leg for made in self.open_matches() for leg in made.legs)
        return sum(leg.venue == venue and not leg.settled for leg in legs)

    def next_venue(self) -> str | None:
        """Return the venue with the fewest open games; the first one added among equals."""
        return min(self.venues, key=self.load, default=None)

    def to_relocate(self) -> list[tuple[Fixed, int]]:
        """Return the games whose venue was removed: match and leg."""
        legs = ((made, number, leg) for made in self.open_matches() for number, leg in enumerate(made.legs))
        return [
            (made, number)
            for made, number, leg in legs
            if leg.venue and leg.venue not in self.venues and not leg.settled
        ]


__all__ = ["LATE_UNTIL", "MOST_HALF_BYES", "JoinedPersons", "Rung", "SeasonState", "Stage", "Status"]
