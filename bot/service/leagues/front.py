"""Lines under the root of leagues: which command is meant, and what may stand behind it."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.commands import leagues
from bot.port import Completion
from bot.service.calls import Caller, Tools
from bot.service.leagues import suggesting, unveiling
from bot.service.leagues.asked import Asked
from bot.service.leagues.desk import Desk
from bot.service.leagues.routes import ROUTES
from bot.service.looking import league_help
from bot.service.verdict import note
from bot.storage.errors import StoredDamage, StoreRefuses, WarMissing
from bot.table.reply import Reply

log = logging.getLogger(__name__)


def meant(line: str) -> str | None:
    """What stands behind the root of leagues; None for a line that does not begin with it."""
    word, _, rest = line.lstrip().partition(" ")
    return rest.lstrip() if word.casefold() == leagues.ROOT else None


async def run(desk: Desk, tools: Tools, caller: Caller, line: str) -> list[Reply]:
    """Carry out what stands behind the root; raises Refusal."""
    word, _, rest = line.strip().partition(" ")
    fitting = leagues.fitting(word.casefold() or "help")
    if len(fitting) != 1:
        raise league_help.unknown(tools.words, word)
    command = leagues.BY_NAME[fitting[0]]
    args = command.parse(rest, tools.words)
    persons = tools.store.persons
    try:
        try:
            person = await persons.read(await persons.of(caller.user, caller.name))
        except StoreRefuses:
            if command.name != "help":
                raise
            person = persons.unseen(caller.user, caller.name)  # the help is the same for everybody
        asked = Asked(desk, tools, caller, command.name, args, person)
        veil = await unveiling.veiled(asked)
        return [veil] if veil is not None else await ROUTES[command.name](asked)
    except WarMissing:
        raise
    except StoredDamage as damage:
        # Not of the game that may be going on in the channel.
        note("damaged")
        log.error("a command of leagues met damage: %s", damage)
        return [Reply(text=tools.say("reasons.league.damaged"))]


async def complete(desk: Desk, tools: Tools, caller: Caller, line: str) -> Sequence[Completion]:
    """What may be typed behind the root, best first."""
    word, blank, rest = line.partition(" ")
    if not blank:
        return [
            Completion(label=f"{name} – {league_help.brief(tools.words, command)}", insert=f"{leagues.ROOT} {name} ")
            for name, command in leagues.BY_NAME.items()
            if name.startswith(word.casefold())
        ][: suggesting.MOST]
    command = leagues.BY_NAME.get(word.casefold())
    return await suggesting.complete(desk, tools, caller, command, rest) if command is not None else []


__all__ = ["complete", "meant", "run"]
