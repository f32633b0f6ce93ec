"""Linking accounts: the same person on several platforms, joined by a one-time code.

Whoever typed the code becomes the person who asked for it. All that lasts names persons, so what either entered is theirs; seasons that
run are told by an entry each, by whichever process comes to it. Nobody becomes one with somebody whom they play.
"""

from __future__ import annotations

import contextlib
import logging
from itertools import product

from bot.leagues import acts
from bot.leagues.acts import NotNow
from bot.narration.foreign import foreign
from bot.service.calls import Caller, Tools
from bot.service.leagues.desk import Desk
from bot.storage.errors import StorageError, StoredDamage
from bot.storage.links import CODE_SECONDS, Link
from bot.storage.persons import StoredPerson
from bot.table import tokens
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply

_log = logging.getLogger(__name__)

#: Typed behind a code by whoever is sure, and what the button types.
SURE = "sure"


async def link(tools: Tools, desk: Desk, caller: Caller, code: str, word: str = "") -> Reply:
    """Give the caller a code, or join the caller's account to the person whose code it is, once the caller is sure of that.

    Raises:
        Refusal: too many codes were asked for or tried, it is none (any more), or the two cannot be one person.
    """
    person = await tools.store.persons.of(caller.user, caller.name)
    if not code:
        fresh = await tools.store.links.offer(person)
        if not fresh:
            raise refuse("too_many_codes")
        text = tools.say("persons.link.code", code=fresh, minutes=CODE_SECONDS // 60)
        return Reply(text=text, audience="private")
    if await tools.store.links.used(code, person):
        kept = await tools.store.persons.read(person)
        return Reply(text=tools.say("persons.link.done", name=foreign(kept.name), accounts=_platforms(tools, kept)))
    if await tools.store.links.tired(person):
        raise refuse("too_many_codes")
    found = await tools.store.links.look(code, person)
    if found is None:
        raise refuse("unknown_code", text=code)
    if found.person.person.person == found.other.person.person:
        raise refuse("own_code")
    await _check(tools, desk, found)
    one = found.person.person
    whose = {"name": foreign(one.name), "accounts": _platforms(tools, one)}
    if word != SURE:
        sure = tokens.line("", f"league link {found.code} {SURE}")
        button = Button(label=tools.say("persons.link.sure"), token=sure, style="primary")
        return Reply(text=tools.say("persons.link.question", **whose), menu=Menu(rows=((button,),)))
    if not await tools.store.links.join(found):
        raise refuse("unknown_code", text=code)
    with contextlib.suppress(StorageError):  # whoever looks next goes on with it
        await settle(tools, desk)
    return Reply(text=tools.say("persons.link.done", **whose), audience="private")


async def settle(tools: Tools, desk: Desk) -> int:
    """Tell the seasons of persons who turned out to be one, as far as that was not done; returns how many persons those were."""
    pending = await tools.store.links.pending()
    for former, person in pending.items():
        for season_id in await desk.seasons():
            await _tell(desk, season_id, person, former)
        await tools.store.links.told(former)
    return len(pending)


async def _tell(desk: Desk, season_id: str, person: str, former: str) -> None:
    try:
        await desk.act(season_id, f"link:{former}", lambda season: acts.linked(season, person, former, desk.at))
    except NotNow as refusal:
        # Both entered in the very moment in which they were joined: the season's organisers decide.
        _log.warning("in season %s %s stays beside %s: %s", season_id, former, person, refusal.code)
    except StoredDamage as damage:
        _log.error("season %s is not told that %s is %s: %s", season_id, former, person, damage)


async def _check(tools: Tools, desk: Desk, link: Link) -> None:
    """Refuse to join two who play each other, or stand beside each other in a season."""
    one, other = link.person.person, link.other.person
    for season in (await desk.sound()).values():
        try:
            for mine, theirs in product(one.ids, other.ids):
                acts.one_person(season, mine, theirs)
        except NotNow as refusal:
            raise refuse(refusal.code, **refusal.data) from None
    if game := await _between(tools, one, other):
        raise refuse("linked_opponents", game=game)


async def _between(tools: Tools, one: StoredPerson, other: StoredPerson) -> str:
    """A game in which two persons sit, "" if there is none."""
    people = tools.store.people
    found = [{game for account in each.accounts for game in await people.games_of(account)} for each in (one, other)]
    return min(found[0] & found[1], default="")


def _platforms(tools: Tools, person: StoredPerson) -> str:
    """Where a person has accounts, in words."""
    names = dict.fromkeys(account.partition(":")[0] for account in person.accounts)
    return tools.words.listed([tools.say(f"persons.platforms.{name}") for name in names])


__all__ = ["SURE", "link", "settle"]
