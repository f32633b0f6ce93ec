"""Completions for personal commands: only what would work now."""

from __future__ import annotations

from typing import Final

from bot.commands.arguments import LinkArgs
from bot.service.looking.completion import Completers, Typed
from bot.service.people import forgetting, unlinking


async def _link(typed: Typed) -> list[str]:
    code = typed.rest.partition(" ")[0]
    return await unlinking.suggestions(typed.tools, typed.caller, code if LinkArgs.takes("code", code) else "")


async def _forget(typed: Typed) -> list[str]:
    return await forgetting.suggestions(typed.tools, typed.caller)


PERSONAL: Final[Completers] = {"link": _link, "forget": _forget}

__all__ = ["PERSONAL"]
