"""Open challenges: games that look for players, on a server and everywhere, each taken with one press."""

from __future__ import annotations

from bot.narration.channel_mentions import place
from bot.service.calls import Caller, Tools
from bot.service.clock import Clock, lasting
from bot.service.help import welcome
from bot.service.session import player_name, seats_of, system_of
from bot.storage.errors import StoreBusy, StoredDamage, UnknownGame, WarMissing
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.reply import Menu, MenuOption, Reply, Select
from bot.titles.forms import brief_name

#: Maximum number of lobbies read per list, and shown.
_LOOKED, _SHOWN = 60, 10
#: The list of challenges offered to everyone.
EVERYBODY = "all"


async def listed(tools: Tools, caller: Caller) -> Reply:
    """Return the challenges of the caller's server, then public ones, and a menu for taking a seat."""
    here = await _open(tools, caller, caller.server)
    known = {stored.header.game_id for stored in here}
    elsewhere = [stored for stored in await _open(tools, caller, EVERYBODY) if stored.header.game_id not in known]
    if not here and not elsewhere:
        return welcome.welcome(tools.title, tools.words, tools.say("ui.challenges.none"), posts=caller.posts)
    lines: list[str] = []
    for key, found in (("here", here), ("everywhere", elsewhere)):
        if found:
            lines.append(tools.say(f"ui.challenges.{key}"))
            lines += [_line(tools, stored) for stored in found]
    entries = [entry for stored in (*here, *elsewhere) for entry in _entries(tools, stored)]
    menu = Select(placeholder=tools.say("ui.challenges.take"), options=tuple(entries[:25]))
    return Reply(text="\n".join(lines), menu=Menu(rows=(menu,)))


async def _open(tools: Tools, caller: Caller, scope: str) -> list[StoredGame]:
    """Return the lobbies that need a player other than the caller; full ones are removed from the list."""
    found, over = [], []
    for game_id in await tools.store.running.challenges(scope, _LOOKED):
        try:
            stored = await tools.store.load(game_id)
            system_of(stored)
        except WarMissing:
            continue  # nobody can join it here, but a version that has its war can
        except (UnknownGame, StoredDamage):
            over.append(game_id)
            continue
        except StoreBusy:
            continue  # it has started, or is busy just now: the next call decides
        if stored.header.status != "lobby" or scope not in (stored.header.server, stored.header.offered):
            over.append(game_id)
        elif len(stored.seats.holders) < 2 and caller.user not in stored.seats.users():
            found.append(stored)
        if len(found) == _SHOWN:
            break
    await tools.store.running.taken(scope, over)
    return found


def _line(tools: Tools, stored: StoredGame) -> str:
    header = stored.header
    return tools.say(
        "ui.challenges.line",
        scenario=tools.war(header),
        who=_waiting(tools, stored),
        clock=tools.say(f"guide.options.clock.{Clock.of(stored.settings).speed}"),
        age=lasting(max(0, int((tools.now() - header.created_at).total_seconds()))),
        place=place(header.channel),
    )


def _waiting(tools: Tools, stored: StoredGame) -> str:
    """Return the seated player's name, usable on its own."""
    seated = [player_name(tools.words, stored.header, seat) for seat in stored.seats.holders.values()]
    return seated[0] if seated else tools.say("ui.challenges.nobody")


def _entries(tools: Tools, stored: StoredGame) -> list[MenuOption]:
    header, seats, tools = stored.header, seats_of(stored), tools.at(stored)
    free = [side for side, name in enumerate(seats) if name not in stored.seats.holders]
    scenario = brief_name(tools.words, header.scenario)
    return [
        MenuOption(
            label=tools.say("ui.challenges.entry", scenario=scenario, side=tools.side(side))[:100],
            token=tokens.line(header.game_id, f"join {seats[side]}"),
            description=tools.say("ui.challenges.against", who=_waiting(tools, stored), game=header.game_id)[:100],
        )
        for side in free
    ]


__all__ = ["listed"]
