"""Every message of a fuzzed game keeps Discord's limits as it is rendered, and Discord's own description."""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest

from bot.platforms.discord.panels import game_of
from bot.platforms.discord.pictures import Drawn, fit
from bot.platforms.discord.rendering import TEXT, alt_text, render
from bot.replies.model import Button, Menu, MenuOption, Reply, Select
from bot.service.session import restore
from tests.bot.support import Channel
from tests.platforms.discord import spec


def sent(reply: Reply, form: str = "") -> dict[str, Any]:
    """A message as the library would send it."""
    rendered = render(reply, form=form)
    body: dict[str, Any] = {"content": rendered.content, "allowed_mentions": rendered.mentions.to_dict(), "flags": 4}
    if rendered.view is not None:
        assert rendered.view.is_finished(), "nothing is kept in memory"
        body["components"] = rendered.view.to_components()
    return body


def check(reply: Reply, form: str = "") -> None:
    assert spec.faults("POST", "/channels/1/messages", sent(reply, form), []) == []


@pytest.mark.parametrize("seed", [1, 2])
async def test_every_menu_and_message_of_a_fuzzed_game_fits(channel: Channel, seed: int) -> None:
    luck = random.Random(seed)
    await channel.begin(first="")
    game_id = await channel.game_id()
    checked = 0
    for _ in range(140):
        stored = await channel.store.load(game_id)
        actor = restore(stored).actor
        if actor is None:
            break
        user = stored.seats.holders[("ap", "cp")[actor]].user
        (panel,) = await channel.say(user, "panel")
        check(panel, form=game_of(panel))
        assert panel.menu is not None
        orders, screens = [], []
        for row in panel.menu.rows:
            items = row.options if isinstance(row, Select) else row
            orders += [item.token for item in items if item.token.startswith("o~")]
            screens += [item.token for item in items if item.token.startswith("u~")]
        for reply in await channel.press(user, luck.choice(screens)) if screens else ():
            check(reply, form=game_of(reply) if reply.edit == "panel" else "")
        for reply in await channel.press(user, luck.choice(orders or screens)):
            check(reply)
        for _, reply in await channel.posts():
            check(reply)
            checked += 1
        await channel.clear()
    assert checked > 40


def test_a_long_text_is_cut_and_comes_whole_as_a_file() -> None:
    rendered = render(Reply(text="x" * 5000, mention=("12",)))
    assert len(rendered.content) <= TEXT
    assert rendered.content.endswith("<@12>")
    assert rendered.attached == ("text.txt", "x" * 5000)


async def test_a_menu_becomes_controls_routed_by_their_tokens() -> None:
    options = tuple(MenuOption(label=f"{n}", token=f"o~g~1~s.{n}") for n in range(25))
    menu = Menu(
        rows=(Select(placeholder="Which?", options=options, most=3), (Button(label="Go", token="u~g~1~panel"),))
    )
    body = sent(Reply(text="x", menu=menu), form="g")
    rows = body["components"]
    assert [option["value"] for option in rows[0]["components"][0]["options"]] == [one.token for one in options]
    assert rows[0]["components"][0]["max_values"] == 3
    assert [item["custom_id"] for item in rows[1]["components"]] == ["u~g~1~panel", "form:g"]


def test_a_picture_over_the_limit_is_made_smaller() -> None:
    from io import BytesIO

    from PIL import Image

    noise = Image.effect_noise((600, 400), 80)
    buffer = BytesIO()
    noise.save(buffer, "PNG")
    small = fit(Drawn(buffer.getvalue(), "image/png", "noise"), 20_000)
    assert len(small.data) <= 20_000
    assert small.mime == "image/jpeg"
    assert small.alt == "noise"
    assert small.file("closeup").filename == "closeup.jpg"


def test_alt_text_keeps_its_limit() -> None:
    assert len(alt_text("x" * 3000)) == 1024


def test_the_checks_can_fail() -> None:
    assert spec.message_faults({"content": "x" * 2001}, [])
    button = {"type": 2, "label": "a", "custom_id": "same"}
    assert spec.components_faults([{"type": 1, "components": [button, button]}])
    assert spec.components_faults([{"type": 1, "components": [button] * 6}])
    assert spec.command_faults({"name": "x", "description": "d" * 101, "type": 1})
    if spec.description() is not None:
        assert spec.faults("POST", "/channels/1/messages", {"tts": "maybe"}, [])
        assert spec.faults("POST", "/channels/1/nowhere", {}, [])
    assert isinstance(render(Reply(text="")).mentions, discord.AllowedMentions)


@pytest.fixture
def channel(store: Any) -> Channel:
    return Channel.open(store)
