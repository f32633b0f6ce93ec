"""A season in which two people play one game of a title, on the local page."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.leagues.journal import Resulted
from bot.storage import Store
from tests.bot.leagues.test_local_channel import Local
from tests.titles.small_games import FOREIGN


@dataclass
class SeasonOfTwo:
    """A season of a round with its one game; `told` is what people were answered."""

    local: Local
    season: str
    match: str = ""
    #: Title and scenario of the game, and who sits where.
    played: tuple[str, str] = ("", "")
    sides: dict[str, str] = field(default_factory=dict)
    room: str = ""
    told: list[str] = field(default_factory=list)

    @classmethod
    async def begin(cls, store: Store, name: str, options: str, *more: tuple[str, str]) -> SeasonOfTwo:
        """Open a season and draw its round; `more` is said before its game is opened."""
        own = cls(Local(store), f"s-{name.casefold().replace(' ', '-')}")
        made = await own.local.type("Olga", f"league new {name} {options} format=swiss rounds=1 beginners=yes")
        assert "It is a draft" in made
        for who, line in (
            ("Olga", "league venue here"), ("Olga", "league open"), ("Anna", "league join"), ("Ben", "league join"),
            ("Olga", "league draw"), ("Olga", "league draw publish"), *more,
        ):  # fmt: skip
            await own.type(who, line)
        league = own.local.league
        await league.step(own.season)
        ((own.match, header),) = (await league.games(own.season)).items()
        own.played, own.room = (header.title, header.scenario), header.channel.partition(":")[2]
        own.sides = {"anna": (await league.user(header, 0)).title(), "ben": (await league.user(header, 1)).title()}
        return own

    async def type(self, who: str, line: str, *room: str) -> str:
        """Type a line; what it is answered with."""
        self.told.append(await self.local.type(who, line, *room))
        return self.told[-1]

    async def play(self, orders: tuple[tuple[str, str], ...]) -> tuple[tuple[int, int], int]:
        """Play the game to its end; the points and the margin that the season counts for its match."""
        for user, line in orders:
            await self.type(self.sides[user], line, self.room)
        league = self.local.league
        await league.step(self.season)
        (result,) = [one for one in await league.repository.journal(self.season) if isinstance(one, Resulted)]
        assert result.match == self.match
        return result.points, result.margin

    async def check_told(self, winner: str, *, but: str = "") -> None:
        """See that the table has the winner first, and that nothing was said in words of another title."""
        first = (await self.type("Olga", "league table")).splitlines()[1]
        assert self.sides[winner] in first
        assert "2 points (1 won, 0 drawn, 0 lost)" in first
        told = "\n".join([*self.told, *(await self.local.league.told())])
        assert FOREIGN.search(told.replace(but, "") if but else told) is None
