"""Rulesets that change a combat: works, shifts, die modifiers, flank, order of losses."""

from __future__ import annotations

from engine.pog.combat_state import Combat
from engine.pog.content.records import TerrainEffect
from engine.pog.state import State
from engine.pog.tables import HitOrder
from engine.pog.view import Modifier
from tests.rulesets.support import deluxe_with
from tests.support.table import AP, CP, Table

SCRAPE = TerrainEffect("trench_0", -1, 0, may_stand=True, stops_advance=False, flank_allowed=False)


def _scrape(state: State, combat: Combat) -> list[TerrainEffect]:
    """The French dig holes in their own territory once Entrench is played."""
    rules = state.rules
    dug = rules.card("cp_06_entrench") in state.events and rules.board.lands("fr") >> combat.target & 1
    return [SCRAPE] if dug else []


SCRAPES = deluxe_with(works=(_scrape,))


def _before_cambrai(*played: str) -> Table:
    """Two German stacks next to a French army in clear Cambrai."""
    table = Table(rulebook=SCRAPES).put("brussels", "ge_1_army").put("sedan", "ge_2_army").put("cambrai", "fr_1_army")
    return table.played(*played).reserve("fr_corps_01")


def test_works_of_a_ruleset_shift_the_fire_and_forbid_the_flank() -> None:
    """Without the event a flank attempt is possible and nothing shifts; with it the works have all effects of their row."""
    table = _before_cambrai().dice(attacker=1, defender=1).attack("cambrai", "ge_1_army", "ge_2_army")
    assert table.asks("flank")
    table = _before_cambrai("cp_06_entrench").dice(attacker=1, defender=1)
    table.attack("cambrai", "ge_1_army", "ge_2_army")
    assert not table.asks("flank")
    fires = [data["fire"] for data in table.events("fire")]
    assert [fire.shifts for fire in fires if fire.attacker] == [(Modifier("trench_0", -1),)]
    assert [fire.shifts for fire in fires if not fire.attacker] == [()]


def test_works_of_a_ruleset_let_the_defender_stand() -> None:
    """12.5.3 in clear ground: the retreat may be cancelled by a step."""
    for played, may in (((), False), (("cp_06_entrench",), True)):
        table = _before_cambrai(*played).dice(attacker=6, defender=1).attack("cambrai", "ge_2_army", "ge_1_army")
        while table.asks("flank", "defender_loss", "attacker_loss"):
            table.do("frontal" if table.asks("flank") else table.game.text(next(iter(table.game.options()))))
        assert table.asks("retreat_option") is may


def _not_to_verdun(state: State, combat: Combat, unit: int, path: tuple[int, ...]) -> int:
    """No unit retreats to Verdun."""
    return ~state.rules.board.spaces("verdun")


def test_a_ruleset_closes_ways_of_retreat() -> None:
    """Out of Sedan to Cambrai and Château-Thierry; Deluxe has Verdun as well."""
    for retreat_ways, closed in (((), set()), ((_not_to_verdun,), {"verdun"})):
        table = Table(rulebook=deluxe_with(retreat_ways=retreat_ways)).put("koblenz", "ge_corps_01")
        table.put("sedan", "fr_corps_01").dice(attacker=4, defender=1).attack("sedan", "ge_corps_01")
        assert {"verdun", "cambrai"} - table.offered("step") == closed


def test_a_card_takes_the_shift_from_trenches_of_every_row() -> None:
    """Royal Tank Corps cancels it for any kind of trench."""
    combat = Combat(1, AP, 0, 0, 1, 0)
    table = Table(rulebook=deluxe_with(works=(lambda state, combat: [SCRAPE],)))
    before = [shift.cause for shift in table.system.rules.tables.shifts[0](table.state, combat, AP)]
    combat.cards[AP] = table.cards("ap_48_royal_tank_corps")
    after = [shift.cause for shift in table.system.rules.tables.shifts[0](table.state, combat, AP)]
    assert [cause for cause in before if cause not in after] == ["trench_0"]


def _hungry(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Unsupplied defenders fire one column to the left."""
    return [Modifier("hunger", -1)] if side != combat.side and combat.unsupplied & combat.defenders else []


def _plan(state: State, combat: Combat, side: int) -> list[Modifier]:
    """Attacks by French units lose two."""
    french = side == combat.side and combat.attackers & state.rules.of_nation["fr"]
    return [Modifier("plan", -2)] if french else []


HARDER = deluxe_with(shifts=(_hungry,), drms=(_plan,))


def test_shifts_and_die_modifiers_are_told_with_their_causes() -> None:
    """They apply to the side and position that the entry names."""
    table = Table(rulebook=HARDER).put("verdun", "fr_1_army", "fr_2_army").put("sedan", "ge_1_army")
    table.hold(AP, "koblenz", "liege", "brussels", "cambrai", "metz").dice(attacker=6, defender=3)
    table.attack("sedan", "fr_1_army", "fr_2_army")
    ours, theirs = (data["fire"] for data in table.events("fire"))
    assert (ours.drms, ours.die, ours.die_used) == ((Modifier("plan", -2),), 6, 4)
    assert (theirs.shifts, theirs.drms) == ((Modifier("hunger", -1),), ())
    table = Table(rulebook=HARDER).put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_1_army")
    table.dice(attacker=6, defender=3).attack("sedan", "ge_1_army", "ge_2_army")
    assert all(not fire["fire"].shifts and not fire["fire"].drms for fire in table.events("fire"))


NO_FLANKS_IN_WINTER = deluxe_with(may_flank=(lambda state, combat: state.turn != 4,))
SURPRISE = deluxe_with(flank=(lambda state, combat: [Modifier("surprise", 2)],))


def test_a_flank_attempt_may_be_forbidden_or_helped() -> None:
    """An additional condition, and an additional modifier."""
    for turn, asked in ((3, True), (4, False)):
        table = Table(rulebook=NO_FLANKS_IN_WINTER, turn=turn)
        table.put("brussels", "ge_1_army").put("sedan", "ge_2_army").put("cambrai", "fr_1_army").any_dice("flank")
        table.attack("cambrai", "ge_1_army", "ge_2_army")
        assert table.asks("flank") is asked
    drms = []
    for rulebook in (None, SURPRISE):
        table = Table(rulebook=rulebook).put("brussels", "ge_1_army").put("sedan", "ge_2_army")
        table.put("cambrai", "fr_1_army").any_dice("flank").attack("cambrai", "ge_1_army", "ge_2_army").do("flank")
        drms.append(table.events("flank")[0]["drm"])
    assert drms[1] == drms[0] + 2


def _weakest_first(state: State, combat: Combat, side: int, units: int) -> int:
    """Reduced units take losses before others."""
    return units & state.reduced


WEAKEST_FIRST = deluxe_with(hit_order=(HitOrder("weakest", _weakest_first),))


def test_the_order_of_losses_binds_both_sides() -> None:
    """Reduced units take the defender's and the attacker's losses as long as there are any."""
    for rulebook, bound in ((None, False), (WEAKEST_FIRST, True)):
        table = Table(rulebook=rulebook).put("koblenz", "ge_1_army", "ge_corps_01-", "ge_corps_02-")
        table.put("sedan", "fr_corps_01-", "fr_corps_02-", "fr_corps_03").dice(attacker=3, defender=6)
        table.attack("sedan", "ge_1_army", "ge_corps_01")
        assert table.asks("defender_loss")
        assert (table.offered("hit") == {"fr_corps_01", "fr_corps_02"}) is bound


def test_each_entry_of_the_order_chooses_among_those_the_ones_before_left() -> None:
    """The nationality of 12.4.5 comes first, then the ruleset's own entry within it."""
    table = Table(rulebook=WEAKEST_FIRST).put("amiens", "br_cnd_corps", "br_aus_corps-", "br_corps_01-")
    table.put("cambrai", "ge_corps_01", "ge_corps_02", "ge_corps_03").hold(CP, "sedan").dice(attacker=1, defender=6)
    table.attack("cambrai", "br_cnd_corps", "br_aus_corps", "br_corps_01")
    while table.asks("defender_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    hurt = [table.system.content.units[data["unit"]].name for data in table.events("loss") if data["side"] == AP]
    assert hurt[0] == "br_aus_corps"  # the reduced one of the two that 12.4.5 names


def test_an_advance_may_go_on_elsewhere() -> None:
    """To Rouen here, wherever the French retreated."""
    rouen = deluxe_with(advance_beyond=(lambda state, combat, stack: state.rules.board.spaces("rouen"),))
    for rulebook, onward in ((None, False), (rouen, True)):
        table = Table(rulebook=rulebook).put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_corps_01-")
        table.hold(CP, "sedan").dice(attacker=6, defender=1).attack("cambrai", "ge_1_army", "ge_2_army")
        while table.asks("defender_loss", "attacker_loss", "flank"):
            table.do(table.game.text(next(iter(table.game.options()))))
        table.do("add ge_1_army", "step cambrai")
        assert ("rouen" in table.offered("step")) is onward


def test_the_ruleset_decides_which_retreated_units_are_eliminated_for_good() -> None:
    """A French army that retreated and is hit again: to the eliminated box, or permanently eliminated."""
    gone = deluxe_with(caught_for_good=(lambda state, unit: True,))
    for rulebook, place in ((None, "ap_eliminated_box"), (gone, "ap_permanently_eliminated")):
        table = Table(rulebook=rulebook).put("sedan", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army", "fr_2_army")
        table.operate(CP, 20).activate("!sedan")
        assert table.state.operation is not None
        table.state.operation.retreated = table.units("fr_1_army")
        table.dice(attacker=6, defender=1).do("add ge_1_army", "target cambrai")
        while table.asks("defender_loss", "attacker_loss"):
            table.do(table.game.text(next(iter(table.game.options()))))
        assert table.where("fr_1_army") == place
