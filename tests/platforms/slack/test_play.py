"""A game on Slack from the first command to a battle, by orders and by buttons."""

from __future__ import annotations

import json
import random

import pytest

from bot.platforms.slack import api
from bot.table import tokens
from bot.titles.testing import slack_limits as limits
from engine.pog import hidden_cards
from tests.bot.support import Channel
from tests.platforms.slack.buttons import labels
from tests.platforms.slack.loopback import TEAM, Message
from tests.platforms.slack.people import CHANNEL, Person
from tests.platforms.slack.support import Bot, until
from tests.support.facts import names
from tests.support.restoring import restore

OPENING = [
    ("anna", "new campaign windows=public"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start"), ("anna", "choose take"),
    ("anna", "play guns of august as event"), ("anna", "attack sedan"), ("anna", "choose frontal"),
]  # fmt: skip
HERE = f"{TEAM}.{CHANNEL}"


async def open_game(bot: Bot, upto: int = 5) -> tuple[Person, Person, Person, str]:
    """Set up two players and a spectator, up to the first card."""
    anna, ben, eve = (bot.person(name) for name in ("anna", "ben", "eve"))
    people = {"anna": anna, "ben": ben}
    for name, text in OPENING[:upto]:
        await bot.does(people[name], text)
    return anna, ben, eve, await bot.game(HERE)


def tables(bot: Bot) -> list[Message]:
    """Return the messages with the table's buttons."""
    return [m for m in bot.slack.messages if not m.only and not m.gone and '"Follow"' in m.dump()]


def orders_in(message: Message) -> list[str]:
    """Return the tokens of a message's orders."""
    found = []
    for element in limits.elements(message.blocks):
        values = [element.get("value", ""), *(o["value"].rpartition("|")[2] for o in element.get("options", ()))]
        if element["type"] == "multi_static_select":
            values = [o["value"].partition("|")[2] for o in element["options"]]
        elif element["type"] == "static_select":
            values = [o["value"] for o in element["options"]]
        found += [v for v in values if v.startswith("o~")]
    return found


async def record_of(bot: Bot, game: str) -> list[object]:
    return [{k: v for k, v in e.items() if k != "at"} for e in await bot.store.record(game)]


async def test_the_opening_by_orders_is_the_same_as_on_the_local_channel(bot: Bot) -> None:
    anna, ben, eve, game = await open_game(bot)
    people = {"anna": anna, "ben": ben}
    local = Channel.open(bot.store)
    for name, text in OPENING:
        await local.say(name, text)
    for name, text in OPENING[5:]:
        await bot.does(people[name], text)
    for _ in range(20):
        position = restore(await bot.store.load(game))
        if position.decision.kind == "choose_action":
            break
        name = "anna" if position.actor == 1 else "ben"
        text = f"choose {position.text(next(iter(position.options())))}".replace("_", " ")
        await local.say(name, text)
        await bot.does(people[name], text)
    await bot.does(eve, "status")
    mine = await record_of(bot, game)
    assert len(mine) > 5
    assert mine == await record_of(bot, await local.game_id())
    # Everybody saw one table message, edited in place, and the battle with its picture and text.
    (table,) = tables(bot)
    assert table.edits > 2
    (thread,) = {m.thread for m in bot.slack.messages if m.thread}
    assert thread in {m.ts for m in bot.slack.messages if m.channel == CHANNEL and not m.only}
    assert any(b["type"] == "image" for m in bot.slack.messages if m.thread for b in m.blocks)
    pictures = [b for m in eve.sees() for b in m.blocks if b["type"] == "image"]
    assert pictures
    assert all(bot.slack.files[b["slack_file"]["id"]].alt for b in pictures)
    assert all(b["alt_text"] for b in pictures)
    # Panels are visible only to their seat.
    assert {m.only for m in bot.slack.messages if "Type an order" in m.dump()} <= {anna.id, ben.id}
    assert max(bot.slack.acks.values()) < 3


async def test_by_buttons_alone_and_nothing_hidden_is_told(socket_bot: Bot) -> None:
    """A random game by presses, the same presses on the local channel, and no hidden card in public."""
    bot = socket_bot
    anna, ben, eve, game = await open_game(bot)
    local = Channel.open(bot.store)
    for name, text in OPENING[:5]:
        await local.say(name, text)
    other = await local.game_id()
    rng, marks = random.Random(5), card_marks(local)
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    for _ in range(60):
        state = restore(await bot.store.load(game))
        if not state.stack:
            break
        person, enemy = (anna, ben) if state.actor == 1 else (ben, anna)
        await person.press(tables(bot)[0], "Panel")
        await bot.idle()
        token = rng.choice([t for t in orders_in(person.panel()) if "peace" not in t] or [""])
        if not token:
            break
        await person.press_token(person.panel(), token)
        await bot.idle()
        await local.press(person.name, token.replace(game, other))
        assert_public_silent(bot, await seen_cards(bot, game), restore(await bot.store.load(game)).state, marks)
        assert not any(m.only == person.id for m in enemy.private())
    record = await record_of(bot, game)
    assert len(record) > 20
    assert record == await record_of(bot, other)
    assert {m.only for m in bot.slack.messages} <= {"", anna.id, ben.id}
    hands = [f for f in bot.slack.files.values() if f.name.startswith("hand")]
    assert all(not f.shared for f in hands)
    assert eve.private() == []


def card_marks(local: Channel) -> dict[int, str]:
    cards = names().content.cards
    return {card.id: f"({('AP', 'CP')[card.side]} {card.number})" for card in cards}


async def seen_cards(bot: Bot, game: str) -> set[int]:
    by_name = names().content.card_by_name
    words = [str(entry.get("choice", "")).split() for entry in await bot.store.record(game)]
    return {by_name[pair[1]] for pair in words if len(pair) == 2 and pair[1] in by_name}


def assert_public_silent(bot: Bot, seen: set[int], state: object, marks: dict[int, str]) -> None:
    """Check that no hidden card is mentioned in text, blocks, alt text or file names."""
    hidden = [m for card, m in marks.items() if hidden_cards(state, None) >> card & 1 and card not in seen]  # type: ignore[arg-type]
    public = [m for m in bot.slack.messages if not m.only]
    traffic = "\n".join(m.dump() for m in public)
    shown = {b["slack_file"]["id"] for m in public for b in m.blocks if b["type"] == "image"}
    traffic += "\n".join(f"{bot.slack.files[f].alt} {bot.slack.files[f].name}" for f in shown)
    assert all(b'"viewer":null' in bot.slack.files[f].data for f in shown)
    for mark in hidden:
        assert mark not in traffic, mark


async def test_a_press_in_the_panel_replaces_it(bot: Bot) -> None:
    anna, _, _, _ = await open_game(bot)
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    panel = anna.panel()
    token = orders_in(panel)[0]
    before = len(anna.private())
    await anna.press_token(panel, token)
    await bot.idle()
    assert panel.edits >= 1
    assert len(anna.private()) == before
    assert token not in orders_in(panel)


async def test_the_hand_is_a_private_picture_with_alt_text(bot: Bot) -> None:
    anna, ben, _, _ = await open_game(bot)
    await bot.does(anna, "hand")
    image = next(b for m in anna.private() for b in m.blocks if b["type"] == "image")
    file = bot.slack.files[image["slack_file"]["id"]]
    assert file.name.startswith("hand")
    assert file.shared == []
    assert image["alt_text"] == file.alt == "picture of kind hand"
    assert image["slack_file"]["id"] not in "".join(m.dump() for m in ben.sees())


async def test_a_slow_picture_follows_its_answer(socket_bot: Bot) -> None:
    anna, _, _, _ = await open_game(socket_bot)
    socket_bot.painter.seconds = 2.0
    await anna.command("hand")
    await until(lambda: any("image" not in m.dump() and "Guns" in m.dump() for m in anna.private()[-1:]))
    count = len(anna.private())
    await socket_bot.idle()
    assert any(b["type"] == "image" for m in anna.private()[count - 1 :] for b in m.blocks)


async def test_a_picture_that_slack_still_works_on_is_waited_for_and_then_said_in_words(
    socket_bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "_PROCESSING", (0.01,) * len(api._PROCESSING))
    anna, _, _, _ = await open_game(socket_bot)
    socket_bot.slack.slow_files = 2
    await socket_bot.does(anna, "hand")
    assert any(b["type"] == "image" for b in anna.private()[-1].blocks)
    socket_bot.slack.slow_files = 99
    await socket_bot.does(anna, "map west")
    assert not any(b["type"] == "image" for b in anna.private()[-1].blocks)
    socket_bot.painter.broken = True
    await socket_bot.does(anna, "map east")
    assert "can't be shown" in anna.private()[-1].dump()


async def test_search_offers_what_is_legal_and_runs_it(bot: Bot) -> None:
    anna, ben, _, game = await open_game(bot)
    await anna.press(tables(bot)[0], "Panel")
    await bot.idle()
    values = await anna.find(anna.panel(), "play ")
    assert values
    assert all(value.startswith("play ") for value in values)
    number = (await bot.store.load(game)).number
    await anna.find(anna.panel(), "play ", pick=True)
    await bot.idle()
    assert (await bot.store.load(game)).number > number
    assert not [v for v in await ben.find(anna.panel(), "play ") if "guns" in v]


async def test_forms(bot: Bot) -> None:
    anna = bot.person("anna")
    await bot.does(anna, "new")
    option = {"selected_option": {"value": "limited_war"}}
    await anna.submit({"scenario": ("scenario", option), "hand": ("hand", {"selected_option": {"value": "8"}})})
    await bot.idle()
    header = await bot.store.header(await bot.game(HERE))
    assert (header.scenario, header.options["hand_size"]) == ("limited_war", 8)
    await bot.does(anna, "")
    empty = await anna.submit({"typed": ("typed", {"value": None})})
    assert empty["response_action"] == "errors"
    await anna.submit({"typed": ("typed", {"value": "join both"})})
    await bot.idle()
    assert (await bot.store.load(await bot.game(HERE))).seats.users() == {f"slack:{TEAM}.{anna.id}"}


async def test_the_form_asks_for_the_switches_of_the_war_that_is_chosen(bot: Bot) -> None:
    """They appear and disappear with the war; what is chosen in them counts."""
    anna = bot.person("anna")
    await bot.does(anna, "new")

    def asked() -> set[str]:
        view = bot.slack.views[bot.slack.view_of[anna.id]]
        return {block["block_id"] for block in view["blocks"] if block["block_id"].startswith("soe.")}

    assert asked() == set()
    await anna.press_in_view("Suicide of Europe")
    await bot.idle()
    assert "soe.oos_clock" in asked()
    await anna.press_in_view("Banquet")
    await bot.idle()
    assert asked() == set()
    await anna.press_in_view("Suicide of Europe")
    await bot.idle()
    chosen = {"scenario": "suicide", "soe.oos_clock": "owner_action_only"}
    state = {name: (name, {"selected_option": {"value": value}}) for name, value in chosen.items()}
    await anna.submit(state)
    await bot.idle()
    header = await bot.store.header(await bot.game(HERE))
    assert header.options == {"scenario": "suicide", "switches": {"soe.oos_clock": "owner_action_only"}}


async def test_home_lists_my_games_and_plays_in_a_modal(bot: Bot) -> None:
    anna, _, eve, game = await open_game(bot)
    await anna.open_home()
    await eve.open_home()
    await bot.idle()
    assert game in json.dumps(bot.slack.homes[anna.id])
    assert game not in json.dumps(bot.slack.homes[eve.id])
    assert "This channel has no game yet" not in json.dumps(bot.slack.homes[eve.id]), "Home is no channel"
    assert "follow the game with `/pog follow`" in json.dumps(bot.slack.homes[eve.id])
    await anna.press_in_view("Campaign", home=True)
    await bot.idle()
    view = bot.slack.views[bot.slack.view_of[anna.id]]
    before = (await bot.store.load(game)).number
    order = next(t for t in orders_in(Message("", "", "", view["blocks"])))
    label = next(
        e["text"]["text"] if e["type"] == "button" else o["text"]["text"]
        for e in limits.elements(view["blocks"])
        for o in e.get("options", [{"value": e.get("value"), "text": e.get("text")}])
        if o["value"] == order
    )
    await anna.press_in_view(label)
    await bot.idle()
    assert (await bot.store.load(game)).number > before
    assert len(tokens.parse(order).body) > 0
    await anna.press_in_view("Undo") if "Undo" in json.dumps(bot.slack.views) else None


async def test_an_exported_record_comes_by_direct_message(bot: Bot) -> None:
    anna, _, _, _ = await open_game(bot)
    await bot.does(anna, "export")
    shared = [f for f in bot.slack.files.values() if f.shared]
    assert [f.shared for f in shared] == [[anna.direct]]
    assert json.loads(shared[0].data)["entries"]


async def test_spectators_who_press_what_is_for_players_are_told_and_may_look(socket_bot: Bot) -> None:
    bot = socket_bot
    _, _, eve, _ = await open_game(bot)
    for button in ("Panel", "Hand"):
        await eve.press(tables(bot)[0], button)
        await bot.idle()
        told = eve.private()[-1]
        assert told.text.startswith("You have no seat in this game.")
        assert labels(told) == ["Map", "Log", "Follow"]
    await eve.press(eve.private()[-1], "Log")
    await bot.idle()
    assert "no seat" not in eve.private()[-1].text
    below = [m for m in bot.slack.messages if m.thread]
    assert len(below) >= 2
    assert [m for m in below if list(limits.elements(m.blocks))] == [], "the spectators' thread has nothing for players"


async def test_a_finished_game_is_reached_by_last_after_a_rematch(socket_bot: Bot) -> None:
    bot = socket_bot
    anna, ben, _, game = await open_game(bot, 6)
    await bot.does(anna, "resign yes")
    await bot.does(anna, "rematch")
    for command in ("log", "export", "verify", "replay", "status"):
        before = len(bot.slack.messages)
        await bot.does(ben, f"{command} last")
        assert any(message.text.startswith(f"Game {game}") for message in bot.slack.messages[before:]), command
