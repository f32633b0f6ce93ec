"""Setups of Liège 1914: scenarios, and the fog-of-war option."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.titles.defaults.setups import PlainSetups
from engine.liege.facts import facts

#: The option of `/new` for hidden units; its value is stored under this name.
FOG: Final = "fog"
_WORDS: Final = ("on", "off")


class LiegeSetups(PlainSetups):
    """Every scenario with or without fog; the default is the scenario's own."""

    def __init__(self, offered: tuple[str, ...]) -> None:
        found = facts().scenarios
        super().__init__({name: found[name].last - found[name].first + 1 for name in offered})

    def options(self, scenario: str = "") -> Mapping[str, Mapping[str, Any]]:
        """Return fog on and off, with a scenario's default first."""
        hidden = facts().scenarios[scenario if scenario in self.offered() else self.usual].fog
        return {FOG: {word: word for word in (_WORDS if hidden else reversed(_WORDS))}}

    def chosen(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Return the fog option only if it isn't the default, so that seasons from before the option keep their pool."""
        values = self.options(options.get("scenario", self.usual))[FOG]
        word = self._word(values, options.get(FOG))
        return {} if word == next(iter(values)) else {FOG: word}


def fog_of(options: Mapping[str, Any]) -> bool | None:
    """Return whether a game's options hide units; None to use the scenario's default."""
    return {"on": True, "off": False}.get(str(options.get(FOG, "")))


__all__ = ["FOG", "LiegeSetups", "fog_of"]
