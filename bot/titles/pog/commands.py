"""The commands of Paths of Glory, besides those of every title."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field
from typing_extensions import override

from bot.commands.arguments import AnswerArgs, BiddingArgs, Free, NothingArgs, OptionalOrderArgs, OrderArgs
from bot.commands.model import AnyOrderArgs, Arguments, Command

#: The seats as stored and typed, by side.
SEATS: Final = ("ap", "cp")


#: The highest bid for a side, in VP.
MOST_BID: Final = 20


def _joined(words: Any) -> Any:
    """Return a two-word name joined by an underscore."""
    return "_".join(words.casefold().split()) if isinstance(words, str) else words


class BidArgs(BiddingArgs):
    """A side and the VP ceded for it, or the acceptance of a bid."""

    side: Literal["ap", "cp", "accept"]
    vp: Annotated[int, Field(ge=0, le=MOST_BID)] = 0

    @property
    @override
    def height(self) -> int:
        """Return the VP."""
        return self.vp


class CardNameArgs(Arguments):
    """`info` or `play` and a card, or just a card."""

    card: Free


class SupplyArgs(AnyOrderArgs):
    """A side, and an area of the map."""

    side: Literal["ap", "cp", ""] = ""
    where: Annotated[
        Literal["west", "east", "italy", "balkans", "near_east", "overview", ""], BeforeValidator(_joined)
    ] = ""

    @classmethod
    @override
    def read(cls, line: str) -> Any:
        """Parse the text after the command's name; an area of two words is one of them."""
        return super().read(" ".join(line.casefold().split()).replace("near east", "near_east"))


class DeckArgs(AnyOrderArgs):
    """A side, and one of its open piles."""

    side: Literal["ap", "cp", ""] = ""
    pile: Literal["discard", "removed", ""] = ""


class UnitsArgs(Arguments):
    """A space or a nation."""

    where: Free


COMMANDS: Final[tuple[Command, ...]] = (
    Command("bid", "lobby", BidArgs),
    Command("play", "playing", OrderArgs, "decider"),
    Command("activate", "playing", OrderArgs, "decider"),
    Command("move", "playing", OrderArgs, "decider"),
    Command("attack", "playing", OrderArgs, "decider"),
    Command("sr", "playing", OrderArgs, "decider"),
    Command("rp", "playing", OrderArgs, "decider"),
    Command("entrench", "playing", OrderArgs, "decider"),
    Command("lose", "playing", OrderArgs, "decider"),
    Command("retreat", "playing", OptionalOrderArgs, "decider"),
    Command("advance", "playing", OrderArgs, "decider"),
    Command("peace", "playing", AnswerArgs, "decider"),
    Command("hand", "looking", NothingArgs, "seat"),
    Command("card", "looking", CardNameArgs),
    Command("deck", "looking", DeckArgs),
    Command("score", "looking", NothingArgs),
    Command("units", "looking", UnitsArgs),
    Command("odds", "looking", OptionalOrderArgs),
    Command("supply", "looking", SupplyArgs),
)
#: Orders of every title that take no text.
ALONE: Final = frozenset({"pass", "done"})
#: Names of all order commands, including those of every title.
PLAYED: Final = frozenset(
    {command.name for command in COMMANDS if command.part == "playing"} - {"peace"} | {"choose", *ALONE}
)


__all__ = ["ALONE", "COMMANDS", "MOST_BID", "PLAYED", "SEATS"]
