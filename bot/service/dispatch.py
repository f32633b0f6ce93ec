"""Dispatch of commands to handlers: one table for the commands of the host, of the titles and of leagues."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

from bot.port import Completion
from bot.service import line_proposals, orders, phrasing, presses, routes
from bot.service.calls import Caller, Tools
from bot.service.context import Context, Result
from bot.service.line_orders import is_order
from bot.service.looking import completion
from bot.service.people.completion import PERSONAL
from bot.service.typed_lines import chained, confirmed, surely
from bot.table.corrections import corrections
from bot.table.refusal import Refusal, refuse
from bot.table.tokens import Token
from bot.table.typed_text import legible
from bot.titles import title_stored
from bot.titles.interpreter import Interpreter
from bot.titles.roots import rooted

Handler = Callable[[Context], Awaitable[Result]]


class Family(Protocol):
    """Commands under a root of their own that belong to no title, i.e. those of leagues."""

    @property
    def root(self) -> str:
        """The word typed before these commands."""
        ...

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers by root and name."""
        ...

    def parsed(self, tools: Tools, line: str) -> tuple[str, Any]:
        """Parse the text after the root into the command (root and name) and its arguments; raise Refusal on errors."""
        ...

    async def complete(self, tools: Tools, caller: Caller, line: str) -> Sequence[Completion]:
        """Return completions of the text after the root, best first."""
        ...


class Dispatcher:
    """The table of all handlers by typed name; those of a family are listed under their root."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._table: Mapping[str, Handler] = ChainMap(routes.ROUTES, dict(family.handlers))

    def handler_of(self, name: str) -> Handler:
        """Return the handler of a command that gives no order: of the host, of leagues, or of a title's view."""
        return self._table.get(name) or routes.look(name)

    async def carry_out(self, context: Context) -> Result:
        """Carry out a command or press.

        Raises:
            Refusal: it is not possible here and now.
            StorageError: the store failed, or the game cannot be read.
        """
        if context.inbound.token is not None:
            return await presses.pressed(context, self.typed)
        if context.problem is not None:
            raise context.problem
        return await self.typed(context, context.inbound.text or "")

    async def typed(self, context: Context, text: str) -> Result:
        """Carry out a typed line."""
        tools, line = context.tools, rooted(text)[1]
        if (rest := self._in_family(line)) is not None:
            return await self._carry_out_in_family(context, self._in_own_words(tools, line) or rest)
        game = context.control or context.held or ""
        line, yes = await _understood(context, line, game)
        if yes is not None:
            return await presses.anyway(context, yes)
        if (rest := self._in_family(line)) is not None:
            return await self._carry_out_in_family(context, rest)
        if proposal := await line_proposals.wondered(tools, context.caller, rooted(text)[1], game):
            raise proposal
        try:
            return await self._carry_out_line(context, line)
        except Refusal as refusal:
            found = corrections(line, refusal)
            if len(found) == 1 and refusal.slip and _looks(tools, found[0]):  # a guess costs nothing there
                with suppress(Refusal):
                    return await self._carry_out_line(context, found[0])
            refusal.proposed = tuple(found)
            said, sure = confirmed(rooted(text)[1])
            refused, certain = await line_proposals.proposing(tools, context.caller, said, refusal, game)
            if certain:
                return await self._carry_out_line(context, f"{certain}{sure}")
            raise refused from None

    def _in_own_words(self, tools: Tools, line: str) -> str | None:
        """Return the text after the family's root of a line whose next word is none of its commands, or with courtesies after one."""
        reads = Interpreter(tools.vocabulary, tools.words)
        names = {handler.partition(" ")[2] for handler in self._family.handlers}
        if not (rest := self._in_family(line)):
            return None
        name, meant = rest.split()[0].casefold(), self._in_family(reads.whole_phrase(line))
        return meant if name not in names or meant == name else None  # `league venue here` is no courtesy

    async def _carry_out_in_family(self, context: Context, rest: str) -> Result:
        """Carry out a command of the family, from the text after its root."""
        name, args = self._family.parsed(context.tools, rest)
        return await self.handler_of(name)(replace(context, args=args))

    async def _carry_out_line(self, context: Context, line: str) -> Result:
        """Carry out a line of commands."""
        tools = context.tools
        lines = await _read(context, line)
        name, rest = lines[0]
        if name in tools.vocabulary.orders:
            lines, sure = surely(lines)
            return await orders.give_typed(context, lines, sure=sure)
        if len(lines) > 1:
            raise refuse("cannot_chain", text=name)
        args = tools.vocabulary.by_name[name].parse(rest, tools.words)
        return await self.handler_of(name)(replace(context, args=args))

    async def complete(self, context: Context) -> Sequence[Completion]:
        """Return completions of a partly typed line, best first; for one without a command, the order it means."""
        if context.problem is not None:
            return []
        line = legible(context.inbound.text or "")
        if (rest := self._in_family(line.lstrip("/"))) is not None and line.lstrip("/") != self._family.root:
            return await self._family.complete(context.tools, context.caller, rest)
        found = await completion.complete(context.tools, context.caller, line, context.inbound.fields, PERSONAL)
        name, blank, _ = line.lstrip().removeprefix("/").partition(" ")
        if blank and name.casefold() not in context.tools.vocabulary.by_name:
            meant = await line_proposals.order_meant(context.tools, context.caller, line.removeprefix("/").strip())
            return [Completion(label=meant, insert=meant)] if meant else []
        return found

    def _in_family(self, line: str) -> str | None:
        """Return the text after the family's root; None for a line that does not start with it."""
        word, _, rest = line.lstrip().partition(" ")
        return rest.lstrip() if word.casefold() == self._family.root else None


async def _understood(context: Context, line: str, game: str) -> tuple[str, Token | None]:
    """Return the command line meant by a typed line as `phrasing.understood` does, of which an order may be confirmed."""
    bare, sure = confirmed(line)
    if sure:
        meant, _ = await phrasing.understood(context.tools, context.caller, bare, game)
        if meant != bare and is_order(context.tools, meant):
            return f"{meant}{sure}", None
    return await phrasing.understood(context.tools, context.caller, line, game)


def _looks(tools: Tools, line: str) -> bool:
    """Return whether a line only views something."""
    command = tools.vocabulary.by_name.get(line.partition(" ")[0].removeprefix("/").casefold())
    return command is not None and command.part == "looking"


async def _read(context: Context, line: str) -> list[tuple[str, str]]:
    """Return the commands of a line, each with the text after it.

    Raises:
        Refusal: there is no such command.
        WarMissing: the command is unknown and the title of the game here is gone.
    """
    try:
        return chained(context.tools, line)
    except Refusal as refusal:
        if refusal.reason.code == "unknown_command" and (game := context.control or context.held):
            title_stored(await context.tools.store.header(game))
        raise


__all__ = ["Dispatcher", "Family", "Handler"]
