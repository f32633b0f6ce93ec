"""What people follow in a season: all of it, a division, a team, a person or a match; each turn or daily."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.leagues.journal import Person
from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.narration.channel_mentions import place
from bot.narration.user_text import user_text
from bot.service.leagues import people
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage.store import Store
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.table.typed_text import fold

log = logging.getLogger(__name__)

Every = Literal["turn", "daily"]
#: Maximum number of things one person follows per season.
MOST = 10
_MATCH = re.compile(r"\d+\.\d+\.\d+")


class FollowSetting(BaseModel):
    """How often and where to notify: the channel `where`, or directly if ""; `near` is where the person asked."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    every: Every = "daily"
    where: str = Field("", max_length=120)
    near: str = Field("", max_length=120)
    at: float = Field(0, ge=0)


@dataclass(frozen=True, slots=True)
class Followed:
    """One thing that a person follows: `season`, `section:0`, `match:1.1.1`, `team:t-...` or `person:p-...`."""

    person: Person
    target: str
    follow: FollowSetting

    @property
    def name(self) -> str:
        """The key under which it is stored."""
        return f"{self.person} {self.target}"

    def matches(self, season: Season) -> Iterator[Fixed]:
        """Yield the matches it covers in the season's current state."""
        what, _, which = self.target.partition(":")
        slot = season.slot_of(which) if what == "person" else ""
        for made in season.matches.values():
            if season.withheld(made) and what in ("person", "match", "team"):
                continue  # its existence would reveal the previous result
            if (
                what == "season"
                or (what == "section" and which == str(made.section))
                or (what == "match" and which == made.match)
                or (what == "person" and slot in made.slots)
                or (what == "team" and made.tie and which in _teams_of(season, made))
            ):
                yield made

    @property
    def whole(self) -> bool:
        """True if rounds and stages are included."""
        return self.target == "season" or self.target.startswith("section:")


def _teams_of(season: Season, made: Fixed) -> tuple[Person, Person]:
    """Return the two teams whose match includes this board."""
    tie = season.ties[made.tie][1]
    return tie.first, tie.second


async def followed(store: Store, season_id: str) -> list[Followed]:
    """Return everything followed in a season; skip unreadable entries."""
    found = []
    for name, raw in (await store.watching.read(season_id, "follows")).items():
        person, _, target = name.partition(" ")
        try:
            found.append(Followed(person, target, FollowSetting.model_validate_json(raw)))
        except ValidationError as error:
            log.error("what %s follows in season %s cannot be read: %s", person, season_id, error)
    return sorted(found, key=lambda one: one.name)


async def follow(asked: LeagueCall) -> list[Reply]:
    """Follow something in a season, or change its settings; then list everything followed."""
    season_id, season = await asked.season()
    args, repository = asked.args, asked.repository
    target = await _target(asked, season, args.what)
    own = await _own_follows(asked, season_id)
    if target not in {one.target for one in own} and len(own) >= MOST:
        raise refuse("league.follows_enough", most=MOST)
    where = asked.caller.channel if args.where == "here" else ""
    kept = FollowSetting(every=args.every or "daily", where=where, near=asked.caller.channel, at=repository.at)
    await asked.tools.store.watching.put(season_id, "follows", f"{asked.me} {target}", kept.model_dump_json())
    return [Reply(text="\n".join(await _follow_lines(asked, season, await _own_follows(asked, season_id))))]


async def unfollow(asked: LeagueCall) -> list[Reply]:
    """Unfollow something; without an argument, everything in the season."""
    season_id, season = await asked.season()
    own = await _own_follows(asked, season_id)
    if asked.args.what:
        target = await _target(asked, season, asked.args.what)
        gone = [one for one in own if one.target == target]
    else:
        gone = own
    if not gone:
        raise refuse("league.not_followed", season=user_text(season.rules.name))
    watching = asked.tools.store.watching
    await watching.take(season_id, "follows", *(one.name for one in gone))
    await watching.take(season_id, "told", *(one.name for one in gone))
    return [Reply(text="\n".join(await _follow_lines(asked, season, [one for one in own if one not in gone])))]


async def _own_follows(asked: LeagueCall, season_id: str) -> list[Followed]:
    """Return what the caller follows, under any of their ids."""
    return [one for one in await followed(asked.tools.store, season_id) if one.person in asked.person.ids]


async def _target(asked: LeagueCall, season: Season, typed: str) -> str:
    """Resolve what is meant: nothing is the season, a number a division, else a match id, a team or a person."""
    word = typed.strip().strip("`")
    if not word or word.casefold() == "season":
        return "season"
    if word.isdecimal():
        if not 1 <= int(word) <= len(season.sections):
            raise refuse("league.no_section", text=word, count=len(season.sections))
        return f"section:{int(word) - 1}"
    if _MATCH.fullmatch(word):
        if word not in season.matches:
            raise refuse("league.no_match", match=word, season=user_text(season.rules.name))
        return f"match:{word}"
    if team := _team(season, word):
        return f"team:{team}"
    return f"person:{await people.person_meant(asked.tools, asked.caller, season, word)}"


def _team(season: Season, word: str) -> Person | None:
    """Return the team with that name."""
    return next((team for team, one in season.teams.items() if fold(one.name) == fold(word)), None)


async def _follow_lines(asked: LeagueCall, season: Season, own: list[Followed]) -> list[str]:
    """List everything followed, one per line."""
    name = user_text(season.rules.name)
    if not own:
        return [asked.say("follows.none", name=name)]
    known = await asked.names([one.target.partition(":")[2] for one in own if one.target.startswith("person:")])
    lines = [asked.say("follows.head", name=name)]
    for one in own:
        what, _, which = one.target.partition(":")
        data: dict[str, Any] = {"match": which, "person": known.get(which, "")}
        if what == "section":
            data["number"] = int(which) + 1
        if what == "team":
            data["team"] = user_text(season.teams[which].name) if which in season.teams else "–"
        where = (
            asked.say("follows.there", place=place(one.follow.where)) if one.follow.where else asked.say("follows.dm")
        )
        told = asked.say(f"follows.every.{one.follow.every}")
        lines.append(asked.say("follows.line", what=asked.say(f"follows.what.{what}", **data), every=told, where=where))
    return lines


async def forget_follows(repository: SeasonRepository, store: Store, season_id: str, gone: list[Followed]) -> None:
    """Delete these follows and their delivery state."""
    del repository
    await store.watching.take(season_id, "follows", *(one.name for one in gone))
    await store.watching.take(season_id, "told", *(one.name for one in gone))


__all__ = ["MOST", "FollowSetting", "Followed", "follow", "followed", "forget_follows", "unfollow"]
