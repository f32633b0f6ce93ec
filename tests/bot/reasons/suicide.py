"""Positions of Suicide of Europe, each with an order that its rules refuse."""

from __future__ import annotations

from tests.bot.reasons.refused import Refused
from tests.rulesets.suicide.support import suicide
from tests.support.table import AP, CP, Table


def _long_turn(kind: str, times: int) -> Table:
    """The CP before their next action, after so many of a kind."""
    table = suicide()
    table.state.actions[CP] = [(kind, -1)] * times
    return table.choose(CP)


def _neutral_britain() -> Table:
    table = suicide()
    table.state.marks["neutral_powers"] = 2
    return table.hand(AP, "ap_14_british_reinforcements").choose(AP)


def _point() -> Table:
    """The CP before the nation for which a point is recorded; Turkey is neutral."""
    return suicide().choose(CP).do("auto_rp")


SUICIDE = (
    Refused("no_points_yet", _point, CP, ("choose turkey",)),
    Refused("no_points_of", _point, CP, ("choose belgium",)),
    Refused("action_owed", lambda: _long_turn("auto_op", 7), CP, ("play auto",)),
    Refused("nation_neutral", _neutral_britain, AP, ("play 14 as event",)),
    Refused("no_second_of_these", lambda: _long_turn("political", 1), CP, ("play political",)),
)
