"""Linking accounts: the same person on several platforms, joined by a one-time code.

Whoever typed the code becomes the person who asked for it. All that lasts names persons, so what either entered is theirs; seasons that
run are told by an entry each, by whichever process comes to it. Nobody becomes one with somebody whom they play, nor with a second
account on a platform.
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
    """Give the caller a code, join the caller's account to the person whose code it is, or undo that.

    Whoever types a code is shown whose it is, and only what was shown counts as sure: the same code, by the same person, within the
    life of a code.

    Raises:
        Refusal: too many codes were asked for or tried, it is none (any more), or the two cannot be one person.
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
    about = _about(one)
    if word != SURE or await tools.store.links.asked(found.code, person) != about:
        await tools.store.links.ask(found.code, person, about)
        return question(tools, "persons.link.question", found.code, "persons.link.sure", **whose)
    if not await tools.store.links.join(found, caller.user, caller.channel):
        raise refuse("unknown_code", text=code)
    with contextlib.suppress(StorageError):  # whoever looks next goes on with it
        await settle(tools)
    return Reply(text=tools.say("persons.link.done", **whose), audience="private")


def _about(person: StoredPerson) -> str:
    """Return what a question has named: the person whose code it is, with their accounts."""
    return " ".join([person.person, *sorted(person.accounts)])


async def _check(tools: Tools, link: LinkRequest) -> None:
    """Refuse to join two who play each other, or stand beside each other in what they entered."""
    one, other = link.person.person, link.other.person
    await tools.keeper.check_link(one, other)
    if game := await _between(tools, one, other):
        raise refuse("linked_opponents", game=game)
    if same := sorted(platforms_of(one) & platforms_of(other)):
        raise refuse("linked_there", platform=tools.say(f"persons.platforms.{same[0]}"))


async def _between(tools: Tools, one: StoredPerson, other: StoredPerson) -> str:
    """Return a game in which two persons sit, "" if there is none."""
    people = tools.store.people
    found = [{game for account in each.accounts for game in await people.games_of(account)} for each in (one, other)]
    return min(found[0] & found[1], default="")


__all__ = ["SURE", "UNDO", "link", "settle"]
