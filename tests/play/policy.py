"""Players without foresight but with a purpose, so that long wars with all features occur.

A player presses on a front of his game's style, likes events that open others, takes spaces worth
VP, and eases off while he is far ahead: games then reach the late war instead of ending early.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from engine.core.bits import members
from engine.core.options import Choice, Options
from engine.pog import PogGame
from engine.pog.content.records import CP

#: Areas in which a style attacks, by side.
STYLES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "east": (("tu", "ge"), ("ru", "ro", "sb")),
    "west": (("ge", "fr", "be"), ("fr", "be", "it")),
    "near east": (("tu", "bu", "gr"), ("ru", "tu", "pe", "eg")),
    "collapse": (("fr", "be", "tu"), ("ru",)),
    "even": ((), ()),
}
_STYLE_OF = ("collapse", "west", "east", "near east", "even", "collapse", "collapse")
#: Events that open a part of the game, played almost whenever possible.
WANTED = frozenset(
    """ap_16_romania ap_17_italy ap_27_great_retreat ap_29_yudenitch ap_30_salonika ap_31_mef ap_40_14_points
    ap_41_arab_northern_army ap_44_greece ap_45_kerensky_offensive ap_46_brusilov_offensive ap_49_sinai_pipeline
    ap_54_zimmermann_telegram ap_55_over_there cp_13_falkenhayn cp_24_libyan_revolt cp_28_tsar_takes_command
    cp_32_war_in_africa cp_34_bulgaria cp_45_treaty_of_brest_litovsk cp_47_french_mutiny cp_52_fall_of_the_tsar
    cp_53_bolshevik_revolution cp_54_h_l_take_command cp_36_u_boats_unleashed ap_09_moltke
    ap_35_yanks_and_tanks ap_33_grand_fleet ap_38_usa_reinforcements ap_43_usa_reinforcements
    ap_47_usa_reinforcements ap_64_usa_reinforcements cp_26_place_of_execution cp_09_reichstag_truce cp_11_oberost""".split()
)
#: Combat cards with rare opportunities, for which they are kept.
_KEPT = frozenset(
    """ap_36_mine_attack ap_48_royal_tank_corps ap_61_maude ap_63_backs_to_the_wall cp_02_wireless_intercepts
    cp_43_von_below cp_44_von_hutier ap_39_they_shall_not_pass cp_63_russian_desertions""".split()
)
_VERBS: Mapping[str, float] = {
    "event": 3, "ops": 5, "sr": 0.8, "rp": 0.9, "auto_op": 0.15, "peace": 0.1, "accept": 0.02,
    "for_combat": 3, "for_movement": 2, "stop": 0.5, "finish": 0.3, "decline": 0.12, "release": 0.08,
    "add": 2.5, "target": 1.2, "flank": 2, "play": 2.5, "entrench": 1.5, "spend": 4, "leave": 0.3, "cancel": 0.05,
    "step": 2, "drop": 0.4, "stay": 0.5, "rebuild_at": 5, "use": 2, "concede": 0.5,
}  # fmt: skip
#: Distance from the middle of the VP track from which the leading side eases off.
_AHEAD = 4


class Player:
    """Makes the choices of both sides in one game."""

    def __init__(self, game: PogGame, seed: int, style: str = "") -> None:
        self.game = game
        self.luck = random.Random(seed)
        self.style = style or _STYLE_OF[seed % len(_STYLE_OF)]
        self.zeal = 12.0 if self.style == "collapse" else 3.0
        rules = game.state.rules
        self.goals = tuple(rules.board.lands(*lands) if lands else rules.board.all for lands in STYLES[self.style])
        names = rules.content.cards
        self.wanted = sum(1 << card.id for card in names if card.name in WANTED)
        self.kept = sum(1 << card.id for card in names if card.name in _KEPT)

    def choose(self) -> Choice:
        """Return a legal choice."""
        options = self.game.options()
        if wanted := options.masks.get("event", 0) & self.wanted:
            return Choice("event", self._any(list(members(wanted))))
        verb = self._verb(options)
        return Choice(verb, self._argument(verb, options.of(verb)))

    def _verb(self, options: Options) -> str:
        verbs = list(options.masks)
        if len(verbs) == 1:
            return verbs[0]
        weights = [_VERBS.get(verb, 1.0) for verb in verbs]
        if self._ahead():
            weights = [weight * _calm(verb) for verb, weight in zip(verbs, weights, strict=True)]
        return self.luck.choices(verbs, weights)[0]

    def _ahead(self) -> bool:
        lead = self.game.state.vp - 10
        return lead >= _AHEAD if self.game.actor == CP else lead <= -_AHEAD

    def _argument(self, verb: str, args: Sequence[int]) -> int:
        kind = self.game.decision.verbs.get(verb, "")
        if kind == "card" and verb in ("ops", "sr", "rp", "discard"):
            return self.luck.choices(args, [0.02 if self.kept >> arg & 1 else 1.0 for arg in args])[0]
        if kind != "space" or len(args) == 1:
            return self._any(args)
        state, side = self.game.state, self.game.actor
        assert side is not None
        board = state.rules.board
        goals, enemy = self.goals[side], state.control[1 - side]
        worth = enemy & state.rules.vp_spaces
        beside = self._beside_attacks() if verb == "for_combat" else 0
        weights = [
            1.0
            + self.zeal * (goals >> arg & 1)
            + 2.0 * (enemy >> arg & 1)
            + (0.0 if self._ahead() else 4.0) * (worth >> arg & 1)
            + 12.0 * (beside >> arg & 1)
            if board.on_map[arg]
            else 0.3
            for arg in args
        ]
        return self.luck.choices(args, weights)[0]

    def _beside_attacks(self) -> int:
        """Return the spaces two steps from one marked for attack: together they can attack from two sides."""
        state = self.game.state
        solid = state.rules.board.solid
        operation = state.operation
        beside = 0
        for space in members(operation.attack if operation else 0):
            for target in members(solid[space] & state.occupied[1 - state.phasing]):
                beside |= solid[target]
        return beside

    def _any(self, args: Sequence[int]) -> int:
        return self.luck.choice(args)


def _calm(verb: str) -> float:
    """Return the weights of a side far ahead: fewer attacks, more of everything quiet."""
    return {"for_combat": 0.25, "step": 0.6, "target": 0.5, "decline": 5, "finish": 2, "stop": 2, "rp": 2, "sr": 2}.get(
        verb, 1.0
    )
