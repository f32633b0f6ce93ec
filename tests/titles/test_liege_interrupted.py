"""A march of Liège 1914 that enemy aircraft search stops in that hex, and goes on from there: nothing is refused, nothing is lost."""

from __future__ import annotations

from bot.table import choice_codec
from bot.titles import table_of
from bot.titles.liege.notation import orders
from bot.titles.liege.title import TITLE
from engine.liege.facts import ALLIED
from tests.liege.support import hex_, unit
from tests.liege.test_recon import west


def test_a_typed_march_stops_where_aircraft_look_and_may_be_typed_on() -> None:
    game = west("be_dc", air=(15, 15), be_dc="Z36 n")
    table = table_of(game, ALLIED, position=1)
    orders.order(TITLE.offer_context(table, "en"), "march", "15bm y35 z35")
    assert game.decision.kind == "marching"
    assert table.field("path") == (hex_("Y36"), hex_("Y35"))
    table = table_of(game, ALLIED, position=2)
    orders.order(TITLE.offer_context(table, "en"), "march", "15bm z35")
    assert table.field("path")[-1] == hex_("Z35")


def test_so_does_a_whole_march_of_a_menu() -> None:
    game = west("be_dc", air=(15, 15), be_dc="Z36 n")
    game.apply(game.parse("unit be_15_bm"))
    table = table_of(game, ALLIED, position=1)
    whole = choice_codec.encode_choices(("step", hex_("Y35")), ("step", hex_("Z35")), ("halt", 0), ("face", 0))
    orders.press(table, whole, TITLE.offer_context(table, "en"))
    assert game.decision.kind == "marching"
    assert table.field("path")[-1] == hex_("Y35")
    assert game.state.at[unit("be_15_bm")] == hex_("Y36"), "it halts where its player says"
