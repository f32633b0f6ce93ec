"""Fast players by simple rules, in several styles: each prefers some verbs and spaces, none looks ahead.

Winning chances have to hold for people too, who play in just as many ways. A style only looks at the board and at its
own options.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from engine.core.bits import members
from engine.core.game import Game
from engine.core.options import Choice, Options
from engine.pog.board import Board
from engine.pog.state import State

#: Default weights of verbs, relative to 1.
_VERBS: Final[Mapping[str, float]] = {
    "event": 3, "ops": 5, "sr": 0.7, "rp": 0.9, "auto_op": 0.15, "peace": 0.02, "accept": 0.001,
    "for_combat": 3, "for_movement": 2, "stop": 0.3, "finish": 0.2, "decline": 0.1, "release": 0.05,
    "add": 3, "target": 2, "flank": 1, "play": 3, "entrench": 1, "spend": 4, "leave": 0.3, "cancel": 0.05,
    "step": 2, "drop": 0.3, "stay": 0.5, "rebuild_at": 5, "concede": 0.3, "give_up": 0.3,
}  # fmt: skip
#: Verbs that choose a destination.
_GOING: Final = frozenset(("step", "to", "place"))
#: Combat factors that a fort level and a trench level count for.
_FORT, _TRENCH = 1.0, 2.0
#: Nations of each front, by side, in which an attacker pressing on continues; those of the Allies' enemies first.
_FRONTS: Final[tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]] = (
    ((), ()),
    (("ge", "ah"), ("ru", "ro", "sb")),
    (("ge", "be"), ("fr", "be", "it")),
    (("tu", "bu"), ("ru", "eg", "sb")),
)


@dataclass(frozen=True, slots=True)
class Style:
    """Preferences of a player.

    Attributes:
        verbs: weights of verbs that differ from the default.
        odds: ratio of own to defending combat factors required for an attack.
        nearer: weight of a step towards an enemy VP space; below 1, steps lead away.
        prize: weight of an enemy VP space.
        home: weight of an own VP space.
    """

    verbs: Mapping[str, float] = field(default_factory=dict)
    odds: float = 1.0
    nearer: float = 1.0
    prize: float = 1.0
    home: float = 1.0


#: `anything` makes any legal choice except peace, which no position shows; `eager` takes any argument, with verbs as
#: frequent as in the recorded games; the others have preferences.
STYLES: Final[Mapping[str, Style]] = {
    "anything": Style(),
    "eager": Style(odds=0.0),
    "attacker": Style({"ops": 9, "for_combat": 9, "sr": 0.3, "rp": 0.5, "flank": 3}, odds=0.8, nearer=3, prize=3),
    "careful": Style({"event": 5, "rp": 1.2, "stop": 0.05}, odds=1.5, nearer=2.5, prize=4, home=2),
    "defender": Style({"ops": 3, "rp": 2, "sr": 1.5, "entrench": 8, "for_combat": 1, "leave": 1}, odds=2.5, nearer=0.8, home=6),
    "coward": Style({"ops": 2, "rp": 3, "sr": 2, "for_combat": 0.1, "retreat": 5, "entrench": 3}, odds=9.0, nearer=0.3, home=3),
    "grabber": Style({"ops": 8, "for_movement": 5, "event": 2}, odds=1.2, nearer=6, prize=20),
}  # fmt: skip


class StylePlayer:
    """Plays one seat of a game in a style."""

    def __init__(self, name: str, side: int, luck: random.Random) -> None:
        self._style, self._uniform = STYLES[name], name == "anything"
        self._side, self._luck = side, luck
        self._lands = luck.choice(_FRONTS)[side] if name not in ("anything", "eager") else ()

    def answer(self, game: Game[State]) -> Choice:
        """Return a legal choice."""
        options = game.options()
        if (only := options.only()) is not None:
            return only
        if self._uniform:
            return self._luck.choice([choice for choice in options if choice.verb != "accept"])
        if game.decision.kind == "attack" and self._style.odds:
            return self._declared(game, options)
        verbs = list(options.masks)
        verb = self._luck.choices(verbs, [self._leaning(game, verb) for verb in verbs])[0]
        return Choice(verb, self._argument(game, verb, options.of(verb)))

    def _leaning(self, game: Game[State], verb: str) -> float:
        weight = self._style.verbs.get(verb, _VERBS.get(verb, 1.0))
        if verb == "for_combat" and self._style.odds and not self._worthwhile(game):
            return 0.02 * weight
        return weight

    def _worthwhile(self, game: Game[State]) -> bool:
        """Return True if a stack could attack by the style's odds."""
        spaces = game.options().of("for_combat")
        return any(self._odds(game.state, space) >= self._style.odds for space in spaces)

    def _argument(self, game: Game[State], verb: str, args: Sequence[int]) -> int:
        if len(args) == 1 or game.decision.verbs.get(verb, "") != "space" or not self._style.odds:
            return self._luck.choice(args)
        return self._luck.choices(args, [self._likes(game.state, verb, space) for space in args])[0]

    def _likes(self, state: State, verb: str, space: int) -> float:
        style, board = self._style, state.rules.board
        if not board.on_map[space]:
            return 0.5
        if verb == "for_combat":
            return 0.02 + max(0.0, self._odds(state, space) - style.odds + 0.5)
        enemy = state.control[1 - self._side]
        liked = 4.0 if self._lands and board.lands(*self._lands) >> space & 1 else 1.0
        if state.rules.vp_spaces >> space & 1:
            liked *= style.prize if enemy >> space & 1 else style.home
        far = _distances(board, enemy & state.rules.vp_spaces)[space]
        if verb == "for_movement":  # a unit far from everything stays where it is
            return float(liked / (1 + far))
        return float(liked * style.nearer ** -min(far, 8)) if verb in _GOING else float(liked)

    def _odds(self, state: State, space: int) -> float:
        """Return the ratio of own combat factors in a space to those of the weakest neighbour that can be attacked."""
        strength = _strength(state, state.units_of(self._side, space))
        targets = state.rules.board.solid[space] & state.occupied[1 - self._side]
        return max((strength / self._defence(state, target) for target in members(targets)), default=0.0)

    def _defence(self, state: State, space: int) -> float:
        held = _strength(state, state.units_of(1 - self._side, space)) + _FORT * state.rules.board.fort_value[space]
        return max(1.0, held + _TRENCH * max(0, state.trench(space)[0]))

    def _declared(self, game: Game[State], options: Options) -> Choice:
        """Declare an attack on the best target by all units that can reach it, or none if the odds are poor."""
        state = game.state
        targets, joining = options.of("target"), options.of("add")
        if not targets:
            verbs = ("add", "decline") if "decline" in options.masks else ("add",)
            if len(verbs) == 2 and self._luck.random() < 0.02:
                return Choice("decline")
            return Choice("add", self._luck.choice(joining)) if joining else next(iter(options))
        attackers = getattr(game.decision, "attackers", 0)

        def odds(target: int) -> float:
            near = [unit for unit in joining if state.rules.board.solid[state.loc[unit]] >> target & 1]
            together = _strength(state, attackers) + sum(state.rules.factors(state, unit) for unit in near)
            prize = self._style.prize if state.rules.vp_spaces >> target & 1 else 1.0
            return (together / self._defence(state, target)) * min(prize, 1.5)

        best = max(targets, key=odds)
        if odds(best) < self._style.odds and "release" in options.masks and self._luck.random() < 0.9:
            return Choice("release")
        helpers = [unit for unit in joining if state.rules.board.solid[state.loc[unit]] >> best & 1]
        return Choice("add", self._luck.choice(helpers)) if helpers else Choice("target", best)


def _strength(state: State, units: int) -> float:
    return float(sum(state.rules.factors(state, unit) for unit in members(units)))


@lru_cache(maxsize=4096)
def _distances(board: Board, goals: int) -> tuple[int, ...]:
    """Return the distances to the nearest of some spaces; 9 if farther."""
    found, edge, seen = [9] * len(board.on_map), goals, goals
    for steps in range(9):
        for space in members(edge):
            found[space] = steps
        edge = _beside(board, edge) & ~seen
        seen |= edge
    return tuple(found)


def _beside(board: Board, spaces: int) -> int:
    found = 0
    for space in members(spaces):
        found |= board.solid[space]
    return found


__all__ = ["STYLES", "Style", "StylePlayer"]
