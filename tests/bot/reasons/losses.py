"""Positions in which some units cannot take the next loss, each with the paragraph (12.4)."""

from __future__ import annotations

from tests.bot.reasons import stages
from tests.bot.reasons.refused import Refused
from tests.rules.test_12_6_withdrawal import withdrawing
from tests.rulesets.suicide.support import suicide
from tests.support.table import AP, CP, Table


def dominions() -> Table:
    """Return the losses of a British attack by an army and two Dominion corps, one of which goes first."""
    table = Table().put("amiens", "br_1_army", "br_cnd_corps", "br_aus_corps").hold(CP, "cambrai", "sedan")
    table.put("cambrai", "ge_1_army", "ge_2_army").dice(attacker=1, defender=1)
    return stages.until(table.attack("cambrai", "br_1_army", "br_cnd_corps", "br_aus_corps"), "attacker_loss")


def armies() -> Table:
    """Return four points for two reduced armies that no corps replaces, and a full one."""
    table = Table().put("sedan", "ge_1_army").put("cambrai", "fr_5_army-", "fr_6_army-", "fr_9_army")
    return stages.until(table.dice(attacker=4, defender=1).attack("cambrai", "ge_1_army"), "defender_loss")


def withdrawal() -> Table:
    """Return three points for an army and two corps that withdraw."""
    table = Table().put("koblenz", "ge_1_army").put("sedan", "br_1_army", "br_corps_01", "br_corps_02")
    return withdrawing(table.reserve("br_corps_03").dice(attacker=2, defender=1), "sedan", "ge_1_army")


def cut_off() -> Table:
    """Return the losses of an attack by a supplied army and two corps out of supply, in Suicide of Europe."""
    table = suicide(turn=12).at_war("bu", "gr").hold_all(CP, "sb").hold(AP, "salonika", "florina", "athens", "larisa")
    table.put("monastir", "br_1_army", "ru_corps_01", "ru_corps_02").put("skopje", "ah_1_army", "ah_2_army")
    table.dice(attacker=3, defender=6).attack("skopje", "br_1_army", "ru_corps_01", "ru_corps_02")
    return stages.until(table, "attacker_loss")


LOSSES = (
    Refused("loss_in_order", dominions, AP, ("choose hit br 1 army",)),
    Refused("loss_army_first", armies, AP, ("choose hit fr 9 army",)),
    Refused("loss_corps_first", withdrawal, AP, ("choose hit br 1 army",)),
    Refused("loss_unsupplied_first", cut_off, AP, ("choose hit br 1 army",)),
)

__all__ = ["LOSSES"]
