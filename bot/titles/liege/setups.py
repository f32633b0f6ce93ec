"""How games of Liège 1914 are set up: the scenarios, and whether units are hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.titles.defaults.setups import PlainSetups
from engine.liege.facts import facts

#: The option of `/new` about hidden units; stored under this name as one of its words.
FOG: Final = "fog"
_WORDS: Final = ("on", "off")


class LiegeSetups(PlainSetups):
    """Every scenario with fog or without; the usual word for it is the scenario's own."""

    def __init__(self, offered: tuple[str, ...]) -> None:
        found = facts().scenarios
        super().__init__({name: found[name].last - found[name].first + 1 for name in offered})

    def options(self, scenario: str = "") -> Mapping[str, Mapping[str, Any]]:
        """Return fog on and off, first what is usual in a scenario."""
        hidden = facts().scenarios[scenario if scenario in self.offered() else self.usual].fog
        return {FOG: {word: word for word in (_WORDS if hidden else reversed(_WORDS))}}

    def chosen(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return whether there is fog where that is not as usual, so that seasons from before there was a choice keep their pool."""
        values = self.options(options.get("scenario", self.usual))[FOG]
        word = self._word(values, options.get(FOG))
        return {} if word == next(iter(values)) else {FOG: word}


def fog_of(options: Mapping[str, Any]) -> bool | None:
    """Return whether units are hidden by the options of a game; None for what its scenario says."""
    return {"on": True, "off": False}.get(str(options.get(FOG, "")))


__all__ = ["FOG", "LiegeSetups", "fog_of"]
