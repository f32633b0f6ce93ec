"""A second title beside Paths of Glory, as far as platforms are told of one: what it declares, in its own words."""

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
#: More scenarios than a menu of Discord has entries.
SCENARIOS = tuple(f"raid_{number}" for number in range(30))


class Dig(Arguments):
    """Where to dig."""

    order: Free


class Raids(PogSetups):
    """Many scenarios with one option."""

    def options(self, scenario: str = "") -> Mapping[str, Mapping[str, Any]]:
        """Fog alone."""
        del scenario
        return {"fog": {"thin": "thin", "thick": "thick"}}

    @property
    def usual(self) -> str:
        """The first one."""
        return SCENARIOS[0]

    def offered(self) -> tuple[str, ...]:
        """All."""
        return SCENARIOS


class Skirmish(PathsOfGloryTitle):
    """A title that is declared, but never played."""

    @property
    def name(self) -> str:
        """As stored."""
        return NAME

    @property
    def command(self) -> str:
        """Another word than its name."""
        return COMMAND

    @property
    def seats(self) -> tuple[str, str]:
        """By colour."""
        return ("red", "blue")

    @property
    def areas(self) -> tuple[str, ...]:
        """One."""
        return ("overview",)

    @property
    def commands(self) -> tuple[Command, ...]:
        """More of them than Discord shows under one root."""
        digging = (Command(f"dig{number}", "playing", Dig, "decider") for number in range(30))
        return (*digging, Command("spy", "looking", OrderArgs))

    @property
    def at_hand(self) -> tuple[str, ...]:
        """What a spy has seen."""
        return ("spy",)

    @property
    def setups(self) -> Raids:
        """The raids."""
        return Raids()

    @property
    def puzzles(self) -> None:
        """None."""
        return None

    @property
    def school(self) -> None:
        """Nobody teaches it."""
        return None

    @property
    def opponents(self) -> None:
        """Only people raid."""
        return None

    def words(self, language: str) -> Texts:
        """Its own words over those that there are."""
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
