"""Supply, threats, control and front show the theatre where they matter, named in words; buttons lead to the others."""

from __future__ import annotations

import pytest

from bot.service.session import restore
from bot.table.reply import Button, Select
from bot.titles.pog.looks import view_queries
from bot.titles.pog.looks.view_queries import THEATRES
from bot.titles.pog.pictures import request_for
from bot.titles.pog.systems import view_for
from renderer.pog.pictures import scene_of
from tests.bot.support import EVERY, Channel, check_limits


@pytest.mark.parametrize(
    ("line", "kind", "side", "area"),
    [
        ("map supply ap east", "supply", 0, "east"), ("map supply_cp", "supply", 1, "west"), ("supply cp near east", "supply", 1, "near_east"),
        ("supply ap", "supply", 0, "east"), ("map threats cp balkans", "threats", 1, "balkans"), ("map threats_ap", "threats", 0, "east"),
        ("map threats", "threats", 1, "west"), ("map control italy", "control", None, "italy"), ("map front", "front", None, "west"),
        ("map control overview", "control", None, "overview"), ("map Control near east", "control", None, "near_east"),
    ],
)  # fmt: skip
async def test_an_overlay_is_of_one_theatre(
    channel: Channel, line: str, kind: str, side: int | None, area: str
) -> None:
    await channel.begin()
    (reply,) = await channel.say("anna", line)
    assert reply.picture is not None
    assert (reply.picture.kind, reply.picture.args.get("side"), reply.picture.args["name"]) == (kind, side, area)
    assert reply.text.startswith(f"**{NAMES[area]}**: ")


NAMES = {
    "west": "Western Front", "east": "Eastern Front", "italy": "Italian Front", "balkans": "Balkans", "near_east": "Near East",
    "overview": "The whole map",
}  # fmt: skip


async def test_its_buttons_lead_to_the_same_question_elsewhere(channel: Channel) -> None:
    await channel.begin()
    (reply,) = await channel.say("anna", "map threats ap west")
    assert reply.menu is not None
    buttons = [button for row in reply.menu.rows for button in row if isinstance(button, Button)]
    assert len({button.token for button in buttons}) == len(buttons) <= 25
    east = next(button for button in buttons if button.label == "Eastern Front")
    (there,) = await channel.press("anna", east.token)
    assert there.picture is not None
    assert there.picture.args == {"side": 0, "name": "east"}


@pytest.mark.parametrize("typed", ["supply moon", "threats ap moon", "control x", "supplies", ""])
def test_an_unknown_overlay_is_none(typed: str) -> None:
    assert view_queries.overlay_of(typed) is None


@pytest.mark.parametrize("theatre", THEATRES)
async def test_a_theatre_leads_to_close_ups_that_a_phone_can_read(channel: Channel, theatre: str) -> None:
    """The names of a whole theatre are 5 to 7 px high on a phone 400 px wide."""
    await channel.begin(scenario=EVERY)
    (shown,) = await channel.say("eve", f"map {theatre}")
    check_limits(shown)
    assert shown.menu is not None
    menu = shown.menu.rows[0]
    assert isinstance(menu, Select)
    assert menu.placeholder == "Look closer at …"
    view = view_for(restore(await channel.store.load(await channel.game_id())), None)
    for option in menu.options[:: max(1, len(menu.options) // 3)]:
        (close,) = await channel.press("eve", option.token)
        assert close.text.startswith(f"**{option.label}**")
        assert close.picture is not None
        scene = scene_of(request_for(close.picture, view))
        assert 14 * 400 / scene.width >= 9, "the smallest name"
