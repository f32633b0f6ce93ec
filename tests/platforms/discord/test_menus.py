"""Every message of a fuzzed game keeps Discord's limits as it is rendered, and Discord's own description."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import discord
import pytest

from bot.platforms.discord.panels import game_of
from bot.platforms.discord.pictures import Drawn, fit
from bot.platforms.discord.rendering import TEXT, alt_text, form_for, render
from bot.replies.model import Button, Menu, MenuOption, Reply, Select
from bot.service.session import restore
from bot.storage import Store
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


#: Shapes of messages that were held against Discord's description already: it is slow, and knows no texts.
_described: set[str] = set()


def check(reply: Reply, form: str = "") -> None:
    """A public message and a private one; of a panel also the form for typed orders that it opens."""
    body = sent(reply, form)
    assert spec.limits("/channels/1/messages", body, []) == []
    shape = _shape(body)
    if shape not in _described:
        _described.add(shape)
        path = "/webhooks/1/token" if reply.audience == "private" else "/channels/1/messages"
        assert spec.faults("POST", path, body, []) == []
    if form:
        callback = {"type": 9, "data": form_for(form).to_dict()}
        assert spec.limits("/interactions/1/token/callback", callback, []) == []


def _shape(value: Any) -> str:
    """What a body is made of, whatever its texts say and however many entries a menu has."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{_shape(one)}" for key, one in sorted(value.items())) + "}"
    if isinstance(value, list):
        return "[" + ",".join(sorted({_shape(one) for one in value})) + "]"
    return type(value).__name__


#: What people look at while a war goes on.
LOOKING = (
    "status", "score", "deck", "hand", "log turn", "log round", "log 1", "units ge", "units paris", "units ru",
    "odds sedan", "odds lodz", "supply", "supply ap", "map", "map west", "map control", "map front", "map paris", "rules",
    "rules 12", "rules retreat", "help", "help new", "help play", "games", "settings", "clock", "standing", "card 1",
    "card info 40", "replay turn", "warn sedan: the road to it", "warn read", "follow", "move nobody to nowhere", "choose",
)  # fmt: skip


def offered(reply: Reply, kind: str) -> list[str]:
    """The tokens of one kind on a panel."""
    found = []
    for row in reply.menu.rows if reply.menu is not None else ():
        items = row.options if isinstance(row, Select) else row
        found += [item.token for item in items if item.token.startswith(kind)]
    return found


class War:
    """A whole war played at random, each message of it checked."""

    def __init__(self, channel: Channel, game: str, luck: random.Random) -> None:
        self.channel, self.game, self.luck = channel, game, luck
        self.posts = self.panels = 0
        self.kinds: set[str] = set()

    async def play(self) -> None:
        """To its end."""
        for step in range(6000):
            stored = await self.channel.store.load(self.game)
            position = restore(stored)
            if position.actor is None:
                break
            fresh = position.decision.kind not in self.kinds
            self.kinds.add(position.decision.kind)
            user = stored.seats.holders[("ap", "cp")[position.actor]].user
            panel = await self._panel(user)
            if fresh or step % 40 == 0:
                await self._look_around(user, panel)
            await self._press(user, panel)
            await self._check_posts()
        assert restore(await self.channel.store.load(self.game)).actor is None, "the war is over"
        for user in ("anna", "ben", "sven"):
            for line in ("panel", "status", "log turn", "verify"):
                self._check(await self.channel.say(user, line))

    async def _panel(self, user: str) -> Reply:
        (panel,) = await self.channel.say(user, "panel")
        check(panel, form=game_of(panel))
        self.panels += 1
        return panel

    async def _look_around(self, user: str, panel: Reply) -> None:
        """Every page and screen of the panel, the other seat's panel, and what people look at."""
        waiting, seen = offered(panel, "u~"), set()
        while waiting:
            token = waiting.pop()
            if token in seen or token.endswith("~undo"):
                continue
            seen.add(token)
            replies = await self.channel.press(user, token)
            self._check(replies)
            waiting += [token for reply in replies for token in offered(reply, "u~") if reply.edit == "panel"]
        await self._panel("ben" if user == "anna" else "anna")
        for looker in ("anna", "ben", "sven"):
            self._check(await self.channel.say(looker, self.luck.choice(LOOKING)))

    async def _press(self, user: str, panel: Reply) -> None:
        # A warning that must be read first leaves only the button that says so.
        orders = offered(panel, "o~") or offered(panel, "l~")
        peaceful = [token for token in orders if "peace" not in token and "accept" not in token]
        self._check(await self.channel.press(user, self.luck.choice(peaceful or orders)))

    def _check(self, replies: Sequence[Reply]) -> None:
        for reply in replies:
            check(reply, form=game_of(reply) if reply.edit == "panel" else "")

    async def _check_posts(self) -> None:
        for _, reply in await self.channel.posts():
            check(reply)
            self.posts += 1
        await self.channel.clear()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "seed"), [("introductory", 1), ("limited_war", 2), ("campaign", 3), ("historical", 4)]
)
async def test_every_menu_message_and_form_of_whole_wars_fits(store: Store, scenario: str, seed: int) -> None:
    channel = Channel.open(store)
    await channel.begin(scenario=scenario, first="")
    war = War(channel, await channel.game_id(), random.Random(seed))
    await war.play()
    assert war.posts > 100
    assert {"choose_action", "activate", "move_unit", "attack"} <= war.kinds


async def test_what_is_said_before_the_war_fits(store: Store) -> None:
    channel = Channel.open(store)
    lines = (
        ("anna", "new campaign vp=historical hand=8 peace=yes optional=yes windows=hand clock=slow"), ("anna", "bid ap 2"),
        ("ben", "bid ap 3"), ("ben", "start"), ("anna", "panel"), ("anna", "bid accept"), ("ben", "leave"), ("ben", "join ap"),
        ("sven", "join ap"), ("anna", "start"),
    )  # fmt: skip
    for user, line in lines:
        for reply in await channel.say(user, line):
            check(reply, form=game_of(reply) if reply.edit == "panel" else "")
    posts = await channel.posts()
    assert len(posts) > 8
    for _, reply in posts:
        check(reply)


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
