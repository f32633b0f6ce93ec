"""Every menu and message of fuzzed games keeps Slack's limits; text keeps its meaning."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.narration.channel_mentions import place
from bot.platforms.slack.blocks import Picture, modal, shown, suggestions
from bot.platforms.slack.interactions import SlackInteraction
from bot.platforms.slack.markup import mrkdwn, plain, sections, unescaped
from bot.platforms.slack.views import home, new_form, order_form, sheet
from bot.port import Completion, Inbound
from bot.storage import Store
from bot.table import tokens
from bot.table.reply import Button, Form, FormField, Menu, MenuOption, Reply, Select
from bot.titles import titles, usual_title
from bot.titles.capabilities import alone_in
from bot.titles.forms import agreed_options, setup_form
from bot.titles.testing import slack_limits as limits
from tests.bot.support import CHANNEL, Channel
from tests.platforms.slack.lengths import user_id
from tests.platforms.wars import BEFORE_THE_WAR
from tests.platforms.whole_war import War
from tests.support.second_title import Skirmish
from tests.support.vocabulary import BY_NAME, COMMANDS, ORDER_NAMES

ORDERS = sorted(ORDER_NAMES)
PICTURE = Picture("F000001", "x" * 3000)
#: A press that leaves the least room for a form's metadata.
WIDEST = SlackInteraction(
    key="k", channel=f"T{'0' * 12}.C{'0' * 12}", user=f"T{'0' * 12}.U1", name="n" * 200, surface="modal",
    url="https://hooks.slack.com/actions/" + "x" * 300, trigger="t" * 200, view="V" * 30, replaces=True,
)  # fmt: skip


def check(reply: Reply) -> None:
    """Check a reply as a message and as a modal."""
    message = shown(reply, PICTURE, mentions=[user_id("anna")], typing=reply.audience == "private")
    limits.check_message({"text": message.text, "blocks": list(message.blocks)})
    limits.check_message({"text": message.text, "blocks": list(message.in_words().blocks)})
    limits.check_view(modal(message, "{}"))
    if reply.form is not None:
        limits.check_view(sheet(reply.form, WIDEST))


class SlackWar(War):
    """A war in which the search, forms and the Home tab are checked as well."""

    async def look(self, user: str) -> None:
        """Check the search results for a player, their enemy and a spectator."""
        for person in ("anna", "ben", "sven"):
            words = (self.looking.choice(COMMANDS).name, self.looking.choice(ORDERS))
            for typed in ("", *(f"{word} " for word in words)):
                inbound = Inbound(
                    platform="web", channel=CHANNEL, user=person, key="look", text=typed, action="complete"
                )  # fmt: skip
                limits.check_options(suggestions(await self.channel.handler.complete(inbound)))
        limits.check_view(await self.home(user))

    async def home(self, user: str) -> dict[str, Any]:
        """Return the Home tab with a player's games."""
        (listed,) = await self.channel.say(user, "games")
        games = [(f"Limited War {self.game} (active)", tokens.screen(f"g{n}", -1, "panel")) for n in range(120)]
        return home(listed.text, games)


async def test_posts_before_the_war_fit(store: Store) -> None:
    channel = Channel.open(store)
    for user, line in BEFORE_THE_WAR:
        for reply in await channel.say(user, line):
            check(reply)
    posts = await channel.posts()
    assert len(posts) > 8
    for _, reply in posts:
        check(reply)


async def test_the_help_of_every_command_fits(channel: Channel) -> None:
    await channel.begin(first="")
    for command in COMMANDS:
        (reply,) = await channel.say("anna", f"help {command.name}")
        assert command.name in reply.text
        check(reply)


def test_forms_fit_whatever_they_were_opened_from() -> None:
    for form in (order_form(WIDEST), new_form(WIDEST)):
        limits.check_view(form)
        assert json.loads(form["private_metadata"])["url"] == WIDEST.url


def test_the_form_for_orders_shows_its_example_once() -> None:
    """Inside the field; the hint below only says where else it can be typed."""
    for title in titles():
        example = title.words("en").say("ui.order_example")
        shown = json.dumps(order_form(replace(WIDEST, title=title.name))["blocks"])
        assert shown.count(json.dumps(example)[1:-1]) == 1
        assert f'after /{title.command}"' in shown


def test_the_form_for_a_new_game_asks_for_all_that_can_be_chosen_in_each_title(second_title: Skirmish) -> None:
    for title in titles():
        view = new_form(replace(WIDEST, title=title.name))
        limits.check_view(view)
        menus = {block["block_id"]: block["element"] for block in view["blocks"]}
        assert set(menus) == {"scenario", *title.setups.options(), *agreed_options(title)}
        assert [option["value"] for option in menus["scenario"]["options"]] == list(title.setups.offered())
        assert menus["scenario"]["initial_option"]["value"] == (alone_in(title)[0] or title.setups.usual)
        for name, values in {**title.setups.options(), **agreed_options(title)}.items():
            assert {option["value"] for option in menus[name]["options"]} <= {str(value) for value in values}
            # There may be only one level to play against: left unset, nobody plays for the computer.
            assert len(menus[name]["options"]) >= (1 if name == "against" else 2)


def test_the_form_gives_the_line_that_one_would_type() -> None:
    form = setup_form(usual_title())
    assert form.line({}) == "new campaign"
    assert (
        form.line({"scenario": "historical", "hand": "8", "clock": "slow", "x": "y"})
        == "new historical hand=8 clock=slow"
    )


def test_the_widest_reply_fits() -> None:
    options = tuple(MenuOption(label="L" * 100, token=f"{n:02}" + "t" * 98, description="d" * 100) for n in range(25))
    buttons = tuple(Button(label="B" * 80, token=f"b{n}" + "t" * 98, hint="h" * 300, style="danger") for n in range(5))
    rows = (Select(placeholder="p" * 150, options=options, most=25), Select(placeholder="q", options=options), buttons)
    check(Reply(text="<&>" * 666, menu=Menu(rows=rows)))
    check(Reply(text="line\n" * 380))
    whole = Select(placeholder="p" * 150, options=options, most=25)
    check(Reply(text="x", form=Form(title="T" * 24, game="g", fields=(FormField(label="L" * 45, menu=whole),) * 5)))
    found = [Completion(label="c" * 300, insert=f"{n} " + "i" * n) for n in range(200)]
    limits.check_options(suggestions(found))
    assert len(suggestions(found)) == 100


def test_an_overlong_label_continues_in_the_description() -> None:
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


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Seats are free: `/join ap`, or press.", "Seats are free: `/pog join ap`, or press."),
        ("`/master pause|resume, /master end`", "`/pog master pause|resume, /pog master end`"),
        ("`/pog relocate` or `/invite @Feldpost`", "`/pog relocate` or `/invite @Feldpost`"),
        ("3 AP/CP and https://example.org/map, either/or/done", "3 AP/CP and https://example.org/map, either/or/done"),
        ("/joinery", "/joinery"),
    ],
)
def test_commands_are_written_as_slack_wants_them(ours: str, theirs: str) -> None:
    """Alone, /join and /leave are Slack's own commands for channels."""
    assert sections(ours) == [theirs]
    assert plain(ours) == theirs.replace("`", "")


async def test_no_text_of_the_bot_names_a_command_of_slack(channel: Channel) -> None:
    await channel.begin(first="")
    told = [reply for command in COMMANDS for reply in await channel.say("anna", f"help {command.name}")]
    told += [reply for _, reply in await channel.posts()] + await channel.say("sven", "panel")
    for reply in told:
        for block in shown(reply, None).blocks:
            for name in BY_NAME if block["type"] == "section" else ():
                assert not re.search(rf"(?<![\w/])/{name}\b", block["text"]["text"]), block["text"]["text"]


def test_long_texts_are_split_between_lines() -> None:
    text = "\n".join(f"line {n} " + "x" * 100 for n in range(60))
    pieces = sections(text)
    assert len(pieces) > 1
    assert all(len(piece) <= 3000 for piece in pieces)
    assert "\n".join(pieces) == text


def test_a_channel_is_a_link_and_in_a_notification_words() -> None:
    said = f"It goes on in {place('slack:T1.C2')}, and beside it in {place('discord:7')}."
    assert mrkdwn(said) == "It goes on in <#C2>, and beside it in discord."
    assert plain(said) == "It goes on in a Slack channel, and beside it in discord.", "it may be this one"
