"""The rulebook's extended example, 24 actions, by slash commands on Discord, with a spectator."""

from __future__ import annotations

import json

import pytest

from bot.narration.names import names
from bot.notation.table import units_of
from bot.service.session import restore
from engine.pog.content import load_content
from tests.bot.support import Channel
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.example import NEW, dictated
from tests.platforms.discord.test_play import everything_public, settled, three

SETUP = (("anna", NEW), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start"))


@pytest.mark.slow
async def test_the_extended_example_by_slash_commands(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, outcomes = dictated()
    monkeypatch.setattr(
        "engine.core.chance.KeyedChance.choose",
        lambda _self, _purpose, _candidates, _epoch, counter: outcomes[counter],
    )
    bot = await loopback.bot()
    people = three(loopback)
    for user, order in SETUP:
        await people[user].slash(order)
    game = await loopback.game()
    for line in lines:
        await people["ben" if line.side == 0 else "anna"].slash(line.text)
    watched = [await people["sven"].slash(order) for order in ("status", "log turn", "score", "deck")]
    await settled(bot, game)

    record = await loopback.store.record(game)
    assert [entry["choice"].split(maxsplit=1)[0] for entry in record[1:]] == [line.verb for line in lines]
    local = Channel.open(loopback.store)
    for user, order in SETUP:
        await local.say(user, order)
    for line in lines:
        await local.say("ben" if line.side == 0 else "anna", line.text)
    assert record == await loopback.store.record(await local.game_id())

    state = restore(await loopback.store.load(game)).state
    assert state.turn == 3
    own = [loopback.world.told(loopback.world.messages[done.message]) for done in watched]
    seen = everything_public(loopback, *own)
    seen += "".join(str(loopback.world.files[one["id"]]) for m in loopback.world.public() for one in m["attachments"])
    content = load_content()
    still_hidden = [card for side in (0, 1) for card in units_of(state.hand[side] | state.deck[side])]
    shown = {card.id for card in content.cards if any(line.text.endswith(card.name) for line in lines)}
    assert len(set(still_hidden) - shown) > 5
    for card in set(still_hidden) - shown:
        assert content.cards[card].name not in seen
        assert json.dumps(names().card(card))[1:-1] not in seen
    for message in loopback.world.public():
        assert all(b'"viewer":null' in loopback.world.files[one["id"]] for one in message["attachments"])
    assert all(one["for"] in (0, 11, 12, 13) for one in loopback.world.messages.values())
    assert {one["pinged"][0] for one in loopback.world.public() if one.get("pinged")} <= {"11", "12"}
    assert max(one.acknowledged_after for one in loopback.world.interactions.values()) < 3.0
