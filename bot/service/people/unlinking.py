"""The way back from a link: for a week either account makes two persons of one again. Each keeps what it had entered before."""

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

#: Typed behind a code by whoever is sure, and what the button types; and what is typed in place of a code to undo a link.
SURE, UNDO = "sure", "undo"
#: What stands in place of a question once it was done, so that a press that comes twice is answered alike.
_DONE = "done"


async def undo(tools: Tools, caller: Caller, person: str, word: str) -> Reply:
    """Ask whether the newest link of a person is to be undone, or undo it.

    Raises:
        Refusal: there is none that can be undone, or a league game would have a seat without a person.
    """
    links = tools.store.links
    await settle(tools)  # what seasons do not know yet they could not take back
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
        return question(tools, "persons.link.part", UNDO, "persons.link.part_sure", **_both(tools, held.person, joint))
    again = await links.part(held, joint, caller.user, caller.channel)
    if again is None:
        raise StoreBusy(host_text("faults.unlinking.something_about_these_accounts"))
    for one in (again.person, held.person.person):
        await links.ask(UNDO, one, _DONE)
    with contextlib.suppress(StorageError):  # whoever looks next goes on with it
        await settle(tools)
    return Reply(text=tools.say("persons.link.parted"), audience="private")


async def suggestions(tools: Tools, caller: Caller, code: str) -> list[str]:
    """Return what may follow the command: `undo` where a link can be undone, and `sure` behind a code whose question was put."""
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
    """Return what somebody is asked before accounts are linked or parted, with the press that does it."""
    typed = tokens.line("", f"link {code} {SURE}")
    button = Button(label=tools.say(sure), token=typed, style="primary")
    return Reply(text=tools.say(key, **data), menu=Menu(rows=((button,),)), audience="private")


def _both(tools: Tools, whole: StoredPerson, joint: LinkUndo) -> dict[str, str]:
    """Return the two whom a question parts, by name and platforms."""
    kept = {account: name for account, name in whole.accounts.items() if account not in joint.former.accounts}
    one, former = whole.model_copy(update={"accounts": kept}), joint.former
    return {
        "one": user_text([*kept.values(), whole.name][0]),
        "accounts": platforms(tools, one),
        "other": user_text(former.name),
        "others": platforms(tools, former),
    }


async def _seats_left(tools: Tools, whole: StoredPerson, joint: LinkUndo) -> list[str]:
    """Return the running games on a platform on which, once they are two, the holder of a seat has no account."""
    kept = {account: name for account, name in whole.accounts.items() if account not in joint.former.accounts}
    own, theirs = platforms_of(whole.model_copy(update={"accounts": kept})), platforms_of(joint.former)
    return await tools.keeper.stranded(whole, joint, own, theirs)


def platforms_of(person: StoredPerson) -> set[str]:
    """Return the platforms on which a person has an account."""
    return {account.partition(":")[0] for account in person.accounts}


__all__ = ["SURE", "UNDO", "platforms_of", "question", "suggestions", "undo"]
