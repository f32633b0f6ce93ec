"""The computer's fears and hopes: gaps, stacks without supply, the result a VP total promises."""

from __future__ import annotations

import random

from engine.core.bits import mask, members
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content import AP, CP
from engine.pog.opponent import attacks, danger, enemy_reach, goals, lines, redeploy, stacks, weights, worth
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.levels import OFFICER, RECRUIT
from engine.pog.rules import supply
from engine.pog.state import State


def august(scenario: str = "campaign") -> State:
    """Return the position of August 1914, the Central Powers about to act."""
    game = Game.start(PathsOfGlory(GameOptions(scenario=scenario)), KeyedChance(b"august"), listening=False)
    state = game.state
    state.turn, state.round, state.phase, state.phasing = 1, 1, "actions", CP
    return state


def test_a_gap_before_own_vp_spaces_lowers_the_value() -> None:
    state = august()
    board = state.rules.board
    gap = state.copy()
    for unit in members(gap.units_of(AP, board.space("sedan"))):
        gap.place(unit, board.space("rennes"))
    assert worth.position(gap, AP) > worth.position(state, AP) + 0.3
    fed = supply.supplied_units(gap, CP)
    fed_stacks = [space for space in members(gap.occupied[CP]) if gap.units_at[space] & fed]
    rings = enemy_reach.reach(gap, CP, mask(fed_stacks))
    assert any(ring >> board.space("cambrai") & 1 for ring in rings[1:4])
    assert danger.open_spaces(gap, AP, rings) > 0


def test_a_fort_delays_any_passing_unit_by_one_step() -> None:
    state = august()
    board = state.rules.board
    state.place(state.rules.content.unit_by_name["br_bef_army"], board.space("paris"))
    rings = enemy_reach.reach(state, CP, board.spaces("aachen"))
    assert rings[1] >> board.space("liege") & 1
    assert not rings[2] >> board.space("brussels") & 1
    assert rings[3] >> board.space("brussels") & 1


def _without_garrison(name: str) -> State:
    """Return August 1914 without units in a German fort."""
    state = august()
    for unit in members(state.units_of(CP, state.rules.board.space(name))):
        state.place(unit, state.rules.board.space("berlin"))
    return state


def test_a_lone_fort_next_to_armies_is_valued_as_attacked() -> None:
    """Metz facing the French of Nancy and Verdun, after either side's action."""
    state = _without_garrison("metz")
    metz = state.rules.board.spaces("metz")
    assert danger.lone_forts(state, CP) & metz
    broken = state.copy()
    broken.forts_destroyed |= metz
    assert not danger.lone_forts(broken, CP) & metz
    struck = worth.PARTS.index("struck")
    for acting in (AP, CP):
        assert worth.parts(state, acting)[struck] < worth.parts(broken, acting)[struck] - 0.02
    far = state.copy()
    for unit in members(
        sum(far.units_of(AP, far.rules.board.space(name)) for name in ("nancy", "verdun", "bar_le_duc"))
    ):
        far.place(unit, far.rules.board.space("rennes"))
    broken = far.copy()
    broken.forts_destroyed |= metz
    assert worth.parts(far, CP)[struck] == worth.parts(broken, CP)[struck]


def test_a_fort_falls_to_a_loss_number_as_high_as_its_strength() -> None:
    """A corps that is too weak threatens nothing; more factors mean a greater loss, but no steps."""
    state = _without_garrison("metz")
    metz = state.rules.board.space("metz")
    feared = [
        danger.struck(state, CP, {metz: (factors, army)}, {})[0]
        for factors, army in ((1, False), (4, True), (16, True))
    ]
    assert feared[0] == 0.0
    assert feared[0] <= feared[1] < feared[2]


def test_units_without_supply_count_for_nothing_at_the_end_of_the_turn() -> None:
    state = august()
    lost = state.copy()
    for unit in members(lost.units_of(CP, state.rules.board.space("metz"))):
        lost.place(unit, state.rules.board.space("rouen"))
    fed = supply.supplied_units(lost, CP)
    lost.round = danger.ROUNDS
    late = stacks.standing(lost, CP, fed, AP).worth
    lost.round = 1
    assert stacks.standing(lost, CP, fed, AP).worth > late + 1.0


def havre_taken() -> tuple[State, int]:
    """Move a German corps from Cambrai to Le Havre, through Amiens and Rouen; also return the VP spaces it took."""
    state = august("limited_war")
    board = state.rules.board
    raid = board.spaces("cambrai", "amiens", "rouen", "le_havre")
    for side, held in ((AP, state.control[AP] & ~raid), (CP, state.control[CP] | raid)):
        state.control[side] = held
    line = board.spaces("brussels", "liege")
    state.control[AP], state.control[CP] = state.control[AP] & ~line, state.control[CP] | line
    for unit in members(state.units_of(AP, board.space("brussels"))):
        state.place(unit, board.space("paris"))
    state.forts_destroyed |= board.spaces("liege")
    return state, raid & state.rules.vp_spaces


def test_vp_spaces_without_supply_count_for_less_the_fewer_actions_are_left_to_reach_them() -> None:
    state, _ = havre_taken()
    board = state.rules.board
    assert danger.lapsing(state, CP, lines.ground(state, CP), CP) == 0.0
    cut = state.copy()
    cut.place(cut.rules.content.unit_by_name["br_bef_army"], board.space("rouen"))
    cut.control = [cut.control[AP] | board.spaces("rouen"), cut.control[CP] & ~board.spaces("rouen")]
    early = danger.lapsing(cut, CP, lines.ground(cut, CP), AP)
    assert 0.3 < early < 1.0
    cut.round = danger.ROUNDS
    assert danger.lapsing(cut, CP, lines.ground(cut, CP), AP) > early + 0.3
    part = worth.PARTS.index("cut")
    assert worth.parts(cut, AP)[part] < -0.4
    late, cut.round = worth.parts(cut, AP)[part], 1
    assert late < worth.parts(cut, AP)[part] - 0.3


def test_vp_spaces_at_the_end_of_a_thin_line_are_feared_for() -> None:
    state, taken = havre_taken()
    board = state.rules.board
    rings = enemy_reach.reach(state, AP, board.spaces("paris"))
    state.round = danger.ROUNDS
    feared = danger.may_be_cut(state, CP, rings, lines.ground(state, CP), CP)[1]
    assert feared > 0.4
    assert taken.bit_count() >= 2
    state.place(state.rules.content.unit_by_name["ge_1_army"], board.space("amiens"))
    state.place(state.rules.content.unit_by_name["ge_2_army"], board.space("rouen"))
    assert danger.may_be_cut(state, CP, rings, lines.ground(state, CP), CP)[1] < feared


def test_stacks_fed_through_one_space_are_feared_for() -> None:
    state = august()
    board, units = state.rules.board, state.rules.content.unit_by_name
    for name, space in (("ge_1_army", "liege"), ("ge_2_army", "brussels"), ("br_bef_army", "paris")):
        state.place(units[name], board.space(space))
    taken = board.spaces("liege", "brussels")
    state.destroy_fort(board.space("liege"))
    state.control = [state.control[AP] & ~taken, state.control[CP] | taken]
    assert not danger.cut_off(state, CP, 0) & taken
    liege = 1 << board.space("liege")
    assert danger.cut_off(state, CP, liege, through=liege) >> board.space("brussels") & 1
    assert not danger.cut_off(state, CP, liege) & taken  # it is held


def test_a_total_promises_more_the_nearer_the_end() -> None:
    state = august("introductory")
    state.turn, state.round = 3, danger.ROUNDS
    step = goals.promise(state, 14) - goals.promise(state, 13)
    assert step > 1.0
    assert goals.promise(state, 17) - goals.promise(state, 16) < 0.2
    state.turn, state.round = 1, 1
    assert 0 < goals.promise(state, 14) - goals.promise(state, 13) < step / 2


def test_replacement_points_are_worth_what_there_is_to_restore() -> None:
    state = august("introductory")
    card = state.rules.card("cp_14_austria_hungary_reinforcements")
    few = redeploy.restored(state, CP, card)
    for unit in members(state.rules.of_nation["ge"] & state.rules.armies):
        state.flip(unit, True)
    assert redeploy.restored(state, CP, card) > few
    state.turn = state.rules.scenario.last_turn
    assert redeploy.restored(state, CP, card) == 0.0


def test_the_winning_side_seeks_total_war_where_it_ends_the_war() -> None:
    state = august("limited_war")
    gained = []
    for vp in (10, 18):
        state.vp = vp
        state.war_status = [4, 4]
        before = worth.status(state, CP)
        state.war_status = [4, 6]
        gained.append(worth.status(state, CP) - before)
    assert gained[0] == 0 < gained[1]
    endless = august()
    endless.war_status = [4, 6]
    assert worth.status(endless, CP) > worth.status(endless, AP) > 0


def test_a_recruit_weighs_an_attack_without_looking_at_the_position_after_it() -> None:
    state = august()
    board, looked = state.rules.board, {}
    stacks_there = {space: state.units_of(CP, space) for space in members(board.spaces("koblenz", "metz"))}
    for level in (RECRUIT, OFFICER):
        worth.forget()
        found = attacks.all_attacks(state, CP, stacks_there, level)
        looked[level.name] = len(worth._KNOWN)
        assert any(attack.target == board.space("sedan") for attack in found)
    assert looked["recruit"] == 0 < looked["officer"]


def test_a_recruit_sees_no_danger_for_lines_and_an_officer_does() -> None:
    state = august()
    board, units = state.rules.board, state.rules.content.unit_by_name
    for name, space in (("ge_1_army", "liege"), ("ge_2_army", "brussels"), ("br_bef_army", "antwerp")):
        state.place(units[name], board.space(space))
    state.destroy_fort(board.space("liege"))
    taken = board.spaces("liege", "brussels")
    state.control = [state.control[AP] & ~taken, state.control[CP] | taken]
    cut = worth.PARTS.index("cut")
    seen = worth.parts(state, CP)[cut]
    with weights.used(weights.near_sighted(weights.now())):
        assert worth.parts(state, CP)[cut] == 0.0 != seen
        assert weights.near_sighted(weights.now()) is weights.now()


def test_each_level_judges_by_its_own_sight() -> None:
    judged: dict[str, float] = {}

    class Asked(ComputerPlayer):
        def _choose_action(self) -> Choice:
            judged[self.level.name] = weights.now().threats.next.cut_off
            return next(iter(self.options))

    game = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(b"august"), listening=False)
    while game.decision.kind != "choose_action":
        game.apply(ComputerPlayer(game, OFFICER, random.Random(1)).answer())
    for level in (RECRUIT, OFFICER):
        Asked(game, level, random.Random(1)).answer()
    assert judged["recruit"] == 0.0 < judged["officer"] == weights.now().threats.next.cut_off
