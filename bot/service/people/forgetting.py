"""Forgetting a person at their request: confirmed once, refused while others depend on them, and permanent.

Nobody is resigned silently: a player of a running game must first end it properly or hand it over. Finished games
remain, with a former player in them.
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

#: Confirmation word after the command, also sent by the button.
SURE = "sure"
_LINE = f"forget {SURE}"
#: Key under which the confirmation question is noted, beside the link codes.
_ASKED = "forget"
#: Maximum number of games and seasons named in the refusal.
_NAMED = 10


async def forget(tools: Tools, caller: Caller, word: str, *, pressed: bool = False) -> Reply:
    """Ask the caller for confirmation, or forget them.

    The confirmation counts only after the question: its button is `pressed`, or the word is typed within ten minutes.

    Raises:
        Refusal: they still have seats in running games, or something else depends on them.
    """
    if leaving := await tools.store.forgetting.leaving(caller.user):
        return Reply(text=tools.say("persons.forget.done", former=former_player(tools, leaving)))
    person = await tools.store.persons.read(await tools.store.persons.of(caller.user, caller.name))
    if still := await _open_commitments(tools, person):
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
    """Return the completions: `sure` if the question was asked and nothing depends on the caller any more."""
    persons = tools.store.persons
    known = await persons.known(caller.user)
    if known is None or not await tools.store.links.asked(_ASKED, known):
        return []
    return [] if await _open_commitments(tools, await persons.read(known)) else [SURE]


def former_player(tools: Tools, number: int) -> str:
    """Return the name of a forgotten person."""
    return tools.say("persons.former", number=number)


def names_of(job: Leaving) -> set[str]:
    """Return the names of a person who is being forgotten."""
    return {name for name in (*job.accounts.values(), *job.names) if len(name) > 1}


async def drop_puzzles(tools: Tools, person: StoredPerson, accounts: Collection[str]) -> int:
    """Delete a person's puzzle results and their open puzzle; others' results stay."""
    store = tools.store
    gone = await store.puzzling.forget(tuple(MODULES), person.ids)
    for account in accounts:
        room = person_keys.study_room(account)
        if (game := await store.channels.holder(room)) is not None:
            await store.erase(game)
            await store.channels.free(room, game)
            gone += 1
    return gone


async def _open_commitments(tools: Tools, person: StoredPerson) -> list[str]:
    """Return what a person still takes part in, as text."""
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
