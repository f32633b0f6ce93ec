"""One league command as it passes through the service: caller, season, and the resulting act."""

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
from bot.table.refusal import Refusal, refuse

Decide = Callable[[Season], Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class LeagueCall:
    """A league command: its name, its parsed arguments, and the person who gave it."""

    #: All seasons.
    repository: SeasonRepository
    tools: Tools
    caller: Caller
    name: str
    args: Any
    person: StoredPerson

    @property
    def me(self) -> Person:
        """The caller's id."""
        return self.person.person

    @property
    def ids(self) -> tuple[Person, ...]:
        """All current and former ids of the caller."""
        return *self.person.ids, *self.person.parted

    def match_named(self, season: Season, match: str, leg: int | None) -> str:
        """Return a match as text, with the game of it that is meant if it has several."""
        made = season.matches.get(match)
        if leg is None or made is None or len(made.legs) < 2:
            return self.say("named.match", match=match)
        return self.say("named.game", match=match, number=leg + 1)

    def within(self, season: Season) -> Person:
        """Return the caller's id in a season; in a finished one that may be an id from before accounts were linked."""
        there = (one for one in self.person.ids if one in season.entrants or one in season.holders.values())
        return next(there, self.me)

    @property
    def at(self) -> float:
        """The current time, as recorded in entries."""
        return self.repository.at

    def say(self, key: str, /, **data: Any) -> str:
        """Return a text about leagues."""
        return self.tools.say(f"leagues.{key}", **data)

    async def season_id(self) -> str:
        """Return the id of the season meant: the named one, the channel's, or the only one of the community."""
        return await season_choice.meant(self.repository, self.caller, self.args.season, mine=self.me)

    async def season(self) -> tuple[str, Season]:
        """Return the season meant, with its id, in its current state."""
        season_id = await self.season_id()
        return season_id, await self.repository.season(season_id)

    async def act(
        self,
        season_id: str,
        decide: Decide,
        *,
        role: Role | None = None,
        part: str = "",
        idle: Refusal | None = None,
    ) -> Season:
        """Append what `decide` returns; refuse callers without `role`, if given, and those with a stake in it.

        `part` distinguishes several acts of one command. `idle` is raised if there is nothing to append because an earlier command
        already did the same.

        Raises:
            Refusal: the act is refused.
        """

        def allowed(season: Season) -> Sequence[Entry]:
            if role is not None:
                self.require(season, role)
            entries = disinterested(season, decide(season), self.ids)
            if idle is not None and not entries:
                raise idle
            return entries

        key = f"{self.caller.key}/{part}" if part else self.caller.key
        try:
            return await self.repository.act(season_id, key, allowed)
        except NotNow as no:
            raise await self.refused(season_id, no) from None

    def require(self, season: Season, role: Role) -> None:
        """Refuse a caller without the role."""
        if not may(season, self.me, role, self.caller.groups):
            raise refuse(f"league.not_{role}")

    def may(self, season: Season, role: Role) -> bool:
        """Return True if the caller has the role."""
        return may(season, self.me, role, self.caller.groups)

    async def refused(self, season_id: str, no: NotNow) -> Exception:
        """Return the refusal of an act in words."""
        return await refused(self.tools, await self.repository.season(season_id), no, self.person.zone)

    async def names(self, persons: Sequence[Person]) -> dict[Person, str]:
        """Return people's names as shown in tables."""
        return await people.names(self.tools, persons)


async def named_slots(asked: LeagueCall, season: Season, slots: Sequence[Person]) -> dict[Person, str]:
    """Return the names of slots: of people, and of teams as they named themselves."""
    teams = {slot: user_text(season.teams[slot].name) for slot in slots if slot in season.teams}
    return await asked.names([slot for slot in slots if slot not in teams]) | teams


async def named_holders(asked: LeagueCall, season: Season, slots: Sequence[Person]) -> dict[Person, str]:
    """Return the names of the slots' current holders, including substitutes; teams by their own name."""
    holders = {slot: season.holder_of(slot) for slot in slots}
    known = await named_slots(asked, season, [*holders.values()])
    return {slot: known[holder] for slot, holder in holders.items()}


__all__ = ["Decide", "LeagueCall", "named_holders", "named_slots"]
