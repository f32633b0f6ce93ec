"""The rulebook's extended example, 24 actions, by slash commands on Slack, with a spectator."""

from __future__ import annotations

import json

import pytest

from bot.narration.names import names
from bot.notation.table import units_of
from bot.service.session import restore
from engine.pog.content import load_content
from tests.bot.support import Channel
from tests.platforms.discord.example import NEW, dictated
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import HERE

SETUP = (("anna", NEW), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start"))


@pytest.mark.slow
async def test_the_extended_example_by_slash_commands(socket_bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = socket_bot
    lines, outcomes = dictated()
    monkeypatch.setattr(
        "engine.core.chance.KeyedChance.choose",
        lambda _self, _purpose, _candidates, _epoch, counter: outcomes[counter],
    )
    people = {name: bot.person(name) for name in ("anna", "ben", "eve")}
    for user, order in SETUP:
        await bot.does(people[user], order)
    game = await bot.game(HERE)
    for line in lines:
        await bot.does(people["ben" if line.side == 0 else "anna"], line.text)
    for order in ("status", "log turn", "score", "deck"):
        await bot.does(people["eve"], order)

    record = await bot.store.record(game)
    assert [entry["choice"].split(maxsplit=1)[0] for entry in record[1:]] == [line.verb for line in lines]
    local = Channel.open(bot.store)
    for user, order in SETUP:
        await local.say(user, order)
    for line in lines:
        await local.say("ben" if line.side == 0 else "anna", line.text)
    assert record == await bot.store.record(await local.game_id())

    state = restore(await bot.store.load(game)).state
    assert state.turn == 3
    seen = "\n".join(message.dump() for message in people["eve"].sees())
    shown_files = {f for f in bot.slack.files if f in seen}
    seen += "\n".join(f"{bot.slack.files[f].name} {bot.slack.files[f].alt}" for f in shown_files)
    content = load_content()
    still_hidden = [card for side in (0, 1) for card in units_of(state.hand[side] | state.deck[side])]
    played = {card.id for card in content.cards if any(line.text.endswith(card.name) for line in lines)}
    assert len(set(still_hidden) - played) > 5
    for card in set(still_hidden) - played:
        assert content.cards[card].name not in seen
        assert json.dumps(names().card(card))[1:-1] not in seen
    assert len(shown_files) > 20
    public = {f for message in bot.slack.messages if not message.only for f in shown_files if f in message.dump()}
    assert all(b'"viewer":null' in bot.slack.files[f].data for f in public)
    assert {message.only for message in bot.slack.messages} <= {"", *(person.id for person in people.values())}
    assert max(bot.slack.acks.values()) < 3
