"""The opening of the variant: Guns of August with Austrian offensives, and Joffre against Moltke."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.pog.cards.events import CardEvent
from engine.pog.cards.mobilization import EventOperation, GunsOfAugust
from engine.pog.combat_state import Combat, Operation
from engine.pog.content.records import AP, CP
from engine.pog.rules import activation, targets
from engine.pog.rulesets.banquet import plans
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.attacks import DeclareAttack, eligible
from engine.pog.sequence.base import AlliedDecision, PogGame
from engine.pog.state import State
from engine.pog.tables import Tables

# -- Guns of August (CP 1) ----------------------------------------------------------------


class GunsOfAugustBanquet(GunsOfAugust):
    """The Belgians retreat to Antwerp first, and two Austrian armies must attack as well."""

    obliged = ("ah_5_army", "ah_6_army")
    attackers = (*GunsOfAugust.attackers, *obliged)

    def play(self, game: PogGame) -> None:
        """Move the Belgian Army from Brussels to Antwerp (4.0), and put the war plans in force (18)."""
        state = game.state
        ids = state.rules.content.unit_by_name
        army = ids["be_1_army"]
        origin, to = state.rules.board.space("brussels"), state.rules.board.space("antwerp")
        if state.loc[army] == origin:
            state.place(army, to)
            game.emit("moved", units=(army,), path=(origin, to))
        plans.begin(game)
        state.marks["must_attack"] = mask(ids[name] for name in self.obliged)
        super().play(game)


def obliged(state: State) -> int:
    """Return the units that an event obliges to attack and that can."""
    must = state.marks["must_attack"]
    return targets.joinable(state, 0, must & eligible(state)) if must else 0


@dataclass(frozen=True, slots=True)
class AttackObliged(DeclareAttack):
    """Declare attacks; those an event obliges come before the combats can end."""

    def options(self, game: PogGame) -> Options:
        """Return the options; ending is not one while units must attack."""
        found = DeclareAttack.options(self, game)
        must = game.state.marks["must_attack"]
        if not must or not found.masks:
            return found
        kept = dict(found.masks)
        if self.attackers & must:
            kept.pop("release", None)
        elif obliged(game.state):
            kept.pop("decline", None)
        return Options(kept)

    def explain(self, game: PogGame, choice: Choice) -> Reason:
        """Return which units must still attack."""
        must = obliged(game.state) | self.attackers & game.state.marks["must_attack"]
        if choice.verb in ("decline", "release") and must:
            return Reason("must_attack", "CP 1", {"units": tuple(members(must))})
        return DeclareAttack.explain(self, game, choice)


def obligation_over(game: Game[State], side: int) -> None:
    """End the obligation with the round of the event."""
    game.state.marks["must_attack"] = 0


# -- Joffre against Moltke (AP 9), a proposal until the card is found -------------------------

_JOFFRE, _FALKENHAYN = "ap_09_moltke", "cp_13_falkenhayn"
_SPACES = 2
_TOGETHER = ("fr", "br")


class JoffreAgainstMoltke(CardEvent):
    """French and British attack at once; if they inflict more than they suffer, German attacks become dearer."""

    def playable(self, state: State) -> bool:
        """Return whether any of them can attack."""
        return bool(_strikers(state) & ~state.rules.board.spaces("london"))  # 12.1.10: nobody attacks from there alone

    def play(self, game: PogGame) -> None:
        """Ask for the spaces to attack from."""
        state = game.state
        card = state.rules.card(_JOFFRE)
        state.operation = Operation(side=AP, card=card, effects=1 << card)
        game.call(StrikeBack, left=_SPACES)


def _strikers(state: State) -> int:
    """Return the spaces with French or British units that can attack."""
    units = state.rules.nation_units(*_TOGETHER) & activation.able_units(state, AP)[1]
    return activation.attackable(state, AP, units)


@dataclass(frozen=True, slots=True)
class StrikeBack(AlliedDecision):
    """Activate up to two spaces for attack, free of charge."""

    kind: ClassVar[str] = "strike_back"
    verbs: ClassVar[dict[str, str]] = {"strike": "space", "stop": ""}
    forced: ClassVar[bool] = False
    left: int

    def options(self, game: PogGame) -> Options:
        """Return the spaces not yet chosen."""
        operation = game.state.operation
        assert operation is not None
        spaces = _strikers(game.state) & ~operation.attack if self.left else 0
        partners = operation.attack | (spaces if self.left > 1 else 0)
        alone = activation.without_partner(game.state, spaces, partners)
        return Options({"strike": spaces & ~alone, "stop": 1} if spaces else {})

    def empty(self, game: PogGame) -> None:
        """Go to the attacks."""
        game.goto(EventOperation)

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Mark a space, or go to the attacks."""
        operation = game.state.operation
        assert operation is not None
        if choice.verb == "stop":
            game.goto(EventOperation)
            return
        operation.attack |= 1 << choice.arg
        game.emit("activated", space=choice.arg, use="attack", cost=0)
        game.stay(left=self.left - 1)


def _by_joffre(state: State) -> bool:
    return state.operation is not None and state.operation.effects >> state.rules.card(_JOFFRE) & 1 == 1


def french_and_british(state: State, units: int) -> bool:
    """Return whether the attackers are only French and British in the counterattack: they attack together."""
    both = 0
    for nation in _TOGETHER:
        both |= state.rules.of_parent[nation]
    return _by_joffre(state) and not units & ~both


def marne(game: Game[State], combat: Combat) -> None:
    """Make German attacks in the west dearer until the end of the next turn if the counterattack did the greater harm."""
    state = game.state
    if _by_joffre(state) and combat.to_defender > max(combat.to_attacker, 0):
        state.marks["marne_until"] = state.turn + 1
        game.emit("marne")


def joffre_binds(state: State) -> int:
    """Return Joffre against Moltke while its victory makes German attacks dearer; 0 after a tie or defeat, or once that is over."""
    over = state.turn > state.marks["marne_until"] or state.rules.card(_FALKENHAYN) in state.events
    return 0 if over else 1 << state.rules.card(_JOFFRE)


def dearer_attacks(state: State, side: int, space: int, attack: bool) -> int:
    """Return one additional OPS for attacks from a space with Germans in France or Belgium, until Falkenhayn."""
    rules = state.rules
    if not (attack and side == CP and joffre_binds(state)):
        return 0
    return int(bool(rules.board.lands("fr", "be") >> space & 1 and state.units_at[space] & rules.of_nation["ge"]))


def sane(state: State) -> list[str]:
    """Check that the marks of the opening do not outlive it."""
    found = []
    if state.marks["must_attack"] and state.turn > 1:
        found.append("units must attack after August 1914")
    if state.marks["marne_until"] and state.rules.card(_JOFFRE) not in state.events:
        found.append("a counterstroke on the Marne without Joffre")
    return found


def amended(tables: Tables) -> Tables:
    """Return the tables with the changed opening cards."""
    moments = tables.moments
    return replace(
        tables,
        events={**tables.events, "cp_01_guns_of_august": GunsOfAugustBanquet(), _JOFFRE: JoffreAgainstMoltke()},
        prices=tuple(price for price in tables.prices if price.name != "moltke"),
        surcharges=(*tables.surcharges, dearer_attacks),
        joint_attacks=(*tables.joint_attacks, french_and_british),
        marks={**tables.marks, "must_attack": 0, "marne_until": 0},
        laws=(*tables.laws, sane),
        binding=(*tables.binding, joffre_binds),
        moments=replace(
            moments,
            action_over=(*moments.action_over, obligation_over),
            combat_over=(*moments.combat_over, marne),
        ),
    )


OPENING = Theme(amended, replaced=(AttackObliged,), added=(StrikeBack,))
