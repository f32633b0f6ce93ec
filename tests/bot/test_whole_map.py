"""`/map` shows the front where the war is now, legible on a phone; the whole map is a press away and told in words."""

from __future__ import annotations

from bot.service.session import restore
from bot.table import tokens
from bot.table.reply import Button, Reply
from bot.titles.pog.systems import view_for
from engine.pog.content import load_content
from renderer.pog import Front
from renderer.pog.pictures import scene_of
from tests.bot.support import Channel, check_limits


async def test_the_whole_map_comes_with_its_fronts_in_words(channel: Channel) -> None:
    await channel.begin()
    (reply,) = await channel.say("anna", "map overview")
    head, *fronts = reply.text.splitlines()
    assert head == "The whole map"
    assert [line.partition("**:")[0] for line in fronts][:2] == ["**Western Front", "**Eastern Front"]
    assert any("Metz (" in line and "GE 5" in line for line in fronts)
    assert reply.picture is not None


async def test_a_theatre_comes_with_its_front_in_words_and_leads_to_its_front(channel: Channel) -> None:
    """The names of a whole theatre are 5 to 7 px high at 400 px, those of its front 9 or more."""
    await channel.begin()
    (theatre,) = await channel.say("anna", "map west")
    check_limits(theatre)
    (told,) = theatre.text.splitlines()
    assert told.startswith("**Western Front**: ")
    assert "Metz (" in told
    assert "Lemberg" not in told
    near = _buttons(theatre)[0]
    assert near.label == "The front, close up"
    (shown,) = await channel.press("anna", near.token)
    assert shown.picture is not None
    assert (shown.picture.kind, shown.picture.args["name"]) == ("front", "west")
    assert await _smallest(channel, shown) >= 9


async def test_a_map_without_a_part_shows_the_front_that_a_phone_can_read(channel: Channel) -> None:
    """The names of a whole map are 1 to 2 px high on a phone 400 px wide."""
    await channel.begin()
    (reply,) = await channel.say("eve", "map")
    check_limits(reply)
    assert reply.text.startswith("**Western Front**: the front where the war is now.")
    assert "**Eastern Front**: " in reply.text, "the other fronts are told in words"
    assert reply.text.count("**Western Front**: ") == 1, "and the one that is shown is not"
    assert await _smallest(channel, reply) >= 9


async def test_a_space_that_several_pictures_show_is_told_on_one_front(channel: Channel) -> None:
    await channel.begin()
    (reply,) = await channel.say("eve", "map")
    _, *fronts = reply.text.splitlines()
    told = [stack.partition(" (")[0] for line in fronts for stack in line.partition("**: ")[2].split("), ")]
    assert len(told) == len(set(told)) > 9
    assert not {"Mulhouse", "Belfort"} & set(told), "they are on the Western Front, which the picture shows"
    assert any(line.startswith("**Balkans**: ") and "Belgrade" in line for line in fronts)


async def test_its_buttons_lead_to_the_whole_map_and_to_the_other_fronts(channel: Channel) -> None:
    await channel.begin()
    (reply,) = await channel.say("anna", "map")
    whole, west, east = _buttons(reply)[:3]
    assert [whole.label, west.label, east.label] == ["The whole map", "Western Front", "Eastern Front"]
    (shown,) = await channel.press("anna", whole.token)
    assert shown.text.startswith("The whole map\n")
    assert shown.picture is not None
    assert shown.picture.kind == "overview"
    (other,) = await channel.press("anna", east.token)
    assert other.picture is not None
    assert (other.picture.kind, other.picture.args["name"]) == ("front", "east")


async def test_the_front_is_that_of_the_last_action(channel: Channel) -> None:
    await channel.begin()
    for order in ("choose take", "play guns of august as event", "done anyway", "panel"):
        await channel.say("anna", order)
    (west,) = await channel.say("eve", "map")
    assert west.picture is not None
    assert west.picture.args["name"] == "west"
    assert _space("liege") in west.picture.args["focus"]  # type: ignore[operator]
    for order in ("play 2 as ops", "activate lomza move", "move ru 2 to tannenberg anyway", "done anyway"):
        await channel.say("ben", order)
    (east,) = await channel.say("eve", "map")
    assert east.picture is not None
    assert east.picture.args["name"] == "east"
    assert _space("tannenberg") in east.picture.args["focus"]  # type: ignore[operator]
    assert await _smallest(channel, east) >= 9


async def test_the_map_button_of_the_table_opens_it_and_old_ones_the_whole_map(channel: Channel) -> None:
    await channel.begin()
    game = await channel.game_id()
    (new,) = await channel.press("eve", tokens.screen(game, -1, "map"))
    (old,) = await channel.press("eve", tokens.screen(game, -1, "map:overview"))
    assert new.picture is not None
    assert old.picture is not None
    assert (new.picture.kind, old.picture.kind) == ("front", "overview")
    (panel,) = await channel.say("anna", "panel")
    assert "map" in [tokens.parse(button.token).body for button in _buttons(panel)]


async def test_the_whole_map_is_what_those_words_ask_for(channel: Channel) -> None:
    await channel.begin()
    for line in ("whole map", "show the whole map", "the full board", "map whole"):
        (reply,) = await channel.say("anna", line)
        assert reply.picture is not None
        assert reply.picture.kind == "overview", line


async def test_a_question_for_the_war_is_answered_with_the_front(channel: Channel) -> None:
    await channel.begin()
    for line in ("where is the war", "map now", "show me the map"):
        (reply,) = await channel.say("anna", line)
        assert reply.picture is not None
        assert reply.picture.kind == "front", line
    assert "Name overview, west" in await channel.told("anna", "map zzz")


def _buttons(reply: Reply) -> list[Button]:
    assert reply.menu is not None
    return [button for row in reply.menu.rows for button in row if isinstance(button, Button)]


def _space(name: str) -> int:
    return load_content().space_by_name[name]


async def _smallest(channel: Channel, reply: Reply) -> float:
    """Return the height in px of the smallest name on a phone 400 px wide."""
    assert reply.picture is not None
    args = reply.picture.args
    view = view_for(restore(await channel.store.load(await channel.game_id())), None)
    focus = tuple(int(str(space)) for space in args.get("focus", ()))  # type: ignore[attr-defined]
    return 14 * 400 / scene_of(Front(view, view, str(args["name"]), focus)).width
