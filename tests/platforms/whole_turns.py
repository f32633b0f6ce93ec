"""A whole turn of a war, with every phase, as typed orders with its own chance, for each platform's tests."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from tests.platforms.discord.example import unit_words
from tests.platforms.rules_record import by_rules

#: Ends of a step that need confirmation if something would lapse.
LAPSES = {("replacement", "finish"), ("activate", "stop"), ("attack", "decline"), ("sr_unit", "finish")}


@dataclass(frozen=True)
class WholeTurn:
    """A turn of a war, up to the first action of the next one.

    `script` has the entries of the record in order, with the sides given by the game; those with = are made
    automatically. `told` are kinds of events that the turn must include, `seen` words that are public in the end.
    """

    scenario: str
    title: str
    ends_with: int
    script: str
    told: frozenset[str]
    seen: tuple[str, ...]
    #: Logs viewed at the end.
    logs: tuple[str, ...] = ("log 1",)
    #: Whether points would lapse in it, which the bot asks about.
    asks: bool = False

    @property
    def new(self) -> str:
        """The command that creates it."""
        return f"new {self.scenario}"

    def entries(self) -> list[str]:
        """Return the entries of the record after the first."""
        return [text.removeprefix("=") for text in parts(self.script)]

    def record(self) -> list[dict[str, Any]]:
        """Return the record that the rules make of it, without the marks of automatic choices."""
        return by_rules(GameOptions(scenario=self.scenario), self.entries())

    def typed(self) -> tuple[tuple[int, str], ...]:
        """Return side and line of every choice as typed."""
        return _typed(self)

    def orders(self) -> list[tuple[str, str]]:
        """Return the whole game from the lobby on: Anna plays the Central Powers, Ben the Allies."""
        setup = [("anna", self.new), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")]
        return [*setup, *(("anna" if side else "ben", line) for side, line in self.typed())]


@cache
def _typed(turn: WholeTurn) -> tuple[tuple[int, str], ...]:
    game, lines = played(turn.scenario, turn.script)
    assert (game.state.turn, game.state.phase, game.decision.kind) == (turn.ends_with, "actions", "choose_action")
    assert {event.kind for event in game.drain()} >= turn.told
    return lines


def fallen(_source: object, purpose: str, candidates: Sequence[int], _epoch: int, counter: int) -> int:
    """Return a result that depends only on the question and its number, whatever the seed."""
    digest = hashlib.sha256(f"{purpose} {counter}".encode()).digest()
    return candidates[int.from_bytes(digest, "big") % len(candidates)]


class _Fallen:
    choose = fallen


def parts(script: str) -> list[str]:
    """Return the entries of a script."""
    return [text.strip() for text in script.replace("\n", ";").split(";") if text.strip()]


def played(scenario: str, script: str) -> tuple[Game[Any], tuple[tuple[int, str], ...]]:
    """Return the game after a script, with side and line of every choice as typed."""
    game: Game[Any] = Game.start(PathsOfGlory(GameOptions(scenario=scenario)), _Fallen())
    lines: list[tuple[int, str]] = []
    for text in parts(script):
        choice = game.parse(text.removeprefix("="))
        words = game.system.name_of(kind, choice.arg) if (kind := game.decision.verbs[choice.verb]) else ""
        if kind == "unit":
            words = unit_words(game.state, game.state.rules.content, choice.arg)
            words += " reserve box" if game.state.loc[choice.arg] in game.state.rules.board.reserve else ""
        lapse = " anyway" if (game.decision.kind, choice.verb) in LAPSES else ""
        if not text.startswith("="):
            lines.append((int(game.actor or 0), _line(choice.verb, words) + lapse))
        game.apply(choice)
    return game, tuple(lines)


def _line(verb: str, words: str) -> str:
    """Return the command for a choice: cards and spaces have their own commands, the rest use `choose`."""
    if verb in ("ops", "sr", "rp", "event"):
        return f"play {words} as {verb}"
    if verb in ("for_combat", "for_movement"):
        return f"activate {words} {'attack' if verb == 'for_combat' else 'move'}"
    return f"choose {verb.replace('_', ' ')} {words}".strip()


__all__ = ["WholeTurn", "fallen", "parts", "played"]
