"""What each command of leagues does: from parsed arguments to replies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.service.leagues.asked import Asked
from bot.service.leagues.guiding import page
from bot.table.reply import Reply

Route = Callable[[Asked], Awaitable[list[Reply]]]


async def _help(asked: Asked) -> list[Reply]:
    return [page(asked.tools.words, asked.args.command)]


ROUTES: Mapping[str, Route] = {"help": _help}

__all__ = ["ROUTES"]
