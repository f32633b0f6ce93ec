"""A whole turn of a war, every phase of it, as typed orders with its own chance: for each platform's test."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from tests.platforms.discord.example import unit_words

#: Ends of a step about which the bot asks first if something would lapse.
LAPSES = {("replacement", "finish"), ("activate", "stop"), ("attack", "decline"), ("sr_unit", "finish")}


@dataclass(frozen=True)
class WholeTurn:
    """A turn of a war, up to the first action of the next one.

    `script` has the entries of the record in their order, the sides follow from the game; those with = are taken for the
    player. `told` are the kinds of events that the turn brings at least, `seen` words that are public in the end.
    """

    scenario: str
    title: str
    ends_with: int
    script: str
    told: frozenset[str]
    seen: tuple[str, ...]
    #: Logs that are looked at in the end.
    logs: tuple[str, ...] = ("log 1",)
    #: True if points would lapse in it, about which the bot asks first.
    asks: bool = False

    @property
    def new(self) -> str:
        """How it is opened."""
        return f"new {self.scenario}"

    def entries(self) -> list[str]:
        """What the record holds behind its first entry."""
        return [text.removeprefix("=") for text in parts(self.script)]

    def typed(self) -> tuple[tuple[int, str], ...]:
        """Side and line of every choice as somebody would type it."""
        return _typed(self)

    def orders(self) -> list[tuple[str, str]]:
        """The whole game from the lobby on: Anna leads the Central Powers, Ben the Allies."""
        setup = [("anna", self.new), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")]
        return [*setup, *(("anna" if side else "ben", line) for side, line in self.typed())]


@cache
def _typed(turn: WholeTurn) -> tuple[tuple[int, str], ...]:
    game, lines = played(turn.scenario, turn.script)
    assert (game.state.turn, game.state.phase, game.decision.kind) == (turn.ends_with, "actions", "choose_action")
    assert {event.kind for event in game.drain()} >= turn.told
    return lines


def fallen(_source: object, purpose: str, candidates: Sequence[int], _epoch: int, counter: int) -> int:
    """Chance that hangs on the question and its number alone, whatever the seed is."""
    digest = hashlib.sha256(f"{purpose} {counter}".encode()).digest()
    return candidates[int.from_bytes(digest, "big") % len(candidates)]


class _Fallen:
    choose = fallen


def parts(script: str) -> list[str]:
    """The entries of a script."""
    return [text.strip() for text in script.replace("\n", ";").split(";") if text.strip()]


def played(scenario: str, script: str) -> tuple[Game[Any], tuple[tuple[int, str], ...]]:
    """The game after a script, with the side and the line of every choice as somebody would type it."""
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
    """The command for a choice: cards and spaces by commands of their own, the rest by `choose`."""
    if verb in ("ops", "sr", "rp", "event"):
        return f"play {words} as {verb}"
    if verb in ("for_combat", "for_movement"):
        return f"activate {words} {'attack' if verb == 'for_combat' else 'move'}"
    return f"choose {verb.replace('_', ' ')} {words}".strip()


__all__ = ["WholeTurn", "fallen", "parts", "played"]
