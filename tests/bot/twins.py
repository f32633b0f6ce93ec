"""Two games that differ only in one hidden card.

In the twin world two cards of one side have been swapped since the first deal, neither of which anybody else ever sees:
where one was drawn, the other is. Dice, choices and all public facts are the same. In the store both exist side by side
as worlds (`worlds.py`), and are continued through the bot.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.storage.changes import StoredGame
from bot.titles.pog.systems import system_for
from engine.core.bits import members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog.sequence.cards_window import usable
from engine.pog.state import State
from tests.bot.worlds import SEED
from tests.support.random_play import pick


@dataclass(frozen=True, slots=True)
class Swapped:
    """Keyed chance in a world where two cards have changed places in the packs."""

    chance: KeyedChance
    one: int
    other: int

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return the first world's outcome, with the cards swapped."""
        if not purpose.startswith("draw_"):
            return self.chance.choose(purpose, candidates, epoch, counter)
        there = sorted(self._swap(card) for card in candidates)
        return self._swap(self.chance.choose(purpose, tuple(there), epoch, counter))

    def _swap(self, card: int) -> int:
        return {self.one: self.other, self.other: self.one}.get(card, card)


@dataclass(frozen=True, slots=True)
class Stage:
    """A moment of a random game, the side whose hand will differ, and the two cards of which it holds the first."""

    seed: int
    choices: tuple[str, ...]
    side: int
    held: int
    unheld: int
    #: The choice to start with, "" for any.
    first: str = ""
    #: When card windows open: "public" or "hand"; "held" if they open in public and a side automatically passes questions with no answer but no.
    windows: str = "public"
    scenario: str = "campaign"

    @property
    def options(self) -> dict[str, str]:
        """Return the options of the game."""
        return _options(self.scenario, self.windows)


def _options(scenario: str, windows: str) -> dict[str, str]:
    return {"scenario": scenario, "windows": "public" if windows == "held" else windows}


def stages(seed: int, steps: int, windows: str = "public", scenario: str = "campaign") -> Iterator[Stage]:
    """Yield attacks in which one card decides whether the attacker is asked, and other moments between.

    If windows open by hand only, also attacks in which it decides whether the defender is asked.
    """
    luck = random.Random(seed)
    options = _options(scenario, windows)
    game = Game.start(system_for(options), KeyedChance(SEED + bytes([seed])), listening=False)
    for step in range(steps):
        if not game.stack:
            return
        if game.decision.kind == "attack" and game.options().of("target"):
            yield from _attacks(game, luck, seed, windows)
        elif step % 9 == 8 and (pair := _pair(game, 1 - game.state.phasing if game.state.phasing >= 0 else 0, luck)):
            yield Stage(seed, _choices(game), *pair, windows=windows, scenario=scenario)
        game.apply(pick(game, luck))


def _choices(game: Game[State]) -> tuple[str, ...]:
    return tuple(entry.choice for entry in game.fresh[1:])


def _unseen(game: Game[State], side: int) -> int:
    """Return the cards of a side that have never left its hand and its draw pile."""
    named = " ".join(_choices(game)).split()
    state, cards = game.state, game.state.rules.content.card_by_name
    known = sum(1 << cards[name] for name in set(named) if name in cards)
    return (state.hand[side] | state.deck[side]) & ~known & ~(1 << state.rules.card("cp_01_guns_of_august"))


def _attacks(game: Game[State], luck: random.Random, seed: int, windows: str) -> Iterator[Stage]:
    target = luck.choice(game.options().of("target"))
    trial = game.copy()
    trial.apply(Choice("target", target))
    if trial.state.combat is None or trial.state.combat.winner:
        return
    sides = (game.state.phasing,) if windows == "public" else (game.state.phasing, 1 - game.state.phasing)
    for side in sides:
        unseen = _unseen(game, side)
        asked = usable(trial.state, side, unseen, "") | usable(trial.state, side, unseen, "trench")
        held = game.state.hand[side]
        for one in members(asked):
            others = [card for card in members(unseen & ~asked) if (held >> card & 1) != (held >> one & 1)]
            if others:
                other = luck.choice(others)
                first, second = (one, other) if held >> one & 1 else (other, one)
                yield Stage(
                    seed,
                    _choices(game),
                    side,
                    first,
                    second,
                    f"target {_space(game, target)}",
                    windows,
                    game.state.rules.scenario.name,
                )


def _space(game: Game[State], space: int) -> str:
    return game.state.rules.content.spaces[space].name


def _pair(game: Game[State], side: int, luck: random.Random) -> tuple[int, int, int] | None:
    unseen = _unseen(game, side)
    held = list(members(unseen & game.state.hand[side]))
    unheld = list(members(unseen & game.state.deck[side]))
    return (side, luck.choice(held), luck.choice(unheld)) if held and unheld else None


def world_of(stage: Stage, *, swapped: bool) -> Game[State] | None:
    """Return the stage's history in one of the worlds; None if it can't be the same in this one."""
    chance: Any = KeyedChance(SEED + bytes([stage.seed]))
    if swapped:
        chance = Swapped(chance, stage.held, stage.unheld)
    game: Game[State] = Game.start(system_for(stage.options), chance, listening=False)
    for text in stage.choices:
        while game.decision.covert and not _possible(game, text):
            game.apply(Choice("finish", 0))
        if not _possible(game, text):
            if text == "finish":
                continue  # in this world no side was asked
            return None
        game.apply(game.parse(text))
    while game.decision.covert:
        game.apply(Choice("finish", 0))
    return game


def worlds_of(stage: Stage) -> tuple[Game[State], Game[State]] | None:
    """Return both worlds of a stage; None if the public history differs between them."""
    plain, swapped = world_of(stage, swapped=False), world_of(stage, swapped=True)
    if plain is None or swapped is None or _told(plain) != _told(swapped):
        return None
    return plain, swapped


def _told(game: Game[State]) -> list[tuple[Any, ...]]:
    """Return the choices known to everybody."""
    frames = game.system.frames
    covert = {frame.kind for frame in frames if getattr(frame, "covert", False)}
    return [(entry.side, entry.decision, entry.choice) for entry in game.fresh if entry.decision not in covert]


def _possible(game: Game[State], text: str) -> bool:
    if text.partition(" ")[0] not in game.decision.verbs:
        return False
    return game.options().allows(game.parse(text))


def chances(stored_seed: dict[str, tuple[int, int]]) -> Any:
    """Replace the source of dice and draws: by game, the swapped cards."""

    def chance_of(stored: StoredGame) -> Any:
        plain = KeyedChance(bytes.fromhex(stored.header.seed))
        cards = stored_seed.get(stored.header.game_id)
        return plain if cards is None else Swapped(plain, *cards)

    return chance_of


__all__ = ["Stage", "Swapped", "chances", "stages", "worlds_of"]
