"""Nothing hidden leaks: not by post, answer, completion, refusal, log or export."""

from __future__ import annotations

import json
import random

from bot.table import tokens
from engine.pog import hidden_cards
from tests.bot.support import Channel, check_limits, controls
from tests.lanes import Share
from tests.support.facts import names
from tests.support.random_play import new_game
from tests.support.restoring import hosted, restore

LOOKS = ["panel", "hand", "map", "map west", "deck", "status", "score", "units fr", "units sedan", "standing", "clock", "replay turn", "supply ap", "log turn",
         "log round", "games", "help", "undo", "done", "play 1 as ops", "move ge 1 liege", "verify"]  # fmt: skip
STEPS = 160
HALF_TYPED = ["", "p", "play ", "play g", "card ", "move ", "attack ", "choose ", "sr ", "activate ", "lose "]


async def test_spectators_and_the_enemy_learn_nothing(channel: Channel, share: Share) -> None:
    """A random game by buttons; nothing sent to others names a card of a hand or a draw pile.

    They get every post, and request everything they can at regular intervals.
    """
    asked = share(range(0, STEPS, 8), fixed=[0, 64, 152])
    await channel.begin(first="")
    rng = random.Random(3)
    card_marks = {card.id: f"({('AP', 'CP')[card.side]} {card.number})" for card in names().content.cards}
    for step in range(STEPS):
        stored = await channel.store.load(await channel.game_id())
        game = restore(stored)
        if not game.stack:
            break
        user = "anna" if game.actor == 1 else "ben"
        panel = await channel.say(user, "panel")
        orders = [t for _, t in controls(panel) if tokens.parse(t).kind == "order" and "peace" not in t]
        replies = await channel.press(user, rng.choice(orders))
        for reply in replies:
            check_limits(reply)
        game = restore(await channel.store.load(await channel.game_id()))
        seen = await seen_cards(channel)
        hidden = [
            card_marks[card] for card in range(130) if hidden_cards(game.state, None) >> card & 1 and card not in seen
        ]
        for _, reply in await channel.posts():
            check_limits(reply)
            assert_silent(reply.model_dump_json(), hidden)
            assert reply.picture is None or (reply.picture.viewer is None and reply.picture.kind != "hand")
        await channel.clear()
        if step in asked:
            await look_around(channel, hidden, card_marks, seen)


async def seen_cards(channel: Channel) -> set[int]:
    """Return the cards everybody has seen played or discarded once, wherever they are now."""
    by_name = names().content.card_by_name
    record = await channel.store.record(await channel.game_id())
    words = [entry.get("choice", "").split() for entry in record]
    return {by_name[pair[1]] for pair in words if len(pair) == 2 and pair[1] in by_name}


async def look_around(channel: Channel, hidden: list[str], card_marks: dict[int, str], seen: set[int]) -> None:
    """Request everything a spectator can, and what each seat is told of the other."""
    for text in LOOKS:
        for reply in await channel.say("eve", text):
            assert_silent(reply.model_dump_json(), hidden)
    for begun in HALF_TYPED:
        if not begun.startswith("card "):
            assert_silent(" ".join(await channel.complete("eve", begun)), hidden)
    export = (await channel.say("eve", "export"))[0].attachment
    assert export is not None
    record = json.loads(export.text)
    assert "seed" not in record
    for entry in record["entries"]:
        for purpose, value in entry.get("chance", []):
            assert value is None or not purpose.startswith("draw_")
    game = restore(await channel.store.load(await channel.game_id()))
    for side, user in enumerate(("ben", "anna")):
        mask = hidden_cards(game.state, side)
        unknown = [card_marks[card] for card in range(130) if mask >> card & 1 and card not in seen]
        for text in LOOKS[:17]:
            for reply in await channel.say(user, text):
                assert_silent(reply.model_dump_json(), unknown)
        for begun in HALF_TYPED:
            if not begun.startswith("card "):
                assert_silent(" ".join(await channel.complete(user, begun)), unknown)


def assert_silent(text: str, hidden: list[str]) -> None:
    """Check that a text contains no mark of a hidden card, such as "(CP 12)"."""
    for mark in hidden:
        assert mark not in text, f"{mark} in {text[:300]}"


async def test_a_seats_export_holds_its_own_draws_only(channel: Channel) -> None:
    await channel.begin()
    export = (await channel.say("anna", "export"))[0].attachment
    assert export is not None
    shown = {
        purpose: value for entry in json.loads(export.text)["entries"] for purpose, value in entry.get("chance", [])
    }
    assert shown["draw_ap"] is None
    assert isinstance(shown["draw_cp"], int)


async def test_a_refusal_does_not_tell_whether_the_enemy_holds_a_card(channel: Channel) -> None:
    await channel.begin()
    answers = {await channel.told("ben", f"play cp {number} as ops") for number in range(1, 15)}
    assert answers == {"The Central Powers must decide first. You can act after that."}


async def test_the_table_message_does_not_tell_that_a_window_is_open(channel: Channel) -> None:
    """Attackers are asked for cards only if they hold one, so everybody reads the same words."""
    from bot.service.state.handover_texts import about

    book = names()
    game = new_game("historical", 1, listening=False)
    for kind in ("trench_cards", "attacker_cards"):
        game.stack.append((game.system.frames.get(kind)(), 0))
        assert about(book, hosted(game)) == "the combat"
