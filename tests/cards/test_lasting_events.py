"""Which events last, and how long: what lists of events in force show."""

from __future__ import annotations

import pytest

from bot.titles.pog.narration.names import names
from engine.pog import view_of
from engine.pog.cards import lasting_events
from engine.pog.content import load_content
from engine.pog.content.records import Card
from tests.support.table import AP, Table

#: Phrases of an event that say how long it lasts. Blockade and similar cards use other words.
_FOREVER = ("From now on", "no longer", "becomes playable", "are in force")
_TURN = ("Until the end of the turn", "For the rest of the turn")
#: Events that use such phrases about something else: a war plan, a fort or a nation.
_OTHERWISE = {"cp_01_guns_of_august", "ap_16_romania", "ap_26_lusitania"}


def _cards() -> list[Card]:
    return [card for card in load_content().cards if not card.combat and not card.arrivals]


@pytest.mark.parametrize("card", _cards(), ids=lambda card: card.name)
def test_a_card_goes_on_as_long_as_its_words_say(card: Card) -> None:
    text = names(load_content()).card_event(card.id)
    if card.name in _OTHERWISE:
        return
    if any(word in text for word in _TURN):
        assert card.lasting == "turn", text
    elif any(word in text for word in _FOREVER):
        assert card.lasting == "war", text


def test_no_combat_card_and_no_reinforcement_goes_on() -> None:
    """They are spent whatever their effect; only Salonika also opens Greece."""
    goes_on = {card.name for card in load_content().cards if card.lasting and (card.combat or card.arrivals)}
    assert goes_on == {"ap_30_salonika"}


@pytest.mark.parametrize(("turn", "listed"), [(9, True), (10, False)])
def test_an_event_for_a_turn_is_listed_in_that_turn(turn: int, listed: bool) -> None:
    table = (
        Table(turn=turn).played("ap_27_great_retreat", turn=9).played("ap_02_blockade", "cp_15_chlorine_gas", turn=3)
    )
    shown = view_of(table.choose(AP).game, None).in_force
    assert shown == tuple(sorted(table.card(name) for name in ("ap_02_blockade", *["ap_27_great_retreat"] * listed)))
    assert lasting_events.holds(table.state, "cp_15_chlorine_gas")  # prerequisites still count it
