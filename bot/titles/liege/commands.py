"""The commands of Liège 1914, besides those of every title."""

from __future__ import annotations

from typing import Final

from bot.commands.arguments import Free, NothingArgs, OptionalOrderArgs, OrderArgs
from bot.commands.model import Arguments, Command


class WhereArgs(Arguments):
    """A hex, a place, a fort or a unit."""

    where: Free = ""


COMMANDS: Final[tuple[Command, ...]] = (
    Command("march", "playing", OrderArgs, "decider"),
    Command("move", "playing", OrderArgs, "decider"),
    Command("arrive", "playing", OptionalOrderArgs, "decider"),
    Command("turn", "playing", OrderArgs, "decider"),
    Command("depart", "playing", OptionalOrderArgs, "decider"),
    Command("fire", "playing", OptionalOrderArgs, "decider"),
    Command("barrage", "playing", OptionalOrderArgs, "decider"),
    Command("shell", "playing", OptionalOrderArgs, "decider"),
    Command("assault", "playing", OptionalOrderArgs, "decider"),
    Command("enter", "playing", OptionalOrderArgs, "decider"),
    Command("attack", "playing", OptionalOrderArgs, "decider"),
    Command("withdraw", "playing", OptionalOrderArgs, "decider"),
    Command("retreat", "playing", OptionalOrderArgs, "decider"),
    Command("stay", "playing", OptionalOrderArgs, "decider"),
    Command("advance", "playing", OptionalOrderArgs, "decider"),
    Command("dig", "playing", OptionalOrderArgs, "decider"),
    Command("shift", "playing", OptionalOrderArgs, "decider"),
    Command("merge", "playing", OrderArgs, "decider"),
    Command("hold", "playing", OptionalOrderArgs, "decider"),
    Command("take", "playing", OptionalOrderArgs, "decider"),
    Command("hide", "playing", OptionalOrderArgs, "decider"),
    Command("scout", "playing", OrderArgs, "decider"),
    Command("aircraft", "playing", OrderArgs, "decider"),
    Command("fly", "playing", OptionalOrderArgs, "decider"),
    Command("change", "playing", OptionalOrderArgs, "decider"),
    Command("units", "looking", WhereArgs),
    Command("odds", "looking", OrderArgs),
    Command("score", "looking", NothingArgs),
    Command("proposal", "looking", NothingArgs),
)

__all__ = ["COMMANDS", "WhereArgs"]
