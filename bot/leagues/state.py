"""What a season's journal amounts to at a time, and the questions that it answers by itself.

A place in a section is a *slot*, named by whoever entered it; a substitute holds the slot of another person with its points. In a
season of teams the slots of a section are teams, those of a match their players.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from bot.leagues import journal
from bot.leagues.journal import Entry, Opened, Person, Role, Tie
from bot.leagues.matches import Appeal, Fixed
from bot.leagues.windows import APPEALS, Leave, Window

Stage = Literal["draft", "open", "closed", "drawn", "running", "review", "final"]
Status = Literal["waiting", "active", "on leave", "withdrawn", "removed", "replaced", "substitute"]
Rung = tuple[Entry, Person]
"""Something that happened on a ladder, and the slot to which it did."""
MOST_HALF_BYES = 2
LATE_UNTIL = 2
"""The round of a Swiss into which somebody may still come."""


@dataclass(frozen=True, slots=True)
class JoinedPersons:
    """What two who were linked had before: whether the former had entered, who had which role, whom the former was kept apart from, and where the former could be met."""

    person: Person
    entered: bool
    roles: frozenset[Role]
    own: frozenset[Role]
    apart: frozenset[Person]
    platforms: frozenset[str] | None


@dataclass(slots=True)
class SeasonState:
    """A season so far. `length` is the number of its entries: the revision that a further act expects.

    `checked` have checked in, `unfit` wait for what they lack; `platforms` are those on which people can be met, where that matters; `preview` is a draw that is shown and not published, `stale` if what it
    was made from has changed since. `absences` are rounds missed with the points that they brought. `gone` holds slots that stopped,
    and whether they did so silently, `went` the persons; `taken_over` are matches that substitutes inherited, with the turns in which
    they stood; `late` counts who ran out of time without a word. `rungs` are what happened on a ladder, in order.
    `sat` is who ever held a slot or was named to a team that was drawn, `stood` the slots that ever stood in a section, `kin` the ids that
    turned out to be one person at some time, `joint` what those had before who are one now, by the former, and `parted` how often a former was
    parted again; `allowed` are exceptions that an owner has allowed.
    `moved` is when the season came from another house, 0 for never.
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
        """Return the slot that a person holds; the person's own name where none is held."""
        if self.holders.get(person) == person:
            return person
        return next((slot for slot, holder in self.holders.items() if holder == person), person)

    def held_by(self, person: Person) -> Person | None:
        """Return the slot that a person holds now; None for whoever was replaced in it, in whose name `slot_of` still finds it."""
        slot = self.slot_of(person)
        return slot if self.holders.get(slot, slot) == person else None

    def team_of(self, person: Person) -> Person | None:
        """Return the team for which a person plays or may be called upon."""
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
        """Note for ever that a slot's holder, the members of its team and these persons have sat in it."""
        team = self.teams.get(slot)
        named = (*team.members, *team.alternates) if team else (self.holders.get(slot, slot),)
        self.sat.setdefault(slot, set()).update(named, persons)

    def sat_in(self, section: int) -> set[Person]:
        """Return everybody who ever played in a section."""
        return {person for slot in self.stood.get(section, ()) for person in self.sat.get(slot, (slot,))}

    def entry_of(self, slot: Person) -> journal.Joined | None:
        """Return what the one said who entered for a slot; its holder, where that person goes by another name now."""
        return self.entrants.get(slot) or self.entrants.get(self.holders.get(slot, slot))

    def to_draw(self) -> list[journal.Joined]:
        """Return who entered as a player and has no slot yet, whether or not the draw may count on them."""
        known = {*self.holders, *self.holders.values()}
        return [one for one in self.entrants.values() if not one.substitute and one.person not in known]

    def counts(self, person: Person) -> bool:
        """Return True for an entrant on whom the draw may count: checked in where that is asked for, and fit."""
        entry = self.entrants.get(person)
        if entry is None or entry.substitute or person in self.unfit:
            return False
        calendar = self.rules.calendar
        if calendar is None or not calendar.check_in or person in self.checked:
            return True
        return entry.at >= calendar.check_in_from

    def waiting(self) -> list[Person]:
        """Return who may take a slot: substitutes in the order of entry, then who was left out of the draw or of a team's boards."""
        boards = {self.holders.get(one, one) for team in self.teams.values() for one in team.members}
        out = {*self.holders, *self.holders.values(), *self.went, *boards}
        free = [one for person, one in self.entrants.items() if person not in out]
        drawn = self.round > 0
        fit = [one for one in free if one.person not in self.unfit and (one.substitute or drawn)]
        return [one.person for one in sorted(fit, key=lambda one: not one.substitute)]

    def status(self, person: Person, at: float) -> Status | None:
        """Return the status of an entry; None without one."""
        if person in self.removed:
            return "removed"
        if self.holders.get(person, person) != person and person not in self.went:
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
        """Return True while somebody is on leave."""
        return any(leave.holds(at) for leave in self.leaves.get(person, ()))

    def strangers(self, one: Person, other: Person) -> bool:
        """Return True if the holders of two slots are on no common platform, as far as that is known: no game of theirs could begin."""
        own, theirs = (self.platforms.get(self.holders.get(slot, slot)) for slot in (one, other))
        return own is not None and theirs is not None and own.isdisjoint(theirs)

    def offer_stands(self, slot: Person, substitute: Person, at: float) -> bool:
        """Return True while an offer of a slot to a substitute stands."""
        offer = self.offers.get((slot, substitute))
        return offer is not None and at < offer.until and (slot, substitute) not in self.declined

    def beyond(self, slot: Person, person: Person) -> list[str]:
        """Return the matches of a slot with a running game in whose room somebody cannot be met, as far as it is known where they are."""
        if (on := self.platforms.get(person)) is None:
            return []
        return [
            made.match
            for made in self.matches.values()
            if slot in made.slots
            and any(leg.room and not leg.settled and leg.room.partition(":")[0] not in on for leg in made.legs)
        ]

    def half_byes(self, slot: Person) -> int:
        """Return how many rounds somebody missed for half a point."""
        return sum(name == slot and points > 0 for _, name, points in self.absences)

    def playing(self) -> list[Person]:
        """Return the slots that go on."""
        return [slot for section in self.sections for slot in section if slot not in self.gone]

    # ------------------------------------------------------------------------------------------- matches

    @property
    def on(self) -> bool:
        """True while games are played: from the first draw that counts to the review."""
        return self.round > 0 and self.stage in ("running", "drawn")

    @property
    def late_entry_open(self) -> bool:
        """True while somebody may still enter a season that was drawn: a Swiss until its second round, others that have no rounds."""
        if not self.on:
            return False
        if self.rules.format == "swiss":
            return self.round < LATE_UNTIL
        return self.rules.format in ("rolling", "ladder")

    @property
    def rounds(self) -> int:
        """How many rounds there are: those of the rules, or one more than halve the field down to one."""
        if self.rules.rounds or not self.sections:
            return self.rules.rounds or 1
        return (len(self.sections[0]) - 1).bit_length() + 1

    def window(self, number: int | None = None) -> Window | None:
        """Return a round's window, that of the last one unless told; whatever everybody was granted since it began is in it."""
        start = self.begun.get(self.round if number is None else number)
        if start is None:
            return None
        return Window(start=start, end=start + self.rules.window + self.granted(start))

    def match_window(self, made: Fixed) -> Window:
        """Return the window of one match: from when it was drawn or taken up."""
        return Window(start=made.since, end=made.since + self.rules.window + self.granted(made.since))

    def granted(self, since: float) -> int:
        """Return how many seconds everybody was given since a time."""
        return sum(one.seconds for one in self.extended if one.at >= since)

    def open_matches(self) -> list[Fixed]:
        """Return the matches without a result whose slots both play on."""
        gone = self.gone
        return [
            made
            for made in self.matches.values()
            if made.first not in gone and made.second not in gone and not made.settled
        ]

    def to_create(self) -> list[Fixed]:
        """Return the matches that need games now: both have fewer running games in this round than they want at once, and bids are settled.

        Who wants fewer at once than fit into the window has as many as that takes. `Fixed.missing` tells which games; the two of an
        exchange of sides begin together. None where they are played elsewhere.
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
            # Who has none yet gets the games of a match, however many those are.
            room = not running[one] or running[one] + missing <= bounds[made.first]
            if made.ready and room and (not running[other] or running[other] + missing <= bounds[made.second]):
                found.append(made)
                running[one] += missing
                running[other] += missing
        return found

    def beforehand(self, made: Fixed) -> bool:
        """Return True for a match that no result has brought about, so that who plays it tells none."""
        if made.playoff or self.rules.format == "ladder":
            return False
        return self.rules.format in ("divisions", "double") or made.round == 1

    def withheld(self, made: Fixed) -> bool:
        """Return True for a match of which everybody unasked is told no names, since they would tell who won before."""
        return self.rules.sealed and not self.beforehand(made)

    def capacity(self, slot: Person) -> int:
        """Return how many games at once the holder of a slot wants."""
        entry = self.entrants.get(self.holders.get(slot, slot))
        return entry.capacity if entry else 1

    def _at_least(self) -> Counter[Person]:
        """Return how many games at once a slot needs so that all end within the window; outside divisions a round has one game."""
        if self.rules.format not in ("divisions", "double"):
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
        """When everything was played; for a season that ended without a review when it was closed; 0 while it goes on."""
        return self.reviewing or self.finished or 0

    def final_from(self) -> float | None:
        """Return when the time for appeals is over, also for what was published during the review; None outside the review."""
        if self.reviewing is None:
            return None
        legs = (leg for made in self.matches.values() for leg in made.legs if leg.instance_left)
        return max([self.reviewing, *(leg.told for leg in legs if leg.told is not None)]) + APPEALS

    # ------------------------------------------------------------------------------------------- venues

    def load(self, venue: str) -> int:
        """Return how many open games a venue holds."""
        legs = (leg for made in self.open_matches() for leg in made.legs)
        return sum(leg.venue == venue and not leg.settled for leg in legs)

    def next_venue(self) -> str | None:
        """Return the venue with the fewest open games; the one named first among equals."""
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
