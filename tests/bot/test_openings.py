"""First turns of the wars: typed and pressed input, and the answers."""

from __future__ import annotations

from bot.narration.texts import texts_of
from tests.bot.support import Channel, controls
from tests.support.random_play import new_game


async def test_a_word_that_fits_cards_which_cannot_be_chosen_offers_none_of_them(channel: Channel) -> None:
    """In the Historical war Guns of August is in hand, and no choice is open; cards called “… Take Command” come years later."""
    await channel.say("anna", "new historical")
    await channel.say("anna", "join cp")
    await channel.say("ben", "join ap")
    await channel.say("anna", "start")
    (refused,) = await channel.say("anna", "choose take")
    assert "“take” isn't one of your choices now" in refused.text
    assert "Take Command" not in refused.text
    assert not [label for label, _ in controls([refused]) if "Take Command" in label]


async def test_a_redeployment_is_told_like_a_move(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as sr")
    assert "GE c redeploys: Reserve Box → Essen." in await channel.told("anna", "sr ge corps from reserve to essen")


def test_the_war_from_1916_says_how_many_turns_it_has() -> None:
    state = new_game("summer 1916", 1).state
    assert state.rules.scenario.last_turn - state.turn + 1 == 11
    assert texts_of("pog", "en").say("guide.wars.summer_1916").startswith("Eleven turns")
