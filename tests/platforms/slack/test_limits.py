"""Every menu and message of fuzzed games keeps Slack's limits; text keeps its meaning."""

from __future__ import annotations

import random

import pytest

from bot.narration.names import names
from bot.notation.table import Table
from bot.platforms.base import Completion
from bot.platforms.slack.blocks import Picture, modal, shown, suggestions
from bot.platforms.slack.markup import mrkdwn, plain, sections, unescaped
from bot.replies import tokens
from bot.replies.model import Button, Menu, MenuOption, Reply, Select
from bot.replies.panel import panel
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from tests.bot.support import Channel, controls
from tests.platforms.slack import limits

GAME = "abcd2345"
PICTURE = Picture("F000001", "x" * 3000)


def check(reply: Reply) -> None:
    """As a message and as a modal."""
    message = shown(reply, PICTURE, mentions=["U0ANNA"], typing=True)
    limits.check_message({"text": message.text, "blocks": list(message.blocks)})
    limits.check_message({"text": message.text, "blocks": list(message.in_words().blocks)})
    limits.check_view(modal(message, "{}"))


@pytest.mark.parametrize("seed", range(3))
def test_every_page_of_every_panel_of_random_games(seed: int) -> None:
    game = Game.start(PathsOfGlory(GameOptions()), KeyedChance(bytes([seed]) * 32))
    rng = random.Random(seed)
    for _ in range(60):
        if not game.stack:
            break
        assert game.actor is not None
        waiting, seen = ["panel"], {"panel"}
        while waiting:
            reply = panel(GAME, Table(game, game.actor), names(), "Anna", "", waiting.pop())
            check(reply)
            for _, token in controls([reply]):
                body = tokens.parse(token).body
                if body.startswith("panel:") and body not in seen:
                    seen.add(body)
                    waiting.append(body)
        game.apply(rng.choice(list(game.options())))


async def test_every_post_of_a_random_game(channel: Channel) -> None:
    await channel.begin(first="")
    rng = random.Random(11)
    for _ in range(80):
        panels = await channel.say("anna", "panel") + await channel.say("ben", "panel")
        orders = [t for _, t in controls(panels) if tokens.parse(t).kind == "order" and "peace" not in t]
        if not orders:
            break
        token = rng.choice(orders)
        for user in ("anna", "ben"):
            for reply in await channel.press(user, token):
                check(reply)
    posts = await channel.posts()
    assert len(posts) > 20
    for _, reply in posts:
        check(reply)
    for text in ("help", "status", "log all", "units ge", "rules 12", "settings", "games", "odds sedan", "deck"):
        for reply in await channel.say("anna", text):
            check(reply)


def test_the_widest_reply_fits() -> None:
    options = tuple(MenuOption(label="L" * 100, token=f"{n:02}" + "t" * 98, description="d" * 100) for n in range(25))
    buttons = tuple(Button(label="B" * 80, token=f"b{n}" + "t" * 98, hint="h" * 300, style="danger") for n in range(5))
    rows = (Select(placeholder="p" * 150, options=options, most=25), Select(placeholder="q", options=options), buttons)
    check(Reply(text="<&>" * 666, menu=Menu(rows=rows)))
    check(Reply(text="line\n" * 380))
    found = [Completion(label="c" * 300, insert=f"{n} " + "i" * n) for n in range(200)]
    limits.check_options(suggestions(found))
    assert len(suggestions(found)) == 100


def test_what_does_not_fit_into_a_label_goes_on_in_the_description() -> None:
    option = MenuOption(label="a" * 74 + "bcd", token="t")
    menu = Menu(rows=(Select(placeholder="p", options=(option,)),))
    (element,) = limits.elements(list(shown(Reply(text="x", menu=menu), None).blocks))
    assert element["options"][0]["text"]["text"].endswith("a…")
    assert element["options"][0]["description"]["text"] == "…bcd"


@pytest.mark.parametrize(
    ("ours", "theirs", "words"),
    [
        ("**bold** and *italic*", "*bold* and _italic_", "bold and italic"),
        ("`/pog **x**`", "`/pog **x**`", "/pog **x**"),
        ("- one\n- two", "• one\n• two", "- one\n- two"),
        ("a < b & <!here>", "a &lt; b &amp; &lt;!here&gt;", "a < b & <!here>"),
        ("2 * 3 * 4", "2 * 3 * 4", "2 * 3 * 4"),
    ],
)
def test_markup(ours: str, theirs: str, words: str) -> None:
    assert mrkdwn(ours) == theirs
    assert plain(ours) == words
    assert unescaped(mrkdwn("a < b & c")) == "a < b & c"


def test_long_texts_are_split_between_lines() -> None:
    text = "\n".join(f"line {n} " + "x" * 100 for n in range(60))
    pieces = sections(text)
    assert len(pieces) > 1
    assert all(len(piece) <= 3000 for piece in pieces)
    assert "\n".join(pieces) == text
