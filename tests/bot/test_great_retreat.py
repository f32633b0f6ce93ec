"""A choice by one seat leads straight into the other's cards: their content makes no difference to the first."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.service.clock import PRESENT
from bot.service.handler import BotHandler
from bot.storage import Store
from engine.core import record as rec
from engine.core.record import Entry
from tests.bot.worlds import NOW, World, installed
from tests.support.table import AP, CP, Table

#: Two hands of the attacker. Only the first holds a card for this combat.
HANDS = (("cp_03_von_francois", "cp_17_mata_hari"), ("cp_09_reichstag_truce", "cp_17_mata_hari"))
#: In the deck: once the Russians are gone the defender must still expect a card.
POSSIBLE = "cp_15_chlorine_gas"
LOOKS = (
    "status",
    "map overview",
    "panel",
    "clock",
    "units plock",
    "hand",
    "done",
    "choose stand",
    "card 1",
    "deck",
    "supply ap",
)


def attacked(hand: tuple[str, ...]) -> Table:
    """Return Russians in Plock about to be attacked while Great Retreat is in force."""
    table = Table(turn=3).any_dice().played("ap_27_great_retreat", turn=3)
    both = {card for cards in HANDS for card in cards}
    table.pile("deck", CP, *both, POSSIBLE).hand(CP, *hand)
    table.put("tannenberg", "ge_8_army").put("plock", "ru_2_army", "br_corps_02").put("warsaw", "ru_1_army")
    table.hold(AP, "warsaw", "lomza", "plock").operate(CP, 20).activate("!tannenberg").do("add ge_8_army")
    table.game.fresh[:] = [Entry(0, rec.START)]
    table.game.number = 0
    table.game.forget_undo()
    return table


async def asked(store: Store) -> list[World]:
    """Return the two games when Ben must say whether the Russians stand; Anna has been away for a while."""
    times = [NOW.replace(year=2026)]
    handler = BotHandler(store, now=lambda: times[-1])
    worlds = [await installed(store, handler, str(at), attacked(hand).game, 0) for at, hand in enumerate(HANDS)]
    for world in worlds:
        await world.choose("target plock")
        assert (await world.game()).decision.kind == "great_retreat_option"
    times.append(times[0] + timedelta(seconds=PRESENT + 60))
    return worlds


@pytest.mark.parametrize("answer", [("stand",), ("retreat ru_2_army", "to warsaw")])
async def test_the_defender_sees_the_game_go_on_and_not_what_the_attacker_holds(
    store: Store, answer: tuple[str, ...]
) -> None:
    held, unheld = worlds = await asked(store)
    assert await held.posted() == await unheld.posted()
    for text in answer:
        for world in worlds:
            await world.choose(text)
    assert ["play" in (await world.game()).options().masks for world in worlds] == [answer == ("stand",), False]
    for world in worlds:
        game = await world.game()
        assert (game.decision.kind, game.actor) == ("open_attacker_cards", CP)
    posts = await alike(held, unheld)
    assert any("It's Anna's turn again (**Central Powers**):" in post and "My move" in post for post in posts)
    assert any('anna"]' in post for post in posts), "the hand-over is told as any other"
    for world in worlds:
        await world.choose("finish")
    assert await alike(held, unheld)


async def alike(one: World, other: World) -> list[str]:
    """Return the texts both games post, after checking that they, Ben's and a spectator's views are the same in both."""
    posts = await one.posted(), await other.posted()
    assert posts[0] == posts[1]
    for user in ("ben", "eve"):
        here, there = await one.face(user, LOOKS), await other.face(user, LOOKS)
        assert here == there
    return [text for text, _ in posts[0]]
