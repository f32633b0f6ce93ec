"""Liège 1914 on the map that is touched: hexes, stacks, forts and hexsides are targets where the pictures show them."""

from __future__ import annotations

from bot.platforms.web.board import board_frame
from bot.table import choice_codec, tokens
from bot.table.reply import Board
from bot.titles import table_of
from bot.titles.liege.drawn_views import drawn
from bot.titles.liege.panels.touch import NEAR, WHOLE, about
from bot.titles.liege.title import TITLE
from engine.liege.facts import facts
from engine.liege.grid import SIDES
from engine.liege.state import WAITING
from renderer.liege.hit_areas import camp_ground, theatre_ground
from tests.bot.support import Channel
from tests.liege.support import playing, unit
from tests.liege.support import position as position_of
from tests.titles.test_liege import ARRIVED, LOBBY, marching, position, typed, until


def targets(board: Board, area: str) -> set[str]:
    (found,) = [one for one in board.areas if one.name == area]
    return {name for name, *_ in found.ground.points}


async def test_a_march_is_touched_stack_hex_and_facing(channel: Channel) -> None:
    await marching(channel)
    board = await channel.board("anna", text="panel")
    assert [(area.name, area.picture.kind, area.wide) for area in board.areas] == [
        (NEAR, "camp", False),
        (WHOLE, "board", True),
    ]
    assert {"stack:V36", "fort:barchon", "V36", "W35"} <= targets(board, NEAR)
    assert "S36" in targets(board, WHOLE) - targets(board, NEAR)
    spots = {spot.target: (spot.name, spot.text) for spot in board.spots}
    assert spots["stack:V36"][0] == "V36 (Visé)"
    assert "34.IB, 3 steps" in spots["stack:V36"][1]
    assert spots["fort:barchon"] == ("Barchon", "Barchon is active in V35.")
    begin = next(touch for touch in board.touches if touch.here == ("stack:V36",) and touch.label.startswith("34.IB"))
    under_way = await channel.board("anna", token=begin.token)
    ways = {touch.to: touch for touch in under_way.touches if touch.to}
    assert "U36" in ways
    assert ways["U36"].here == ("stack:V36",)
    assert under_way.focus == ("V36",)
    frame = board_frame(under_way, lambda ref: ref.kind)
    assert "U36" in frame["areas"][0]["places"]


async def test_the_sides_of_a_hex_are_touched_where_a_facing_is_asked(channel: Channel) -> None:
    await typed(channel, *LOBBY, ("anna", "arrive all"), *ARRIVED[1:])
    await until(channel, "march")
    board = await channel.board("anna", text="panel")
    turn = next(
        touch
        for touch in board.touches
        if touch.group and touch.here == ("stack:V36",) and "turn" in touch.token.casefold()
    )
    turning = await channel.board("anna", token=turn.token)
    sides = {touch.to for touch in turning.touches if "/" in touch.to}
    assert sides
    assert sides <= {f"V36/{side}" for side in ("n", "ne", "se", "s", "sw", "nw")}
    assert sides <= targets(turning, NEAR)
    assert all(any(spot.target == side for spot in turning.spots) for side in sides)
    side = next(touch for touch in turning.touches if "/" in touch.to)
    await channel.press("anna", side.token)
    game = await position(channel)
    assert SIDES.index(side.to.partition("/")[2]) in {
        game.state.facing[unit] for unit in game.state.units_at(facts().hex_of("V36"))
    }


async def test_a_fort_is_aimed_at_with_its_chance(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ARRIVED)
    await until(channel, "march")
    await typed(channel, ("anna", "march 15cm to v36 facing s"))
    for _ in range(9):
        game = await position(channel)
        if game.decision.kind == "barrage" and game.actor == 0 and game.state.turn == 4:
            break
        await typed(channel, (("anna", "ben")[game.actor or 0], "done anyway"))
    board = await channel.board("anna", text="panel")
    aimed = {touch.to: touch for touch in board.touches if touch.aimed}
    assert aimed
    for target, touch in aimed.items():
        assert target.startswith(("fort:", "stack:"))
        assert touch.chance
        assert any(spot.target == target for spot in board.spots)
        assert target in targets(board, NEAR)


async def test_what_is_a_button_and_in_a_menu_is_one_touch(channel: Channel) -> None:
    """The best barrages are both, and the fort that was touched showed them twice."""
    await typed(channel, *LOBBY, *ARRIVED)
    assert (await position(channel)).decision.kind == "barrage"
    board = await channel.board("anna", text="panel")
    at_barchon = [touch.label for touch in board.touches if touch.to == "fort:barchon"]
    assert at_barchon == ["Barchon: all 2 guns", "Barchon"]


async def test_who_can_dig_in_is_touched_where_they_are(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ARRIVED)
    await until(channel, "afterwards")
    board = await channel.board("anna", text="panel")
    digs = {touch.here for touch in board.touches if "chance to dig in" in touch.about or touch.group == "Dig in"}
    assert ("stack:U35",) in digs
    assert () not in digs


async def test_a_spectator_can_touch_nothing(channel: Channel) -> None:
    await marching(channel)
    board = await channel.board("eve", token=tokens.WATCH_HERE)
    assert (board.seated, board.touches) == (False, ())
    assert all(area.picture.viewer is None for area in board.areas)
    assert any(spot.target == "stack:V36" for spot in board.spots)


async def test_an_enemy_is_attacked_where_its_stack_is_drawn_and_a_fort_stormed_on_its_sign(channel: Channel) -> None:
    """In the camp stacks are beside the middle of their hex: a touch of the counters means who is there."""
    await typed(channel, *LOBBY, *ARRIVED)
    await until(channel, "assaults")
    storming = await channel.board("anna", text="panel")
    whole = [touch for touch in storming.touches if touch.aimed]
    assert whole
    assert all(touch.to.startswith("fort:") for touch in whole)
    await typed(channel, ("anna", "done"), ("anna", "march 14ib to v36 facing s"), ("anna", "done"))
    assert (await position(channel)).decision.kind == "combat"
    board = await channel.board("anna", text="panel")
    assert {touch.to for touch in board.touches if touch.to} == {"stack:V35"}
    assert any(touch.aimed and touch.chance for touch in board.touches)
    assert "stack:V35" in board_frame(board, lambda ref: ref.kind)["areas"][0]["places"]


async def test_a_tap_near_a_side_means_the_side_where_a_facing_is_asked(channel: Channel) -> None:
    """Four counters reach over five sides of their hex: there are none of their boxes in it then."""
    await marching(channel)
    state = (await position(channel)).state
    crowded = max(range(len(facts().grid.names)), key=lambda hex_: len(state.units_at(hex_)))
    assert len(state.units_at(crowded)) >= 4
    view = drawn(await position(channel), None)
    for ground in (camp_ground(view, crowded), theatre_ground(view, crowded)):
        sides = [(x, y) for name, x, y in ground.points if "/" in name]
        assert len(sides) == 6
        for x, y in sides:
            inside = [
                name
                for name, left, top, wide, high in ground.boxes
                if left <= x < left + wide and top <= y < top + high
            ]
            assert inside == []
    assert any(name == f"stack:{facts().grid.names[crowded]}" for name, *_ in camp_ground(view).boxes)


def test_arriving_next_to_a_stack_is_an_additional_choice() -> None:
    """One tap on the stack let the unit arrive, and left no way to what marches from there."""
    state = position_of({"ge_34_ib": "V36 s", "be_15_bm": "W35 n"}, turn=3, forts=("all",))
    gun = unit("ge_ii_fussa_4")
    state.at[gun] = WAITING
    game = playing(state)
    while game.decision.kind != "march":
        game.apply(game.parse("done"))
    context = TITLE.offer_context(table_of(game, 0, position=1), "en")
    order = choice_codec.encode_choices(("arrive", gun))
    assert context.table.offers("arrive", gun)
    assert about(context, order) == (("stack:V36",), "", False)
