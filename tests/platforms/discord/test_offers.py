"""Offers on Discord: they can be answered in the message and in the panel, and answered controls disappear."""

from __future__ import annotations

import json

import pytest

from bot.platforms.discord.references import PanelRef
from tests.platforms.discord.conftest import Bot, Loopback
from tests.platforms.discord.people import Person, labels, until
from tests.platforms.discord.state import CHANNEL, Json, direct_id, user_id
from tests.platforms.discord.test_play import OPENING, three
from tests.platforms.discord.waiting import settled

OFFER = "Anna (Central Powers) asks to go back to entry 1"


def answerable(loopback: Loopback) -> list[Json]:
    """Return every message on which an offer can be accepted."""
    return [one for one in loopback.world.messages.values() if "Accept" in labels(one)]


async def begun(loopback: Loopback) -> tuple[Bot, Person, Person, str]:
    """Return a bot, Anna and Ben, and the game they have started."""
    bot, people = await loopback.bot(), three(loopback)
    for user, line in OPENING[:4]:
        await people[user].slash(line)
    return bot, people["anna"], people["ben"], await loopback.game()


async def test_an_offer_comes_to_the_open_panel_and_goes_from_everywhere(loopback: Loopback) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    anna, ben = people["anna"], people["ben"]
    for user, line in (*OPENING[:5], ("anna", "play cp 1 as rp")):
        await people[user].slash(line)
    game = await loopback.game()
    await settled(bot, game)
    await ben.slash("panel")
    panel = int(ben.panel()["id"])
    assert "Accept" not in labels(ben.panel())
    await anna.slash("rollback round")
    await settled(bot, game)
    await until(lambda: "Accept" in labels(loopback.world.messages[panel]), "the panel follows")
    places = answerable(loopback)
    assert len(places) == 3, "the offer's own message, the table message, and Ben's panel"
    for place in places:
        assert OFFER in place["content"]
        assert "Reject" in labels(place)
    await ben.use(loopback.world.messages[panel], "Reject".__eq__)
    await settled(bot, game)
    await until(lambda: not answerable(loopback), "no control is left")
    closed = [one["content"] for one in loopback.world.public() if OFFER in one["content"]]
    assert len(closed) == 1
    assert closed[0].endswith("*(no longer open)*")
    assert any("Ben (Allied Powers) rejects the offer." in one["content"] for one in loopback.world.public())


async def test_an_offer_by_direct_message_is_answered_there_and_goes_there(loopback: Loopback) -> None:
    bot, anna, ben, game = await begun(loopback)
    await settled(bot, game)
    await ben.slash("settings pings dm")
    await anna.slash("draw")
    await settled(bot, game)
    (direct,) = [one for one in answerable(loopback) if one["channel_id"] == str(direct_id(12))]
    assert "Anna (Central Powers) offers a draw" in direct["content"]
    await ben.use(direct, "Reject".__eq__)
    await settled(bot, game)
    await until(lambda: not answerable(loopback), "no control is left")
    assert loopback.world.messages[int(direct["id"])]["content"].endswith("*(no longer open)*")


async def test_a_replacement_for_a_direct_message_leads_to_the_panel(loopback: Loopback) -> None:
    bot, anna, ben, game = await begun(loopback)
    await ben.slash("settings pings dm")
    await ben.slash("panel")
    await settled(bot, game)
    loopback.world.closed_dms.add(12)
    await anna.slash("draw")
    await settled(bot, game)
    (alone,) = [one for one in loopback.world.private(12) if "Open my panel" in labels(one)]
    assert labels(alone) == ["Open my panel", "Type an order…"]
    assert "offers a draw" in alone["content"]
    await ben.use(alone, "Open my panel".__eq__)
    opened = loopback.world.messages[int(alone["id"])]
    assert "Accept" in labels(opened)
    await ben.use(opened, "Reject".__eq__)
    await settled(bot, game)
    await until(lambda: not answerable(loopback), "no control is left")


async def test_a_warning_by_direct_message_loses_its_button_over_a_restart_and_a_move(loopback: Loopback) -> None:
    bot, anna, ben, game = await begun(loopback)
    await ben.slash("settings pings dm")
    await anna.slash("warn paris: look")
    await settled(bot, game)
    (direct,) = [one for one in loopback.world.messages.values() if one["channel_id"] == str(direct_id(12))]
    assert labels(direct) == ["I've read it"]
    await bot.stop()
    bot = await loopback.bot("two")
    loopback.world.add_channel(CHANNEL + 1)
    await loopback.person(11, "Anna", CHANNEL + 1).slash(f"relocate {game}")
    await settled(bot, game)
    await ben.use(loopback.world.messages[int(direct["id"])], "I've read it".__eq__)
    await settled(bot, game)
    read = loopback.world.messages[int(direct["id"])]
    assert (labels(read), read["content"].endswith("*(read)*")) == ([], True)


@pytest.mark.parametrize("line", ["draw", "rollback round", "clock fast"])
@pytest.mark.parametrize("word", ["Accept", "Reject"])
async def test_the_maker_of_an_offer_cannot_answer_it_and_sees_who_can(
    loopback: Loopback, line: str, word: str
) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    anna = people["anna"]
    for user, text in (*OPENING[:5], ("anna", "play cp 1 as rp")):
        await people[user].slash(text)
    game = await loopback.game()
    await anna.slash(line)
    await settled(bot, game)
    number, seen = (await loopback.store.load(game)).number, len(loopback.world.public())

    def places() -> list[Json]:
        return [one for one in answerable(loopback) if not one["for"]]

    assert len(places()) == 2
    for place in places():
        assert "Waiting for an answer from Ben (Allied Powers)." in place["content"]
        pressed = await anna.use(place, word.__eq__)
        told = loopback.world.messages[pressed.message]
        assert told["for"] == user_id(11)
        assert told["content"].splitlines()[0].startswith("You made this offer. The other player must answer it.")
        assert word not in labels(told)
    await settled(bot, game)
    assert len(places()) == 2, "it stands"
    assert len(loopback.world.public()) == seen
    assert (await loopback.store.load(game)).number == number


async def test_a_seat_that_is_kept_after_all_is_kept_on_the_open_panel_too(loopback: Loopback) -> None:
    bot = await loopback.bot()
    people = three(loopback)
    ben = people["ben"]
    for user, line in OPENING[:5]:
        await people[user].slash(line)
    game = await loopback.game()
    await settled(bot, game)
    await ben.slash("panel")
    panel = int(ben.panel()["id"])
    assert "Keep my seat" not in labels(ben.panel())
    await ben.slash("substitute offer")
    await settled(bot, game)
    await until(lambda: "Keep my seat" in labels(loopback.world.messages[panel]), "the panel follows")
    await ben.use(loopback.world.messages[panel], "Keep my seat".__eq__)
    await settled(bot, game)
    await until(lambda: "Keep my seat" not in labels(loopback.world.messages[panel]), "the panel follows again")
    shown = [label for one in loopback.world.messages.values() for label in labels(one)]
    assert not [label for label in shown if label.startswith("Take seat")]


def test_a_panel_of_an_older_version_is_read() -> None:
    old = {"v": 1, "application": 1, "token": "t", "message": 2, "at": 3.0, "original": True, "number": 4, "idle": ""}
    assert PanelRef.parse(json.dumps(old), "panel").offers == ""
