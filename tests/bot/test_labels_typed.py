"""Button labels can be typed, and a space name alone answers a question about a space."""

from __future__ import annotations

import pytest

from tests.bot.support import Channel
from tests.bot.test_all_or_nothing import carried_out, refused
from tests.bot.test_confirmations import put
from tests.support.table import CP, Table


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("choose schlieffen plan", "schlieffen"),
        ("the schlieffen plan", "schlieffen"),
        ("Belgium and France, not Holland", "moltke"),
        ("russia first: no war in the west", "russia_first"),
    ],
)
async def test_a_war_is_declared_by_the_words_on_its_button(channel: Channel, line: str, verb: str) -> None:
    await channel.begin(scenario="suicide", first="")
    told = await channel.told("anna", line)
    record = await channel.store.record(await channel.game_id())
    assert record[-1]["choice"] == verb, told


async def test_words_that_are_on_no_button_choose_nothing(channel: Channel) -> None:
    await channel.begin(scenario="suicide", first="")
    number = await channel.number()
    await channel.told("anna", "the")
    await channel.told("anna", "choose plan")
    assert await channel.number() == number


def rebuilding() -> Table:
    """Return a game in which the German 9th Army comes back and its space is asked for."""
    table = Table(turn=6).put("koblenz", "ge_2_army").eliminated("ge_9_army", "ge_10_army")
    table.state.rp["ge"] = 6
    return table.phase("cp_replacements").do("spend ge_9_army")


@pytest.mark.parametrize("line", ["rp berlin", "berlin", "rp ge 9 berlin", "choose berlin"])
async def test_a_place_alone_says_where_an_army_is_rebuilt(channel: Channel, line: str) -> None:
    await channel.begin()
    await put(channel, rebuilding())
    told = await channel.told("anna", line)
    record = await channel.store.record(await channel.game_id())
    assert record[-1]["choice"] == "rebuild_at berlin", told


@pytest.mark.parametrize("text", ["all", "ge 10 berlin", "ge 9"])
def test_no_order_about_replacements_does_nothing_while_a_place_is_asked(text: str) -> None:
    assert "Say where to rebuild GE 9" in refused(rebuilding(), CP, "rp", text)


def test_orders_after_the_place_are_carried_out() -> None:
    orders = carried_out(rebuilding(), CP, "rp", "berlin; ge 10 essen")
    assert not orders.game.state.rp["ge"] >= 4
