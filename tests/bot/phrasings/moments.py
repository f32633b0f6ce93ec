"""The moments at which the cases of a file are typed: positions on the board, and games set up by commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

from engine.pog.rulesets.suicide.actions import RecordPoint
from tests.bot import moments as boards
from tests.bot.phrasings import liege_moments
from tests.bot.reasons import goals, stages
from tests.bot.support import EVERY, Channel
from tests.bot.test_confirmations import put
from tests.rulesets.suicide.support import suicide
from tests.support.table import AP, CP, Table


def reinforcing() -> Table:
    """Return a position with two cards of Russian reinforcements in hand."""
    cards = ("ap_25_russian_reinforcements", "ap_32_russian_reinforcements", "ap_02_blockade")
    return boards.west().hand(AP, *cards).choose(AP)


def opening() -> Table:
    """Return a position in which Guns of August can be played as its event."""
    table = boards.west().hand(CP, boards.GOA, "cp_11_oberost")
    table.state.turn = 1
    return table.choose(CP)


def kovno() -> Table:
    """Return `operating` with Germans next to Kovno."""
    return boards.west().put("tannenberg", "ge_9_army").operate(AP, 9)


def of_suicide() -> Table:
    """Return Suicide of Europe, with a stack of Nancy that can do both."""
    table = suicide().put("nancy", "ge_7_army", "ge_6_army").put("verdun", "fr_3_army").put("metz", "ge_4_army")
    return table.any_dice().operate(CP, 9)


def under_way() -> Table:
    """Return `moving` with a stack one space on its way, and others still to move."""
    return boards.west().operate(AP, 9).activate("lomza", "kovno").do("pick ru_1_army", "step grodno")


def digging() -> Table:
    """Return a position in which the French can entrench in Verdun."""
    return boards.west().played("ap_12_entrench").operate(AP, 9).activate("lomza", "verdun")


def moving_and_attacking() -> Table:
    """Return a position with a movement, and an attack from Nancy and Verdun."""
    return boards.west().operate(AP, 9).activate("lomza", "!nancy", "!verdun")


def one_target() -> Table:
    """Return a position in which FR 1 can attack only Cambrai."""
    table = Table().put("amiens", "fr_1_army").put("paris", "fr_2_army").put("cambrai", "ge_1_army")
    return table.any_dice().operate(AP, 9).activate("!amiens")


def facing() -> Table:
    """Return a position in which GE 3 faces only Nancy, and GE 4 Sedan and Verdun as well."""
    table = Table().put("strasbourg", "ge_3_army").put("metz", "ge_4_army").put("sedan", "fr_5_army")
    table.put("nancy", "fr_2_army").put("verdun", "fr_3_army")
    return table.any_dice().operate(CP, 9).activate("!strasbourg", "!metz")


def losing() -> Table:
    """Return a position in which the French of Sedan, two armies and a corps, lose steps."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army", "ge_3_army")
    table.put("sedan", "fr_5_army", "fr_1_army", "fr_corps_01")
    table.dice(attacker=6, defender=1).attack("sedan", "ge_1_army", "ge_2_army", "ge_3_army")
    while table.asks("trench_cards", "attacker_cards", "defender_cards"):
        table.do("finish")
    return table


def fleeing() -> Table:
    """Return a position in which an army and a corps retreat from Sedan."""
    return stages.until(stages.two_fleeing(), "retreat", "step")


def holding() -> Table:
    """Return a position in which they can still hold it."""
    return stages.two_fleeing(begun=False)


def advancing() -> Table:
    """Return a position in which the Germans can enter Sedan."""
    return stages.until(stages.two_fleeing(), "advance")


def replacing() -> Table:
    """Return a position with German points for all its weakened units."""
    table = Table().put("koblenz", "ge_8_army-", "ge_corps_03-").put("metz", "ge_14_army-").put("essen", "ge_1_army")
    table.state.rp["ge"] = 10
    return table.phase("cp_replacements")


def replacing_few() -> Table:
    """Return a position with German points for one of them."""
    table = Table().put("koblenz", "ge_8_army-", "ge_corps_03-").put("metz", "ge_14_army-")
    table.state.rp["ge"] = 2
    return table.phase("cp_replacements")


def replacing_ap() -> Table:
    """Return a position with French points for two armies."""
    table = Table().put("paris", "fr_5_army-").put("nancy", "fr_6_army-").put("verdun", "fr_corps_01")
    table.state.rp["fr"] = 8
    return table.phase("ap_replacements")


def replacing_tu() -> Table:
    """Return a position with Turkish points for a corps at Gallipoli or a second one elsewhere."""
    table = Table(turn=6).at_war("tu").put("gallipoli", "tu_corps_01-").put("bursa", "tu_corps_02-")
    table.state.rp["tu"] = 2
    return table.phase("cp_replacements")


def rebuilding() -> Table:
    """Return a position in which a German army comes back and its space is asked for."""
    return stages.rebuilding()


def galicia() -> Table:
    """Return a Banquet position in which the plan of Galicia is in force."""
    return goals.galicia()


def discarding() -> Table:
    """Return a position in which combat cards can be discarded at the end of the turn; another kind of card is in hand as well."""
    table = Table(turn=9).hand(CP, "cp_47_french_mutiny", "cp_05_landwehr", "cp_02_wireless_intercepts")
    return table.run_from("cp_discard")


def landwehr() -> Table:
    """Return a position in which two German armies are weakened, and Landwehr restores them."""
    table = (
        boards.west().put("aachen", "ge_2_army-").put("strasbourg", "ge_7_army-").hand(CP, "cp_05_landwehr").choose(CP)
    )
    return table.do("event cp_05_landwehr")


def landwehr_card() -> Table:
    """Return a position with the card that restores two weakened German armies in hand."""
    table = boards.west().put("aachen", "ge_2_army-").put("strasbourg", "ge_7_army-")
    return table.hand(CP, "cp_05_landwehr", "cp_11_oberost").choose(CP)


def _in_galicia(*, dubno: str = "ru_3_army", tarnopol: tuple[str, ...] = ("ru_4_army",)) -> Table:
    """Return Russians facing Austrians in Galicia, and Serbs facing Austrians at Belgrade."""
    table = Table().put("dubno", dubno).put("kamenets_podolski", "ru_9_army").put("tarnopol", *tarnopol)
    table.put("lublin", "ru_5_army").put("lemberg", "ah_3_army", "ah_4_army").put("stanislau", "ah_1_army")
    table.put("lutsk", "ah_corps_02").put("czernowitz", "ah_corps_03").put("przemysl", "ah_corps_01").put(
        "belgrade", "sb_1_army"
    ).put("novi_sad", "ah_2_army")
    return table.any_dice()


def galician() -> Table:
    """Return the position in which the Russians choose an action."""
    return (
        _in_galicia(dubno="ru_4_army", tarnopol=("ru_3_army", "ru_8_army"))
        .hand(AP, "ap_02_blockade", "ap_04_pleve")
        .choose(AP)
    )


def galician_ops() -> Table:
    """Return the position in which they activate spaces."""
    return _in_galicia().operate(AP, 9)


def galician_cp() -> Table:
    """Return the position in which the Austrians attack from Lemberg, Stanislau and Novi Sad."""
    return _in_galicia().operate(CP, 9).activate("!lemberg", "!stanislau", "!novi_sad")


def allied_rail() -> Table:
    """Return a position in which the Allies redeploy, with corps of three nations in reserve."""
    table = (
        _in_galicia()
        .put("paris", "fr_corps_01")
        .put("calais", "br_bef_army")
        .put("amiens", "br_corps_02")
        .reserve("br_corps_01", "ru_corps_01", "ru_corps_02")
    )
    return table.redeploy(AP, 8)


#: Positions by moment name.
BOARDS: dict[str, Callable[[], Table]] = {
    "choosing": boards.choosing, "choosing_cp": boards.choosing_cp, "reinforcing": reinforcing, "opening": opening,
    "operating": kovno, "moving": boards.moving, "under_way": under_way, "digging": digging,
    "moving_and_attacking": moving_and_attacking, "fighting": boards.fighting, "one_target": one_target,
    "facing": facing, "flanking": boards.flanking, "losing": losing, "retreating": stages.retreating,
    "fleeing": fleeing, "holding": holding, "advancing": advancing, "redeploying": boards.redeploying,
    "replacing": replacing, "replacing_few": replacing_few, "replacing_ap": replacing_ap, "replacing_tu": replacing_tu,
    "rebuilding": rebuilding, "discarding": discarding, "landwehr": landwehr, "anywhere": boards.choosing,
    "landwehr_card": landwehr_card, "waiting": boards.choosing_cp, "galician": galician, "galician_ops": galician_ops, "galician_cp": galician_cp,
    "allied_rail": allied_rail,
}  # fmt: skip


async def _lobby(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "join both")


async def _seats(channel: Channel) -> None:
    await channel.say("anna", "new campaign")


async def _guns(channel: Channel) -> None:
    await channel.begin(first="")


async def _window(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await put(channel, boards.lone().hand(AP, "ap_04_pleve", "ap_02_blockade"))
    await channel.say("anna", "attack sedan with ge 1 army")


async def _undoable(channel: Channel) -> None:
    await channel.begin()
    await put(channel, boards.choosing())
    await channel.say("ben", "play 2 as ops")


async def _suicide(channel: Channel) -> None:
    await channel.begin(scenario="suicide", first="")
    await put(channel, of_suicide())


async def _recording(channel: Channel) -> None:
    """Begin Suicide of Europe where the AP records a replacement point."""
    await channel.begin(scenario="suicide", first="")
    table = suicide(turn=2)
    asked = table.game._make(RecordPoint)
    assert isinstance(asked, RecordPoint)
    await put(channel, table.ask(AP, asked))


async def _war_opening(channel: Channel) -> None:
    await channel.begin(scenario="suicide", first="")


def converting() -> Table:
    """Return Suicide of Europe after a first redeployment by a card, with points left."""
    table = suicide(turn=3).put("essen", "ge_corps_01").put("metz", "ge_4_army").hand(CP, "cp_08_race_to_the_sea")
    return table.choose(CP).do("sr cp_08_race_to_the_sea", "pick ge_corps_01", "to koblenz")


async def _converting(channel: Channel) -> None:
    await channel.begin(scenario="suicide", first="")
    await put(channel, converting())


async def _galicia(channel: Channel) -> None:
    await channel.begin(scenario="banquet", first="")
    await put(channel, galicia())


async def _asked(channel: Channel) -> None:
    await channel.begin()
    await put(channel, boards.choosing())
    await channel.say("ben", "move ru 2 to tannenberg")


#: Games set up by commands, by moment name.
GAMES: dict[str, Callable[[Channel], Awaitable[None]]] = {
    "lobby": _lobby, "seats": _seats, "guns": _guns, "window": _window, "undoable": _undoable, "asked": _asked,
    "suicide": _suicide, "galicia": _galicia, "war_opening": _war_opening, "converting": _converting,
    "recording": _recording,
}  # fmt: skip


async def reach(channel: Channel, at: str) -> Channel:
    """Return a channel at a moment; positions on the board replace the channel's game."""
    if at in liege_moments.MOMENTS:
        await channel.store.connection.call("FLUSHALL")
        channel = Channel.open(channel.store)
        for user, line in liege_moments.OPENING:
            await channel.say(user, line)
        await put(channel, cast("Table", liege_moments.MOMENTS[at]()))
        return channel
    if at in GAMES:
        await channel.store.connection.call("FLUSHALL")
        channel = Channel.open(channel.store)
        await GAMES[at](channel)
        return channel
    await put(channel, BOARDS[at]())
    return channel


__all__ = ["BOARDS", "GAMES", "reach"]
