"""Resolves platform input to a command's context: caller, place, game, and the title whose texts apply."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import Any

from bot.narration.user_text import user_text
from bot.persons import person
from bot.port import Inbound
from bot.service.calls import Caller, Tools, holder_for
from bot.service.command_root import anywhere, other_root
from bot.service.context import Context
from bot.service.state.preferences import language_of
from bot.service.typed_lines import lesson_named, opened, puzzle_named
from bot.storage.errors import StorageError, StoredDamage, UnknownGame
from bot.storage.person_records import LOCALE
from bot.table import tokens
from bot.titles import MODULES, title_named, title_offering, title_posing, title_stored, title_teaching
from bot.titles.roots import rooted, title_meant
from bot.titles.title import Title
from renderer.kit.languages import USUAL, known, languages

#: Maximum number of games whose title is cached.
_KEPT = 10_000


class Resolver:
    """Resolves commands; caches only the title of each game, which never changes."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._titles: dict[str, str] = {}

    async def context(self, inbound: Inbound) -> Context:
        """Return the context of a command or press.

        For a damaged or deleted game the default title's texts are used; the code that needs the game reports the
        problem.

        Raises:
            StorageError: the store is unavailable.
        """
        caller = caller_of(inbound)
        tools = await in_language_of(self._tools, caller.user, inbound.locale)
        context = Context(tools, caller, inbound)
        try:
            context = replace(context, control=await self._control(inbound))
        except (StoredDamage, UnknownGame) as problem:
            context = replace(context, problem=problem)
        with contextlib.suppress(StoredDamage, UnknownGame):
            if (named := _named_title(inbound)) is not None:
                return _under_root(replace(context, tools=tools.of(named)))
            if not context.control and context.problem is None:
                context = replace(context, held=await holder_for(self._tools.store, context.caller) or "")
            title = await self._title(context.control or context.held or "", inbound)
            return _under_root(replace(context, tools=tools.of(title)))
        return context

    async def _control(self, inbound: Inbound) -> str:
        """Return the game whose control was pressed, or the puzzle whose panel was typed on; raise UnknownGame."""
        if pressed := pressed_in(inbound):
            return pressed
        if not inbound.game:
            return ""
        return inbound.game if (await self._tools.store.header(inbound.game)).puzzle else ""

    async def _title(self, game: str, inbound: Inbound) -> Title[Any, Any]:
        """Return the title of a game; without a game, that of the root, else the default one."""
        if not game:
            return title_meant(root_of(inbound))
        if game not in self._titles:
            header = await self._tools.store.header(game)
            self._titles[game] = title_stored(header).name
            while len(self._titles) > _KEPT:
                self._titles.pop(next(iter(self._titles)))
        return title_named(self._titles[game])


async def in_language_of(tools: Tools, user: str, locale: str = "") -> Tools:
    """Return the tools in a person's chosen language, else the platform's, else the default."""
    if len(languages()) == 1:
        return tools
    people, there = tools.store.people, known(locale)
    mine = await people.settings(user)
    if there and there != mine.extra.get(LOCALE, USUAL):
        with contextlib.suppress(StorageError):
            await people.note_locale(user, there)
    return tools.speaking(language_of(mine, there))


def _under_root(context: Context) -> Context:
    """Return the context with the texts of the root under which a line was typed.

    If the channel's game is of another title, only lines that don't refer to that game are possible.
    """
    root, line = rooted(_line_of(context.inbound))
    root = root or ("" if context.inbound.token is not None else context.inbound.title)
    if root not in MODULES or root == context.tools.title.name:
        return context
    there = context.tools.of(title_named(root))
    if not anywhere(there, line):
        return replace(context, problem=context.problem or other_root(context.tools, line))
    return replace(context, tools=there, control="", held=None)


def _named_title(inbound: Inbound) -> Title[Any, Any] | None:
    """Return the title of the scenario, lesson or puzzle to be opened, which has no game yet."""
    if (scenario := opened(inbound)) is not None:
        return title_offering(scenario, title_meant(root_of(inbound)))
    return title_teaching(lesson_named(inbound)) or title_posing(puzzle_named(inbound))


def root_of(inbound: Inbound) -> str:
    """Return the name of the title whose root was typed or pressed; "" for none."""
    return rooted(_line_of(inbound))[0] or inbound.title


def _line_of(inbound: Inbound) -> str:
    """Return the line that was typed, or that a control without a game contains; "" for other controls."""
    if inbound.token is None:
        return inbound.text or ""
    with contextlib.suppress(tokens.BadToken):
        token = tokens.parse(inbound.token)
        return token.body if token.kind == "line" and not token.game else ""
    return ""


def pressed_in(inbound: Inbound) -> str:
    """Return the game whose control was pressed; "" for none."""
    with contextlib.suppress(tokens.BadToken):
        return tokens.parse(inbound.token or "").game
    return ""


def caller_of(inbound: Inbound) -> Caller:
    """Return the caller; ids of people, channels and keys are prefixed, as they may coincide between platforms."""
    return Caller(
        user=person(inbound.platform, inbound.user),
        name=user_text(inbound.user_name) or user_text(inbound.user),
        channel=f"{inbound.platform}:{inbound.channel}",
        platform=inbound.platform,
        key=inbound.key,
        server=f"{inbound.platform}:{inbound.server}",
        touch=inbound.touch,
        places=tuple(f"{inbound.platform}:{place}" for place in (inbound.channel, inbound.server, *inbound.within)),
        groups=tuple(f"{inbound.platform}:role:{role}" for role in inbound.roles),
        manages=inbound.manages,
        posts=inbound.posts,
        lacks=inbound.lacks,
        examine=inbound.examine,
        place_locale=inbound.place_locale,
    )


__all__ = ["Resolver", "caller_of", "in_language_of", "pressed_in", "root_of"]
