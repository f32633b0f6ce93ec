"""One command of leagues on its way through the service: who asked, which season is meant, and the act that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.leagues.interest import disinterested
from bot.leagues.journal import Entry, Person, Role
from bot.leagues.refusals import NotNow
from bot.leagues.rights import may
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.calls import Caller, Tools
from bot.service.leagues import people, season_choice
from bot.service.leagues.act_refusals import refused
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage.persons import StoredPerson
from bot.table.refusal import refuse

Decide = Callable[[Season], Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class LeagueCall:
    """Who asked for what: the command's name, its parsed arguments, and the person."""

    #: All seasons.
    repository: SeasonRepository
    tools: Tools
    caller: Caller
    name: str
    args: Any
    person: StoredPerson

    @property
    def me(self) -> Person:
        """The id of whoever asked."""
        return self.person.person

    @property
    def ids(self) -> tuple[Person, ...]:
        """All ids under which whoever asked is, or was, known."""
        return *self.person.ids, *self.person.parted

    def within(self, season: Season) -> Person:
        """Return the id under which a season knows whoever asked: one from before accounts were linked, where it is over."""
        there = (one for one in self.person.ids if one in season.entrants or one in season.holders.values())
        return next(there, self.me)

    @property
    def at(self) -> float:
        """Now, as entries tell it."""
        return self.repository.at

    def say(self, key: str, /, **data: Any) -> str:
        """Return a text about leagues."""
        return self.tools.say(f"leagues.{key}", **data)

    async def season_id(self) -> str:
        """Return the season that is meant: named, or that of the channel, or the only one of the community."""
        return await season_choice.meant(self.repository, self.caller, self.args.season, mine=self.me)

    async def season(self) -> tuple[str, Season]:
        """Return the season that is meant, by id, as it stands."""
        season_id = await self.season_id()
        return season_id, await self.repository.season(season_id)

    async def act(self, season_id: str, decide: Decide, *, role: Role | None = None, part: str = "") -> Season:
        """Append what `decide` says; with a role refuses whoever does not have it, and always who has a stake in it. `part` tells several acts of one command apart.

        Raises:
            Refusal: the act is refused.
        """

        def allowed(season: Season) -> Sequence[Entry]:
            if role is not None:
                self.require(season, role)
            return disinterested(season, decide(season), self.ids)

        key = f"{self.caller.key}/{part}" if part else self.caller.key
        try:
            return await self.repository.act(season_id, key, allowed)
        except NotNow as no:
            raise await self.refused(season_id, no) from None

    def require(self, season: Season, role: Role) -> None:
        """Refuse whoever has not a role."""
        if not may(season, self.me, role, self.caller.groups):
            raise refuse(f"league.not_{role}")

    def may(self, season: Season, role: Role) -> bool:
        """Return True for whoever has a role."""
        return may(season, self.me, role, self.caller.groups)

    async def refused(self, season_id: str, no: NotNow) -> Exception:
        """Return what is said of an act that is refused."""
        return await refused(self.tools, await self.repository.season(season_id), no, self.person.zone)

    async def names(self, persons: Sequence[Person]) -> dict[Person, str]:
        """Return what people are called in tables."""
        return await people.names(self.tools, persons)


async def named_slots(asked: LeagueCall, season: Season, slots: Sequence[Person]) -> dict[Person, str]:
    """Return what slots are called: people, and teams by the name that they gave themselves."""
    teams = {slot: user_text(season.teams[slot].name) for slot in slots if slot in season.teams}
    return await asked.names([slot for slot in slots if slot not in teams]) | teams


async def named_holders(asked: LeagueCall, season: Season, slots: Sequence[Person]) -> dict[Person, str]:
    """Return what is called whoever holds slots now: a substitute where one came, and teams by their name."""
    holders = {slot: season.holders.get(slot, slot) for slot in slots}
    known = await named_slots(asked, season, [*holders.values()])
    return {slot: known[holder] for slot, holder in holders.items()}


__all__ = ["Decide", "LeagueCall", "named_holders", "named_slots"]
