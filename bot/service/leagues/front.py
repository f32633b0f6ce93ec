"""Lines under the root of leagues: which command is meant, and what may stand behind it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.commands import leagues
from bot.port import Completion
from bot.service.calls import Caller, Tools
from bot.service.leagues import guiding, suggesting
from bot.service.leagues.asked import Asked
from bot.service.leagues.routes import ROUTES
from bot.table import tokens
from bot.table.reply import Reply


def meant(line: str) -> str | None:
    """What stands behind the root of leagues; None for a line that does not begin with it."""
    word, _, rest = line.lstrip().partition(" ")
    return rest.lstrip() if word.casefold() == leagues.ROOT else None


def pressed(token: tokens.Token) -> bool:
    """True for a control of leagues, which is of no game."""
    return token.kind == "line" and meant(token.body) is not None


async def run(tools: Tools, caller: Caller, line: str) -> list[Reply]:
    """Carry out what stands behind the root; raises Refusal."""
    word, _, rest = line.strip().partition(" ")
    fitting = leagues.fitting(word.casefold() or "help")
    if len(fitting) != 1:
        raise guiding.unknown(tools.words, word)
    command = leagues.BY_NAME[fitting[0]]
    args = command.parse(rest, tools.words)
    persons = tools.store.persons
    person = await persons.read(await persons.of(caller.user, caller.name))
    return await ROUTES[command.name](Asked(tools, caller, command.name, args, person))


async def complete(tools: Tools, caller: Caller, line: str) -> Sequence[Completion]:
    """What may be typed behind the root, best first."""
    word, blank, rest = line.partition(" ")
    if not blank:
        return [
            Completion(label=f"{name} – {guiding.brief(tools.words, command)}", insert=f"{leagues.ROOT} {name} ")
            for name, command in leagues.BY_NAME.items()
            if name.startswith(word.casefold())
        ][: suggesting.MOST]
    command = leagues.BY_NAME.get(word.casefold())
    return await suggesting.complete(tools, caller, command, rest) if command is not None else []


__all__ = ["complete", "meant", "pressed", "run"]
