"""Forgetting a person at their wish: asked once, refused while others wait for them, and for good.

Nobody is resigned on the quiet: whoever still plays ends that in the way that the others expect, or hands it over. What is finished stays, with a
former player in it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

from bot.leagues.forgetting import without_names, without_words
from bot.leagues.journal import ENTRY
from bot.leagues.season import Season
from bot.narration.foreign import foreign
from bot.narration.places import place
from bot.service.calls import Caller, Tools
from bot.service.leagues.desk import Desk
from bot.storage import keys
from bot.storage.errors import StoredDamage
from bot.storage.forgetting import Leaving
from bot.storage.models import GameHeader
from bot.storage.persons import StoredPerson
from bot.storage.watching import Kind
from bot.table import tokens
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply
from bot.titles import MODULES

_log = logging.getLogger(__name__)

#: Typed behind the command by whoever is sure, and what the button types.
SURE = "sure"
_LINE = f"league forget {SURE}"
#: Games and seasons named in the refusal.
_NAMED = 10
#: What is kept of somebody who watches seasons, and is of no use once they are gone.
_WATCHED: tuple[Kind, ...] = ("follows", "told", "willing")


async def forget(tools: Tools, desk: Desk, caller: Caller, word: str) -> Reply:
    """Ask whether the caller means it, or forget them.

    Raises:
        Refusal: they still sit in games that go on, or are in seasons that do.
    """
    if leaving := await tools.store.forgetting.leaving(caller.user):
        return Reply(text=tools.say("persons.forget.done", former=former_player(tools, leaving)))
    person = await tools.store.persons.read(await tools.store.persons.of(caller.user, caller.name))
    if still := await _still(tools, desk, person):
        raise refuse("forget_first", list=tools.words.listed(still))
    if word != SURE:
        former = tools.say("persons.former", number="…")
        button = Button(label=tools.say("persons.forget.buttons_sure"), token=tokens.line("", _LINE), style="danger")
        return Reply(text=tools.say("persons.forget.question", former=former), menu=Menu(rows=((button,),)))
    number = await tools.store.forgetting.begin(person.person, await _channels(desk, person))
    return Reply(text=tools.say("persons.forget.done", former=former_player(tools, number)))


def former_player(tools: Tools, number: int) -> str:
    """What a forgotten person is called."""
    return tools.say("persons.former", number=number)


def names_of(job: Leaving) -> set[str]:
    """What somebody who is being forgotten was called."""
    return {name for name in (*job.accounts.values(), *job.names) if len(name) > 1}


async def take_out_words(tools: Tools, person: StoredPerson, names: Collection[str] = (), number: int = 0) -> int:
    """Take what somebody wrote out of journals, and their names out of what others wrote in the seasons in which they were.

    Those are announcements, reasons, appeals and names of teams. What happened stays, and so do tables, draws and ratings.

    Returns:
        How many lines were changed.
    """
    store, changed, instead = tools.store, 0, former_player(tools, number)
    for season_id in await store.seasons.listed():
        try:
            lines = await store.seasons.read(season_id)
        except StoredDamage as damage:
            _log.error("nothing is taken out of season %s: %s", season_id, damage)
            continue
        # Only who was in a season is meant by a name in it.
        meant = names if any(f'"{one}"' in line for line in lines for one in person.ids) else ()
        fresh = [_without_names(_without_words(line, person.ids), meant, instead) for line in lines]
        here = [
            await store.seasons.replace(season_id, number, seen, new)
            for number, (seen, new) in enumerate(zip(lines, fresh, strict=True))
            if seen != new
        ]
        if here:
            tools.desk.let_go(season_id)
            changed += sum(here)
    return changed


async def stop_watching(tools: Tools, person: StoredPerson) -> int:
    """Whoever is forgotten follows nobody any more, and is told nothing; what they foretold stays in its table."""
    store, gone = tools.store, 0
    for season_id in await store.seasons.listed():
        for kind in _WATCHED:
            held = await store.watching.read(season_id, kind)
            gone += await store.watching.take(
                season_id, kind, *(one for one in held if one.split(" ")[0] in person.ids)
            )
    await store.connection.pipeline(*(("DEL", keys.pings(one)) for one in person.ids))
    return gone


async def drop_puzzles(tools: Tools, person: StoredPerson, accounts: Collection[str]) -> int:
    """Take away what somebody made of puzzles, and the one that they have open; what others made of them stays."""
    store = tools.store
    gone = await store.puzzling.forget(tuple(MODULES), person.ids)
    for account in accounts:
        room = keys.study_room(account)
        if (game := await store.channels.holder(room)) is not None:
            await store.erase(game)
            await store.channels.free(room, game)
            gone += 1
    return gone


def _without_words(line: str, ids: Collection[str]) -> str:
    """A line of a journal without what somebody wrote; one that cannot be read stays."""
    if not any(f'"{one}"' in line for one in ids):
        return line
    try:
        entry = ENTRY.validate_json(line)
    except ValueError:
        return line
    fresh = entry
    for one in ids:
        fresh = without_words(fresh, one)
    return line if fresh is entry else fresh.model_dump_json()


def _without_names(line: str, names: Collection[str], instead: str) -> str:
    """A line of a journal in whose free text a former player stands for names; one that cannot be read stays."""
    if not names:
        return line
    try:
        entry = ENTRY.validate_json(line)
    except ValueError:
        return line
    fresh = without_names(entry, names, instead)
    return line if fresh is entry else fresh.model_dump_json()


async def _channels(desk: Desk, person: StoredPerson) -> list[str]:
    """The channels in which something was said about the seasons that somebody is or was in."""
    found: set[str] = set()
    for season in (await desk.sound()).values():
        if {*person.ids} & {*season.entrants, *season.holders.values()}:
            rooms = {leg.room for made in season.matches.values() for leg in made.legs}
            found |= {season.rules.home, *season.venues, *rooms}
    return sorted(one for one in found if ":" in one)


async def _still(tools: Tools, desk: Desk, person: StoredPerson) -> list[str]:
    """What a person still plays, in words."""
    people, found = tools.store.people, list[str]()
    for account in person.accounts:
        heads = await tools.store.running.headers(await people.games_of(account))
        going = [
            head for head in heads.values() if isinstance(head, GameHeader) and head.in_progress and not head.puzzle
        ]
        found += [f"{head.game_id} ({place(head.channel)})" for head in going]
    seasons = (await desk.sound()).values()
    found += [foreign(season.rules.name) for season in seasons if any(_in(season, one) for one in person.ids)]
    return found if len(found) <= _NAMED else [*found[:_NAMED], "…"]


def _in(season: Season, person: str) -> bool:
    """True while a season counts on a person, or has nobody else who could run it."""
    if season.stage == "final":
        return False
    if season.roles.get("owner") == {person} and not season.groups.get("owner"):
        return True
    entered = person in season.entrants or person in season.holders.values()
    return entered and season.slot_of(person) not in season.gone


__all__ = ["SURE", "drop_puzzles", "forget", "former_player", "names_of", "stop_watching", "take_out_words"]
