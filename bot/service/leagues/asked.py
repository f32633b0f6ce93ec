"""One command of leagues on its way through the service."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.service.calls import Caller, Tools


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asked for what: the command's name and its parsed arguments."""

    tools: Tools
    caller: Caller
    name: str
    args: Any


__all__ = ["Asked"]
