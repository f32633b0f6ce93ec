"""Forgetting a person at their wish: asked once, refused while others wait for them, and for good.

Nobody is resigned on the quiet: whoever still plays ends that in the way that the others expect, or hands it over. What is finished stays, with a
former player in it.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.narration.channel_mentions import place
from bot.service.calls import Caller, Tools
from bot.storage import person_keys
from bot.storage.forgetting import Leaving
from bot.storage.models import GameHeader
from bot.storage.persons import StoredPerson
from bot.table import tokens
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply
from bot.titles import MODULES

#: Typed after the command by a player who is sure, and what the button types.
SURE = "sure"
_LINE = f"forget {SURE}"
#: Under what it is noted that the question was put, beside the codes of links.
_ASKED = "forget"
#: Games and seasons named in the refusal.
_NAMED = 10


async def forget(tools: Tools, caller: Caller, word: str, *, pressed: bool = False) -> Reply:
    """Ask whether the caller means it, or forget them.

    Only who has read the question is sure: the button under it is `pressed`, or the word is typed within ten minutes.

    Raises:
        Refusal: they still sit in games that go on, or something else counts on them.
    """
    if leaving := await tools.store.forgetting.leaving(caller.user):
        return Reply(text=tools.say("persons.forget.done", former=former_player(tools, leaving)))
    person = await tools.store.persons.read(await tools.store.persons.of(caller.user, caller.name))
    if still := await _still(tools, person):
        raise refuse("forget_first", list=tools.words.listed(still))
    if word != SURE or not (pressed or await tools.store.links.asked(_ASKED, person.person)):
        await tools.store.links.ask(_ASKED, person.person, SURE)
        former = tools.say("persons.former", number="…")
        button = Button(label=tools.say("persons.forget.buttons_sure"), token=tokens.line("", _LINE), style="danger")
        return Reply(text=tools.say("persons.forget.question", former=former), menu=Menu(rows=((button,),)))
    told = sorted(one for one in await tools.keeper.channels(person) if ":" in one)
    number = await tools.store.forgetting.begin(person.person, told)
    return Reply(text=tools.say("persons.forget.done", former=former_player(tools, number)))


async def suggestions(tools: Tools, caller: Caller) -> list[str]:
    """Return what may follow the command: `sure` where the question was put, and nobody counts on the caller any more."""
    persons = tools.store.persons
    known = await persons.known(caller.user)
    if known is None or not await tools.store.links.asked(_ASKED, known):
        return []
    return [] if await _still(tools, await persons.read(known)) else [SURE]


def former_player(tools: Tools, number: int) -> str:
    """Return what a forgotten person is called."""
    return tools.say("persons.former", number=number)


def names_of(job: Leaving) -> set[str]:
    """Return what somebody who is being forgotten was called."""
    return {name for name in (*job.accounts.values(), *job.names) if len(name) > 1}


async def drop_puzzles(tools: Tools, person: StoredPerson, accounts: Collection[str]) -> int:
    """Take away what somebody made of puzzles, and the one that they have open; what others made of them stays."""
    store = tools.store
    gone = await store.puzzling.forget(tuple(MODULES), person.ids)
    for account in accounts:
        room = person_keys.study_room(account)
        if (game := await store.channels.holder(room)) is not None:
            await store.erase(game)
            await store.channels.free(room, game)
            gone += 1
    return gone


async def _still(tools: Tools, person: StoredPerson) -> list[str]:
    """Return what a person still plays, in words."""
    people, found = tools.store.people, list[str]()
    for account in person.accounts:
        heads = await tools.store.running.headers(await people.games_of(account))
        going = [
            head for head in heads.values() if isinstance(head, GameHeader) and head.in_progress and not head.puzzle
        ]
        found += [f"{head.game_id} ({place(head.channel)})" for head in going]
    found += await tools.keeper.commitments(person)
    return found if len(found) <= _NAMED else [*found[:_NAMED], "…"]


__all__ = ["SURE", "drop_puzzles", "forget", "former_player", "names_of", "suggestions"]
