"""The texts of the toy: those of the host with its own on top, and none of another title."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from bot.narration.texts import Texts, texts
from tests.titles.toy.rules import Facts, facts


@cache
def words(language: str = "en") -> Texts:
    """The texts in games of the toy."""
    own = tomllib.loads((Path(__file__).parent / "text.toml").read_text(encoding="utf-8"))
    return texts(language).laid_over(own)


class Book:
    """The book of a hunt."""

    def __init__(self, words: Texts) -> None:
        self.words = words

    @property
    def facts(self) -> Facts:
        """Return the hexes."""
        return facts()

    @property
    def seats(self) -> tuple[str, str]:
        """Return fox and hound."""
        return ("fox", "hound")

    def side(self, side: int) -> str:
        """Return the name of a side."""
        return self.words.say(f"names.sides.{self.seats[side]}.name")

    def hex(self, number: int) -> str:
        """Return the name of a hex."""
        return self.words.say(f"names.hexes.{self.facts.hexes[number]}")

    def day(self, day: int) -> str:
        """Return the word for a day."""
        return self.words.say("ui.hunt.day", day=day)

    def argument(self, kind: str, arg: int) -> str:
        """Return a hex by its name, anything else as a number."""
        return self.hex(arg) if kind == "hex" else str(arg) if kind else ""

    def because(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of an event in words, hexes by their names."""
        return {key: self.hex(value) if key == "hex" else value for key, value in data.items()}


@cache
def book(language: str = "en") -> Book:
    """Return the texts of all hunts in a language."""
    return Book(words(language))


__all__ = ["Book", "book", "words"]
