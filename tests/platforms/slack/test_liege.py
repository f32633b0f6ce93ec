"""Two turns of the Siege of Liège 1914 in Slack by presses alone: the record is that of the same orders typed."""

from __future__ import annotations

import pytest

from tests.platforms.example_by_buttons import typed_locally
from tests.platforms.slack.support import Bot
from tests.platforms.slack.title_games import open_by_presses, people_of, player_of
from tests.support.restoring import restore

LOBBY = (("anna", "new siege"), ("anna", "join german"), ("ben", "join belgian"), ("anna", "start"))
TURNS = (
    ("anna", "arrive all"), ("anna", "done"), ("ben", "arrive all"), ("ben", "done"),
    ("anna", "fire 15cm 21cm at barchon"), ("anna", "done"), ("anna", "arrive all"), ("anna", "march 34ib to u35"), ("anna", "turn 27ib n"),
    ("anna", "done"), ("anna", "attack v35 with 34ib"), ("anna", "retreat to u36 facing sw"), ("anna", "done"),
    ("anna", "dig all"), ("anna", "shift 4kd to t36"), ("anna", "done"),
    ("ben", "shell v36"), ("ben", "done"), ("ben", "march dc to y36"), ("ben", "done"), ("ben", "done"), ("ben", "dig all"), ("ben", "done"),
)  # fmt: skip


@pytest.mark.usefixtures("last_chosen")
async def test_two_turns_of_a_siege_are_played_by_presses_alone(socket_bot: Bot) -> None:
    bot = socket_bot
    wanted = await typed_locally(bot.store, [*LOBBY, *TURNS])
    people = people_of(bot, "liege", "anna", "ben")
    game = await open_by_presses(bot, people, "The Siege", {"anna": "Germans", "ben": "Belgians"})
    await player_of(bot, people).play(game, wanted)
    await bot.idle()

    assert await bot.store.record(game) == wanted
    state = restore(await bot.store.load(game)).state
    assert (state.turn, state.side) == (4, 0)
    told = "\n".join(message.dump() for message in bot.slack.messages if not message.only)
    assert "11 hidden units arrive." in told
    assert "27.IB" not in told, "of units that have not fought nobody reads"
