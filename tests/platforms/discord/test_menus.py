"""Every message of a fuzzed game keeps Discord's limits as rendered, and Discord's own description."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.platforms.discord.forms import order_form
from bot.platforms.discord.pictures import DiscordPicture, fit
from bot.platforms.discord.rendering import TEXT, alt_text, render
from bot.platforms.discord.timestamps import local
from bot.service.clock import shown
from bot.storage import Store
from bot.table.position import game_of
from bot.table.reply import Button, Menu, MenuOption, Reply, Select
from tests.bot.support import Channel
from tests.platforms.discord import spec
from tests.platforms.discord.state import user_id
from tests.platforms.wars import BEFORE_THE_WAR


def sent(reply: Reply, form: str = "") -> dict[str, Any]:
    """Return a message as the library would send it."""
    rendered = render(reply, form=form)
    body: dict[str, Any] = {"content": rendered.content, "allowed_mentions": rendered.mentions.to_dict(), "flags": 4}
    if rendered.view is not None:
        assert rendered.view.is_finished(), "nothing is kept in memory"
        body["components"] = rendered.view.to_components()
    return body


#: Shapes of messages already validated against Discord's description, which is slow, and independent of texts.
_described: set[str] = set()


def check(reply: Reply, form: str = "") -> None:
    """Check a message as public and private; for a panel also the order form it opens."""
    body = sent(reply, form)
    assert spec.limits("/channels/1/messages", body, []) == []
    shape = _shape(body)
    if shape not in _described:
        _described.add(shape)
        path = "/webhooks/1/token" if reply.audience == "private" else "/channels/1/messages"
        assert spec.faults("POST", path, body, []) == []
    modals = [order_form(form)] if form else []
    for modal in modals:
        assert modal.is_finished(), "nothing is kept in memory"
        callback = {"type": 9, "data": modal.to_dict()}
        assert spec.limits("/interactions/1/token/callback", callback, []) == []
        if _shape(callback) not in _described:
            _described.add(_shape(callback))
            assert spec.faults("POST", "/interactions/1/token/callback", callback, []) == []


def check_with_form(reply: Reply) -> None:
    """Check a reply; a panel with its order form."""
    check(reply, form=game_of(reply) if reply.edit == "panel" else "")


def _shape(value: Any) -> str:
    """Return a body's structure, ignoring texts and the number of menu entries."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_shape(one)}" for key, one in sorted(value.items())) + "}"
    if isinstance(value, list):
        return "[" + ",".join(sorted({_shape(one) for one in value})) + "]"
    return type(value).__name__


async def test_posts_before_the_war_fit(store: Store) -> None:
    channel = Channel.open(store)
    for user, line in BEFORE_THE_WAR:
        for reply in await channel.say(user, line):
            check(reply, form=game_of(reply) if reply.edit == "panel" else "")
    posts = await channel.posts()
    assert len(posts) > 8
    for _, reply in posts:
        check(reply)


def test_a_long_text_is_cut_and_comes_whole_as_a_file() -> None:
    rendered = render(Reply(text="x" * 5000, mention=(str(user_id(12)),)))
    assert len(rendered.content) <= TEXT
    assert rendered.content.endswith(f"<@{user_id(12)}>")
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
    small = fit(DiscordPicture(buffer.getvalue(), "image/png", "noise"), 20_000)
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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("`/join ap` or `/start`.", "`/pog join ap` or `/pog start`."),
        ("`/rules 12.5`, /verify", "`/pog look rules 12.5`, /pog around verify"),
        ("by `/pog around relocate` there", "by `/pog around relocate` there"),
        (
            "1/2 of it; https://discord.com/join and/or units/map",
            "1/2 of it; https://discord.com/join and/or units/map",
        ),
    ],
)
def test_commands_are_named_as_they_are_typed_on_discord(text: str, told: str) -> None:
    assert render(Reply(text=text)).content == told


@pytest.mark.parametrize(
    ("text", "now", "told"),
    [
        ("Since 21 Nov, 06:10 UTC.", datetime(2026, 11, 22, tzinfo=UTC), "Since <t:1795241400:f> (<t:1795241400:R>)."),
        ("until 2 Jan, 00:00 UTC", datetime(2026, 12, 31, tzinfo=UTC), "until <t:1798848000:f> (<t:1798848000:R>)"),
        ("since 30 Dec, 23:59 UTC", datetime(2027, 1, 1, tzinfo=UTC), "since <t:1798675140:f> (<t:1798675140:R>)"),
        ("29 Feb, 12:00 UTC", datetime(2028, 3, 1, tzinfo=UTC), "<t:1835438400:f> (<t:1835438400:R>)"),
        ("30 Feb, 12:00 UTC and **August 1914**", datetime(2028, 3, 1, tzinfo=UTC), "30 Feb, 12:00 UTC and **August 1914**"),
    ],
)  # fmt: skip
def test_moments_are_shown_in_each_readers_own_time(text: str, now: datetime, told: str) -> None:
    assert local(text, now) == told


def test_the_clocks_own_moments_are_found() -> None:
    at = datetime(2026, 11, 21, 6, 10, tzinfo=UTC)
    assert local(shown(at.timestamp()), at) == "<t:1795241400:f> (<t:1795241400:R>)"
