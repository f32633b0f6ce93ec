"""A space is activated to move though its units must stay there: that is asked about (11.1.9), as long as it is so."""

from __future__ import annotations

import pytest

from bot.storage import Store
from tests.bot.support import Channel
from tests.bot.test_dangers import ordered
from tests.rulesets.banquet.support import GUNS, banquet
from tests.support.table import AP, Table


def _coast(turn: int = 1) -> Table:
    table = banquet(turn=turn).played(GUNS, turn=1).put("antwerp", "be_1_army").put("calais", "br_1_army")
    return table.put("brussels", "ge_1_army").put("cambrai", "ge_2_army").choose(AP).do("auto_op")


def test_a_space_that_nobody_may_leave_is_asked_about() -> None:
    """The Belgians wait in Antwerp: the OPS would be spent for nothing."""
    assert "Nobody could move out of Antwerp (rule 11.1.9)" in ordered(_coast(), AP, "activate antwerp move")[1]


@pytest.mark.parametrize("free", ["joined", "entrench", "open"])
def test_a_space_is_not_asked_about_where_somebody_may_move_or_dig(free: str) -> None:
    table = _coast(turn=3 if free == "entrench" else 1)
    if free == "joined":
        table.put("antwerp", "br_corps_01")
    elif free == "entrench":
        table.played("ap_12_entrench", turn=3)
    else:
        table.played("cp_08_race_to_the_sea", turn=3)
    assert "Nobody could move" not in ordered(table, AP, "activate antwerp move")[1]


def test_the_question_is_withdrawn_once_the_same_order_opens_the_coast() -> None:
    """An attack out of Calais is activated behind it: the Belgians may go then."""
    table = _coast()
    assert table.state.operation is not None
    table.state.operation.ops = 2
    assert not ordered(table, AP, "activate antwerp move, calais attack")[1]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("give up mn c", "AP gives up MN c in Cetinje."),
        ("disband the fr c in grenoble", "AP gives up FR c in Grenoble."),
        ("give up fr 1", "FR 1 is an army. Only corps can be given up (rule 10.1.2.1)."),
        ("give up be c", "BE c isn't on the map (rule 10.1.2.1)."),
    ],
)
async def test_a_corps_is_given_up_in_one_line(store: Store, line: str, told: str) -> None:
    """10.1.2.1: by the words of the button and the name of the corps; who and where is told, and the reason why not."""
    channel = Channel.open(store)
    await channel.begin(scenario="banquet")
    await channel.say("anna", "play guns as ops; done anyway")
    answer = await channel.told("ben", line)
    assert told in answer
    assert "Losses" not in answer
