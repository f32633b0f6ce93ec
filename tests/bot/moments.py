"""Positions in which people type free-form lines, and the effect of a line there."""

from __future__ import annotations

from tests.bot.support import Channel
from tests.bot.test_confirmations import put
from tests.support.table import AP, CP, Table

GOA = "cp_01_guns_of_august"


def west() -> Table:
    """Return armies of both sides around Metz and Sedan, and the Russians in the east."""
    table = Table().put("metz", "ge_4_army", "ge_corps_02").put("koblenz", "ge_1_army", "ge_3_army")
    table.put("nancy", "fr_2_army").put("verdun", "fr_3_army").put("sedan", "fr_5_army").put("paris", "fr_corps_01")
    table.put("insterberg", "ge_8_army").put("lomza", "ru_2_army").put("kovno", "ru_1_army").put(
        "warsaw", "ru_corps_01"
    )
    return table.any_dice()


def choosing() -> Table:
    return west().hand(AP, "ap_02_blockade", "ap_12_entrench", "ap_04_pleve", "ap_19_air_superiority").choose(AP)


def choosing_cp() -> Table:
    return west().hand(CP, GOA, "cp_11_oberost", "cp_08_race_to_the_sea").choose(CP)


def operating() -> Table:
    return west().operate(AP, 4)


def moving() -> Table:
    return west().operate(AP, 9).activate("lomza", "verdun")


def fighting() -> Table:
    return west().operate(CP, 9).activate("!koblenz", "!metz")


def lone() -> Table:
    """Return one activated space, so that no flank is asked about and the defender's window is next."""
    return west().operate(CP, 9).activate("!koblenz")


def redeploying() -> Table:
    table = (
        Table()
        .put("metz", "ge_4_army")
        .put("koblenz", "ge_9_army")
        .put("breslau", "ge_8_army")
        .put("essen", "ge_corps_01")
    )
    return table.reserve("ge_corps_03", "ge_corps_04").redeploy(CP, 8)


def losing() -> Table:
    table = Table().put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army").put("sedan", "fr_5_army", "fr_corps_01")
    table.dice(attacker=6, defender=1).attack("sedan", "ge_1_army", "ge_2_army", "ge_3_army")
    while table.asks("trench_cards", "attacker_cards", "defender_cards"):
        table.do("finish")
    return table


def flanking() -> Table:
    """Return attackers of Sedan from two spaces, who are asked how they attack."""
    table = fighting()
    for choice in ("add ge_1_army", "add ge_4_army", "target sedan"):
        table.do(choice)
    assert table.asks("flank")
    return table


def restoring() -> Table:
    table = Table().put("koblenz", "ge_corps_01-", "ge_2_army-").put("breslau", "ge_1_army-")
    table.state.rp["ge"] = 8
    return table.phase("cp_replacements")


async def choices(channel: Channel, user: str, table: Table, line: str) -> list[str]:
    """Return the choices made by a line in a position, up to the first die, as recorded."""
    await put(channel, table)
    number = await channel.number()
    told = await channel.told(user, line)
    made = []
    for entry in (await channel.store.record(await channel.game_id()))[number + 1 :]:
        made.append(str(entry["choice"]))
        if entry.get("outcomes"):
            break
    assert made, f"{line!r} did nothing: {told}"
    return made
