"""Export of all data about a person as one file: accounts, settings, games, messages, seasons, ratings.

Others' data in a game and hidden information are not included: seeds, hands and opponents' bids stay where they are.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from pydantic import JsonValue

from bot.persons import id_on
from bot.service.calls import Caller, Tools
from bot.storage import person_keys
from bot.storage.errors import StoredDamage, UnknownGame, WarMissing
from bot.storage.keys import GameKeys, LogKeys
from bot.storage.log import ChannelLog
from bot.storage.models import JsonObject
from bot.storage.persons import StoredPerson
from bot.storage.store import StoredGame
from bot.table.reply import Attachment, Reply
from bot.titles import MODULES

#: Secret even from the person concerned: with these, others could post in the bot's name.
_SECRET = frozenset({"token", "url"})
#: Messages of a log read per call.
_PAGE = 200
#: The personal notes in a game, by name.
_NOTES = ("offer", "bid", "stood_in", "asked", "ticked")


async def mydata(tools: Tools, caller: Caller) -> Reply:
    """Return a file with all data about the caller."""
    person = await tools.store.persons.read(await tools.store.persons.of(caller.user, caller.name))
    told = await collect_export(tools, person)
    text = json.dumps(told, ensure_ascii=False, indent=1)
    file = Attachment(name=f"feldpost-{tools.now():%Y-%m-%d}.json", mime="application/json", text=text)
    games, seasons = told["games"], told.get("seasons", ())
    said = tools.say("persons.mydata", games=len(games), seasons=len(seasons))
    return Reply(text=said, attachment=file)


async def collect_export(tools: Tools, person: StoredPerson) -> dict[str, Any]:
    """Collect all data about a person."""
    games = await _games(tools, person)
    channels = sorted({str(game["channel"]) for game in games if "channel" in game})
    return {
        "person": person.model_dump(mode="json"),
        "links that can be undone": [one.model_dump(mode="json") for one in await tools.store.links.undoable(person)],
        "accounts": {account: await _account(tools, account) for account in person.accounts},
        "games": games,
        "logs": {channel: found for channel in channels if (found := await _messages_of(tools, channel, person))},
        **await tools.keeper.export(person),
        "puzzles": await _puzzles(tools, person),
    }


async def _account(tools: Tools, account: str) -> JsonObject:
    """Return the data stored per account."""
    people, link = tools.store.people, tools.store.connection
    reminded = await link.call("GET", person_keys.reminded(account))
    return {
        "settings": (await people.settings(account)).model_dump(mode="json"),
        "games": [*await people.noted(account)],
        "follows": [*await people.followed_by(account)],
        "taking a seat in": [*await people.takes(account)],
        "reminded": None if reminded is None else reminded.decode(errors="replace"),
    }


# ---------------------------------------------------------------------------------------------------- games


async def _games(tools: Tools, person: StoredPerson) -> list[JsonObject]:
    """Return the data about a person in each game they joined, left, tried to join, opened or follow."""
    people, noted = tools.store.people, set[str]()
    for account in person.accounts:
        noted |= {*await people.noted(account), *await people.followed_by(account)}
    found = [await _game(tools, game, person.accounts) for game in sorted(noted)]
    return [one for one in found if one is not None]


async def _game(tools: Tools, game: str, accounts: Collection[str]) -> JsonObject | None:
    try:
        stored = await tools.store.load(game)
    except UnknownGame:
        return None
    except (StoredDamage, WarMissing) as damage:
        return {"game": game, "unreadable": str(damage)}
    head = stored.header
    told: JsonObject = {
        "game": game,
        "title": head.title,
        "scenario": head.scenario,
        "channel": head.channel,
        "status": head.status,
        "begun": head.created_at.isoformat(),
        "over": head.finished_at.isoformat() if head.finished_at else None,
        "result": head.result,
        "opened": head.created_by in accounts,
        "seats": {side: seat.name for side, seat in stored.seats.holders.items() if seat.user in accounts},
        "follows": any(one in accounts for one in stored.settings.followers()),
    }
    if notes := _notes(stored, accounts):
        told["notes"] = notes
    if named := await _references(tools, game, accounts):
        told["messages"] = named
    return told


def _notes(stored: StoredGame, accounts: Collection[str]) -> JsonObject:
    """Return a game's notes about a person: offers, bids, confirmations, shares of a seed, the game master's log."""
    memory, found = stored.settings.memory, dict[str, JsonValue]()
    for name in _NOTES:
        if (held := memory.get(name)) and (mine := _personal_part(held, accounts)):
            found[name] = mine
    if stored.header.mixing is not None:
        shares = {one: share for one, share in stored.header.mixing.shares.items() if one in accounts}
        if shares:
            found["share of the seed"] = [share.model_dump(mode="json") for share in shares.values()]
    if log := [line for line in stored.settings.master_log if line.get("by") in accounts]:
        found["as game master"] = [*log]
    return found


def _personal_part(held: JsonValue, accounts: Collection[str]) -> JsonValue:
    """Return the part of a note that names a person: the whole of it or the parts that do; None if none does."""
    if not isinstance(held, dict):
        return None
    if any(isinstance(value, str) and value in accounts for value in held.values()):
        return held
    parts = {name: value for name, value in held.items() if _personal_part(value, accounts)}
    return parts or None


async def _references(tools: Tools, game: str, accounts: Collection[str]) -> JsonObject:
    """Return ids of messages to a person that the adapters store with a game, without secrets."""
    idents = {account.partition(":")[2] for account in accounts}
    raw = await tools.store.connection.call("HGETALL", GameKeys(game).references)
    found: JsonObject = {}
    for field, value in raw.items():
        name = field.decode(errors="replace")
        if name.rpartition(":")[2] in idents:
            held = json.loads(value)
            found[name] = {part: one for part, one in held.items() if part not in _SECRET}
    return found


async def _messages_of(tools: Tools, channel: str, person: StoredPerson) -> list[JsonObject]:
    """Return a person's messages in a channel whose log is kept here, and messages shown only to them."""
    platform, log = channel.partition(":")[0], ChannelLog(tools.store.connection)
    mine = {ident for account in person.on(platform) if (ident := id_on(platform, account))}
    if not mine or not await tools.store.connection.call("EXISTS", LogKeys(channel).order):
        return []
    found = [body for body in await _log(log, channel) if body.get("author_id") in mine]
    for ident in sorted(mine):
        found += await _log(log, f"{channel}:{ident}")
    return found


async def _log(log: ChannelLog, name: str) -> list[JsonObject]:
    place, found = 0, list[JsonObject]()
    while page := await log.after(name, place, _PAGE):
        found += [message.body for message in page]
        place = page[-1].place
    return found


# ------------------------------------------------------------------------------------------------- puzzles


async def _puzzles(tools: Tools, person: StoredPerson) -> JsonObject:
    """Return a person's puzzle rating per title with every puzzle tried, and channels with their daily puzzles."""
    store, found = tools.store.puzzling, dict[str, JsonValue]()
    for title in MODULES:
        solver = await store.solver(title, person.ids)
        if solver.tries:
            found[title] = solver.model_dump(mode="json")
    if wished := sorted(channel for channel, wish in (await store.daily()).items() if wish.by in person.accounts):
        found["one a day"] = [*wished]
    return found


__all__ = ["collect_export", "mydata"]
