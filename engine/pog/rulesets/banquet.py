"""Banquet des Généraux, a variant of the Deluxe rules; as yet a part of it, and no scenario for players.

Paragraphs are those of the variant's rules page. `python -m tests.manifest banquet` lists what is there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.bits import mask, members
from engine.core.frames import FrameTable
from engine.pog import networks
from engine.pog.cards.events import CardEvent
from engine.pog.cards.mobilization import GunsOfAugust
from engine.pog.combat_state import Combat
from engine.pog.content import Content
from engine.pog.content.records import AP, CP, TerrainEffect
from engine.pog.rules import areas, attrition, supply
from engine.pog.rules import combat as fight
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.rulesets.rulebook import Rulebook
from engine.pog.sequence import turn as turns
from engine.pog.sequence.actions import TakeAction
from engine.pog.sequence.attacks import Battle
from engine.pog.sequence.base import PogGame
from engine.pog.state import State
from engine.pog.tables import Closing, Tables
from engine.pog.view import Modifier

_ENTRENCH = ("ap_12_entrench", "cp_06_entrench")
#: 11.2.1.2: the turn in which digging in begins by itself.
_FALL_1914, _WINTER_1915 = 3, 4

# -- set-up and turn one ----------------------------------------------------------------


class GunsOfAugustBanquet(GunsOfAugust):
    """The Belgians fall back on Antwerp before the blow."""

    def play(self, game: PogGame) -> None:
        """4.0: the Belgian Army goes from Brussels to Antwerp."""
        state = game.state
        army = state.rules.content.unit_by_name["be_1_army"]
        origin, to = state.rules.board.space("brussels"), state.rules.board.space("antwerp")
        if state.loc[army] == origin:
            state.place(army, to)
            game.emit("moved", units=(army,), path=(origin, to))
        super().play(game)


@dataclass(frozen=True, slots=True)
class BanquetTurn(turns.PlayTurn):
    """A turn of the variant."""

    def mandated_offensives(self, game: PogGame) -> None:
        """7.0: none is rolled in August 1914."""
        if game.state.turn > 1:
            turns.PlayTurn.mandated_offensives(self, game)
        else:
            turns.begin_turn(game)


# -- movement ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BanquetAction(TakeAction):
    """An action of the variant."""

    def choose(self, game: PogGame) -> None:
        """11.1.2: what the enemy holds in supply now is dear to enter in this action."""
        state = game.state
        enemy = 1 - self.side
        network = networks.AP_SPACES if enemy == AP else networks.CP_SPACES
        state.marks["enemy_ground"] = state.control[enemy] & supply.reach(state, network)[1]
        TakeAction.choose(self, game)


def enemy_ground(state: State, stack: int, path: tuple[int, ...], space: int) -> int | None:
    """11.1.2: a space that the enemy held in supply costs 2 MP, but for the first of them that a stack enters."""
    dear = state.marks["enemy_ground"]
    if not dear >> space & 1:
        return None
    return 2 if any(dear >> entered & 1 for entered in path[1:]) else 1


def restricted_coast(state: State, unit: int) -> int:
    """11.1.9: Antwerp is closed along with Amiens, Calais and Ostend."""
    closed = areas.coast_closed(state)
    return closed | state.rules.board.spaces("antwerp") if closed else 0


COAST = Closing("coast", "11.1.9", lambda rules: rules.units_of_side[CP], spaces=restricted_coast, advance=True)

# -- nations ----------------------------------------------------------------------------


def _keeps_to(nation: str, *lands: str) -> Closing:
    """The units of a nation end moves and SR in these lands only; they may advance out of them."""
    return Closing(
        f"{nation}_at_home",
        nation.upper(),
        lambda rules: rules.of_nation[nation],
        fixed=lambda rules: rules.board.all & ~rules.board.lands(*lands),
    )


def _apart(nation: str, other: str) -> Closing:
    """The units of a nation do not end moves and SR with those of another."""
    return Closing(
        f"{nation}_without_{other}",
        nation.upper(),
        lambda rules: rules.of_nation[nation],
        spaces=lambda state, unit: _spaces_with(state, state.rules.of_nation[other]),
    )


def _spaces_with(state: State, units: int) -> int:
    on_map = state.rules.board.on_map
    return mask(state.loc[unit] for unit in members(units) if on_map[state.loc[unit]])


NATIONS = (
    _keeps_to("gr", "gr", "bu", "tu", "sb", "al", "mn"),
    _apart("gr", "it"),
    _apart("it", "gr"),
    _keeps_to("ro", "ro", "bu", "ah", "sb"),
)


def russians_abroad(state: State, side: int, space: int, attack: bool) -> int:
    """A space that is on the Near East map alone, is not Russian and holds a Russian unit costs one OPS more."""
    spec = state.rules.content.spaces[space]
    abroad = side == AP and spec.map == "near_east" and spec.nation != "ru"
    return int(abroad and state.units_at[space] & state.rules.of_nation["ru"] != 0)


# -- trenches ---------------------------------------------------------------------------


def trench_0_everywhere(state: State) -> int:
    """11.2.1.1: spaces where units are dug in a little once Entrench is played."""
    board, germans = state.rules.board, state.rules.of_nation["ge"]
    france = board.lands("fr")
    near = france
    for space in members(france):
        near |= board.solid[space]
    held = mask(space for space in members(board.lands("ge") & state.occupied[CP]) if state.units_at[space] & germans)
    return near | board.lands("it", "be") | held


def trench_0(state: State, combat: Combat) -> list[TerrainEffect]:
    """11.2.1.1: it works where there is no deeper trench and no card that negates trenches."""
    rules = state.rules
    played = any(rules.card(name) in state.events for name in _ENTRENCH)
    if not played or not combat.defenders or fight.trench_level(state, combat) or fight.trench_cancelled(state, combat):
        return []
    return [rules.content.terrain["trench_0"]] if trench_0_everywhere(state) >> combat.target & 1 else []


def from_fall_1914(state: State, stack: int, space: int) -> bool:
    """Cards AP 12 and CP 6: trench 0 may come earlier, dice for entrenching only now."""
    return state.turn >= _FALL_1914


def everybody_digs_in(game: PogGame) -> None:
    """11.2.1.2: from Winter 1915 on as if both cards had been played; neither can be an event any more."""
    state = game.state
    cards = [state.rules.card(name) for name in _ENTRENCH]
    if state.turn >= _WINTER_1915 and not any(card in state.events for card in cards):
        state.events.update(dict.fromkeys(cards, state.turn))


# -- combat -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BanquetBattle(Battle):
    """A combat of the variant."""

    def winner(self, game: PogGame) -> None:
        """12.5.3: out of forest, mountain, swamp or desert nobody retreats more than one space."""
        Battle.winner(self, game)
        combat = fight.combat_of(game.state)
        if fight.terrain_effect(game.state, combat.target).may_stand:
            combat.retreat_length = min(combat.retreat_length, 1)


def sinai(state: State, combat: Combat, side: int) -> list[Modifier]:
    """The Sinai hampers an attack if any attacker is there or traces supply through it."""
    rules = state.rules
    found = []
    for standing in rules.content.standing_drms if side == combat.side else ():
        lifted = side == standing.lifted_for and rules.card(standing.lifted_by) in state.events
        if not lifted and (combat.spaces >> standing.space & 1 or _traces_through(state, combat, standing.space)):
            found.append(Modifier(rules.content.spaces[standing.space].name, standing.drm))
    return found


def _traces_through(state: State, combat: Combat, space: int) -> bool:
    """True if an attacker in supply would be without it if his side did not hold a space."""
    supplied = [unit for unit in members(combat.attackers) if supply.in_supply(state, unit)]
    held, state.control[combat.side] = state.control[combat.side], state.control[combat.side] & ~(1 << space)
    try:
        return any(not supply.in_supply(state, unit) for unit in supplied)
    finally:
        state.control[combat.side] = held


# -- attrition --------------------------------------------------------------------------


def isolated_spaces(state: State, side: int) -> int:
    """14.3.6: only spaces without a friendly neighbour change hands, and no capital does."""
    board = state.rules.board
    capitals = 0
    for spaces in board.capitals.values():
        capitals |= spaces & board.printed[side]
    lost = attrition.cut_off_spaces(state, side) & ~capitals
    return mask(space for space in members(lost) if not board.common[space] & state.control[side])


# -- the whole --------------------------------------------------------------------------


def frames() -> FrameTable:
    """The flows of Deluxe with those that differ."""
    table = DELUXE.frames()
    for cls in (BanquetTurn, BanquetAction, BanquetBattle):
        table.replace(cls)
    return table


def tables(content: Content) -> Tables:
    """The answers of Deluxe with those that differ."""
    deluxe = DELUXE.tables(content)
    return replace(
        deluxe,
        events={
            **deluxe.events,
            **dict.fromkeys(_ENTRENCH, CardEvent()),
            "cp_01_guns_of_august": GunsOfAugustBanquet(),
        },
        no_stop=(*(COAST if entry.name == "coast" else entry for entry in deluxe.no_stop), *NATIONS),
        surcharges=(russians_abroad,),
        may_dig=(*deluxe.may_dig, from_fall_1914),
        step_cost=(enemy_ground,),
        marks={"enemy_ground": 0},
        works=(*deluxe.works, trench_0),
        drms=tuple(sinai if entry is fight.drms_by_place else entry for entry in deluxe.drms),
        doomed_spaces=(isolated_spaces,),
        moments=replace(deluxe.moments, turn_begins=(*deluxe.moments.turn_begins, everybody_digs_in)),
    )


BANQUET = Rulebook("banquet", frames, tables)
