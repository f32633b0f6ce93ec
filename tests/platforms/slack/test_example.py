"""The rulebook's extended example, 24 actions, by slash commands and only by presses, with a spectator."""

from __future__ import annotations

import json

import pytest

from bot.table.table import units_of
from engine.pog.content import load_content
from tests.platforms.discord.example import NEW, Line, lines, orders, record
from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.rules_record import unmarked
from tests.platforms.slack.loopback import FakeSlack
from tests.platforms.slack.people import Person
from tests.platforms.slack.support import Bot
from tests.platforms.slack.test_play import HERE, tables
from tests.platforms.slack.title_games import SEATS, begin_by_presses, player_of
from tests.support.facts import names
from tests.support.restoring import restore

__all__ = ["lines"]


pytestmark = pytest.mark.slow


@pytest.mark.sweep(fixed=[])  # always by slash commands on Discord
async def test_the_extended_example_by_slash_commands(socket_bot: Bot, lines: tuple[Line, ...]) -> None:
    bot = socket_bot
    people = {name: bot.person(name) for name in ("anna", "ben", "eve")}
    for user, order in orders(lines):
        await bot.does(people[user], order)
    game = await bot.game(HERE)
    for order in ("status", "log turn", "score", "deck"):
        await bot.does(people["eve"], order)

    made = await bot.store.record(game)
    assert made == await typed_locally(bot.store, orders(lines))
    assert [unmarked(entry) for entry in made] == record(lines)
    await told_to_the_right_people(bot, game, lines, people)


async def test_the_extended_example_by_presses_alone(socket_bot: Bot, lines: tuple[Line, ...]) -> None:
    bot = socket_bot
    wanted = record(lines)
    people = {name: bot.person(name) for name in ("anna", "ben", "eve")}
    await bot.does(people["anna"], NEW)
    game = await begin_by_presses(bot, people, SEATS)
    player = player_of(bot, people)
    await player.play(game, wanted)
    await bot.idle()
    (table,) = tables(bot)
    for label in ("Log", "Map", "Panel", "Hand"):
        await people["eve"].press(table, label)
        await bot.idle()
        if label in ("Panel", "Hand"):
            answer = people["eve"].private()[-1]
            _, looks = answer.blocks
            offered = [button["text"]["text"] for button in looks["elements"]]
            assert offered == ["Map", "Log", "Follow"], "a spectator may look"

    assert [unmarked(entry) for entry in await bot.store.record(game)] == wanted
    assert player.several > 0, "several entries of one menu were chosen at once"
    assert bot.slack.commands == 1, "only the lobby was opened by a command"
    await told_to_the_right_people(bot, game, lines, people)


async def told_to_the_right_people(bot: Bot, game: str, lines: tuple[Line, ...], people: dict[str, Person]) -> None:
    """Pictures came with text; only its seat saw a panel; the spectator saw no hidden card; all in time."""
    slack = bot.slack
    state = restore(await bot.store.load(game)).state
    assert state.turn == 3
    seen = "\n".join(message.dump() for message in people["eve"].sees())
    shown_files = {f for f in slack.files if f in seen}
    seen += "\n".join(f"{slack.files[f].name} {slack.files[f].alt}" for f in shown_files)
    content = load_content()
    still_hidden = {card for side in (0, 1) for card in units_of(state.hand[side] | state.deck[side])}
    played = {card.id for card in content.cards if any(line.text.endswith(card.name) for line in lines)}
    assert len(still_hidden - played) > 5
    for card in still_hidden - played:
        assert content.cards[card].name not in seen
        assert json.dumps(names().card(card))[1:-1] not in seen
    assert len(shown_files) > 20
    assert all(slack.files[f].alt for f in shown_files)
    assert all(b'"viewer":null' in slack.files[f].data for f in shown_files)
    own = {people["anna"].id: b'"viewer":1', people["ben"].id: b'"viewer":0'}
    for message in slack.messages:
        assert message.only in ("", *(person.id for person in people.values()))
        for viewer in pictured_for(slack, message.dump()):
            assert viewer in (b'"viewer":null', own.get(message.only))
    assert max(slack.acks.values()) < 3


def pictured_for(slack: FakeSlack, shown: str) -> set[bytes]:
    """Return whose views the pictures in a message show."""
    data = [file.data for name, file in slack.files.items() if name in shown]
    return {mark for mark in (b'"viewer":null', b'"viewer":0', b'"viewer":1') if any(mark in one for one in data)}
