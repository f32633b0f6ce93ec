"""Commands under the root of leagues: parsing, handlers and completions."""

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
    """The league commands as seen by the dispatcher: one family under its own root."""

    def __init__(self, repository: SeasonRepository) -> None:
        self._repository = repository
        self.root = leagues.ROOT
        #: The handler of each command, by root and name.
        self.handlers = {f"{self.root} {name}": _handler(repository, name) for name in ROUTES}

    def parsed(self, tools: Tools, line: str) -> tuple[str, Any]:
        """Parse the text after the root into the command (root and name) and its arguments; raise Refusal on errors."""
        word, _, rest = line.strip().partition(" ")
        fitting = leagues.fitting(word.casefold() or "help")
        if len(fitting) != 1:
            raise league_help.unknown(tools.words, word, rest.strip())
        return f"{self.root} {fitting[0]}", leagues.BY_NAME[fitting[0]].parse(rest, tools.words)

    async def complete(self, tools: Tools, caller: Caller, line: str) -> Sequence[Completion]:
        """Return completions of the text after the root, best first."""
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
    """Wrap a route: resolve the caller as a person, and withhold what is hidden from them."""

    async def carried_out(context: Context) -> Result:
        tools = context.tools
        try:
            asked = LeagueCall(repository, tools, context.caller, name, context.args, await _person(context, name))
            veil = await spoiler_commands.veiled(asked)
            return [veil] if veil is not None else await ROUTES[name](asked)
        except WarMissing:
            raise
        except StoredDamage as damage:
            # This damage does not concern the channel's game.
            note("damaged")
            log.error("a command of leagues met damage: %s", damage)
            return [Reply(text=tools.say("reasons.league.damaged"))]

    return carried_out


async def _person(context: Context, name: str) -> StoredPerson:
    """Return the calling person; the help is the same for everyone, so it works without a writable store."""
    persons, caller = context.tools.store.persons, context.caller
    try:
        return await persons.read(await persons.of(caller.user, caller.name))
    except StoreRefuses:
        if name != "help":
            raise
        return persons.unseen(caller.user, caller.name)


__all__ = ["LeagueCommands"]
