"""A default about combat cards visible to both sides: the next attack doesn't wait, and reveals nothing of the hand."""

from __future__ import annotations

import pytest

from bot.storage.models import GameSettings
from bot.titles.pog.standing_orders import PogStandingOrders, StandingOrder
from tests.bot.support import EVERY, Channel, controls, token_of
from tests.bot.test_confirmations import put
from tests.support.facts import names
from tests.support.table import AP, CP, Table

#: Hands of the defender of Sedan: one with a card that fits, one without any.
HANDS = {"a card that fits": "ap_06_withdrawal", "none": "ap_02_blockade"}
PRESS = "No cards in defence this turn"
DEFAULT = "The **Allied Powers** announce to both sides: pass combat cards when defending, in"


def attacks(card: str) -> Table:
    """Return two German stacks facing two French ones; the Allies hold one card, and could hold a combat card."""
    table = (
        Table().put("koblenz", "ge_1_army").put("metz", "ge_4_army").put("sedan", "fr_5_army").put("nancy", "fr_2_army")
    )
    table.hand(AP, card)
    table.state.deck[AP] |= table.cards("ap_36_mine_attack", "ap_06_withdrawal") & ~table.state.hand[AP]
    return table.any_dice().operate(CP, 9).activate("!koblenz", "!metz")


async def asked(channel: Channel, card: str) -> None:
    """Play until the Allies are asked for combat cards at Sedan."""
    await channel.begin(scenario=EVERY)
    await put(channel, attacks(card))
    await channel.say("anna", "attack sedan from koblenz anyway")
    assert "combat cards" in (await channel.told("ben", "panel")).casefold()


@pytest.mark.parametrize("hand", HANDS)
async def test_a_press_passes_and_keeps_passing_for_both_to_see(channel: Channel, hand: str) -> None:
    await asked(channel, HANDS[hand])
    number = await channel.number()
    await channel.press("ben", token_of(await channel.say("ben", "panel"), PRESS))
    record = await channel.store.record(await channel.game_id())
    assert str(record[number + 1]["choice"]) == "finish"
    posts = await channel.posts()
    assert any(kind == "standing" and DEFAULT in reply.text for kind, reply in posts)
    assert DEFAULT in [reply for kind, reply in posts if kind == "table"][-1].text
    assert "both sides see this" in await channel.told("ben", "standing")


async def test_both_read_the_dice_of_the_combat_that_the_press_decided(channel: Channel) -> None:
    await asked(channel, HANDS["none"])
    answer = await channel.press("ben", token_of(await channel.say("ben", "panel"), PRESS))
    assert any("loss number" in reply.text for reply in answer)
    assert "loss number" in await channel.told("anna", "panel")


async def test_the_default_answers_whatever_the_hand_holds(channel: Channel) -> None:
    """With and without a fitting card everybody is shown the same."""
    shown = []
    for card in HANDS.values():
        await channel.say("anna", "resign yes")
        await channel.begin(scenario=EVERY)
        await put(channel, attacks(card))
        await channel.say("ben", "standing openly pass defending cards this turn")
        await channel.clear()
        await channel.say("anna", "attack sedan from koblenz anyway")
        posts = await channel.posts()
        assert not any("must answer" in reply.text and "combat cards" in reply.text for _, reply in posts)
        shown.append([kind for kind, _ in posts])
    assert shown[0] == shown[1]


async def test_it_is_taken_back_for_both_to_see(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await put(channel, attacks(HANDS["none"]))
    await channel.say("ben", "standing openly pass defending cards")
    await channel.clear()
    await channel.say("ben", "standing revoke 1")
    posts = await channel.posts()
    assert any(kind == "standing" and reply.text.startswith("Cancelled: ") for kind, reply in posts)
    assert "announce to both sides" not in [reply for kind, reply in posts if kind == "table"][-1].text
    await channel.say("anna", "attack sedan from koblenz anyway")
    assert PRESS in [label for label, _ in controls(await channel.say("ben", "panel"))]


async def test_a_private_order_is_still_told_to_nobody(channel: Channel) -> None:
    await channel.begin()
    await put(channel, attacks(HANDS["none"]))
    await channel.clear()
    await channel.say("ben", "standing pass defending cards")
    assert not [kind for kind, reply in await channel.posts() if "pass combat cards" in reply.text]


def test_the_attacker_is_offered_no_default() -> None:
    """The attacker's windows open depending on the hand, under a veil."""
    order = StandingOrder(kind="cards", windows="defending", open=True)
    held = PogStandingOrders(orders={"0": [order], "1": [StandingOrder(kind="advance")]})
    assert held.openly(names()) == ["The **Allied Powers** announce to both sides: pass combat cards when defending."]


def test_orders_that_were_stored_before_are_read_as_private_ones() -> None:
    old = {
        "orders": {"0": [{"kind": "cards", "windows": "any", "first": "corps", "unless": [], "turn": 0, "round": 0}]},
        "done": {},
    }
    held = PogStandingOrders.of(GameSettings.model_validate({"standing": old}))
    assert not held.of_side(0)[0].open
    assert held.openly(names()) == []
