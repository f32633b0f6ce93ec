"""Book of a title whose names all come from its text file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from bot.narration.texts import Texts, texts
from engine.core.frames import Decision
from engine.core.system import System
from renderer.kit import languages


@cache
def words_beside(module: str, language: str) -> Texts:
    """Return the host's texts overridden by `text/LANGUAGE.toml` next to a module; English texts fill the gaps.

    For an external language (`renderer.kit.languages`) they are in `PACKAGE/text/LANGUAGE.toml`.
    """
    package = module.rpartition(".")[0]
    folder = resources.files(package) / "text"
    own = tomllib.loads((folder / f"{languages.USUAL}.toml").read_text(encoding="utf-8"))
    if language != languages.USUAL:
        file = folder / f"{language}.toml"
        outside = languages.read(package.rpartition(".")[2], "text", f"{language}.toml") or {}
        there = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else outside
        own = languages.merged(own, there)
    return texts(language).laid_over(own)


class PlainBook:
    """The texts of a game: an argument is called `names.KIND.NAME`, by its stable name in the rules."""

    def __init__(self, words: Texts, seats: tuple[str, str], system: System[Any]) -> None:
        self.words, self._seats, self._system = words, seats, system
        decisions = (frame for frame in system.frames if issubclass(frame, Decision))
        self._kinds = {kind for decision in decisions for kind in decision.verbs.values() if kind}

    @property
    def seats(self) -> tuple[str, str]:
        """The seats, by side."""
        return self._seats

    def side(self, side: int) -> str:
        """Return `names.sides.SEAT.name`."""
        return self.words.say(f"names.sides.{self._seats[side]}.name")

    def argument(self, kind: str, arg: int) -> str:
        """Return `names.KIND.NAME`, or the stable name with spaces if the file has none."""
        if not kind:
            return ""
        name = self._system.name_of(kind, arg)
        key = f"names.{kind}.{name}"
        return self.words.say(key) if self.words.has(key) else name.replace("_", " ")

    def because(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the data with sides and arguments replaced by their names; a field named like a kind holds one of that kind."""
        return {key: self._choice_text(key, value) for key, value in data.items()}

    def _choice_text(self, key: str, value: Any) -> Any:
        if type(value) is not int:
            return value
        if key == "side":
            return self.side(value)
        return self.argument(key, value) if key in self._kinds else value


__all__ = ["PlainBook", "words_beside"]
