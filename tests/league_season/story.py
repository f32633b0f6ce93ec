"""The course of a season: who joins, what becomes of each game, who drops out, what the organiser types."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.storage.errors import UnknownGame
from tests.league_season.counting import Board
from tests.league_season.games import Room
from tests.league_season.people import MANAGE, Resident
from tests.league_season.town import HALLS, Town
from tests.platforms.slack.loopback import TEAM

NAME, SEASON = "Autumn", "s-autumn"
NEXT, NEXT_SEASON = "Winter", "s-winter"
RULES = "scenario=introductory window=60d beginners=yes"
_NAMES = (
    "Anna Ben Carl Dora Emil Fritz Greta Hugo Ida Jakob Klara Leo Mia Nils Otto Paula Quirin Rosa Sven Tilda Udo Vera "
    "Willi Xenia Yann Zita Arno Berta Cosmo Dirk Elsa Falk Gundel Heinz Inge Jutta Knut Lotte"
).split()

#: `resign`: a side gives up on its day. `clock`: it acts no more from that day on. `end`: both play to the end on that day.
#: `long`: it goes on over somebody's leave, then a side gives up. `open`: it goes on until somebody leaves. `late`: it finds no room,
#: and its players begin it so late that its window runs out.
Kind = Literal["resign", "clock", "end", "long", "open", "late"]


@dataclass(frozen=True)
class Fate:
    """What becomes of a game: how it ends, from which day on, and which side loses it."""

    kind: Kind
    day: int = 0
    side: int = 0


@dataclass(frozen=True)
class Course:
    """How large a season is, and how much happens in it."""

    players: int
    platforms: tuple[str, ...]
    dropouts: int
    withdrawals: int
    substitutes: int
    clocks: int
    played_out: int
    long: int
    late: int
    kills: int
    #: A process that dies does so before this round trip to the store.
    trips: int
    #: On which days somebody leaves with notice, and the bot is away.
    leaves: int
    away: int
    #: Whether the computer looks at games for the week's lesson, a second of work each.
    explains: bool = True


WHOLE = Course(
    32, ("discord", "slack", "web"), 2, 1, 2, 3, played_out=2, long=1, late=1, kills=60, trips=200, leaves=9, away=6
)
SMALL = Course(
    8, ("web",), 1, 1, 1, 1, played_out=0, long=0, late=0, kills=6, trips=30, leaves=9, away=6, explains=False
)

#: For how many hours nobody is there, and on which days the bot is begun anew.
_OUTAGE, _RESTARTS = 12, (3, 9, 13)
#: The leave that the first player tells at joining, as days and as typed.
_LEAVE, _DATES = range(8, 22), "2026-05-12..2026-05-25"
#: When the games of whoever stays away are given up by those who came for them, and the long one by a side.
_LAST, _LONG = 14, 33
#: On which day the late game is begun; both act on that day and the next.
_LATE = 55
#: Hours between two looks of the bot, shorter than any absence that moves clocks.
_LOOK = 6
_ALL_DAYS = 80


@dataclass
class Story:
    """A season in a town, and what was noted of it."""

    town: Town
    course: Course
    seed: int
    fates: dict[str, Fate] = field(default_factory=dict)
    silent: list[str] = field(default_factory=list)
    leaver: str = ""
    late: str = ""
    appealed: str = ""
    appeals: int = 0
    #: What the organiser typed for this season, and for the next.
    orders: list[str] = field(default_factory=list)
    for_next: list[str] = field(default_factory=list)
    #: What the organiser asked to see once the season was over.
    looked: list[str] = field(default_factory=list)
    #: Who may not enter the next season.
    refused: list[str] = field(default_factory=list)
    #: Orders typed in games that were played to their ends.
    moves: int = 0
    #: Days since the draw.
    day: int = 0

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        platforms, count = self.course.platforms, self.course.players
        # Of three platforms everybody is on two: so any two people meet on one at least.
        pairs: list[tuple[str, ...]] = [(one, other) for one in platforms for other in platforms if one != other] or [
            platforms
        ]
        self.players = [self._resident(index, pairs[index % len(pairs)]) for index in range(count)]
        late = range(count, count + self.course.substitutes)
        self.substitutes = [self._resident(index, self._turned(index)) for index in late]
        self.newcomer = self._resident(count + self.course.substitutes, pairs[0])
        self.organiser = Resident(self.town, 90, "Olga", platforms, MANAGE)
        everybody = [*self.players, *self.substitutes, self.newcomer, self.organiser]
        self.residents = {one.account(platform): one for one in everybody for platform in one.platforms}
        self.by_person: dict[str, Resident] = {}
        self.board = Board(self.town, self.residents)
        self.begun = 0.0

    def _resident(self, index: int, platforms: Sequence[str]) -> Resident:
        return Resident(self.town, 101 + index, _NAMES[index], tuple(platforms))

    def _turned(self, index: int) -> tuple[str, ...]:
        platforms = self.course.platforms
        start = index % len(platforms)
        return platforms[start:] + platforms[:start]

    async def season(self, season_id: str = SEASON) -> Season:
        """The season as it stands."""
        return await self.town.handler.leagues.repository.season(season_id)

    # ------------------------------------------------------------------------------------------ until the draw

    async def registration(self) -> None:
        """From nothing to the draw: everybody links the own accounts, the season is made, people enter."""
        for one in self.residents.values():
            if not one.typed["link"]:
                await one.links()
        await self._orders(f"new {NAME} {RULES}", "It is a draft")
        for platform in self.course.platforms:
            hall = f"{platform}:{HALLS[platform]}"
            await self._orders(f"venue here season={SEASON}", "Venues of", where=hall)
        await self._orders("open", "is open")
        await self.town.work()
        for number, player in enumerate(self.players):
            leave = f" away={_DATES}" if self.course.long and number == 0 else ""
            told = await player.league(f"join capacity=4 zone=Europe/Berlin{leave} season={SEASON}")
            assert "You have entered" in told, told
        for one in self.substitutes:
            told = await one.league(f"join capacity=9 substitute=yes season={SEASON}")
            assert "substitute" in told, told
        if self.course.late:
            # Others play in the hall on Slack, so that no game of the season finds room there.
            for line in ("new introductory", "join both", "start"):
                await self.organiser.plays(line, f"slack:{HALLS['slack']}")
        await self._orders("draw preview", "round 1")
        await self._orders("draw publish", "has begun")
        self.begun = self.town.hands().timestamp()
        persons = self.town.store.persons
        for account, one in self.residents.items():
            if (person := await persons.known(account)) is not None:
                self.by_person[(await persons.read(person)).person] = one

    async def _orders(self, line: str, answer: str, where: str = "") -> str:
        """The organiser types a command, which is counted, and gets this answer."""
        told = await self.organiser.league(line, where)
        assert answer in told.replace("*", ""), f"/league {line}: {told}"
        self.orders.append(line)
        return told

    def destine(self, season: Season) -> None:
        """Say what becomes of each game: who stays away, who leaves, whose clock runs out, who plays on."""
        sections = [list(section) for section in season.sections]
        order = [0, len(sections) - 1]
        begins = Counter(made.second for made in season.matches.values())
        # Whoever is to move first in two games is found out in both at once, while the others go on.
        fitting = [[one for one in section if begins[one] > 1] for section in sections]
        self.silent = [fitting[order[index % 2]][index // 2] for index in range(self.course.dropouts)]
        self.leaver = sections[len(sections) // 2][0] if len(sections) > 2 else sections[-1][0]
        if self.leaver in self.silent:
            self.leaver = sections[0][0]
        gone = {*self.silent, self.leaver}
        free = [made for made in season.matches.values() if not gone & {*made.slots}]
        self.dice.shuffle(free)
        late = set[str]()
        special: list[Fate] = [Fate("clock", 5, index % 2) for index in range(self.course.clocks)]
        first = next(person for person, one in self.by_person.items() if one is self.players[0])
        for made in [one for one in free if first in one.slots][: self.course.long]:
            free.remove(made)
            self.fates[made.match] = Fate("long", _LONG, made.sides().index(first))
        waiting = [one for one in free if not one.legs[0].game and not late & {*one.slots}]
        for made in waiting[: self.course.late]:
            free.remove(made)
            self.fates[made.match] = Fate("late", _LATE)
            self.late = made.match
        for fate in special:
            made = next(one for one in free if not late & {*one.slots})
            late |= {*made.slots}
            free.remove(made)
            self.fates[made.match] = fate
        outs = [made for made in free if self._on_a_page(made)][: self.course.played_out]
        self.fates |= {made.match: Fate("end", 4) for made in outs}
        for made in season.matches.values():
            if made.match not in self.fates:
                day = self.dice.choice((2, 3, 3, 4, 7))
                self.fates[made.match] = Fate("resign", day, self.dice.randrange(2))
                if self.leaver in made.slots:
                    self.fates[made.match] = Fate("open")
                if {*self.silent} & {*made.slots}:
                    self.fates[made.match] = Fate("resign", _LAST, self.dice.randrange(2))

    @staticmethod
    def _on_a_page(made: Fixed) -> bool:
        return made.legs[0].room.startswith("web:")

    # ------------------------------------------------------------------------------------------ while it runs

    async def weeks(self) -> None:
        """Day by day until everything is played: people act, the bot looks, dies, is begun anew."""
        for self.day in range(_ALL_DAYS):
            await self._see_to_duties()
            season = await self.season()
            if not self.fates:
                self.destine(season)
            if not season.open_matches():
                return
            await self._day(season)
            if self.day == self.course.away:
                await self._outage()
            elif self.day in _RESTARTS:
                await self.town.restart()
            for _ in range(24 // _LOOK):
                self.town.hands.move(hours=_LOOK)
                await self._see_to_duties()
        raise AssertionError(f"not over: {[made.match for made in (await self.season()).open_matches()]}")

    async def _see_to_duties(self) -> None:
        """The bot looks, and where a kill is due dies first; then what everybody was shown is noted."""
        if self.town.kills < self.course.kills and self.dice.random() < 0.7:
            await self.town.work(die_at=self.dice.randrange(1, self.course.trips), done=self.dice.random() < 0.5)
        else:
            await self.town.work()
        await self.board.look()

    async def _outage(self) -> None:
        """Nobody is there for half a day; people type in vain."""
        await self.town.stop()
        self.town.hands.move(hours=_OUTAGE)
        await self.town.start()
        self.town.restarts += 1

    async def _day(self, season: Season) -> None:
        """What people do in a day."""
        await self._begin_waiting(season)
        for match in list(self.fates):
            made = (await self.season()).matches[match]
            if made.legs[0].game and not made.settled:
                await self._in_game(season, made, self.fates[match])
        await self._answer_offers()
        if self.day == self.course.leaves and self.course.withdrawals:
            told = await self.by_person[self.leaver].league(f"leave sure=yes season={SEASON}")
            assert "stop" in told or "left" in told or "withdrawn" in told.casefold(), told
        await self._appeal()

    async def _begin_waiting(self, season: Season) -> None:
        """Whoever has a match that found no room begins it in a channel of theirs."""
        for made in season.to_create():
            if season.gone.keys() & {*made.slots} or (made.match == self.late and self.day < _LATE):
                continue
            one, other = (self.by_person[season.holders[slot]] for slot in made.slots)
            if self._is_silent(season, made.first):
                one = other
            platform = next(
                name for name in ("slack", "web", "discord") if name in {*one.platforms} & {*other.platforms}
            )
            own = f"{TEAM}.C0{made.match.replace('.', 'X')}" if platform == "slack" else made.match.replace(".", "-")
            told = await one.league(f"play {made.match} season={SEASON}", f"{platform}:{own}")
            assert "is played in" in told, told

    def _is_silent(self, season: Season, slot: str) -> bool:
        return season.holders[slot] == slot and slot in self.silent

    async def _in_game(self, season: Season, made: Fixed, fate: Fate) -> None:
        try:
            header = await self.town.store.header(made.legs[0].game)
        except UnknownGame:  # it is made just now
            return
        room = Room(self.town, self.residents, header, self.dice)
        if not header.in_progress:
            return
        idle = [self._is_silent(season, slot) for slot in made.sides()]
        if fate.kind in ("resign", "long") and self.day >= fate.day and not idle[fate.side]:
            await room.resigns(fate.side)
            return
        if fate.kind == "end" and self.day >= fate.day and not any(idle):
            self.moves += await room.to_its_end()
            return
        for _ in range(2 if fate.kind == "long" and self.day % 3 == 0 else 1):
            if await self._acts(room, fate, idle):
                await room.action()

    async def _acts(self, room: Room, fate: Fate, idle: Sequence[bool]) -> bool:
        """Whether whoever has to act in a game does so today."""
        who = await room.actor()
        if who is None:
            return False
        side = 0 if who is await room.holder(0) else 1
        if idle[side] or (fate.kind == "clock" and self.day >= fate.day and side == fate.side):
            return False
        if fate.kind == "late":
            return self.day <= _LATE + 1
        if fate.kind == "long":
            return who is not self.players[0] or self.day not in _LEAVE
        if any(idle):  # people wait for those who stay away, so that games are left for who comes instead of them
            return self.day in (3, 4)
        # Whoever came instead plays on every day; so does whoever waits for a clock to run out.
        return self.day in (0, 1, 3, 5, 7) or fate.kind == "clock" or fate.day == _LAST

    async def _answer_offers(self) -> None:
        season = await self.season()
        for one in self.substitutes:
            person = next(person for person, resident in self.by_person.items() if resident is one)
            if any(to == person for _, to in season.offers) and season.section_of(person) is None:
                told = await one.league(f"substitute yes season={SEASON}")
                assert "yours" in told or "take" in told.casefold(), told
                await self.town.work()
                season = await self.season()

    async def _appeal(self) -> None:
        """The first who lost by the clock appeals; the organiser, who plays in no section, decides."""
        season = await self.season()
        if not self.appealed:
            found = [made for made in season.matches.values() if made.ruled is not None and made.ruled.code == "time"]
            if not found or found[0].ruled is None:
                return
            made = found[0]
            slot = made.sides()[made.ruled.points.index(0)] if made.ruled is not None else ""
            loser = self.by_person[season.holders[slot]]
            told = await loser.league(f"appeal {made.match} I lay in hospital. season={SEASON}")
            assert "appeal" in told.casefold(), told
            self.appealed, self.appeals = made.match, 1
            return
        if self.appeals == 1:
            line = f"decide {self.appealed} draw Forgiven season={SEASON}"
            await self._orders(line, "Forgiven")
            self.appeals = 2

    # ------------------------------------------------------------------------------------------ its end

    async def end(self) -> None:
        """Review, three days, and the final tables."""
        await self._orders(f"finish season={SEASON}", "All games have been played")
        for _ in range(4 * 24 // _LOOK):
            self.town.hands.move(hours=_LOOK)
            await self._see_to_duties()
        await self._orders(f"finish season={SEASON}", "final")
        await self._see_to_duties()

    async def next_season(self) -> None:
        """Another season follows: all but one of the players enter, and somebody new."""
        counted, self.orders = self.orders, []
        await self._orders(f"new {NEXT} {RULES} after={SEASON}", "It is a draft")
        await self._orders(f"open season={NEXT_SEASON}", "is open")
        season = await self.season()
        players = [self.by_person[person] for person in season.holders.values()]
        for one in [*players[1:], self.newcomer]:
            told = await one.league(f"join capacity=4 season={NEXT_SEASON}")
            if "You have entered" not in told:
                assert "without a word" in told, told
                self.refused.append(one.name)
        await self._orders(f"draw preview season={NEXT_SEASON}", "round 1")
        self.for_next, self.orders = self.orders, counted


def kinds(season: Season) -> Counter[str]:
    """How the games ended."""
    found: Counter[str] = Counter()
    for made in season.matches.values():
        for leg in made.legs:
            if leg.ruled is not None:
                found[f"ruling: {leg.ruled.code or 'an organiser'}"] += 1
            elif leg.reported is not None:
                found[leg.reported.reason] += 1
            else:
                found[
                    "ended with the place of somebody who went" if season.gone.keys() & {*made.slots} else "open"
                ] += 1
    return found


__all__ = ["NAME", "NEXT_SEASON", "SEASON", "SMALL", "WHOLE", "Course", "Story", "kinds"]
