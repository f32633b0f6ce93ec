"""Commands under the root of leagues: which one is meant, what carries it out, and what may be typed next."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.commands import leagues
from bot.port import Completion
from bot.service.call_outcome import note
from bot.service.calls import Caller, Tools
from bot.service.context import Context, Result
from bot.service.help import league_help
from bot.service.leagues import argument_completion, spoiler_commands
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.routes import ROUTES
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage.errors import StoredDamage, StoreRefuses, WarMissing
from bot.storage.persons import StoredPerson
from bot.table.reply import Reply

log = logging.getLogger(__name__)


class LeagueCommands:
    """The commands of leagues as the dispatcher knows them: one family under a root of its own."""

    def __init__(self, repository: SeasonRepository) -> None:
        self._repository = repository
        self.root = leagues.ROOT
        #: What carries out each command, by its root and name.
        self.handlers = {f"{self.root} {name}": _handler(repository, name) for name in ROUTES}

    def parsed(self, tools: Tools, line: str) -> tuple[str, Any]:
        """Return the command that is typed after the root, by root and name, with its arguments; raises Refusal."""
        word, _, rest = line.strip().partition(" ")
        fitting = leagues.fitting(word.casefold() or "help")
        if len(fitting) != 1:
            raise league_help.unknown(tools.words, word)
        return f"{self.root} {fitting[0]}", leagues.BY_NAME[fitting[0]].parse(rest, tools.words)

    async def complete(self, tools: Tools, caller: Caller, line: str) -> Sequence[Completion]:
        """Return what may be typed after the root, best first."""
        word, blank, rest = line.partition(" ")
        if not blank:
            return [
                Completion(label=f"{name} – {league_help.brief(tools.words, command)}", insert=f"{self.root} {name} ")
                for name, command in leagues.BY_NAME.items()
                if name.startswith(word.casefold())
            ][: argument_completion.MOST]
        command = leagues.BY_NAME.get(word.casefold())
        return (
            await argument_completion.complete(self._repository, tools, caller, command, rest)
            if command is not None
            else []
        )


def _handler(repository: SeasonRepository, name: str) -> Callable[[Context], Awaitable[Result]]:
    """Return a route with the person who asks, and with what is hidden from them."""

    async def carried_out(context: Context) -> Result:
        tools = context.tools
        try:
            asked = LeagueCall(repository, tools, context.caller, name, context.args, await _person(context, name))
            veil = await spoiler_commands.veiled(asked)
            return [veil] if veil is not None else await ROUTES[name](asked)
        except WarMissing:
            raise
        except StoredDamage as damage:
            # Not of the game that may be going on in the channel.
            note("damaged")
            log.error("a command of leagues met damage: %s", damage)
            return [Reply(text=tools.say("reasons.league.damaged"))]

    return carried_out


async def _person(context: Context, name: str) -> StoredPerson:
    """Return who asks; the help is the same for everybody, so it needs no store that writes."""
    persons, caller = context.tools.store.persons, context.caller
    try:
        return await persons.read(await persons.of(caller.user, caller.name))
    except StoreRefuses:
        if name != "help":
            raise
        return persons.unseen(caller.user, caller.name)


__all__ = ["LeagueCommands"]
