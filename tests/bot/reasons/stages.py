"""Positions on the board in which orders are refused."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.options import Choice
from tests.support.table import AP, CP, Table


def west() -> Table:
    """Return the CP facing Lorraine and Belgium in Fall 1914."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("aachen", "ge_corps_01").put("sedan", "fr_5_army")
    return table.put("metz", "ge_4_army").put("verdun", "fr_3_army").put("nancy", "fr_2_army")


def operating(ops: int = 9, side: int = CP) -> Callable[[], Table]:
    return lambda: west().operate(side, ops)


def moving(*spaces: str) -> Callable[[], Table]:
    return lambda: west().operate(CP, 9).activate(*spaces)


def reduced() -> Table:
    """Return a position with a reduced army that moves."""
    return Table().put("koblenz", "ge_1_army-").operate(CP, 9).activate("koblenz")


def moving_on(*spaces: str) -> Callable[[], Table]:
    """Return a position with some spaces activated for movement, and OPS left."""

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
    """Return the Eastern Front in Fall 1914."""
    return Table().put("insterberg", "ge_8_army").put("kovno", "ru_1_army").put("grodno", "ru_2_army")


def near_east(turn: int = 6) -> Table:
    """Return the British in Egypt and at Basra against Turks."""
    table = Table(turn=turn).at_war("tu")
    table.put("port_said", "br_corps_01", "br_corps_02").put("basra", "br_corps_03", "br_corps_04")
    return table.put("gaza", "tu_corps_01").put("qurna", "tu_corps_02")


def siege() -> Table:
    """Return three German corps besieging Verdun with enemies adjacent."""
    table = Table().put("verdun", "ge_corps_01", "ge_corps_02", "ge_corps_03").put("metz", "ge_4_army", "ge_corps_04")
    return table.put("nancy", "fr_2_army").put("bar_le_duc", "fr_corps_01")


def fight(attacker: int, defender: int, **dice: int) -> Callable[[], Table]:
    """Return three German armies attacking one French army and a corps in open ground."""
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


def points() -> Table:
    table = Table().put("koblenz", "ge_corps_01-").put("breslau", "ge_1_army-")
    table.state.rp["ge"] = 4
    return table.phase("cp_replacements")


def cut_off() -> Table:
    table = west().hold(CP, "antwerp", "ostend", "cambrai", "sedan", "liege").put("brussels", "be_1_army")
    return table.put("liege", "ge_corps_02").put("sedan", "ge_corps_03").put("cambrai", "ge_corps_04")


def beside_a_briton() -> Table:
    """Return a Russian corps whose line to Belgrade is cut, in a space activated by a Briton."""
    table = Table(turn=12).at_war("bu", "gr").hold_all(CP, "sb").hold(AP, "salonika", "florina", "athens", "larisa")
    return table.put("monastir", "br_1_army", "ru_corps_01").operate(AP).activate("monastir")


def late_italy() -> Table:
    table = west().hand(AP, "ap_17_italy")
    table.state.commitment[:] = [1, 2]
    return table.choose(AP)


def montenegro() -> Table:
    table = Table().put("cetinje", "mn_corps", "sb_corps_01").put("mostar", "ah_corps_01")
    return table.operate(AP).activate("cetinje")


def siege_begun() -> Table:
    """Return a corps that has entered Liège, which needs three; the others can still follow."""
    table = Table().put("aachen", "ge_corps_01").put("koblenz", "ge_corps_02", "ge_corps_03").put("posen", "ge_8_army")
    table.operate(CP).activate("aachen", "koblenz", "posen")
    return table.do("pick ge_corps_01", "step liege")


def one_moved() -> Table:
    """Return a corps that can move together with an army, and one whose space is not activated."""
    table = Table().put("koblenz", "ge_corps_01", "ge_1_army").put("metz", "ge_corps_02").put("sedan", "fr_5_army")
    return table.operate(CP).activate("koblenz")


def shut_in() -> Table:
    """Return a corps in a corner with an enemy in front, and an army elsewhere."""
    table = Table().put("konigsberg", "ge_corps_01").put("tannenberg", "ru_2_army").put("insterberg", "ru_1_army")
    return table.put("koblenz", "ge_1_army").operate(CP).activate("konigsberg", "koblenz")


def siege_on_the_way() -> Table:
    return Table().put("aachen", "ge_1_army").operate(CP).activate("aachen")


def italy_neutral() -> Table:
    return Table().put("villach", "ge_corps_01").operate(CP).activate("villach")


def coast() -> Table:
    return Table().put("brussels", "ge_corps_01").destroy("liege", "antwerp").hold(CP, "liege", "antwerp", "sedan")


def konigsberg() -> Table:
    return Table(turn=1).put("insterberg", "ru_1_army").hold(AP, "kovno")


def channel() -> Table:
    return Table().put("calais", "ge_corps_01").put("london", "br_corps_01").put("amiens", "br_corps_02", "fr_corps_01")


def caucasus() -> Table:
    return Table(turn=7).at_war("tu").put("caucasus", "ru_cau_army").put("odessa", "ru_corps_01")


def bef() -> Table:
    return Table(turn=7).at_war("it").put("grenoble", "br_bef_army")


def full() -> Table:
    return west().put("koblenz", "ge_3_army")


def digging(space: str, level: int = 0) -> Table:
    table = west().played("cp_06_entrench")
    if level:
        table.trench(space, level, CP)
    return table.operate(CP).activate(space)


def dug() -> Table:
    """Return an army of Koblenz that digs, for which the die is rolled when the movement ends; Metz can attack then."""
    table = west().played("cp_06_entrench").operate(CP).activate("koblenz", "!metz")
    return table.do("pick ge_1_army", "entrench")


def fought() -> Table:
    """Return Verdun attacked from Metz by one army; a corps is left there."""
    table = west().put("metz", "ge_corps_02").put("koblenz", "ge_3_army").dice(attacker=1, defender=1)
    table.operate(CP, 9).activate("!metz", "!koblenz")
    table.do("add ge_4_army", "target verdun")
    return until(table, "attack")


def until(table: Table, kind: str, verb: str = "") -> Table:
    """Take the quietest choices up to a decision, and to a verb of it."""
    for _ in range(40):
        options = table.game.options()
        if table.asks(kind) and (not verb or verb in options.masks):
            return table
        quiet = [one for one in ("finish", "frontal", "stop", "retreat") if one in options.masks]
        chosen = quiet[0] if quiet else next(iter(options.masks))
        table.game.apply(Choice(chosen, options.of(chosen)[0]))
        table.tell()
    raise AssertionError(f"{kind} is not asked")


def fled() -> Table:
    """Return the French of Cambrai after their retreat to Château-Thierry."""
    table = Table().put("brussels", "ge_1_army", "ge_2_army").put("sedan", "ge_corps_01")
    table.put("cambrai", "fr_5_army", "fr_corps_01").put("calais", "ge_corps_03").put("amiens", "ge_corps_04")
    table.dice(attacker=1, defender=1)
    table.operate(CP, 9).activate("!brussels", "!sedan").do("add ge_1_army", "add ge_2_army", "target cambrai")
    return until(table, "attack")


def only_fort() -> Table:
    return siege().operate(CP).activate("!verdun", "!metz")


def timid() -> Table:
    table = (
        Table().put("lodz", "ru_1_army").put("posen", "ge_8_army").trench("posen", 1, CP).destroy("breslau", "thorn")
    )
    return table.played("cp_58_stavka_timidity").operate(AP)


def peace_in_the_east() -> Table:
    table = Table().put("lodz", "ru_1_army").put("posen", "ge_8_army")
    table.state.russian = 7
    return table.operate(AP)


def greeks() -> Table:
    table = Table(turn=9).at_war("bu").put("salonika", "gr_corps_01", "fr_corps_01").put("monastir", "bu_corps_01")
    return table.operate(AP).activate("!salonika")


def window(*, nation: str = "ru") -> Table:
    """Return Russians who can play cards in the defence of Lodz, and hold some that do not fit."""
    table = Table().put("posen", "ge_1_army", "ge_2_army").put("lodz", f"{nation}_1_army", f"{nation}_2_army")
    table.hand(AP, "ap_02_blockade", "ap_04_pleve", "ap_07_severe_weather")
    return until(table.any_dice().attack("lodz", "ge_1_army", "ge_2_army"), "defender_cards")


def card_laid() -> Table:
    return window().do("play ap_04_pleve")


def trenches() -> Table:
    """Return an attacker who can cancel a trench; the gas comes later."""
    table = west().trench("verdun", 1, AP).played("cp_54_h_l_take_command")
    table.hand(CP, "cp_50_blucher", "cp_35_mustard_gas")
    table.state.commitment[CP] = 2
    return until(table.any_dice().attack("verdun", "ge_4_army"), "trench_cards")


def losses(*attackers: str, die: int, more: str = "fr_corps_02") -> Table:
    """Return the French losing steps at Cambrai: an army, a corps, and one more unit."""
    table = Table().put("sedan", *attackers).put("metz", "ge_corps_09").put("cambrai", "fr_5_army", "fr_corps_01", more)
    table.dice(attacker=die, defender=1).attack("cambrai", *attackers)
    while table.asks("flank", "trench_cards", "attacker_cards", "defender_cards"):
        table.do("frontal" if table.asks("flank") else "finish")
    return table


def fort_held() -> Table:
    """Return the French of Verdun, an army and a corps with the fort, losing steps."""
    table = Table().put("metz", "ge_4_army", "ge_5_army").put("verdun", "fr_3_army", "fr_corps_01")
    return until(table.dice(attacker=6, defender=1).attack("verdun", "ge_4_army", "ge_5_army"), "defender_loss")


def battle() -> Table:
    table = Table().put("brussels", "ge_1_army", "ge_2_army-", "ge_3_army").put("cambrai", "fr_5_army", "fr_corps_01")
    table.put("sedan", "ge_corps_05").put("liege", "ge_corps_06").hold(CP, "calais").played("cp_08_race_to_the_sea")
    return table.dice(attacker=3, defender=2).attack("cambrai", "ge_1_army", "ge_2_army", "ge_3_army")


def retreating() -> Table:
    return until(battle(), "retreat", "step")


def two_fleeing(*, begun: bool = True) -> Table:
    """Return an army and a corps that have lost Sedan, which they could still hold."""
    table = Table().put("koblenz", "ge_2_army", "ge_3_army", "ge_4_army").put("verdun", "fr_1_army")
    table.put("sedan", "fr_5_army", "fr_3_army", "fr_corps_01").hold(AP, "cambrai", "bar_le_duc", "verdun")
    table.dice(attacker=5, defender=1).attack("sedan", "ge_2_army", "ge_3_army", "ge_4_army")
    table = until(table, "retreat_option")
    return table.do("retreat") if begun else table


def haig() -> Table:
    """Return the last step of an entrenched corps, which only Haig could keep in place."""
    table = Table().put("amiens", "br_1_army").put("cambrai", "ge_corps_01", "ge_corps_02").trench("cambrai", 1, CP)
    table.hold(CP, "brussels", "sedan", "liege").played("cp_61_haig").dice(attacker=4, defender=1)
    return until(table.attack("cambrai", "br_1_army"), "retreat_option")


def germans_flee() -> Table:
    table = Table().put("cambrai", "fr_5_army", "fr_6_army", "fr_1_army").put("sedan", "ge_1_army", "ge_corps_01")
    table.put("koblenz", "ge_corps_02").put("metz", "ge_corps_03").dice(attacker=3, defender=2)
    return until(table.attack("sedan", "fr_5_army", "fr_6_army", "fr_1_army"), "retreat", "step")


def advancing() -> Table:
    return until(battle(), "advance")


def pocket() -> Table:
    table = west().hold(CP, "brussels", "antwerp")
    return table.redeploy(CP, 8)


def greece(*free: str) -> Table:
    """Return a British army at Salonika, supplied by sea, with Bulgarians around."""
    table = Table(turn=9).at_war("bu", "gr").put("salonika", "br_1_army").put("paris", "fr_1_army")
    for space, unit in zip(("florina", "kavala", "monastir", "strumitsa"), ("01", "02", "03", "04"), strict=True):
        if space not in free:
            table.put(space, f"bu_corps_{unit}")
    return table


def romania() -> Table:
    return Table(turn=12).at_war("ro").put("odessa", "ru_corps_01").redeploy(AP)


def sofia() -> Table:
    table = Table(turn=9).at_war("bu").put("sofia", "ge_corps_01")
    return table.hold_all(AP, "sb").put("nis", "sb_1_army").redeploy(CP)


def crowding() -> Table:
    return west().put("koblenz", "ge_3_army").operate(CP, 9).activate("metz", "koblenz")


def overfull() -> Table:
    return west().put("koblenz", "ge_3_army", "ge_corps_02").redeploy(CP, 8)


def returning() -> Table:
    table = Table().put("paris", "fr_5_army").eliminated("fr_corps_01")
    table.state.rp["fr"] = 4
    return table.phase("ap_replacements")


def rebuilding() -> Table:
    table = Table(turn=6).put("koblenz", "ge_2_army").eliminated("ge_9_army")
    table.state.rp["ge"] = 6
    return table.phase("cp_replacements").do("spend ge_9_army")


def points_ap(*lost: str) -> Table:
    table = Table().put("paris", "fr_5_army").put("calais", "br_bef_army-").put("nancy", "fr_corps_01-")
    table.eliminated("be_1_army").put("rome", "it_corps_01-").hold(CP, "brussels", "antwerp", "ostend", "calais", *lost)
    table.put("london", "br_corps_01-")
    table.state.rp.update({"fr": 4, "a": 4, "br": 4})
    return table.phase("ap_replacements")
