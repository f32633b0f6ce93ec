"""A player who could only decline isn't asked about combat cards: a default from the start of a game, visible to both sides."""

from __future__ import annotations

import pytest

from bot.storage import Store
from bot.storage.models import GameSettings
from bot.titles.pog.standing_orders import PogStandingOrders
from tests.bot.support import EVERY, Channel, controls, token_of
from tests.bot.test_confirmations import put
from tests.bot.test_open_defaults import HANDS, attacks
from tests.bot.with_computer import Table as WithComputer
from tests.support.facts import names
from tests.support.restoring import restore
from tests.support.table import AP, CP, Table

BOTH = "Combat cards: each side is asked only when it holds one to play or discard."
ASKED = "play combat cards in defence?"


async def attacked(channel: Channel, card: str, scenario: str = "campaign") -> list[tuple[str, str]]:
    """Return the posts of an attack on Sedan whose defender holds one card."""
    await channel.begin(scenario=scenario)
    await put(channel, attacks(card))
    await channel.say("anna", "attack sedan from koblenz anyway")
    return [(kind, reply.text) for kind, reply in await channel.posts()]


async def test_from_the_first_attack_on_nobody_is_asked_who_holds_no_card(channel: Channel) -> None:
    posts = await attacked(channel, HANDS["none"])
    assert not [text for _, text in posts if ASKED in text]
    assert "Waiting for the **Central Powers** (Anna): attacking" in posts[-1][1], (
        "the attack is over, and the next may come"
    )
    record = await channel.store.record(await channel.game_id())
    passed = next(entry for entry in record if entry.get("decision") == "defender_cards")
    assert (passed["choice"], passed["auto"]) == ("finish", True)


async def test_a_player_who_holds_a_card_is_asked_and_knows_that_this_is_revealed(channel: Channel) -> None:
    posts = await attacked(channel, HANDS["a card that fits"])
    assert [text for kind, text in posts if kind == "prompt" and ASKED in text]
    panel = await channel.say("ben", "panel")
    assert "Ask me every time" in [label for label, _ in controls(panel)]
    assert "Ask only when I hold one" not in [label for label, _ in controls(panel)]


async def test_both_are_told_so_before_the_start_and_all_the_time(channel: Channel) -> None:
    for user, line in (("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap")):
        await channel.say(user, line)
    lobby = [reply for kind, reply in await channel.posts() if kind == "table"][-1]
    assert "combat cards: you're asked only when you hold one (each side can change this)" in lobby.text
    await channel.say("anna", "start")
    assert BOTH in [reply for kind, reply in await channel.posts() if kind == "table"][-1].text
    for user in ("anna", "ben", "eve"):
        assert "combat cards: you're asked only when you hold one" in await channel.told(user, "status")
    for user in ("anna", "ben"):
        assert "asked about combat cards only when you hold one" in await channel.told(user, "standing")


async def test_a_trial_order_does_not_reveal_that_a_player_is_asked(channel: Channel) -> None:
    """An attacker who sees the other side being asked can't undo the attack."""
    for card in HANDS.values():
        await channel.say("anna", "resign yes")
        await attacked(channel, card)
        number = await channel.number()
        await channel.say("anna", "undo")
        assert await channel.number() == number


async def test_a_side_that_wants_to_be_asked_every_time_gets_it_for_both_to_see(channel: Channel) -> None:
    await attacked(channel, HANDS["a card that fits"])
    await channel.clear()
    await channel.press("ben", token_of(await channel.say("ben", "panel"), "Ask me every time"))
    posts = await channel.posts()
    told = next(reply.text for kind, reply in posts if kind == "standing")
    assert (
        told
        == "Cancelled: Combat cards: the **Allied Powers** are asked only when they hold one that they may play or discard."
    )
    table = [reply.text for kind, reply in posts if kind == "table"][-1]
    assert "the **Central Powers** are asked only when they hold one" in table
    assert BOTH not in table
    await channel.say("anna", "resign yes")
    await channel.begin()
    await channel.say("ben", "standing always ask me")
    await put(channel, attacks(HANDS["none"]))
    await channel.clear()
    await channel.say("anna", "attack sedan from koblenz anyway")
    assert [reply for _, reply in await channel.posts() if ASKED in reply.text]
    assert "whenever you could hold one" in await channel.told("ben", "standing")


async def test_a_player_can_have_empty_questions_passed_automatically(channel: Channel) -> None:
    """In a game started without the default; a choice made with `/new` holds from the start."""
    posts = await attacked(channel, HANDS["none"], EVERY)
    assert [text for _, text in posts if ASKED in text]
    number = await channel.number()
    await channel.press("ben", token_of(await channel.say("ben", "panel"), "Ask only when I hold one"))
    record = await channel.store.record(await channel.game_id())
    assert (record[number + 1]["decision"], record[number + 1]["choice"]) == ("defender_cards", "finish")
    assert "the **Allied Powers** are asked only when they hold one" in "".join(
        reply.text for kind, reply in await channel.posts() if kind == "standing"
    )


async def test_status_tells_who_is_asked_whenever_one_could_fit(channel: Channel) -> None:
    """By default neither side, then the side that wants it, then both."""
    await channel.begin()
    assert "whenever one could fit" not in await channel.told("ben", "status")
    await channel.say("ben", "standing always ask me")
    one = "the Central Powers are asked only when they hold one, the Allied Powers whenever one could fit"
    assert one in await channel.told("eve", "status")
    await channel.say("anna", "standing always ask me")
    assert "only when" not in await channel.told("eve", "status")


@pytest.mark.parametrize("options", ["windows=public", "windows=hand"])
async def test_an_explicit_windows_option_is_respected(channel: Channel, options: str) -> None:
    await channel.begin(scenario=f"campaign {options}")
    stored = await channel.store.load(await channel.game_id())
    assert not PogStandingOrders.of(stored.settings).only_held
    assert "each side may change" not in await channel.told("ben", "status")
    assert ("whenever you could hold one" in await channel.told("ben", "standing")) == (options == "windows=public")


@pytest.mark.parametrize(("card", "asked"), [("ap_02_blockade", False), ("ap_06_withdrawal", True)])
async def test_a_hand_without_a_card_to_discard_is_no_hand_over(channel: Channel, card: str, asked: bool) -> None:
    """At the end of a turn each side can discard combat cards (9.5.4.6)."""
    await channel.begin()
    table = Table().hand(AP, card, "ap_10_french_reinforcements").hand(CP, "cp_05_landwehr")
    table.state.round = 6
    table.state.actions[CP].append(("rp", 0))
    await put(channel, table.any_dice().run_from("ap_action"))
    await channel.say("ben", "play 10 as rp anyway")
    stored = await channel.store.load(await channel.game_id())
    game = restore(stored)
    assert (game.decision.kind, game.actor) == (("discard", AP) if asked else ("choose_action", CP))
    assert not game.undoable(AP)


async def test_against_the_computer_too_nobody_is_asked_who_holds_no_card(store: Store) -> None:
    """Neither after the player's own choices nor after the computer's: windows and discards alike."""
    table = WithComputer(store)
    await table.say("anna", "new introductory against=recruit side=cp", "start", "choose leave")
    board = Table().hand(AP, "ap_10_french_reinforcements").hand(CP, "cp_05_landwehr", "cp_06_entrench")
    board.state.turn, board.state.round = 1, 6
    board.state.actions[CP].append(("rp", 0))
    await put(table.channel, board.any_dice().run_from("cp_action"))
    await table.say("anna", "play auto", "done anyway")
    await table.moved()
    game = await table.game()
    asked = [game.decision.kind]
    while game.actor != CP and len(asked) < 6:
        await table.moved()
        game = await table.game()
        asked.append(game.decision.kind)
    assert "discard" not in asked
    assert game.state.turn == 2


async def test_nor_in_a_lesson(store: Store) -> None:
    table = WithComputer(store)
    await table.say("anna", "learn 5", "choose take")
    assert PogStandingOrders.of((await table.stored()).settings).only_held == [0, 1]


def test_games_of_before_ask_as_they_did() -> None:
    held = PogStandingOrders.of(GameSettings.model_validate({"standing": {"orders": {}, "done": {}}}))
    assert not held.spares(0)
    assert held.openly(names(), together=True) == []
    assert held.instead(names()) == {}
