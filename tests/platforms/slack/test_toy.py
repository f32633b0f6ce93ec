"""A title that the host has never heard of, in Slack: from the welcome of an empty channel to its end by presses alone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.platforms.slack.manifest import slash_commands
from bot.platforms.slack.views import new_form, order_form
from bot.storage import Store
from bot.titles.testing import slack_limits as limits
from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.slack.buttons import ByButtons, labels
from tests.platforms.slack.loopback import TEAM, FakeSlack
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_limits import WIDEST
from tests.platforms.slack.test_manifest import FIELDS, check
from tests.platforms.slack.test_play import HERE
from tests.support.restoring import restore
from tests.titles.toy.painting import Drawn
from tests.titles.toy.registered import register
from tests.titles.toy.script import BACK, FOREIGN, LOBBY, ORDERS, check_gone_back, last


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", last)


@pytest_asyncio.fixture
async def drawing(slack: FakeSlack, store: Store) -> AsyncIterator[tuple[Bot, Drawn]]:
    """A bot that draws the toy."""
    running, drawn = Bot(slack, store), Drawn(store)
    running.painter = drawn  # type: ignore[assignment]
    running._make()
    await running.start()
    yield running, drawn
    await running.stop()
    await drawn.close()


async def test_a_hunt_is_played_by_presses_alone(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    wanted = await typed_locally(bot.store, [*LOBBY, *ORDERS])
    people = {name: bot.person(name) for name in ("anna", "ben")}
    anna = people["anna"]
    for person in people.values():
        person.root = "hunt"
    await bot.does(anna, "panel")
    await anna.press(anna.panel(), "New game")
    await bot.idle()
    await anna.press(anna.panel(), "Short hunt")
    await bot.idle()
    for user, label in (("anna", "Join Fox"), ("ben", "Join Hound"), ("anna", "Start")):
        lobby = next(m for m in bot.slack.messages if not m.only and label in labels(m))
        await people[user].press(lobby, label)
        await bot.idle()
    game = await bot.game(HERE)
    player = ByButtons(bot, {f"{TEAM}.{person.id}": person for person in people.values()})
    await player.play(game, wanted)
    await bot.idle()
    eve = bot.person("eve")
    eve.root = "hunt"
    for line in ("status", "map", "log 1", "verify"):
        await bot.does(eve, line)

    assert await bot.store.record(game) == wanted
    assert not restore(await bot.store.load(game)).stack
    assert {ref.kind for ref in drawn.seen} >= {"board", "lair", "tracks", "end"}
    told = "\n".join(message.dump() for message in bot.slack.messages if message.only != people["anna"].id)
    assert "wins" in told
    assert "replay to the present position" in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    assert "/pog" not in told, "its commands stand under its own root"
    eve.root = "pog"
    await bot.does(eve, "status")
    assert "A game of Fox and Hound goes on in this channel" in eve.private()[-1].text
    assert "/hunt status" in eve.private()[-1].text


async def test_a_hunt_goes_back_and_is_shown_exported_and_verified(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    people = {name: bot.person(name) for name in ("anna", "ben", "eve")}
    for person in people.values():
        person.root = "hunt"
    for user, line in (*LOBBY, *BACK):
        await bot.does(people[user], line)
    offer = next(m for m in bot.slack.messages if not m.only and "Accept" in labels(m))
    await people["ben"].press(offer, "Accept")
    await bot.idle()
    game = await bot.game(HERE)
    position = restore(await bot.store.load(game))
    assert (position.decision.kind, position.state.day, position.epoch) == ("run", 1, 1)
    for user, line in ORDERS[1:]:
        await bot.does(people[user], line)
    eve = people["eve"]
    for line in ("replay all", "export", "verify"):
        await bot.does(eve, line)
    (file,) = (one for one in bot.slack.files.values() if one.shared == [eve.direct])
    check_gone_back(await bot.store.record(game), file.data.decode(), eve.private()[-1].text)
    await drawn.until("replay")


def test_the_form_and_the_slash_command_of_the_toy_are_within_the_limits() -> None:
    view = new_form(replace(WIDEST, title="toy"))
    limits.check_view(view)
    assert [block["block_id"] for block in view["blocks"]][:2] == ["scenario", "scent"]
    limits.check_view(order_form(replace(WIDEST, title="toy")))
    own = next(command for command in slash_commands() if command["command"] == "/hunt")
    check(own, FIELDS["features"]["slash_commands"][0], "slash_commands")
