"""The smallest title in Slack: a whole game by presses alone, and its command without what it cannot do."""

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
from tests.titles.smallest.registered import register
from tests.titles.smallest.script import FOREIGN, LOBBY, ORDERS, WON, last
from tests.titles.toy.painting import Drawn


@pytest.fixture(autouse=True)
def _smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", last)


@pytest_asyncio.fixture
async def drawing(slack: FakeSlack, store: Store) -> AsyncIterator[tuple[Bot, Drawn]]:
    """A bot that draws the title."""
    running, drawn = Bot(slack, store), Drawn(store)
    running.painter = drawn  # type: ignore[assignment]
    running._make()
    await running.start()
    yield running, drawn
    await running.stop()
    await drawn.close()


async def test_a_game_is_played_by_presses_alone(drawing: tuple[Bot, Drawn]) -> None:
    bot, drawn = drawing
    wanted = await typed_locally(bot.store, [*LOBBY, *ORDERS])
    people = {name: bot.person(name) for name in ("anna", "ben")}
    anna = people["anna"]
    for person in people.values():
        person.root = "depots"
    await bot.does(anna, "panel")
    await anna.press(anna.panel(), "New game")
    await bot.idle()
    await anna.press(anna.panel(), "Three depots")
    await bot.idle()
    for user, label in (("anna", "Join Reds"), ("ben", "Join Blues"), ("anna", "Start")):
        lobby = next(m for m in bot.slack.messages if not m.only and label in labels(m))
        await people[user].press(lobby, label)
        await bot.idle()
    game = await bot.game(HERE)
    player = ByButtons(bot, {f"{TEAM}.{person.id}": person for person in people.values()})
    await player.play(game, wanted)
    await bot.idle()
    eve = bot.person("eve")
    eve.root = "depots"
    for line in ("status", "map", "log", "verify"):
        await bot.does(eve, line)

    assert await bot.store.record(game) == wanted
    assert not restore(await bot.store.load(game)).stack
    assert {ref.kind for ref in drawn.seen} >= {"board", "end"}
    told = "\n".join(message.dump() for message in bot.slack.messages if message.only != anna.id)
    assert WON in told
    assert "replay to the present position" in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    assert "/pog" not in told


def test_its_forms_and_its_slash_command_are_within_the_limits() -> None:
    view = new_form(replace(WIDEST, title="depots"))
    limits.check_view(view)
    assert [block["block_id"] for block in view["blocks"]] == ["scenario", "clock", "palette", "open"]
    limits.check_view(order_form(replace(WIDEST, title="depots")))
    own = next(command for command in slash_commands() if command["command"] == "/depots")
    check(own, FIELDS["features"]["slash_commands"][0], "slash_commands")
