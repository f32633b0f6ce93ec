"""One-time notices about matches without a room, to players and organisers, updated once a room is found."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from bot.leagues.journal import Person
from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.narration.channel_mentions import place
from bot.narration.user_text import user_text
from bot.port import DeliveryError
from bot.service.leagues.clerk_context import ClerkContext, name_of, seat_on
from bot.service.leagues.reachability import strangers
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage.persons import StoredPerson
from bot.table.reply import Reply

log = logging.getLogger(__name__)


async def tell_waiting(
    context: ClerkContext,
    season_id: str,
    season: Season,
    made: Fixed,
    leg: int,
    people: Mapping[Person, StoredPerson],
    failed: DeliveryError | None,
) -> None:
    """Say once why a match has no room: to its players what they can do, to the organisers what a platform refuses.

    While a platform is unreachable nobody is told; the attempt is repeated.
    """
    persons = [season.holders[slot] for slot in made.slots]
    why = "strangers" if strangers(*(people.get(person) for person in persons)) else "failed" if failed else "waits"
    key = _notice_key(made.match, leg) + ("" if why != "failed" else ":failed")
    if (failed is not None and failed.away) or await context.repository.answered(season_id, key) is not None:
        return
    first, second = (name_of(people, season, slot) for slot in made.slots)
    fields = {"season": user_text(season.rules.name), "match": made.match, "first": first, "second": second}
    fields["why"] = str(failed or "")
    players = [people.get(person) for person in persons]
    if season.withheld(made):
        await _notify_players(context, season_id, season, (f"clerk.{why}", fields), key, players)
        return
    text = context.tools.say(f"clerk.{why}", **fields)
    asked, channels = persons, _channels_for(context, season, players)
    if why == "failed":  # nothing that a player could fix
        asked = sorted(season.roles.get("owner", set()) | season.roles.get("organiser", set()))
        channels = [season.rules.home] if context.serves(season.rules.home) else channels
    try:
        said = await _post_in(context, f"{season_id}:{key}", text, asked, channels)
    except DeliveryError as error:
        log.warning("that match %s of season %s waits is not told: %s", made.match, season_id, error)
        return
    if channels:
        await context.repository.note(season_id, key, {"said": said})


async def _post_in(
    context: ClerkContext, key: str, text: str, asked: Sequence[Person], channels: Sequence[str]
) -> list[JsonValue]:
    """Post a message in channels, pinging `asked`; return each channel with its message. Raises DeliveryError."""
    said: list[JsonValue] = []
    for channel in channels:
        mention = await context.pinged(asked, channel.partition(":")[0], key)
        told = Reply(text=text, audience="channel", mention=mention)
        if message := await context.tell(channel, told, f"{key}:{channel}"):
            said.append([channel, message])
    return said


def _notice_key(match: str, leg: int) -> str:
    """Return the key under which the waiting notice of a match is stored."""
    return f"clerk:waits:{match}:{leg}"


async def was_refused(repository: SeasonRepository, season_id: str, match: str, leg: int) -> bool:
    """Return True if a platform has refused a room for a match that still has none."""
    return await repository.answered(season_id, f"{_notice_key(match, leg)}:failed") is not None


async def tell_opened(context: ClerkContext, season_id: str, season: Season, match: str, leg: int, room: str) -> None:
    """Update the waiting notices of a match with the place where it is now played."""
    for key in (_notice_key(match, leg), f"{_notice_key(match, leg)}:failed"):
        noted = await context.repository.answered(season_id, key)
        said = noted.get("said") if noted else None
        for one in said if isinstance(said, list) else []:
            channel, message = (str(part) for part in one) if isinstance(one, list) and len(one) == 2 else ("", "")
            text = context.tools.say("clerk.begun", season=user_text(season.rules.name), match=match, place=place(room))
            if message:
                await context.amend(channel, message, Reply(text=text, audience="channel"))


async def _notify_players(
    context: ClerkContext,
    season_id: str,
    season: Season,
    said: tuple[str, Mapping[str, str]],
    key: str,
    players: Sequence[StoredPerson | None],
) -> None:
    """Send a text to each player of a match privately, on a platform they use and in their language."""
    for kept in players:
        for channel in _channels_for(context, season, [kept])[:1]:
            account = next(iter(kept.on(channel.partition(":")[0])), None) if kept is not None else None
            if account is None:
                continue
            try:
                alone = await context.speaking_to(account)
                text = alone.tools.say(said[0], **said[1])
                await alone.tell_alone(account, channel, Reply(text=text), f"{season_id}:{key}:{account}")
            except DeliveryError as error:
                log.warning("a player of season %s is not told that a match waits: %s", season_id, error)
                return
    await context.repository.note(season_id, key)


def _channels_for(context: ClerkContext, season: Season, players: Sequence[StoredPerson | None]) -> list[str]:
    """Return a channel of the season on a platform of both players; else one for each, or the home channel."""
    channels = [one for one in dict.fromkeys((season.rules.home, *season.venues)) if context.serves(one)]

    def of(*some: StoredPerson | None) -> str:
        return next((one for one in channels if all(seat_on(one.partition(":")[0], kept) for kept in some)), "")

    own = [both] if (both := of(*players)) else [found for one in players if (found := of(one))]
    return [*dict.fromkeys(own)] or [one for one in channels if one == season.rules.home]


__all__ = ["tell_opened", "tell_waiting", "was_refused"]
