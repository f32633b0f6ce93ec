"""Positions on the board, each with an order that is refused, by the code of the reason."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.options import Choice
from tests.bot.reasons.banquet_fights import FIGHTS
from tests.bot.reasons.refused import Refused
from tests.bot.reasons.suicide import SUICIDE
from tests.bot.reasons.variants import VARIANTS
from tests.support.table import AP, CP, Table


def west() -> Table:
    """The CP before Lorraine and Belgium in Fall 1914."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("aachen", "ge_corps_01").put("sedan", "fr_5_army")
    return table.put("metz", "ge_4_army").put("verdun", "fr_3_army").put("nancy", "fr_2_army")


def operating(ops: int = 9, side: int = CP) -> Callable[[], Table]:
    return lambda: west().operate(side, ops)


def moving(*spaces: str) -> Callable[[], Table]:
    return lambda: west().operate(CP, 9).activate(*spaces)


def moving_on(*spaces: str) -> Callable[[], Table]:
    """Some spaces are activated for movement, and OPS are left."""

    def make() -> Table:
        table = west().operate(CP, 9)
        for space in spaces:
            table.do(f"for_movement {space}")
        return table

    return make


def choosing(side: int = CP, *cards: str) -> Callable[[], Table]:
    return lambda: west().hand(side, *cards).choose(side)


def after_uses(kind: str) -> Callable[[], Table]:
    def make() -> Table:
        table = west().hand(CP, "cp_01_guns_of_august")
        table.state.actions[CP].append((kind, -1))
        return table.choose(CP)

    return make


def east() -> Table:
    """The Eastern Front in Fall 1914."""
    return Table().put("insterberg", "ge_8_army").put("kovno", "ru_1_army").put("grodno", "ru_2_army")


def near_east(turn: int = 6) -> Table:
    """The British in Egypt and at Basra against Turks."""
    table = Table(turn=turn).at_war("tu")
    table.put("port_said", "br_corps_01", "br_corps_02").put("basra", "br_corps_03", "br_corps_04")
    return table.put("gaza", "tu_corps_01").put("qurna", "tu_corps_02")


def siege() -> Table:
    """Three German corps besiege Verdun with enemies beside them."""
    table = Table().put("verdun", "ge_corps_01", "ge_corps_02", "ge_corps_03").put("metz", "ge_4_army", "ge_corps_04")
    return table.put("nancy", "fr_2_army").put("bar_le_duc", "fr_corps_01")


def fight(attacker: int, defender: int, **dice: int) -> Callable[[], Table]:
    """Three German armies attack one French army and a corps in open ground."""
    del dice

    def make() -> Table:
        table = (
            Table().put("brussels", "ge_1_army", "ge_2_army", "ge_corps_01").put("cambrai", "fr_5_army", "fr_corps_01")
        )
        table.put("sedan", "ge_3_army").put("paris", "fr_corps_02").put("amiens", "br_corps_01")
        table.dice(attacker=attacker, defender=defender)
        table.attack("cambrai", "ge_1_army", "ge_2_army", "ge_corps_01")
        while table.asks("flank", "trench_cards", "attacker_cards", "defender_cards"):
            table.do("frontal" if table.asks("flank") else "finish")
        return table

    return make


def _points() -> Table:
    table = Table().put("koblenz", "ge_corps_01-").put("breslau", "ge_1_army-")
    table.state.rp["ge"] = 4
    return table.phase("cp_replacements")


def _cut_off() -> Table:
    table = west().hold(CP, "antwerp", "ostend", "cambrai", "sedan", "liege").put("brussels", "be_1_army")
    return table.put("liege", "ge_corps_02").put("sedan", "ge_corps_03").put("cambrai", "ge_corps_04")


def _beside_a_briton() -> Table:
    """A Russian corps whose line to Belgrade is cut, in a space that a Briton activates."""
    table = Table(turn=12).at_war("bu", "gr").hold_all(CP, "sb").hold(AP, "salonika", "florina", "athens", "larisa")
    return table.put("monastir", "br_1_army", "ru_corps_01").operate(AP).activate("monastir")


def _late_italy() -> Table:
    table = west().hand(AP, "ap_17_italy")
    table.state.commitment[:] = [1, 2]
    return table.choose(AP)


def _montenegro() -> Table:
    table = Table().put("cetinje", "mn_corps", "sb_corps_01").put("mostar", "ah_corps_01")
    return table.operate(AP).activate("cetinje")


def _siege_begun() -> Table:
    """A corps has entered Liège, which needs three; the others can still follow."""
    table = Table().put("aachen", "ge_corps_01").put("koblenz", "ge_corps_02", "ge_corps_03").put("posen", "ge_8_army")
    table.operate(CP).activate("aachen", "koblenz", "posen")
    return table.do("pick ge_corps_01", "step liege")


def _one_moved() -> Table:
    """A corps that can move beside an army, and one whose space is not activated."""
    table = Table().put("koblenz", "ge_corps_01", "ge_1_army").put("metz", "ge_corps_02").put("sedan", "fr_5_army")
    return table.operate(CP).activate("koblenz")


def _shut_in() -> Table:
    """A corps in a corner, with an enemy before it, and an army elsewhere."""
    table = Table().put("konigsberg", "ge_corps_01").put("tannenberg", "ru_2_army").put("insterberg", "ru_1_army")
    return table.put("koblenz", "ge_1_army").operate(CP).activate("konigsberg", "koblenz")


def _siege_on_the_way() -> Table:
    return Table().put("aachen", "ge_1_army").operate(CP).activate("aachen")


def _italy_neutral() -> Table:
    return Table().put("villach", "ge_corps_01").operate(CP).activate("villach")


def _coast() -> Table:
    return Table().put("brussels", "ge_corps_01").destroy("liege", "antwerp").hold(CP, "liege", "antwerp", "sedan")


def _konigsberg() -> Table:
    return Table(turn=1).put("insterberg", "ru_1_army").hold(AP, "kovno")


def _channel() -> Table:
    return Table().put("calais", "ge_corps_01").put("london", "br_corps_01").put("amiens", "br_corps_02", "fr_corps_01")


def _caucasus() -> Table:
    return Table(turn=7).at_war("tu").put("caucasus", "ru_cau_army").put("odessa", "ru_corps_01")


def _bef() -> Table:
    return Table(turn=7).at_war("it").put("grenoble", "br_bef_army")


def _full() -> Table:
    return west().put("koblenz", "ge_3_army")


def _digging(space: str, level: int = 0) -> Table:
    table = west().played("cp_06_entrench")
    if level:
        table.trench(space, level, CP)
    return table.operate(CP).activate(space)


def _dug() -> Table:
    """An army of Koblenz digs, which is rolled for when the movement ends; Metz may attack then."""
    table = west().played("cp_06_entrench").operate(CP).activate("koblenz", "!metz")
    return table.do("pick ge_1_army", "entrench")


def _fought() -> Table:
    """Verdun has been attacked out of Metz by one army; a corps is left there."""
    table = west().put("metz", "ge_corps_02").put("koblenz", "ge_3_army").dice(attacker=1, defender=1)
    table.operate(CP, 9).activate("!metz", "!koblenz")
    table.do("add ge_4_army", "target verdun")
    return _until(table, "attack")


def _until(table: Table, kind: str, verb: str = "") -> Table:
    """Go on with the quietest choices to a decision, and to a verb of it."""
    for _ in range(40):
        options = table.game.options()
        if table.asks(kind) and (not verb or verb in options.masks):
            return table
        quiet = [one for one in ("finish", "frontal", "stop", "retreat") if one in options.masks]
        chosen = quiet[0] if quiet else next(iter(options.masks))
        table.game.apply(Choice(chosen, options.of(chosen)[0]))
        table.tell()
    raise AssertionError(f"{kind} is not asked")


def _fled() -> Table:
    """The French of Cambrai have retreated to Château-Thierry."""
    table = Table().put("brussels", "ge_1_army", "ge_2_army").put("sedan", "ge_corps_01")
    table.put("cambrai", "fr_5_army", "fr_corps_01").put("calais", "ge_corps_03").put("amiens", "ge_corps_04")
    table.dice(attacker=1, defender=1)
    table.operate(CP, 9).activate("!brussels", "!sedan").do("add ge_1_army", "add ge_2_army", "target cambrai")
    return _until(table, "attack")


def _only_fort() -> Table:
    return siege().operate(CP).activate("!verdun", "!metz")


def _timid() -> Table:
    table = (
        Table().put("lodz", "ru_1_army").put("posen", "ge_8_army").trench("posen", 1, CP).destroy("breslau", "thorn")
    )
    return table.played("cp_58_stavka_timidity").operate(AP)


def _peace_in_the_east() -> Table:
    table = Table().put("lodz", "ru_1_army").put("posen", "ge_8_army")
    table.state.russian = 7
    return table.operate(AP)


def _greeks() -> Table:
    table = Table(turn=9).at_war("bu").put("salonika", "gr_corps_01", "fr_corps_01").put("monastir", "bu_corps_01")
    return table.operate(AP).activate("!salonika")


def _window(*, nation: str = "ru") -> Table:
    """Russians may play cards in the defence of Lodz, and hold some that do not fit."""
    table = Table().put("posen", "ge_1_army", "ge_2_army").put("lodz", f"{nation}_1_army", f"{nation}_2_army")
    table.hand(AP, "ap_02_blockade", "ap_04_pleve", "ap_07_severe_weather")
    return _until(table.any_dice().attack("lodz", "ge_1_army", "ge_2_army"), "defender_cards")


def _card_laid() -> Table:
    return _window().do("play ap_04_pleve")


def _trenches() -> Table:
    """The attacker may cancel a trench; the gas is for later."""
    table = west().trench("verdun", 1, AP).played("cp_54_h_l_take_command")
    table.hand(CP, "cp_50_blucher", "cp_35_mustard_gas")
    table.state.commitment[CP] = 2
    return _until(table.any_dice().attack("verdun", "ge_4_army"), "trench_cards")


def _losses(*attackers: str, die: int, more: str = "fr_corps_02") -> Table:
    """The French lose steps at Cambrai: an army, a corps, and one more unit."""
    table = Table().put("sedan", *attackers).put("metz", "ge_corps_09").put("cambrai", "fr_5_army", "fr_corps_01", more)
    table.dice(attacker=die, defender=1).attack("cambrai", *attackers)
    while table.asks("flank", "trench_cards", "attacker_cards", "defender_cards"):
        table.do("frontal" if table.asks("flank") else "finish")
    return table


def _fort_held() -> Table:
    """The French of Verdun, an army and a corps beside the fort, lose steps."""
    table = Table().put("metz", "ge_4_army", "ge_5_army").put("verdun", "fr_3_army", "fr_corps_01")
    return _until(table.dice(attacker=6, defender=1).attack("verdun", "ge_4_army", "ge_5_army"), "defender_loss")


def _battle() -> Table:
    table = Table().put("brussels", "ge_1_army", "ge_2_army-", "ge_3_army").put("cambrai", "fr_5_army", "fr_corps_01")
    table.put("sedan", "ge_corps_05").put("liege", "ge_corps_06").hold(CP, "calais").played("cp_08_race_to_the_sea")
    return table.dice(attacker=3, defender=2).attack("cambrai", "ge_1_army", "ge_2_army", "ge_3_army")


def _retreating() -> Table:
    return _until(_battle(), "retreat", "step")


def _two_fleeing(*, begun: bool = True) -> Table:
    """An army and a corps have lost Sedan, which they could still hold."""
    table = Table().put("koblenz", "ge_2_army", "ge_3_army", "ge_4_army").put("verdun", "fr_1_army")
    table.put("sedan", "fr_5_army", "fr_3_army", "fr_corps_01").hold(AP, "cambrai", "bar_le_duc", "verdun")
    table.dice(attacker=5, defender=1).attack("sedan", "ge_2_army", "ge_3_army", "ge_4_army")
    table = _until(table, "retreat_option")
    return table.do("retreat") if begun else table


def _haig() -> Table:
    """The last step of an entrenched corps could stay by Haig alone."""
    table = Table().put("amiens", "br_1_army").put("cambrai", "ge_corps_01", "ge_corps_02").trench("cambrai", 1, CP)
    table.hold(CP, "brussels", "sedan", "liege").played("cp_61_haig").dice(attacker=4, defender=1)
    return _until(table.attack("cambrai", "br_1_army"), "retreat_option")


def _germans_flee() -> Table:
    table = Table().put("cambrai", "fr_5_army", "fr_6_army", "fr_1_army").put("sedan", "ge_1_army", "ge_corps_01")
    table.put("koblenz", "ge_corps_02").put("metz", "ge_corps_03").dice(attacker=3, defender=2)
    return _until(table.attack("sedan", "fr_5_army", "fr_6_army", "fr_1_army"), "retreat", "step")


def _advancing() -> Table:
    return _until(_battle(), "advance")


def _pocket() -> Table:
    table = west().hold(CP, "brussels", "antwerp")
    return table.redeploy(CP, 8)


def _greece(*free: str) -> Table:
    """A British army at Salonika, supplied by sea, with Bulgarians around."""
    table = Table(turn=9).at_war("bu", "gr").put("salonika", "br_1_army").put("paris", "fr_1_army")
    for space, unit in zip(("florina", "kavala", "monastir", "strumitsa"), ("01", "02", "03", "04"), strict=True):
        if space not in free:
            table.put(space, f"bu_corps_{unit}")
    return table


def _romania() -> Table:
    return Table(turn=12).at_war("ro").put("odessa", "ru_corps_01").redeploy(AP)


def _sofia() -> Table:
    table = Table(turn=9).at_war("bu").put("sofia", "ge_corps_01")
    return table.hold_all(AP, "sb").put("nis", "sb_1_army").redeploy(CP)


def _crowding() -> Table:
    return west().put("koblenz", "ge_3_army").operate(CP, 9).activate("metz", "koblenz")


def _overfull() -> Table:
    return west().put("koblenz", "ge_3_army", "ge_corps_02").redeploy(CP, 8)


def _returning() -> Table:
    table = Table().put("paris", "fr_5_army").eliminated("fr_corps_01")
    table.state.rp["fr"] = 4
    return table.phase("ap_replacements")


def _rebuilding() -> Table:
    table = Table(turn=6).put("koblenz", "ge_2_army").eliminated("ge_9_army")
    table.state.rp["ge"] = 6
    return table.phase("cp_replacements").do("spend ge_9_army")


def _points_ap(*lost: str) -> Table:
    table = Table().put("paris", "fr_5_army").put("calais", "br_bef_army-").put("nancy", "fr_corps_01-")
    table.eliminated("be_1_army").put("rome", "it_corps_01-").hold(CP, "brussels", "antwerp", "ostend", "calais", *lost)
    table.put("london", "br_corps_01-")
    table.state.rp.update({"fr": 4, "a": 4, "br": 4})
    return table.phase("ap_replacements")


BOARD: tuple[Refused, ...] = (
    # the order cannot be read
    Refused("ambiguous", operating(), CP, ("activate be attack",)),
    Refused("unknown_space", operating(), CP, ("choose for movement xyzzy",)),
    Refused("unknown_card", choosing(CP, "cp_01_guns_of_august"), CP, ("play gunz",)),
    Refused("no_such_unit", moving("koblenz"), CP, ("move it 4 army udine",)),
    Refused("not_understood", moving("koblenz"), CP, ("move ge 1 army aachen qwertz",)),
    Refused("something_missing", moving("!koblenz"), CP, ("attack ;",)),
    Refused("which_target", moving("!koblenz"), CP, ("attack with ge 1 army",)),
    Refused("which_card", choosing(CP, "cp_01_guns_of_august"), CP, ("play ops",)),
    Refused("own_end", moving("koblenz"), CP, ("move ge 1 army frankfurt done",)),
    Refused("moves_nowhere", moving("koblenz"), CP, ("move ge 1 army koblenz",)),
    Refused("from_and_to", moving("koblenz"), CP, ("move all frankfurt",)),
    Refused("spaces_not_units", operating(), CP, ("activate ge 1 army move",)),
    Refused("none_can", _one_moved, CP, ("move ge corps frankfurt", "move ge corps essen")),
    Refused("which_units", moving("koblenz"), CP, ("move koblenz",)),
    Refused("which_space", operating(), CP, ("activate attack",)),
    Refused("where_to", moving("koblenz"), CP, ("move ge 1 army",)),
    Refused("move_or_attack", operating(), CP, ("activate koblenz",)),
    Refused("how_to_play", choosing(CP, "cp_01_guns_of_august"), CP, ("play guns of august",)),
    Refused("no_such_use", choosing(CP, "cp_01_guns_of_august"), CP, ("play guns of august as soup",)),
    Refused("sr_form", lambda: west().redeploy(CP), CP, ("sr ge corps",)),
    Refused("one_attack", moving("!koblenz"), CP, ("attack sedan; liege",)),
    Refused("no_such_choice", operating(), CP, ("choose fort",)),
    Refused("no_combat_card", _window, AP, ("play blockade",)),
    Refused("card_used_up", _card_laid, AP, ("choose play pleve",)),
    Refused("card_at_another_time", _trenches, CP, ("play mustard gas",)),
    Refused("card_does_not_fit", _window, AP, ("play severe weather",)),
    Refused("no_units_there", operating(), CP, ("activate essen move",)),
    Refused("all_or_some", moving("koblenz"), CP, ("move all, ge 1 army koblenz to aachen",)),
    Refused("nobody_from_there", lambda: west().redeploy(CP, 8), CP, ("sr ge 1 army koblenz aachen essen",)),
    Refused("not_there", _points, CP, ("rp ge corps at essen",)),
    Refused("no_army_there", moving("koblenz"), CP, ("entrench aachen",)),
    Refused("not_marked_for_movement", moving("koblenz"), CP, ("entrench metz",)),
    Refused("no_unit_here", moving("!koblenz"), CP, ("attack sedan from koblenz ge 1 army",)),
    Refused("no_place_here", _retreating, AP, ("retreat eliminate paris",)),
    Refused("nothing_behind", operating(), CP, ("choose stop koblenz",)),
    Refused("one_at_a_time", moving("koblenz"), CP, ("choose pick ge 1 army, ge 2 army",)),
    # the moment is wrong
    Refused("not_your_decision", operating(), AP, ("activate verdun attack",)),
    Refused("not_possible_now", _rebuilding, CP, ("choose rebuild at paris",)),
    Refused("step_over", lambda: west().redeploy(CP, 4), CP, ("sr ge 1 army berlin", "choose finish")),
    Refused("operation_over", lambda: west().operate(CP, 1), CP, ("move ge 4 army strasbourg", "attack verdun")),
    Refused("wrong_moment", operating(), CP, ("sr ge 1 army berlin",)),
    Refused("cannot_pass", choosing(CP, "cp_01_guns_of_august"), CP, ("done",)),
    Refused("after_chance", lambda: west().any_dice().operate(CP).activate("!metz"), CP, ("attack verdun", "done")),
    Refused("no_ops_left", operating(1), CP, ("activate koblenz move; metz move",)),
    Refused("stack_waits", moving("koblenz", "metz"), CP, ("choose pick ge 1 army", "move ge 4 army strasbourg")),
    Refused("not_together", moving("koblenz", "metz"), CP, ("move ge 1 army, ge 4 army strasbourg",)),
    Refused("nobody_can_attack", moving("!koblenz"), CP, ("attack nancy",)),
    Refused("card_not_in_hand", choosing(CP, "cp_01_guns_of_august"), CP, ("play high seas fleet as ops",)),
    Refused("event_not_playable", choosing(CP, "cp_51_peace_offensive"), CP, ("play peace offensive as event",)),
    Refused("event_only", _late_italy, AP, ("play italy as ops",)),
    Refused("no_second_sr", after_uses("sr"), CP, ("play guns of august as sr",)),
    Refused("no_second_rp", after_uses("rp"), CP, ("play guns of august as rp",)),
    Refused(
        "must_open_with_guns",
        lambda: Table("historical", setup=True, turn=1).hand(CP, "cp_01_guns_of_august").choose(CP),
        CP,
        ("play guns of august as ops",),
    ),
    Refused(
        "influenza",
        lambda: west().played("ap_65_influenza").hand(AP, "ap_09_moltke").choose(AP),
        AP,
        ("play moltke as rp",),
    ),
    Refused(
        "no_peace_terms", lambda: Table("introductory").put("koblenz", "ge_1_army").choose(CP), CP, ("choose peace",)
    ),
    Refused("no_more_offers", lambda: west().played("ap_40_14_points").choose(CP), CP, ("choose peace",)),
    Refused("peace_not_possible", choosing(CP), CP, ("choose peace",)),
    # activation
    Refused("activated_already", operating(), CP, ("activate koblenz move; koblenz attack",)),
    Refused("stack_out_of_supply", lambda: _cut_off().operate(AP), AP, ("activate brussels move",)),
    Refused(
        "desert_in_summer", lambda: near_east(6).put("sinai", "br_corps_05").operate(AP), AP, ("activate sinai attack",)
    ),
    Refused(
        "near_east_limit",
        lambda: near_east(7).put("sinai", "br_corps_05").operate(AP),
        AP,
        ("activate basra attack; sinai attack",),
    ),
    Refused(
        "no_target_in_reach", lambda: west().put("essen", "ge_corps_02").operate(CP), CP, ("activate essen attack",)
    ),
    Refused("too_dear", lambda: west().put("koblenz", "ah_1_army").operate(CP, 1), CP, ("activate koblenz move",)),
    Refused("needs_oberost", lambda: east().operate(CP), CP, ("activate insterberg attack",)),
    # movement
    Refused("not_marked_for_movement", moving("koblenz"), CP, ("move ge 4 army strasbourg",)),
    Refused("moved_already", moving("koblenz", "metz"), CP, ("move ge 1 army frankfurt", "move ge 1 army koblenz")),
    Refused("cannot_move", _montenegro, AP, ("choose pick mn corps",)),
    Refused("other_stack_first", moving("koblenz", "metz"), CP, ("choose pick ge 1 army", "choose add ge 4 army metz")),
    Refused(
        "siege_first", _siege_begun, CP, ("choose pick ge corps koblenz", "choose step frankfurt", "choose step kassel")
    ),
    Refused("siege_open", _siege_begun, CP, ("choose finish",)),
    Refused("overstacked_first", _crowding, CP, ("move ge 4 army metz koblenz", "choose finish")),
    Refused("no_way_out", _shut_in, CP, ("choose pick ge corps konigsberg",)),
    Refused("not_a_space", operating(), CP, ("activate reserve move",)),
    Refused("units_first", moving("!koblenz"), CP, ("choose target sedan",)),
    Refused("too_far", moving("koblenz"), CP, ("move ge 1 army vienna",)),
    Refused(
        "no_way_there",
        lambda: west().put("metz", "ge_corps_02").operate(CP).activate("metz"),
        CP,
        ("move ge corps brussels",),
    ),
    Refused("way_ended", _siege_on_the_way, CP, ("move ge 1 army liege brussels",)),
    Refused("enemy_there", moving("koblenz"), CP, ("move ge 1 army sedan",)),
    Refused("neutral_ground", _italy_neutral, CP, ("choose pick ge corps", "choose step maggiore")),
    Refused(
        "attack_marker_there", lambda: west().operate(CP).activate("koblenz", "!metz"), CP, ("move ge 1 army metz",)
    ),
    Refused("coast_closed", lambda: _coast().operate(CP).activate("brussels"), CP, ("move ge corps ostend",)),
    Refused("fort_needs_siege", moving("aachen"), CP, ("move ge corps liege",)),
    Refused(
        "siege_must_hold", lambda: siege().operate(CP).activate("!verdun"), CP, ("attack bar le duc with 3 ge corps",)
    ),
    Refused(
        "german_forts_closed",
        lambda: _konigsberg().operate(AP).activate("insterberg"),
        AP,
        ("move ru 1 army konigsberg",),
    ),
    Refused(
        "line_not_for_it",
        lambda: Table().put("calais", "fr_corps_01").operate(AP).activate("calais"),
        AP,
        ("move fr corps london",),
    ),
    Refused("crossing_closed", lambda: _caucasus().operate(AP).activate("caucasus"), AP, ("move ru cau army poti",)),
    Refused("not_its_front", lambda: _bef().operate(AP).activate("grenoble"), AP, ("move br bef army turin",)),
    Refused("no_room", lambda: _full().operate(CP).activate("aachen"), CP, ("move ge corps aachen koblenz",)),
    Refused("not_adjacent", moving("!koblenz", "!metz"), CP, ("attack verdun from koblenz, metz",)),
    # entrenching
    Refused("no_entrenching_yet", moving("koblenz"), CP, ("entrench ge 1 army",)),
    Refused(
        "one_army_digs",
        lambda: _digging("koblenz"),
        CP,
        ("choose pick ge 1 army", "choose add ge 2 army", "choose entrench"),
    ),
    Refused("digs_already", lambda: _digging("koblenz"), CP, ("entrench ge 1 army; ge 2 army",)),
    Refused("trench_full", lambda: _digging("koblenz", 2), CP, ("entrench ge 1 army",)),
    # attacks
    Refused("nobody_to_attack", moving("!koblenz"), CP, ("attack frankfurt with ge 1 army",)),
    Refused("attacked_already", _fought, CP, ("attack verdun",)),
    Refused("all_retreated", _fled, CP, ("attack chateau thierry with ge corps",)),
    Refused("unit_attacked_already", _fought, CP, ("attack nancy with ge 4 army",)),
    Refused("not_marked_for_attack", moving("!koblenz"), CP, ("attack verdun with ge 4 army",)),
    Refused("besieged_from_outside", _only_fort, CP, ("attack verdun with ge 4 army",)),
    Refused("card_forbids", _timid, AP, ("activate lodz attack",)),
    Refused("brest_litovsk", _peace_in_the_east, AP, ("activate lodz attack",)),
    Refused(
        "london_alone",
        lambda: _channel().operate(AP).activate("!london", "!amiens"),
        AP,
        ("attack calais with br corps from london",),
    ),
    Refused(
        "nations_apart",
        lambda: (
            Table()
            .put("cambrai", "ge_1_army")
            .put("amiens", "br_1_army")
            .put("chateau_thierry", "fr_5_army")
            .operate(AP)
            .activate("!amiens", "!chateau_thierry")
        ),
        AP,
        ("attack cambrai from amiens, chateau thierry",),
    ),
    Refused(
        "no_common_target",
        lambda: west().put("posen", "ge_8_army").put("lodz", "ru_1_army").operate(CP).activate("!koblenz", "!posen"),
        CP,
        ("choose add ge 1 army", "choose add ge 8 army"),
    ),
    Refused(
        "neutral_still",
        lambda: Table(turn=9).put("florina", "gr_corps_01").put("paris", "fr_1_army").operate(AP),
        AP,
        ("activate florina move",),
    ),
    Refused("unit_out_of_supply", lambda: _cut_off().redeploy(AP, 8), AP, ("sr be 1 army paris",)),
    Refused("was_out_of_supply", _beside_a_briton, AP, ("move ru corps to florina",)),
    Refused(
        "not_on_map",
        lambda: west().reserve("ge_corps_05").operate(CP).activate("!koblenz"),
        CP,
        ("attack sedan with ge corps from reserve",),
    ),
    Refused("gathered_cannot", moving("!koblenz", "!metz"), CP, ("choose add ge 1 army", "attack nancy from metz")),
    Refused("nobody_near", operating(), CP, ("attack paris",)),
    Refused("none_of_those", moving_on("koblenz"), CP, ("attack verdun",)),
    Refused("ops_for_some", lambda: west().put("metz", "ge_3_army").operate(CP, 1), CP, ("attack sedan",)),
    Refused("nothing_for_combat", moving("koblenz"), CP, ("attack sedan",)),
    Refused("trenches_first", _dug, CP, ("attack verdun",)),
    # losses, retreat, advance
    Refused("losses_over", fight(6, 1), AP, ("lose fr 5 army, fr 5 army, fr 5 army, fr corps, fr corps, fr corps",)),
    Refused("no_fort_fights", fight(6, 1), AP, ("lose fort",)),
    Refused("fort_falls_last", _fort_held, AP, ("lose fort",)),
    Refused("not_in_combat", fight(6, 1), AP, ("choose hit fr corps paris",)),
    Refused("loss_too_big", lambda: _losses("ge_corps_01", "ge_corps_02", die=4), AP, ("choose hit fr 5 army",)),
    Refused("loss_elsewhere", lambda: _losses("ge_1_army", die=2, more="fr_1_army"), AP, ("choose hit fr corps",)),
    Refused("another_retreats", _two_fleeing, AP, ("choose pick fr 5 army", "retreat fr corps verdun")),
    Refused("retreated_already", _two_fleeing, AP, ("retreat fr 5 army verdun", "retreat fr 5 army verdun")),
    Refused("retreat_open", _two_fleeing, AP, ("retreat eliminate fr 5 army",)),
    Refused("one_holds", lambda: _two_fleeing(begun=False), AP, ("retreat hold fr 5 army, fr corps",)),
    Refused("nobody_holds", _haig, CP, ("retreat hold",)),
    Refused("cannot_hold", _haig, CP, ("retreat hold ge corps",)),
    Refused("retreat_back", _retreating, AP, ("choose step chateau thierry", "choose step cambrai")),
    Refused("retreat_elsewhere", _retreating, AP, ("choose step calais",)),
    Refused("enemy_fort_there", _germans_flee, CP, ("choose step verdun",)),
    Refused("reduced_stays", _advancing, CP, ("choose add ge 2 army",)),
    Refused("advanced_already", _advancing, CP, ("advance ge 1 army cambrai", "choose add ge 1 army")),
    Refused("advance_first", _advancing, CP, ("choose add ge 1 army", "choose step amiens")),
    Refused(
        "advance_off_way",
        _advancing,
        CP,
        ("choose add ge 1 army", "choose step cambrai", "choose step calais"),
    ),
    # redeployment
    Refused("sr_too_dear", lambda: west().redeploy(CP, 2), CP, ("sr ge 1 army berlin",)),
    Refused("sent_already", lambda: west().redeploy(CP, 8), CP, ("sr ge 1 army essen", "sr ge 1 army aachen")),
    Refused("sr_is_there", lambda: west().redeploy(CP, 8), CP, ("sr ge 1 army koblenz",)),
    Refused("sr_not_friendly", lambda: west().redeploy(CP, 8), CP, ("sr ge 1 army paris",)),
    Refused("sr_needs_kin", lambda: west().reserve("ah_corps_01").redeploy(CP), CP, ("sr ah corps reserve koblenz",)),
    Refused("sr_no_box", lambda: west().redeploy(CP, 8), CP, ("sr ge 1 army reserve",)),
    Refused("sr_no_supply", _pocket, CP, ("sr ge 1 army brussels",)),
    Refused("sr_no_way", lambda: _greece("florina").redeploy(AP, 8), AP, ("sr br 1 army paris",)),
    Refused("sr_nowhere", lambda: _greece().redeploy(AP, 8), AP, ("choose pick br 1 army",)),
    Refused("sr_russians_at_home", _romania, AP, ("sr ru corps bucharest",)),
    Refused("sr_near_east", lambda: near_east(7).put("paris", "fr_corps_01").redeploy(AP), AP, ("sr fr corps cairo",)),
    Refused("sr_army_by_sea", lambda: _greece("florina").redeploy(AP, 8), AP, ("sr br 1 army marseilles",)),
    Refused("sr_foreign_supply", _sofia, CP, ("sr ge corps reserve",)),
    Refused("overstacked_first", _overfull, CP, ("sr ge 4 army berlin",)),
    # replacements
    Refused("returns_only", _returning, AP, ("rp fr corps at paris",)),
    Refused("never_restored", _points_ap, AP, ("rp br bef army",)),
    Refused("full_already", _points_ap, AP, ("rp fr 5 army",)),
    Refused("rp_too_dear", _points_ap, AP, ("rp it corps",)),
    Refused("capital_taken", lambda: _points_ap("paris"), AP, ("rp fr corps",)),
    Refused("nowhere_to_return", _points_ap, AP, ("rp be 1 army",)),
    # rules of variants
    *VARIANTS,
    *FIGHTS,
    *SUICIDE,
)
