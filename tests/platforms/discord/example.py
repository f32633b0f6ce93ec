"""The rulebook's extended example, 24 actions over two turns, as typed orders with its dice and draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from engine.core.options import Choice
from engine.pog import GameOptions
from engine.pog.state import State
from tests.acceptance.player import Player
from tests.platforms.rules_record import by_rules

#: Options of the example's game.
NEW = "new campaign vp=historical windows=hand"


@dataclass(frozen=True)
class Line:
    """A choice of the example: its side, its typed form, and the entry it follows."""

    side: int
    text: str
    number: int
    verb: str
    arg: int


class _Noting:
    """Passes questions on to chance and records the answers by counter."""

    def __init__(self, source: Any) -> None:
        self.source = source
        self.told: dict[int, int] = {}

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        value = int(self.source.choose(purpose, candidates, epoch, counter))
        self.told[counter] = value
        return value

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)


class _Dictating(Player):
    """Plays the example and records each choice as it would be typed."""

    def __init__(self) -> None:
        self.typed: list[Line] = []
        super().__init__()

    def answer(self, verb: str, arg: int = 0) -> None:
        decision = self.game.decision
        words = self._words(decision.verbs[verb], arg)
        text = f"choose {verb.replace('_', ' ')} {words}".strip()
        self.typed.append(Line(int(self.game.actor or 0), text, self.game.number, verb, arg))
        super().answer(verb, arg)

    def _words(self, kind: str, arg: int) -> str:
        if not kind:
            return ""
        if kind == "space":
            return self.content.spaces[arg].name
        if kind == "card":
            return self.content.cards[arg].name
        return unit_words(self.state, self.content, arg)


def unit_words(state: State, content: Any, unit: int) -> str:
    """Return a unit as typed, with its location if that is a space."""
    spec = content.units[unit]
    words = spec.name.replace("_", " ") if spec.army else spec.group.replace("_", " ")
    words += " reduced" if state.is_reduced(unit) else " full"
    space = content.spaces[state.loc[unit]] if state.loc[unit] < len(content.spaces) else None
    return f"{words} {space.name}" if space is not None and space.kind == "map" else words


@cache
def dictated() -> tuple[tuple[Line, ...], dict[int, int]]:
    """Return the lines of the example, and the outcome of each question to chance by counter."""
    from engine.core.game import Game

    noted: list[_Noting] = []
    start = Game.start

    def listen(system: Any, chance: Any, **more: Any) -> Any:
        noted.append(_Noting(chance))
        return start(system, noted[-1], **more)

    Game.start = listen  # type: ignore[method-assign,assignment]
    try:
        player = _Dictating()
    finally:
        Game.start = start  # type: ignore[method-assign]
    player.play()
    assert player.differences == []
    return tuple(player.typed), noted[0].told


#: How two people set up the example.
SETUP = (("anna", NEW), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start"))


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> tuple[Line, ...]:
    """Return the example's lines, and use its dice and draws for every game of the test."""
    found, outcomes = dictated()
    monkeypatch.setattr(
        "engine.core.chance.KeyedChance.choose",
        lambda _self, _purpose, _candidates, _epoch, counter: outcomes[counter],
    )
    return found


def record(lines: tuple[Line, ...]) -> list[dict[str, Any]]:
    """Return the record that the rules make of the example, without the marks of automatic choices."""
    options = GameOptions(scenario="campaign", vp_spaces="historical", windows="hand")
    return by_rules(options, (Choice(line.verb, line.arg) for line in lines))


def orders(lines: tuple[Line, ...]) -> list[tuple[str, str]]:
    """Return the whole example as typed orders."""
    return [*SETUP, *(("ben" if line.side == 0 else "anna", line.text) for line in lines)]
