"""A puzzle of the wars from its question to its verdict, ordered as its solution says."""

from __future__ import annotations

from bot.service.acting import play
from bot.service.acting.command_commit import CommandOutcome
from bot.service.ai_player.move_scheduler import choices_as_order
from bot.service.calls import Caller
from bot.service.puzzles import attempts
from bot.service.session import restore
from bot.storage import Store
from bot.storage.person_keys import study_room
from bot.titles import usual_title
from bot.titles.capabilities import puzzles_of
from tests.bot.support import Channel, check_limits

#: What ends whatever is still to be decided once all is ordered.
ENDS = ("stop", "finish", "done", "pass")


async def test_finding_the_best_plan_is_confirmed(store: Store) -> None:
    channel = Channel.open(store)
    puzzle = min(puzzles_of(usual_title()), key=lambda one: (len(one.opening), one.name))
    (panel,) = await channel.say("anna", f"puzzle {puzzle.name}")
    check_limits(panel)
    assert panel.text.count("you are the") == 1
    assert "you lead the" not in panel.text, "the panel has said when it is, and for whom"
    assert panel.picture is not None
    assert panel.picture.private, "it shows the hand"
    assert panel.picture.viewer == ("ap", "cp").index(puzzle.seat)
    game_id = await store.channels.holder(study_room("web:anna"))
    assert game_id is not None
    wanted = list(puzzle.solution)
    for number in range(60):
        stored = await store.load(game_id)
        game = restore(stored)
        if attempts.done(stored, game):
            break
        legal = [game.text(choice) for choice in game.options()]
        text = wanted.pop(0) if wanted else next((one for one in legal if one in ENDS), legal[0])
        anna = Caller("web:anna", "Anna", "web:table", "web", f"order-{number}")
        carry = choices_as_order([text], stored.number)
        await play.act(channel.handler.tools, anna, game_id, carry, CommandOutcome(), sure=True)
    (verdict,) = await channel.press("anna", f"u~{game_id}~-1~panel")
    check_limits(verdict)
    assert "**Solved.**" in verdict.text
    assert "Your puzzle rating: **" in verdict.text
    assert "Tried: 1 of" in await channel.told("anna", "puzzle me")
    assert await store.outbox.pending_posts(game_id) == []


async def test_no_undo_past_the_beginning_of_a_puzzle(store: Store) -> None:
    channel = Channel.open(store)
    for name in ("hwcv", "nszg"):
        await channel.say("anna", f"puzzle {name}")
        game_id = await store.channels.holder(study_room("web:anna"))
        assert game_id is not None
        before = (await store.load(game_id)).number
        for word in ("undo", "undo all"):
            assert "Nothing to undo" in await channel.told("anna", word)
        assert (await store.load(game_id)).number == before
