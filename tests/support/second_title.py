"""A second title besides Paths of Glory, as far as platforms see one: its declarations and texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from bot.commands.arguments import Free, OrderArgs
from bot.commands.model import Arguments, Command
from bot.narration.texts import Texts, texts_of
from bot.titles.pog.setups import PogSetups
from bot.titles.pog.title import PathsOfGloryTitle

NAME, COMMAND = "skirmish", "raid"
#: More scenarios than a Discord menu has entries.
SCENARIOS = tuple(f"raid_{number}" for number in range(30))


class Dig(Arguments):
    """Where to dig."""

    order: Free


class Raids(PogSetups):
    """Many scenarios with one option."""

    def options(self, scenario: str = "") -> Mapping[str, Mapping[str, Any]]:
        """Only fog."""
        del scenario
        return {"fog": {"thin": "thin", "thick": "thick"}}

    @property
    def usual(self) -> str:
        """The first scenario."""
        return SCENARIOS[0]

    def offered(self) -> tuple[str, ...]:
        """All scenarios."""
        return SCENARIOS


class Skirmish(PathsOfGloryTitle):
    """A title that is declared, but never played."""

    @property
    def name(self) -> str:
        """The stored name."""
        return NAME

    @property
    def command(self) -> str:
        """The command, different from the name."""
        return COMMAND

    @property
    def seats(self) -> tuple[str, str]:
        """Seats by colour."""
        return ("red", "blue")

    @property
    def areas(self) -> tuple[str, ...]:
        """A single area."""
        return ("overview",)

    @property
    def commands(self) -> tuple[Command, ...]:
        """More commands than Discord allows under one root."""
        digging = (Command(f"dig{number}", "playing", Dig, "decider") for number in range(30))
        return (*digging, Command("spy", "looking", OrderArgs))

    @property
    def at_hand(self) -> tuple[str, ...]:
        """The spy's command."""
        return ("spy",)

    @property
    def setups(self) -> Raids:
        """The raids."""
        return Raids()

    @property
    def puzzles(self) -> None:
        """No puzzles."""
        return None

    @property
    def school(self) -> None:
        """No lessons."""
        return None

    @property
    def opponents(self) -> None:
        """No computer."""
        return None

    def words(self, language: str) -> Texts:
        """Its own texts over the existing ones."""
        return _words(language)


@cache
def _words(language: str) -> Texts:
    digging = {f"dig{number}": {"usage": f"/dig{number} PLACE", "text": "Dig somewhere."} for number in range(30)}
    spy = {"spy": {"usage": "/spy PLACE", "text": "What is seen there."}}
    options = {f"dig{number}": {"order": "The place."} for number in range(30)} | {"spy": {"order": "The place."}}
    return texts_of("pog", language).laid_over(
        {
            "ui": {
                "title": "Skirmish",
                "order_example": "dig1 here",
                "roots": {"about": "Play Skirmish", "hint": "help | new raid_1"},
            },
            "discord": {"root": "Skirmish: dig here.", "groups": {"playing": "Dig."}},
            "commands": {
                "help": digging | spy,
                "options": options,
                "choices": {"red": "Red (red)", "blue": "Blue (blue)"},
            },
            "guide": {"options": {"fog": {"title": "fog", "text": "How thick.", "thin": "thin", "thick": "thick"}}},
            "names": {"scenarios": {name: f"Raid {name.removeprefix('raid_')}" for name in SCENARIOS}},
        }
    )


TITLE = Skirmish()


__all__ = ["COMMAND", "NAME", "SCENARIOS", "TITLE", "Skirmish"]
