"""Undoing a link: for a week either account can separate the two persons again. Each keeps its earlier entries."""

from __future__ import annotations

import contextlib

from bot.narration.texts import host_text
from bot.narration.user_text import user_text
from bot.service.calls import Caller, Tools
from bot.service.people.link_notices import platforms, settle
from bot.storage.errors import StorageError, StoreBusy
from bot.storage.links import LinkUndo
from bot.storage.persons import StoredPerson
from bot.table import tokens
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply

#: Confirmation word after a code, also sent by the button; and the word typed instead of a code to undo a link.
SURE, UNDO = "sure", "undo"
#: Replaces the noted question once done, so that a repeated press gets the same answer.
_DONE = "done"


async def undo(tools: Tools, caller: Caller, person: str, word: str) -> Reply:
    """Ask for confirmation to undo a person's newest link, or undo it.

    Raises:
        Refusal: no link can be undone, or a league game would have a seat without a person.
    """
    links = tools.store.links
    await settle(tools)  # seasons can only undo links they know of
    held = await tools.store.persons.held(person)
    joint = next(iter(await links.undoable(held.person)), None)
    if joint is None:
        if word == SURE and await links.asked(UNDO, person) == _DONE:
            return Reply(text=tools.say("persons.link.parted"), audience="private")
        raise refuse("link_stays")
    if games := await _seats_left(tools, held.person, joint):
        await links.keep(joint)
        raise refuse("link_in_play", list=tools.words.listed(games))
    if word != SURE or await links.asked(UNDO, person) != joint.former.person:
        await links.ask(UNDO, person, joint.former.person)
        return question(
            tools, "persons.link.part", UNDO, "persons.link.part_sure", **_both_persons(tools, held.person, joint)
        )
    again = await links.part(held, joint, caller.user, caller.channel)
    if again is None:
        raise StoreBusy(host_text("faults.unlinking.something_about_these_accounts"))
    for one in (again.person, held.person.person):
        await links.ask(UNDO, one, _DONE)
    with contextlib.suppress(StorageError):  # the next pass continues with it
        await settle(tools)
    return Reply(text=tools.say("persons.link.parted"), audience="private")


async def suggestions(tools: Tools, caller: Caller, code: str) -> list[str]:
    """Return completions: `undo` if a link can be undone, and `sure` after a code whose question was asked."""
    person = await tools.store.persons.known(caller.user)
    if person is None:
        return []
    links, kept = tools.store.links, await tools.store.persons.read(person)
    joint = next(iter(await links.undoable(kept)), None)
    undo = [UNDO] if joint is not None and not await _seats_left(tools, kept, joint) else []
    if not code or (code.casefold() == UNDO and not undo):
        return undo
    return [*undo, f"{code} {SURE}"] if await links.asked(code.lower(), kept.person) else undo


def question(tools: Tools, key: str, code: str, sure: str, **data: str) -> Reply:
    """Return the confirmation question before accounts are linked or separated, with its button."""
    typed = tokens.line("", f"link {code} {SURE}")
    button = Button(label=tools.say(sure), token=typed, style="primary")
    return Reply(text=tools.say(key, **data), menu=Menu(rows=((button,),)), audience="private")


def _both_persons(tools: Tools, whole: StoredPerson, joint: LinkUndo) -> dict[str, str]:
    """Return the two persons that an undo would separate, by name and platforms."""
    kept = {account: name for account, name in whole.accounts.items() if account not in joint.former.accounts}
    one, former = whole.model_copy(update={"accounts": kept}), joint.former
    return {
        "one": user_text([*kept.values(), whole.name][0]),
        "accounts": platforms(tools, one),
        "other": user_text(former.name),
        "others": platforms(tools, former),
    }


async def _seats_left(tools: Tools, whole: StoredPerson, joint: LinkUndo) -> list[str]:
    """Return the running games whose seat holder would have no account on the game's platform after an undo."""
    kept = {account: name for account, name in whole.accounts.items() if account not in joint.former.accounts}
    own, theirs = platforms_of(whole.model_copy(update={"accounts": kept})), platforms_of(joint.former)
    return await tools.keeper.stranded(whole, joint, own, theirs)


def platforms_of(person: StoredPerson) -> set[str]:
    """Return the platforms on which a person has an account."""
    return {account.partition(":")[0] for account in person.accounts}


__all__ = ["SURE", "UNDO", "platforms_of", "question", "suggestions", "undo"]
