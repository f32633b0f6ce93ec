"""The smallest title on Discord: a whole game by presses alone, and its root without what it cannot do."""

from __future__ import annotations

import pytest

from bot.titles import title_named
from tests.platforms.discord.buttons import ByButtons
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels
from tests.platforms.discord.state import user_id
from tests.platforms.discord.test_commands import check_root
from tests.platforms.discord.test_play import everything_public
from tests.platforms.discord.test_toy import opened
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.support.restoring import restore
from tests.titles.smallest.registered import register
from tests.titles.smallest.script import FOREIGN, LOBBY, ORDERS, WON, last
from tests.titles.toy.painting import Drawn


@pytest.fixture(autouse=True)
def _smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", last)


async def test_a_game_is_played_by_presses_alone(loopback: Loopback) -> None:
    wanted = await typed_locally(loopback.store, [*LOBBY, *ORDERS])
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    root = next(root for root in loopback.world.commands if root["name"] == "depots")
    check_root(root, title_named("depots"))
    anna, ben, eve = (loopback.person(11 + at, name) for at, name in enumerate(("Anna", "Ben", "Eve")))
    anna.root = ben.root = eve.root = "depots"
    await anna.slash("panel")
    await anna.use(anna.panel(), lambda label: label == "New game")
    game = await opened(loopback, anna, "Three depots")
    for person, label in ((anna, "Join Reds"), (ben, "Join Blues"), (anna, "Start")):
        await settled(bot, game)
        table = next(one for one in loopback.world.public() if label in labels(one))
        await person.use(table, label.__eq__)
    player = ByButtons(loopback, bot, {str(user_id(11)): anna, str(user_id(12)): ben})
    await player.play(game, wanted)
    await settled(bot, game)
    watched = [await eve.slash(line) for line in ("status", "map", "log", "verify")]
    await settled(bot, game)

    assert await loopback.store.record(game) == wanted
    assert not restore(await loopback.store.load(game)).stack
    pictures = [one for message in loopback.world.public() for one in message["attachments"]]
    assert pictures
    assert all("Crates left" in one["description"] and one["size"] > 300 for one in pictures)
    told = everything_public(
        loopback, *(loopback.world.told(loopback.world.messages[done.message]) for done in watched)
    )
    assert WON in told
    assert "replay to the present position" in told
    assert "/pog" not in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    await drawn.close()
