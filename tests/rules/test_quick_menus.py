"""Options computed by short cuts or from caches equal those computed from scratch."""

from __future__ import annotations

import pytest

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.rules import activation, redeployment, supply, targets
from engine.pog.sequence.operations import Activate
from engine.pog.state import State
from tests.support.random_play import steps

#: Number of turns, in four games of each war.
_SEEDS, _TURNS = range(4), 6


def _look(game: PogGame) -> str:
    """Compare the options of the current decision; return its kind if it has a short cut."""
    state, decision = game.state, game.decision
    if decision.kind == "activate":
        assert isinstance(decision, Activate)
        operation = state.operation
        assert operation is not None
        # In Banquet corps can be disbanded meanwhile: a space without units is not offered (10.1.2.1).
        free_to_move, free_to_attack = (free & state.occupied[operation.side] for free in decision.unmarked(operation))
        offered = game.options().masks
        assert offered.get("for_movement", 0) == _payable(state, decision.movable & free_to_move, attack=False)
        to_attack = _payable(state, decision.attackable & free_to_attack, attack=True)
        assert decision.offered_before(game).masks.get("for_combat", 0) & state.occupied[operation.side] == to_attack
        london = state.rules.board.spaces("london")
        wanted = to_attack if _joined(state, to_attack) else to_attack & ~london
        assert offered.get("for_combat", 0) == wanted
        _, able = activation.able_units(state, state.phasing)
        assert activation.attackable(state, state.phasing, able) == _with_targets(state, able)
    elif decision.kind == "sr_unit":
        board, side = state.rules.board, state.phasing
        here = (board.on_map[at] or at == board.reserve[side] for at in state.loc)
        units = mask(unit for unit, there in enumerate(here) if there) & state.rules.units_of_side[side]
        found, stuck = redeployment.able(state, units, points=4)
        assert found == mask(unit for unit in members(found | stuck) if redeployment.destinations(state, unit))
    return decision.kind


def _payable(state: State, spaces: int, attack: bool) -> int:
    operation = state.operation
    assert operation is not None
    side, ops = operation.side, operation.ops
    open_ = activation.may_activate(state, side, spaces, attack)
    return mask(space for space in members(open_) if activation.cost(state, side, space, attack) <= ops)


def _joined(state: State, to_attack: int) -> bool:
    """Return whether some pair of units, one of them in London, could attack something together (12.1.10)."""
    operation, board, side = state.operation, state.rules.board, state.phasing
    assert operation is not None
    london = board.space("london")
    if not to_attack >> london & 1:
        return False
    left = operation.ops - activation.cost(state, side, london, attack=True)
    near = (to_attack | operation.attack) & board.lands("fr", "be")
    paid = mask(s for s in members(near) if operation.attack >> s & 1 or activation.cost(state, side, s, True) <= left)
    partners = mask(unit for unit in members(state.standing[side] & ~operation.idle) if paid >> state.loc[unit] & 1)
    enemies = targets.enemy_spaces(state, side, later=True)
    return any(
        targets.common(state, 1 << unit | 1 << partner, enemies)
        for unit in members(state.units_at[london])
        for partner in members(partners)
        if supply.may_act(state, partner, attack=True)
    )


def _with_targets(state: State, units: int) -> int:
    spaces = activation.may_activate(state, state.phasing, activation.movable(state, units), attack=True)
    return spaces & (
        mask(state.loc[unit] for unit in members(units) if targets.possible(state, unit, later=True))
        | state.rules.board.spaces("london")
    )


@pytest.mark.parametrize("war", ["campaign", "summer_1916", "banquet", "suicide"])
def test_markers_and_redeployments_offered_are_those_found_one_by_one(war: str) -> None:
    system = PathsOfGlory(GameOptions(scenario=war))
    seen: list[str] = []
    for seed in _SEEDS:
        game = PogGame.start(system, KeyedChance(f"quick {seed}".encode()), listening=False)
        seen += [_look(game) for _ in steps(game, seed, turns=game.state.turn + _TURNS)]
    assert seen.count("activate") > 100
    assert seen.count("sr_unit") > 10


@pytest.mark.parametrize("war", ["historical", "banquet", "suicide"])
def test_lines_of_supply_that_go_on_from_earlier_ones_are_those_of_a_position_without_a_past(war: str) -> None:
    system = PathsOfGlory(GameOptions(scenario=war))
    rules = system.rules
    numbers = range(len(supply.networks(rules.board)))
    gone_on = 0
    for seed in (1, 2):
        game = PogGame.start(system, KeyedChance(f"lines {seed}".encode()), listening=False)
        for _ in steps(game, seed, turns=_TURNS):
            state = game.state
            known = [supply.reach(state, number)[:2] for number in numbers]
            walked = supply.walk(state, "fr", rules.board.space("paris"), state.control[0])
            gone_on += len(state.reached.before)
            fresh = state.copy()
            fresh.rebuild()
            rules.forget_floods()
            assert known == [supply.reach(fresh, number)[:2] for number in numbers]
            assert walked == supply.walk(fresh, "fr", rules.board.space("paris"), state.control[0])
    assert gone_on > 1000
