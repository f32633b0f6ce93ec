"""Recipients of a game's messages: their preferences, whether they can be pinged, and their language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from bot.narration.book import Book
from bot.persons import level_of
from bot.service.outgoing import post
from bot.service.session import holder_id
from bot.service.state.preferences import Preferences, language_of
from bot.storage.outbox_models import Post
from bot.storage.person_records import People
from bot.storage.store import StoredGame
from bot.table.reply import Reply
from renderer.kit.languages import languages

if TYPE_CHECKING:
    from bot.service.calls import Tools


async def tastes(people: People, users: Iterable[str]) -> dict[str, Preferences]:
    """Return each person's preferences; the defaults if theirs are damaged; no pings for the computer."""
    every = set(users)
    asked = {user for user in every if not level_of(user)}
    found = dict.fromkeys(every - asked, Preferences(pings="off"))
    for user, own in (await people.settings_of(asked)).items():
        found[user] = Preferences()
        with people.reading(user, "preferences"):
            found[user] = Preferences.of(own)
    return found


async def pingable(people: People, users: Iterable[str], now: datetime) -> tuple[str, ...]:
    """Return those of these people who can be pinged now, for messages not addressed to a seat."""
    own = await tastes(people, users)
    return tuple(user for user, one in own.items() if one.pings != "off" and not one.silent_until(now))


async def speaking_to(tools: Tools, user: str) -> Tools:
    """Return the tools in the language of a direct message's recipient; unchanged if it is unknown."""
    if len(languages()) == 1:
        return tools
    language = language_of(await tools.store.people.settings(user))
    return tools.speaking(language) if language else tools


async def own_words(tools: Tools, stored: StoredGame, people: Mapping[str, Preferences]) -> dict[int, Book]:
    """Return the texts of side holders who get direct messages in another language than that of `tools`."""
    users = {side: holder_id(stored, side) for side in (0, 1)}
    direct = {side: user for side, user in users.items() if user in people and people[user].pings == "dm"}
    if len(languages()) == 1 or not direct:
        return {}
    settings = await tools.store.people.settings_of(direct.values())
    own = {side: tools.speaking(language_of(settings[user])) for side, user in direct.items()}
    return {side: one.names_of(stored) for side, one in own.items() if one is not tools}


def addressed(
    kind: str, reply: Reply, seat: int, user: str, own: Preferences, now: datetime, alone: Reply | None = None
) -> list[Post]:
    """Return the posts of a public message for a seat's holder, who is pinged or messaged directly, as preferred.

    The direct message has the same controls under the same name, so that they are removed from both; `alone` is that
    message if it says more than the post.
    """
    if not user or own.pings == "off" or own.silent_until(now):
        return [post(kind, reply)]
    if own.pings == "on":
        return [post(kind, reply.model_copy(update={"mention": (user,)}))]
    alone = (alone or reply).model_copy(update={"audience": "private", "seat": seat, "mention": (), "picture": None})
    return [post(kind, reply), post("direct", alone)]


__all__ = ["addressed", "own_words", "pingable", "speaking_to", "tastes"]
