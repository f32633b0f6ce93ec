"""A title that the host has never heard of, on Discord: from the welcome of an empty channel to its end by presses alone."""

from __future__ import annotations

import asyncio

import pytest

from bot.titles import title_named
from tests.platforms.discord.buttons import ByButtons
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import Person, labels
from tests.platforms.discord.state import CHANNEL, user_id
from tests.platforms.discord.test_commands import check_root
from tests.platforms.discord.test_play import everything_public
from tests.platforms.discord.waiting import settled
from tests.platforms.example_by_buttons import typed_locally
from tests.support.restoring import restore
from tests.titles.toy.painting import Drawn
from tests.titles.toy.registered import register
from tests.titles.toy.script import BACK, FOREIGN, LOBBY, ORDERS, check_gone_back, last


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch)
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", last)


async def opened(loopback: Loopback, person: Person, hunt: str) -> str:
    """The game that is opened by choosing a hunt, which is answered by its table message alone."""
    await person.use(person.panel(), lambda label: label.startswith(hunt), wait=False)
    here = f"discord:{CHANNEL}"
    for _ in range(500):
        if (found := await loopback.store.channels.holder(here)) is not None:
            return found
        await asyncio.sleep(0.02)
    raise AssertionError("no game was opened")


async def test_a_hunt_is_played_by_presses_alone(loopback: Loopback) -> None:
    wanted = await typed_locally(loopback.store, [*LOBBY, *ORDERS])
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    anna, ben, eve = (loopback.person(11 + at, name) for at, name in enumerate(("Anna", "Ben", "Eve")))
    anna.root = ben.root = eve.root = "hunt"
    await anna.slash("panel")
    await anna.use(anna.panel(), lambda label: label == "New game")
    game = await opened(loopback, anna, "Short hunt")
    for person, label in ((anna, "Join Fox"), (ben, "Join Hound"), (anna, "Start")):
        await settled(bot, game)
        table = next(one for one in loopback.world.public() if label in labels(one))
        await person.use(table, lambda shown, label=label: shown == label)  # type: ignore[misc]
    player = ByButtons(loopback, bot, {str(user_id(11)): anna, str(user_id(12)): ben})
    await player.play(game, wanted)
    await settled(bot, game)
    watched = [await eve.slash(line) for line in ("status", "map", "log", "verify")]
    await settled(bot, game)

    record = await loopback.store.record(game)
    assert record == wanted
    assert not restore(await loopback.store.load(game)).stack
    pictures = [one for message in loopback.world.public() for one in message["attachments"]]
    assert pictures
    assert all("The hound is in" in one["description"] and one["size"] > 500 for one in pictures)
    assert {ref.kind for ref in drawn.seen} >= {"board", "lair", "tracks", "end"}
    answers = [loopback.world.told(loopback.world.messages[done.message]) for done in watched]
    told = everything_public(loopback, *answers)
    assert "/pog" not in told, "its commands stand under its own root"
    ben.root = "pog"
    refused = ben.answer(await ben.slash("status"))
    assert "A game of Fox and Hound goes on in this channel" in refused
    assert "`/hunt status`" in refused
    assert "wins" in told
    assert "replay to the present position" in told
    assert not FOREIGN.search(told), FOREIGN.search(told)
    await drawn.close()


async def test_a_hunt_goes_back_and_is_shown_exported_and_verified(loopback: Loopback) -> None:
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    people = {name: loopback.person(11 + at, name.title()) for at, name in enumerate(("anna", "ben", "eve"))}
    for person in people.values():
        person.root = "hunt"
    for user, line in (*LOBBY, *BACK):
        await people[user].slash(line)
    game = await loopback.game()
    await settled(bot, game)
    offer = next(one for one in loopback.world.public() if "Accept" in labels(one))
    await people["ben"].use(offer, "Accept".__eq__)
    await settled(bot, game)
    position = restore(await loopback.store.load(game))
    assert (position.decision.kind, position.state.day, position.epoch) == ("run", 1, 1)
    assert "scent 6" in everything_public(loopback), "the die that is cancelled is told"
    for user, line in ORDERS[1:]:
        await people[user].slash(line)
    await settled(bot, game)
    eve = people["eve"]
    answers = [loopback.world.messages[(await eve.slash(line)).message] for line in ("export", "verify")]
    (file,) = answers[0]["attachments"]
    record = await loopback.store.record(game)
    check_gone_back(record, loopback.world.files[file["id"]].decode(), answers[1]["content"])
    await eve.slash("replay all")
    await drawn.until("replay")
    await drawn.close()


async def test_an_undo_by_a_press_takes_the_den_back_and_the_root_holds_the_limits(loopback: Loopback) -> None:
    drawn = Drawn(loopback.store)
    bot = await loopback.bot(draw=drawn)
    told = {root["name"]: root for root in loopback.world.commands}
    check_root(told["hunt"], title_named("toy"))
    assert told["hunt"]["description"].startswith("Fox and Hound")
    anna = loopback.person(11, "Anna")
    anna.root = "hunt"
    await anna.slash("panel")
    await anna.use(anna.panel(), lambda label: label == "New game")
    game = await opened(loopback, anna, "Long hunt")
    await anna.slash("join both")
    await anna.slash("start")
    await anna.use(anna.panel(), lambda label: label == "North")
    assert (await loopback.store.load(game)).number == 1
    await anna.use(anna.panel(), lambda label: label.startswith("Undo"))
    await settled(bot, game)
    position = restore(await loopback.store.load(game))
    assert (position.decision.kind, position.number) == ("den", 2)
    await drawn.close()
