"""The Attrition Phase: unsupplied units and spaces are lost at once (14.3.5, 14.3.6)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.bits import members
from engine.core.game import Game
from engine.pog import networks
from engine.pog.content.records import AP, CP
from engine.pog.rules import control, supply
from engine.pog.rules.losses import eliminate
from engine.pog.ruleset import Ruleset
from engine.pog.state import State


def doomed_units(state: State, side: int) -> int:
    """Return the units of a side that attrition eliminates (14.3.5)."""
    return _union(found(state, side) for found in state.rules.tables.doomed_units)


def doomed_spaces(state: State, side: int) -> int:
    """Return the spaces of a side that go to the enemy by attrition (14.3.6)."""
    return _union(found(state, side) for found in state.rules.tables.doomed_spaces)


def _union(sets: Iterable[int]) -> int:
    result = 0
    for found in sets:
        result |= found
    return result


def unsupplied_units(state: State, side: int) -> int:
    """Return the units of a side that are out of supply; Turks in Medina live on special supply (14.1.5)."""
    rules = state.rules
    doomed = state.standing[side] & ~supply.supplied_units(state, side) & ~supply.frozen_units(state)
    safe = sum(state.units_at[space] for space in members(rules.strongholds))
    return doomed & ~(safe & rules.of_nation["tu"])


def cut_off_spaces(state: State, side: int) -> int:
    """Return the spaces of a side that cannot trace to any of its sources, except Allied-held Serbia (14.3.6)."""
    found = unsupplied_spaces(state, side)
    return found & ~state.rules.board.lands("sb") if side == AP else found


def unsupplied_spaces(state: State, side: int) -> int:
    """Return the spaces of a side that cannot trace to any of its sources, including Serbia.

    Intact forts, beaches and neutral lands are excluded; a space with a supplied friendly unit survives.
    """
    board = state.rules.board
    held = state.control[side] & ~state.intact_forts(side) & ~board.beaches & ~state.closed
    network = networks.AP_SPACES if side == AP else networks.CP_SPACES
    cut_off = held & ~supply.reach(state, network)[1]
    if side == AP and cut_off:
        cut_off &= ~(_albania_by_sea(state) | _medina_by_land(state))
    return sum(1 << space for space in members(cut_off) if not _holds_space(state, side, space))


def _albania_by_sea(state: State) -> int:
    """Return Albania if it can trace to Taranto while Italy is neutral (11.1.12)."""
    if "it" in state.at_war:
        return 0
    board = state.rules.board
    way = supply.passable(state, AP) & board.lands("al")
    reached = board.spaces("valona") & way
    while True:
        spread = reached
        for space in members(reached):
            spread |= board.common[space] & way
        if spread == reached:
            return reached
        reached = spread


def _medina_by_land(state: State) -> int:
    """Return Allied-held Medina if Jerusalem, Amman or Aqaba is in Allied supply (14.1.5)."""
    board = state.rules.board
    gates = board.spaces("jerusalem", "amman", "aqaba") & state.control[AP]
    supplied = supply.reach(state, networks.AP_SPACES)[1]
    return board.spaces("medina") if gates & supplied else 0


def _holds_space(state: State, side: int, space: int) -> bool:
    """Return whether a supplied unit holds its space; a Turk holds Medina."""
    units = state.units_of(side, space)
    if any(supply.in_supply(state, unit) for unit in members(units)):
        return True
    stronghold = state.rules.strongholds >> space & 1
    return bool(stronghold and side == CP and units & state.rules.of_nation["tu"])


def medina(rules: Ruleset) -> int:
    """Return Medina, where Turks hold out on special supply (14.1.5)."""
    return rules.board.spaces("medina")


#: Units and spaces lost in the Attrition Phase.
DOOMED_UNITS = (unsupplied_units,)
DOOMED_SPACES = (cut_off_spaces,)
STRONGHOLDS = (medina,)


def attrition(game: Game[State]) -> None:
    """Determine everything that is lost, then remove it."""
    state = game.state
    units = [doomed_units(state, side) for side in (AP, CP)]
    spaces = [doomed_spaces(state, side) for side in (AP, CP)]
    if units[AP] | units[CP] | spaces[AP] | spaces[CP]:
        game.emit(
            "attrition",
            units=tuple(members(units[AP] | units[CP])),
            spaces=tuple(members(spaces[AP] | spaces[CP])),
        )
    for side in (AP, CP):
        for unit in members(units[side]):
            eliminate(game, unit, permanently=True, replace=False)
    for side in (AP, CP):
        for space in members(spaces[side]):
            if not state.units_of(side, space):
                control.capture_trench(game, space, 1 - side)
            control.set_control(game, space, 1 - side)
