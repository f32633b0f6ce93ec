"""Actions of a side in the variant (8, 9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Flow
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.pog.content.records import AP
from engine.pog.rules import attrition, replacement, supply
from engine.pog.rules.rounds import action_rounds
from engine.pog.rulesets.banquet.mef import stranded
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.actions import ChooseAction, forget_failed_digging, must_open_with_guns
from engine.pog.sequence.base import PhasingDecision, PogGame
from engine.pog.sequence.drawing import Discard, fill_hand
from engine.pog.sequence.operations import Operate
from engine.pog.sequence.redeploy import PickForSr
from engine.pog.sequence.replacements import SpendRp
from engine.pog.sequence.turn import roll_siege
from engine.pog.state import State
from engine.pog.tables import CardRule, Tables

#: Actions compulsory in every turn, and never twice in a row.
COMPULSORY = ("political", "economic")
#: Actions that may not follow each other.
REDEPLOYING, RECORDING = ("sr", "auto_sr"), ("rp", "auto_rp")
#: Cards drawn in a political action by commitment level.
DRAWN = (3, 4, 5)


def last_action(state: State, side: int) -> str:
    """Return the kind of a side's last action of this turn, "" before the first."""
    return state.actions[side][-1][0] if state.actions[side] else ""


def owed(state: State, side: int) -> tuple[str, ...]:
    """Return the compulsory actions that a side still has to take this turn."""
    taken = {kind for kind, _ in state.actions[side]}
    return tuple(kind for kind in COMPULSORY if kind not in taken)


def must_pay(state: State, side: int) -> tuple[str, ...]:
    """Return the actions owed if no others can be taken any more, else none."""
    left = action_rounds(state) - len(state.actions[side])
    missing = owed(state, side)
    return missing if left <= len(missing) else ()


def pools(state: State, side: int) -> int:
    """Return the pools of a side that can record a point: not those of neutral nations (9.4.1)."""
    content = state.rules.content
    return mask(
        number
        for number, pool in enumerate(content.every_pool)
        if pool in content.pools[side]
        and not supply.neutral_nation(state, pool)
        and (pool != "us" or "us" in state.at_war)
    )


@dataclass(frozen=True, slots=True)
class ChooseLongAction(ChooseAction):
    """Choose an action as in Deluxe, with automatic SR and RP, political and economic actions."""

    verbs: ClassVar[dict[str, str]] = {
        **ChooseAction.verbs, "auto_sr": "", "auto_rp": "", "political": "", "economic": "",
    }  # fmt: skip

    def options(self, game: PogGame) -> Options:
        """Return the options of Deluxe, and actions without a card that do not repeat their kind."""
        state = game.state
        side = state.phasing
        found = ChooseAction.options(self, game)
        if must_open_with_guns(state, side):
            return found
        last, owing = last_action(state, side), must_pay(state, side)
        added = {
            "auto_sr": int(last not in REDEPLOYING),
            "auto_rp": int(last not in RECORDING),
            **{kind: int(last != kind) for kind in COMPULSORY},
        }
        if owing:
            return Options({kind: 1 for kind in owing if added[kind]} or dict.fromkeys(owing, 1))
        return Options({**found.masks, **added})

    def explain(self, game: PogGame, choice: Choice) -> Reason:
        """Return why that action is not possible now."""
        state = game.state
        side = state.phasing
        last, owing = last_action(state, side), must_pay(state, side)
        if owing and choice.verb not in owing:
            return Reason("action_owed", "8.1", {})
        if choice.verb == last and choice.verb in COMPULSORY:
            return Reason("no_second_of_these", "8.1", {})
        if choice.verb == "auto_sr" and last in REDEPLOYING:
            return Reason("no_second_sr", "9.3.4", {})
        if choice.verb == "auto_rp" and last in RECORDING:
            return Reason("no_second_rp", "9.4.3", {})
        return ChooseAction.explain(self, game, choice)

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Carry out the new kinds; a card for RP is followed by limited operations."""
        state = game.state
        side = state.phasing
        if choice.verb not in ("auto_sr", "auto_rp", *COMPULSORY):
            dug = state.failed_entrench
            ChooseAction.resolve(self, game, choice)
            ops = limited_operations(state, side) if choice.verb == "rp" else 0
            if ops:
                state.failed_entrench = dug
                game.goto(Operate, ops=ops)
            return
        state.actions[side].append((choice.verb, -1))
        game.emit("action", side=side, round=state.round, kind=choice.verb, card=None)
        forget_failed_digging(state, side)
        if choice.verb == "auto_sr":
            game.goto(PickForSr, points=1)
        elif choice.verb == "auto_rp":
            game.goto(RecordPoint)
        else:
            game.goto(PoliticalAction if choice.verb == "political" else EconomicAction, side=side)


def limited_operations(state: State, side: int) -> int:
    """Return the OPS after a card for replacement points (9.4.6); the Allied number is ours."""
    return int(side == 1 or state.rules.switches["soe.allied_ops_after_rp"] == "one")


@dataclass(frozen=True, slots=True)
class RecordPoint(PhasingDecision):
    """Automatic RP: one point for a nation (9.4.2)."""

    kind: ClassVar[str] = "record_point"
    verbs: ClassVar[dict[str, str]] = {"pool": "pool"}
    forced: ClassVar[bool] = False

    def options(self, game: PogGame) -> Options:
        """Return the pools of the side."""
        return Options({"pool": pools(game.state, game.state.phasing)})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Record the point."""
        state = game.state
        pool = state.rules.content.every_pool[choice.arg]
        state.rp[pool] = state.rp.get(pool, 0) + 2
        game.emit("rp", side=state.phasing, points=((pool, 2),))


# -- political actions ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PoliticalAction(Flow):
    """Attrition of spaces, drawing and discarding cards (14.3.6, 8.1.6; the numbers are ours)."""

    kind: ClassVar[str] = "political_action"
    steps: ClassVar[tuple[str, ...]] = ("attrition", "draw", "discard")
    side: int

    def attrition(self, game: PogGame) -> None:
        """Apply attrition to the spaces of both sides (14.3.6)."""
        attrition.attrition(game)

    def draw(self, game: PogGame) -> None:
        """Draw three cards, four at Limited War, five at Total War, up to the hand size."""
        fill_hand(game, self.side, "draw", DRAWN[game.state.commitment[self.side]])

    def discard(self, game: PogGame) -> None:
        """Ask for combat cards and cards in the zone of played cards."""
        game.call(PutAside, side=self.side)


@dataclass(frozen=True, slots=True)
class PutAside(Discard):
    """Discard combat cards after drawing."""

    kind: ClassVar[str] = "put_aside"


def lost_spaces(state: State, side: int) -> int:
    """Return the spaces out of supply without own units or an intact own fort; Serbia is exempt (14.3.6)."""
    return attrition.cut_off_spaces(state, side) & ~state.occupied[side] & ~out_of_the_war(state)


def out_of_the_war(state: State) -> int:
    """Return Arabia while Turkey is neutral: every line there runs through Turkey, so nobody can supply it or cut it off (ours)."""
    stays = state.rules.switches["soe.arabia"] == "stays" and "tu" not in state.at_war
    return state.rules.board.lands("ar") if stays else 0


# -- economic actions -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EconomicAction(Flow):
    """Sieges by the active player, then replacements (15.3.1, 9.4.4)."""

    kind: ClassVar[str] = "economic_action"
    steps: ClassVar[tuple[str, ...]] = ("siege", "replace")
    side: int

    def siege(self, game: PogGame) -> None:
        """Roll for each fort that the active player's supplied units alone can besiege (15.3.1)."""
        for space in members(pressed(game.state, self.side)):
            roll_siege(game, space)

    def replace(self, game: PogGame) -> None:
        """Spend the points recorded so far; the first time in a turn they are adjusted (17.1.8)."""
        state = game.state
        if sum(kind == "economic" for kind, _ in state.actions[self.side]) == 1:
            replacement.adjust_points(game, self.side)
        if self.side == AP:
            feed_the_beach(game)
        game.call(SpendRecorded, side=self.side)


def feed_the_beach(game: PogGame) -> None:
    """Charge a British point while units are supplied only by the beachhead (20, ours)."""
    state = game.state
    points = state.rp.get("br", 0)
    if points and stranded(state):
        state.rp["br"] = max(0, points - 2)
        game.emit("rp_changed", cause="beachhead", pool="br", points=state.rp["br"])


def pressed(state: State, side: int) -> int:
    """Return the besieged enemy forts that a side's supplied units alone suffice to besiege (15.3.1)."""
    forts = state.besieged & state.rules.board.printed[1 - side]
    return mask(space for space in members(forts) if state.can_besiege(supply.supplied_at(state, side, space), space))


@dataclass(frozen=True, slots=True)
class SpendRecorded(SpendRp):
    """Spend replacement points; unspent ones stay recorded until the turn ends (9.4.4)."""

    kind: ClassVar[str] = "economic_replacement"


def _not_after(*kinds: str) -> CardRule:
    sr = "sr" in kinds
    return CardRule(
        "no_second_sr" if sr else "no_second_rp",
        "9.3.4" if sr else "9.4.3",
        frozenset({kinds[0]}),
        lambda state, side: -1 if last_action(state, side) in kinds else 0,
    )


def amended(tables: Tables) -> Tables:
    """Return the tables: SR and RP, automatic ones included, do not repeat; attrition only affects spaces."""
    uses = tuple(rule for rule in tables.card_uses if rule.name not in ("no_second_sr", "no_second_rp"))
    return replace(
        tables,
        card_uses=(*uses, _not_after(*REDEPLOYING), _not_after(*RECORDING)),
        doomed_units=(),
        doomed_spaces=(lost_spaces,),
    )


ACTIONS = Theme(
    amended,
    replaced=(ChooseLongAction,),
    added=(RecordPoint, PoliticalAction, PutAside, EconomicAction, SpendRecorded),
)
