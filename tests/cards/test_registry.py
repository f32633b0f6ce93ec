"""No card is forgotten: each is tested by name, and each event has exactly one handler."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.pog.cards import combat_cards, entries, limited_war, mobilization, optional, total_war
from tests.cards.support import STAGES
from tests.support.table import AP, CP, Table

TABLE = Table(optional_cards=True)
CONTENT, TABLES = TABLE.system.content, TABLE.system.rules.tables
NAMES = [card.name for card in CONTENT.cards]
PRINTED = [card.name for card in CONTENT.cards if not card.added]
MODULES = (mobilization, limited_war, total_war, optional, entries)
WRITTEN = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted(Path(__file__).parent.glob("test_*.py"))
    if path.name != Path(__file__).name
)


def test_there_are_130_cards_65_a_side() -> None:
    assert len(PRINTED) == 130
    assert [sum(card.side == side and not card.added for card in CONTENT.cards) for side in (AP, CP)] == [65, 65]


@pytest.mark.parametrize("card", PRINTED)
def test_every_card_occurs_in_a_test_of_its_own(card: str) -> None:
    assert f'"{card}"' in WRITTEN


@pytest.mark.parametrize("card", NAMES)
def test_every_card_has_exactly_one_handler(card: str) -> None:
    """An event class, a row of the combat cards, or units that arrive; Place of Execution is event and combat card."""
    spec = CONTENT.cards[TABLE.card(card)]
    events = sum(card in module.EVENTS for module in MODULES)
    combat = card in combat_cards.COMBAT_CARDS
    if card == "cp_26_place_of_execution":
        assert (events, combat) == (1, True)
    elif spec.combat:
        assert (events, combat) == (0, True)
    elif events == 0:
        assert spec.reinforcement_nation
        assert spec.arrivals
        assert not combat
    else:
        assert (events, combat) == (1, False)


def test_every_handler_has_a_card() -> None:
    """No handler is left over from a renamed card."""
    assert set(TABLES.events) <= set(NAMES)
    assert {CONTENT.cards[card].name for card in TABLES.combat_cards} == set(combat_cards.COMBAT_CARDS) <= set(NAMES)
    assert {name for name, _ in TABLES.attack_drms} <= set(NAMES)


def test_every_event_without_arrivals_has_a_stage() -> None:
    """A position in which it is played; reinforcement cards have their own table."""
    plain = {card.name for card in CONTENT.cards if card.name in TABLES.events and not card.reinforcement_nation}
    assert plain == set(STAGES)
