"""The title: what the host must know of the depots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from bot.commands.arguments import OrderArgs
from bot.commands.model import Command
from bot.table.offers import OfferContext
from bot.titles.base import TitleBase
from bot.titles.defaults.book import PlainBook
from bot.titles.defaults.pictures import PlainPictures
from bot.titles.defaults.setups import PlainSetups
from bot.titles.pictures import Pictures
from bot.titles.setups import Setups
from engine.core.game import Game
from tests.titles.smallest.painting import SIZE, draw
from tests.titles.smallest.rules import DEPOTS, SCENARIOS, Depots


class DepotsTitle(TitleBase[PlainBook, OfferContext]):
    """The eight members that a title must have, and a command of its own."""

    name, seats = "depots", ("red", "blue")
    #: Each turn takes two crates at least, one a side; turns have no parts.
    length = (max(map(sum, SCENARIOS.values())) // 2 + 1, 0)
    setups: Setups = PlainSetups({name: (sum(crates) + 1) // 2 for name, crates in SCENARIOS.items()})
    pictures: Pictures = PlainPictures(draw, SIZE)
    #: It is called as a verb, so that the base carries it out.
    commands = (Command("carry", "playing", OrderArgs, "decider"),)

    def system(self, options: Mapping[str, Any]) -> Depots:
        """Return the rules of a scenario."""
        return _system(str(options.get("scenario", "three_depots")))

    def moment(self, game: Game[Any]) -> tuple[int, int]:
        """Return the turn."""
        return max(1, game.state.turn), 0

    def describe(self, names: PlainBook, game: Game[Any], viewer: int | None) -> str:
        """Return the crates that are left; both sides know the same."""
        del viewer
        held = [f"{names.words.say(f'names.depots.{DEPOTS[at]}')} {n}" for at, n in enumerate(game.state.crates)]
        return names.words.say("ui.depots.left", list=names.words.listed(held))


@cache
def _system(scenario: str) -> Depots:
    return Depots({"scenario": scenario})


TITLE: Final = DepotsTitle()

__all__ = ["TITLE", "DepotsTitle"]
