"""The commands that Paths of Glory has beside those of every title."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from bot.commands.catalogue import Answer, Bidding, Free, Nothing, OptionalOrder, Order
from bot.commands.model import Arguments, Command

#: The seats as they are stored and typed, by side.
SEATS: Final = ("ap", "cp")


#: The highest bid for a side, in VP.
MOST_BID: Final = 20


def _joined(words: Any) -> Any:
    """A name of two words as it is written with one."""
    return "_".join(words.casefold().split()) if isinstance(words, str) else words


class Bid(Bidding):
    """A side and the VP ceded for it, or the answer to a bid."""

    side: Literal["ap", "cp", "accept"]
    vp: Annotated[int, Field(ge=0, le=MOST_BID)] = 0

    @property
    def height(self) -> int:
        """The VP."""
        return self.vp


class CardName(Arguments):
    """`info` or `play` and a card, or just a card."""

    card: Free


class Supply(Arguments):
    """A side, and a part of the map."""

    side: Literal["ap", "cp", ""] = ""
    where: Annotated[
        Literal["west", "east", "italy", "balkans", "near_east", "overview", ""], BeforeValidator(_joined)
    ] = ""


class Deck(Arguments):
    """A side, and which of its open piles."""

    side: Literal["ap", "cp", ""] = ""
    pile: Literal["discard", "removed", ""] = ""


class Units(Arguments):
    """A space or a nation."""

    where: Free


COMMANDS: Final[tuple[Command, ...]] = (
    Command("bid", "lobby", Bid),
    Command("play", "playing", Order, "decider"),
    Command("activate", "playing", Order, "decider"),
    Command("move", "playing", Order, "decider"),
    Command("attack", "playing", Order, "decider"),
    Command("sr", "playing", Order, "decider"),
    Command("rp", "playing", Order, "decider"),
    Command("entrench", "playing", Order, "decider"),
    Command("lose", "playing", Order, "decider"),
    Command("retreat", "playing", OptionalOrder, "decider"),
    Command("advance", "playing", Order, "decider"),
    Command("peace", "playing", Answer, "decider"),
    Command("hand", "looking", Nothing, "seat"),
    Command("card", "looking", CardName),
    Command("deck", "looking", Deck),
    Command("score", "looking", Nothing),
    Command("units", "looking", Units),
    Command("odds", "looking", Order),
    Command("supply", "looking", Supply),
)
#: Of the orders that every title has those without words behind them.
ALONE: Final = frozenset({"pass", "done"})
#: Names of the commands that give an order, those of every title among them.
PLAYED: Final = frozenset(
    {command.name for command in COMMANDS if command.part == "playing"} - {"peace"} | {"choose", *ALONE}
)


__all__ = ["ALONE", "COMMANDS", "MOST_BID", "PLAYED", "SEATS"]
