"""Notifications for followers of a season: turns reached, games finished, starts; each sent once.

What a follower was sent is stored as marks: per game its turn or that it is over, per season its round and stage. A
changed mark is news. Followers with quiet time, or pinged often enough, get all news together later.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.leagues import public_facts
from bot.leagues.matches import Fixed, match_number
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.port import DeliveryError
from bot.service.leagues import spoilers
from bot.service.leagues.act_refusals import points
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.controls import line
from bot.service.leagues.follow_settings import Followed, followed, forget_follows
from bot.service.leagues.people import names
from bot.service.session import restore
from bot.service.state.recipients import tastes
from bot.storage.errors import StoredDamage, UnknownGame, WarMissing
from bot.storage.persons import StoredPerson
from bot.table.refusal import Refusal
from bot.table.reply import Button, Menu, Reply
from bot.titles import title_of

log = logging.getLogger(__name__)

Marks = dict[str, str]
DAY = 86_400
#: Lines per message, and running games of a season read per pass.
_LINES, _GAMES = 12, 200
_OVER = "over"


class FollowerState(BaseModel):
    """What a follower was sent: the marks, the time, and the number of messages."""

    model_config = ConfigDict(extra="ignore")

    marks: Marks = Field(default_factory=dict)
    at: float = 0
    count: int = 0


@dataclass(slots=True)
class _Due:
    """One message to one person: its follows, with the marks to store once it is sent."""

    kept: StoredPerson
    news: list[tuple[Followed, FollowerState]]
    marks: dict[str, Marks]

    @property
    def key(self) -> str:
        """The idempotency key; unchanged until the message is sent."""
        return ",".join(f"{one.name}:{told.count}" for one, told in self.news)


async def carry(context: ClerkContext, season_id: str) -> int:
    """Notify the followers of a season; return the number of messages."""
    store = context.tools.store
    every = await followed(store, season_id)
    if not every:
        return 0
    season = await context.repository.season(season_id)
    told = _parse_states(await store.watching.read(season_id, "told"))
    kept = await context.people({one.person for one in every})
    gone = [one for one in every if one.person not in kept or kept[one.person].forgotten]
    await forget_follows(context.repository, store, season_id, gone)
    due = [one for one in every if one not in gone and _is_due(context, one, told.get(one.name))]
    marks = await _current_marks(context, season, due)
    count = 0
    for one in [one for one in due if one.name not in told]:
        # The first pass only stores the current state.
        await _keep(context, season_id, one, FollowerState(marks=marks[one.name], at=one.follow.at))
    fresh = [one for one in due if one.name in told and marks[one.name] != told[one.name].marks]
    for (person, _), some in _by_message(fresh, kept).items():
        news = _Due(kept[person], [(one, told[one.name]) for one in some], marks)
        count += await _notify(context, season_id, season, news)
    return count


def _parse_states(raw: Mapping[str, str]) -> dict[str, FollowerState]:
    found = {}
    for name, value in raw.items():
        try:
            found[name] = FollowerState.model_validate_json(value)
        except ValidationError as error:
            log.error("what was told of %s cannot be read: %s", name, error)
    return found


def _is_due(context: ClerkContext, one: Followed, told: FollowerState | None) -> bool:
    """Return whether a message is due; a daily one a day after the last."""
    return told is None or one.follow.every == "turn" or context.repository.at >= told.at + DAY


def _by_message(some: Iterable[Followed], kept: Mapping[str, StoredPerson]) -> dict[tuple[str, str], list[Followed]]:
    """Group follows by message: all news for one person in one place."""
    found: dict[tuple[str, str], list[Followed]] = {}
    for one in some:
        # Grouped by stored id: a person with two ids gets two messages once.
        found.setdefault((one.person, one.follow.where), []).append(one)
    return {key: own for key, own in found.items() if key[0] in kept}


# ------------------------------------------------------------------------------------------------- current state


async def _current_marks(context: ClerkContext, season: Season, due: list[Followed]) -> dict[str, Marks]:
    """Return the current marks of each follow."""
    turns: dict[str, str] = {}
    found = {}
    for one in due:
        own: Marks = {"round": str(season.round), "stage": season.stage} if one.whole else {}
        for made in list(one.matches(season)):
            for number, leg in enumerate(made.legs):
                if leg.settled:
                    own[f"{made.match}/{number}"] = _OVER
                elif leg.game:
                    if leg.game not in turns and len(turns) < _GAMES:
                        turns[leg.game] = await _turn(context, leg.game)
                    own[f"{made.match}/{number}"] = turns.get(leg.game, "")
        found[one.name] = own
    return found


async def _turn(context: ClerkContext, game_id: str) -> str:
    """Return the turn of a running game; "" if it cannot be read."""
    try:
        game = restore(await context.tools.store.load(game_id))
    except (UnknownGame, StoredDamage, WarMissing, Refusal) as error:
        log.warning("the turn of game %s is not known: %s", game_id, error)
        return ""
    return str(title_of(game).moment(game)[0])


# ------------------------------------------------------------------------------------------------- sending


async def _notify(context: ClerkContext, season_id: str, season: Season, news: _Due) -> int:
    """Send one person all their news in one message; return 0 if it has to wait."""
    first = news.news[0][0].follow
    account = _account(context, news.kept, first.where or first.near)
    if account is None:
        return 0
    own = (await tastes(context.tools.store.people, [account]))[account]
    if own.silent_until(context.tools.now()):
        return 0
    key = f"{season_id}:follow:{news.key}"
    pinged = await context.pinged([news.kept.person], account.partition(":")[0], key)
    if not pinged and not first.where:
        return 0
    try:
        if first.where:
            told = (await _reply(context, season_id, season, news)).model_copy(
                update={"audience": "channel", "mention": pinged}
            )
            await context.tell(first.where, told, key)
        else:
            alone = await context.speaking_to(account)
            await alone.tell_alone(account, first.near, await _reply(alone, season_id, season, news), key)
    except DeliveryError as error:
        if error.away:
            return 0
        log.warning("%s cannot be told of season %s: %s", news.kept.person, season_id, error)
        near = (await _reply(context, season_id, season, news)).model_copy(update={"mention": pinged})
        if not await _post_near(context, first.near, near, key):
            return 0
    for one, before in news.news:
        after = FollowerState(marks=news.marks[one.name], at=context.repository.at, count=before.count + 1)
        await _keep(context, season_id, one, after)
    return 1


async def _post_near(context: ClerkContext, near: str, reply: Reply, key: str) -> bool:
    """Post news where a person without direct messages asked for it; return False if the platform is unavailable."""
    try:
        await context.tell(near, reply.model_copy(update={"audience": "channel"}), key)
    except DeliveryError as error:
        log.warning("nor can anything be told in %s: %s", near, error)
        return not error.away
    return True


def _account(context: ClerkContext, kept: StoredPerson, place: str) -> str | None:
    """Return the account to notify: one on the platform of the target or origin channel, if that is served here."""
    platform = place.partition(":")[0]
    if platform not in context.venues:
        return None
    return next(iter(kept.on(platform)), None)


async def _keep(context: ClerkContext, season_id: str, one: Followed, told: FollowerState) -> None:
    """Store what was sent for a follow, unless it has been deleted meanwhile."""
    watching = context.tools.store.watching
    if one.name in await watching.read(season_id, "follows"):
        await watching.put(season_id, "told", one.name, told.model_dump_json())


async def _reply(context: ClerkContext, season_id: str, season: Season, news: _Due) -> Reply:
    """Return the message; results need a button press if the person hides them."""
    say, hidden = context.tools.say, await spoilers.hidden_from(context.tools, season, news.kept)
    changed: dict[str, str] = {}
    for one, told in news.news:
        changed |= {name: mark for name, mark in news.marks[one.name].items() if told.marks.get(name) != mark}
    lines = [say("watching.head", season=user_text(season.rules.name))]
    if "stage" in changed:
        lines.append(say("watching.stage", stage=say(f"leagues.stages.{season.stage}")))
    if "round" in changed and season.round:
        lines.append(say("watching.round", round=season.round))
    games = sorted((name for name in changed if "/" in name), key=lambda name: match_number(name.partition("/")[0]))
    known = await _opponent_names(context, season, games)
    lines += [_game(context, season, known, name, changed[name], hidden=hidden) for name in games[:_LINES]]
    if len(games) > _LINES:
        lines.append(say("leagues.more", count=len(games) - _LINES))
    row = [
        Button(label=say(f"watching.buttons.{one}"), token=line(season_id, f"{one} show=results"))
        for one in ("table", "pairings")
    ]
    return Reply(text="\n".join(lines), menu=Menu(rows=(tuple(row),)) if season.round else None)


async def _opponent_names(context: ClerkContext, season: Season, games: list[str]) -> dict[str, str]:
    made = [season.matches[name.partition("/")[0]] for name in games]
    slots = {slot for one in made for slot in one.slots}
    known = await names(context.tools, [season.holder_of(slot) for slot in slots])
    return {slot: known[season.holder_of(slot)] for slot in slots}


def _game(
    context: ClerkContext, season: Season, known: Mapping[str, str], name: str, mark: str, *, hidden: bool
) -> str:
    """Return the news of one game."""
    match, _, number = name.partition("/")
    made, say = season.matches[match], context.tools.say
    first, second = (known[slot] for slot in made.sides(int(number)))
    data: dict[str, Any] = {"match": match, "first": first, "second": second}
    if season.withheld(made):
        if mark == _OVER:
            return say("watching.over_withheld", **data)
        return say("watching.goes_on_withheld", turn=mark or "1", **data)
    if mark == _OVER:
        result = _result(season, made, int(number))
        return (
            say("watching.over_hidden", **data) if hidden or not result else say("watching.over", result=result, **data)
        )
    return say("watching.turn", turn=mark, **data) if mark not in ("", "1") else say("watching.begun", **data)


def _result(season: Season, made: Fixed, number: int) -> str:
    counts = public_facts.games(season, made)[number].points
    return points(counts) if counts is not None else ""


__all__ = ["DAY", "FollowerState", "carry"]
