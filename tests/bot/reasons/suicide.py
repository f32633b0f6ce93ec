"""Positions of Suicide of Europe, each with an order refused by its rules."""

from __future__ import annotations

from tests.bot.reasons import stages
from tests.bot.reasons.refused import Refused
from tests.rules.test_12_5_retreat import beaten
from tests.rulesets.suicide.support import landed, suicide
from tests.support.table import AP, CP, Table

_SR = "cp_02_wireless_intercepts"


def _long_turn(kind: str, times: int) -> Table:
    """Return the CP before their next action, after this many of a kind."""
    table = suicide()
    table.state.actions[CP] = [(kind, -1)] * times
    return table.choose(CP)


def _neutral_britain() -> Table:
    table = suicide()
    table.state.marks["neutral_powers"] = 2
    return table.hand(AP, "ap_14_british_reinforcements").choose(AP)


def _neutral_france() -> Table:
    """Return a German army at the border of France, which stays out of the war."""
    table = suicide().put("koblenz", "ge_1_army")
    table.state.marks["neutral_powers"] = 3
    return table.operate(CP).activate("koblenz")


def _point() -> Table:
    """Return the CP about to choose the nation for which a point is recorded; Turkey is neutral."""
    return suicide().choose(CP).do("auto_rp")


def _by_card(*sent: str) -> Table:
    """Return a card for SR, and some units moved with it."""
    table = suicide().hand(CP, _SR).put("essen", "ge_corps_01", "ge_1_army").choose(CP).do(f"sr {_SR}")
    return table.do(*sent)


def _near() -> Table:
    """Return an army on its tactical redeployment."""
    return suicide().put("essen", "ge_1_army").redeploy(CP, 1).do("near ge_1_army")


def _surrounded() -> Table:
    """Return an army without an adjacent friendly space."""
    table = suicide().put("essen", "ge_1_army", "ge_corps_01")
    return table.hold(AP, "aachen", "koblenz", "hannover", "frankfurt", "kassel", "bremen", "arnhem").redeploy(CP, 1)


def _evacuating(points: int) -> Table:
    table = landed()
    table.state.turn, table.state.actions, table.game.stack = 9, [[], []], []
    table.state.marks["nowhere_due"] = 10
    return table.redeploy(AP, points)


def _on_the_way(switch: str = "one_mp", *, taken: bool = False) -> Table:
    """Return an army in Sedan in mid-move."""
    table = suicide(switches={"control_in_passing": switch}).put("koblenz", "ge_1_army")
    if taken:
        table.hold(CP, "sedan")
    return table.operate(CP).activate("koblenz").do("pick ge_1_army", "step sedan")


def _past_a_fort() -> Table:
    """Return an army that has entered besieged Nancy."""
    table = suicide().put("metz", "ge_1_army").put("nancy", "ge_2_army").operate(CP).activate("metz")
    return table.do("pick ge_1_army", "step nancy")


def _at_its_end() -> Table:
    """Return a reduced army of Turks, two spaces on, with no movement left except for the last step."""
    table = suicide().put("koblenz", "ge_1_army").hold(CP, "sedan").operate(CP).activate("koblenz")
    return table.do("pick ge_1_army", "step sedan", "step cambrai")


def _stack(*units: str, space: str = "cambrai", trench: int = 2, **options: object) -> Table:
    """Return a stack gathered in a French space; the first unit has a minus if it is reduced."""
    table = suicide(switches={str(k): str(v) for k, v in options.items()}).put(space, *units)
    table.trench(space, trench, AP).operate(AP, 1).do(f"for_movement {space}", f"pick {units[0].rstrip('-')}")
    return table


def _fort_there() -> Table:
    table = suicide().put("cambrai", "fr_corps_01", "fr_2_army").trench("cambrai", 2, AP)
    table.state.marks["new_forts_ap"] = 1 << table.space("cambrai")
    return table.operate(AP, 1).do("for_movement cambrai", "pick fr_corps_01")


def _another_nation() -> Table:
    table = suicide().destroy("liege").put("liege", "fr_corps_01").hold(AP, "liege", "brussels").trench("liege", 2, AP)
    return table.operate(AP, 1).do("for_movement liege", "pick fr_corps_01")


def _driven_out(*steps: str) -> Table:
    """Return the French on a retreat of two spaces out of Cambrai."""
    table = suicide().put("brussels", "ge_1_army", "ge_2_army").put("cambrai", "fr_1_army").hold(CP, "sedan")
    table.reserve("fr_corps_01").dice(attacker=1, defender=1)
    beaten(table, "cambrai", "ge_1_army", "ge_2_army", length=2)
    if table.asks("retreat_option"):
        table.do("retreat")
    return table.do(*(f"pick {unit}" for unit in sorted(table.offered("pick"))[:1]), *steps)


def _put_aside() -> Table:
    """Return the moment after the cards are drawn in a political action."""
    table = suicide().hand(CP, "cp_09_reichstag_truce").choose(CP).any_dice()
    return table.do("political")


def _fort_shot() -> Table:
    """Return two German armies facing Verdun, whose fort is silenced and empty: the advance goes no further."""
    table = suicide().put("sedan", "ge_1_army", "ge_2_army").destroy("sedan").hold(CP, "sedan", "metz", "liege")
    table.dice(attacker=6, defender=1).attack("verdun", "ge_1_army", "ge_2_army")
    return stages.until(table, "advance")


def _advancing(target: str = "cambrai", *, attacker: int = 6, defender: int = 1, fed: bool = True) -> Table:
    """Return a German army of Brussels, or two of Koblenz, about to follow beaten French."""
    table = suicide().put("brussels", "ge_1_army").put("koblenz", "ge_2_army", "ge_3_army").put(target, "fr_5_army")
    table.destroy("liege", "sedan").hold(CP, *(("brussels", "liege") if fed else ()))
    units = ("ge_1_army",) if target == "cambrai" else ("ge_2_army", "ge_3_army")
    table.dice(attacker=attacker, defender=defender).attack(target, *units)
    return stages.until(table, "advance")


SUICIDE = (
    Refused("no_points_yet", _point, CP, ("choose turkey",)),
    Refused("no_points_of", _point, CP, ("choose belgium",)),
    Refused("action_owed", lambda: _long_turn("auto_op", 7), CP, ("play auto",)),
    Refused("nation_neutral", _neutral_britain, AP, ("play 14 as event",)),
    Refused("no_second_of_these", lambda: _long_turn("political", 1), CP, ("play political",)),
    Refused("neutral_power", _neutral_france, CP, ("move ge 1 army sedan",)),
    Refused(
        "sr_too_dear_but_near",
        lambda: suicide().put("essen", "ge_1_army").redeploy(CP, 1),
        CP,
        ("sr ge 1 army breslau",),
    ),
    Refused("near_for_armies", _surrounded, CP, ("choose near ge corps",)),
    Refused("near_nowhere", _surrounded, CP, ("choose near ge 1 army",)),
    Refused("near_too_far", _near, CP, ("choose to stuttgart",)),
    Refused(
        "converts_by_card",
        lambda: suicide().put("essen", "ge_corps_01").choose(CP).do("auto_sr"),
        CP,
        ("choose convert 1",),
    ),
    Refused("redeploy_first", _by_card, CP, ("choose convert 1",)),
    Refused("converts_less", lambda: _by_card("pick ge_corps_01", "to koblenz"), CP, ("choose convert 3",)),
    Refused("nothing_to_evacuate", _by_card, CP, ("choose evacuate",)),
    Refused("evacuation_too_dear", lambda: _evacuating(3), AP, ("choose evacuate",)),
    Refused("never_in_passing", lambda: _on_the_way("never"), CP, ("choose claim",)),
    Refused("claimed_already", lambda: _on_the_way(taken=True), CP, ("choose claim",)),
    Refused("fort_keeps_it", _past_a_fort, CP, ("choose claim",)),
    Refused("no_mp_for_claim", _at_its_end, CP, ("choose claim",)),
    Refused(
        "no_reorganisation",
        lambda: _stack("fr_1_army", "fr_2_army-", reorganisation="none"),
        AP,
        ("choose reorganise",),
    ),
    Refused("reorganises_two", lambda: _stack("fr_1_army", "fr_2_army"), AP, ("choose reorganise",)),
    Refused("builds_alone", lambda: _stack("fr_1_army"), AP, ("choose build",)),
    Refused("builds_in_trench", lambda: _stack("fr_corps_01", trench=0), AP, ("choose build",)),
    Refused("fort_stands", _fort_there, AP, ("choose build",)),
    Refused("fort_of_another", _another_nation, AP, ("choose build",)),
    Refused("advance_ends", _fort_shot, CP, ("advance ge 1 army verdun-nancy",)),
    Refused(
        "advance_stops",
        lambda: _advancing("sedan"),
        CP,
        ("choose add ge 2 army", "choose step chateau thierry"),
    ),
    Refused("advance_takes", _advancing, CP, ("choose add ge 1 army", "choose step chateau thierry")),
    Refused(
        "advance_one_space",
        lambda: _advancing(attacker=2, defender=2),
        CP,
        ("choose add ge 1 army", "choose step chateau thierry"),
    ),
    Refused(
        "advance_unsupplied",
        lambda: _advancing(fed=False),
        CP,
        ("choose add ge 1 army", "choose step chateau thierry"),
    ),
    Refused("halts_on_the_way", _driven_out, AP, ("choose halt",)),
    Refused("no_cover_there", lambda: _driven_out("step chateau_thierry"), AP, ("choose halt",)),
    Refused("no_combat_card", _put_aside, CP, ("choose discard 9",)),
)
