"""Orders that rebuild armies step by step, and the texts about units that return or are lost for good."""

from __future__ import annotations

from bot.table.reply import Select
from tests.bot.handing import put
from tests.bot.support import Channel
from tests.support.table import AP, Table


async def _replacing(channel: Channel) -> None:
    await channel.begin()
    table = Table(turn=6).put("koblenz", "ge_2_army").eliminated("ge_9_army", "ge_10_army", "ge_corps_01")
    table.state.rp["ge"] = 10
    await put(channel, table.phase("cp_replacements"))


async def test_armies_are_rebuilt_and_restored_in_one_order(channel: Channel) -> None:
    await _replacing(channel)
    told = await channel.told("anna", "rp ge 9 breslau; ge 9; ge 10 essen; ge 10; ge c")
    for line in ("GE 9 is rebuilt in Breslau", "GE 10 is rebuilt in Essen", "GE c is rebuilt in the Reserve Box"):
        assert line in told, told
    assert told.count("back at full strength") >= 1


async def test_a_place_where_an_army_never_returns_is_the_reason(channel: Channel) -> None:
    await _replacing(channel)
    assert "GE 9 can't be rebuilt in Koblenz (rule 17.1.5). It can return to" in await channel.told(
        "anna", "rp ge 9 at koblenz"
    )
    assert "Say where to rebuild GE 9" in await channel.told("anna", "rp ge 9; ge 9; ge 10 essen")


async def test_a_menu_shows_the_points_that_are_recorded(channel: Channel) -> None:
    """9.4.1: Bulgaria and Turkey are neutral in 1914 and record nothing, so no entry claims it."""
    await channel.begin(first="choose take")
    panel = (await channel.say("anna", "panel"))[0]
    assert panel.menu is not None
    shown = {o.description for row in panel.menu.rows if isinstance(row, Select) for o in row.options}
    assert any("Germany" in text for text in shown)
    assert not any("Turkey" in text or "Bulgaria" in text for text in shown)
    told = await channel.told("anna", "play guns of august as rp")
    assert "records replacement points: Austria-Hungary 1, Germany 2." in told


async def test_arriving_units_are_named(channel: Channel) -> None:
    """Two armies of one card are placed one after the other (9.5.3.3)."""
    await channel.begin()
    table = Table(turn=2).put("lomza", "ru_2_army").hand(AP, "ap_11_russian_reinforcements")
    await put(channel, table.choose(AP))
    assert "Where does RU 9 arrive (9.5.3.3)?" in await channel.told("ben", "play 11 as event")
    assert "Where does RU 10 arrive (9.5.3.3)?" in await channel.told("ben", "choose kharkov")
