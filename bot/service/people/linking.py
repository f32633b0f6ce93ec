"""Linking of accounts: the same person on several platforms, joined by a one-time code.

Whoever types the code becomes the person who requested it. Lasting data is keyed by person, so it belongs to both
accounts afterwards; running seasons get an entry each, from any process. Nobody can be linked with an opponent, or
with a second account on the same platform.
"""

from __future__ import annotations

import contextlib

from bot.narration.user_text import user_text
from bot.service.calls import Caller, Tools
from bot.service.people import unlinking
from bot.service.people.link_notices import platforms, settle
from bot.service.people.unlinking import SURE, UNDO, platforms_of, question
from bot.storage.errors import StorageError
from bot.storage.links import CODE_SECONDS, LinkRequest
from bot.storage.persons import StoredPerson
from bot.table.refusal import refuse
from bot.table.reply import Reply


async def link(tools: Tools, caller: Caller, code: str, word: str = "") -> Reply:
    """Give the caller a code, link the caller's account to the person with that code, or undo a link.

    The owner of a typed code is shown first, and only that counts as confirmed: the same code, from the same person,
    within the code's lifetime.

    Raises:
        Refusal: too many codes were requested or tried, the code is invalid, or the two cannot be one person.
    """
    person = await tools.store.persons.of(caller.user, caller.name)
    if not code:
        fresh = await tools.store.links.offer(person, caller.channel)
        if not fresh:
            raise refuse("too_many_codes")
        text = tools.say("persons.link.code", code=fresh, minutes=CODE_SECONDS // 60)
        return Reply(text=text, audience="private")
    if code.casefold() == UNDO:
        return await unlinking.undo(tools, caller, person, word)
    if await tools.store.links.used(code, person):
        kept = await tools.store.persons.read(person)
        return Reply(text=tools.say("persons.link.done", name=user_text(kept.name), accounts=platforms(tools, kept)))
    if await tools.store.links.tired(person):
        raise refuse("too_many_codes")
    found = await tools.store.links.look(code, person)
    if found is None:
        raise refuse("unknown_code", text=code)
    if found.person.person.person == found.other.person.person:
        raise refuse("own_code")
    await _check(tools, found)
    one = found.person.person
    whose = {"name": user_text(one.name), "accounts": platforms(tools, one)}
    about = _person_of_code(one)
    if word != SURE or await tools.store.links.asked(found.code, person) != about:
        await tools.store.links.ask(found.code, person, about)
        return question(tools, "persons.link.question", found.code, "persons.link.sure", **whose)
    if not await tools.store.links.join(found, caller.user, caller.channel):
        raise refuse("unknown_code", text=code)
    with contextlib.suppress(StorageError):  # the next pass continues with it
        await settle(tools)
    return Reply(text=tools.say("persons.link.done", **whose), audience="private")


def _person_of_code(person: StoredPerson) -> str:
    """Return what the question named: the code's person with their accounts."""
    return " ".join([person.person, *sorted(person.accounts)])


async def _check(tools: Tools, link: LinkRequest) -> None:
    """Refuse to link two who play each other, share a platform, or both entered the same season."""
    one, other = link.person.person, link.other.person
    await tools.keeper.check_link(one, other)
    if game := await _common_game(tools, one, other):
        raise refuse("linked_opponents", game=game)
    if same := sorted(platforms_of(one) & platforms_of(other)):
        raise refuse("linked_there", platform=tools.say(f"persons.platforms.{same[0]}"))


async def _common_game(tools: Tools, one: StoredPerson, other: StoredPerson) -> str:
    """Return a game in which both persons have seats; "" if there is none."""
    people = tools.store.people
    found = [{game for account in each.accounts for game in await people.games_of(account)} for each in (one, other)]
    return min(found[0] & found[1], default="")


__all__ = ["SURE", "UNDO", "link", "settle"]
