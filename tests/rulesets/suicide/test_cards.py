"""Cards, and the landing of the MEF (20, 25)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.bits import members
from engine.pog.cards.events import CardEvent
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from engine.pog.rulesets import Rulebook
from engine.pog.rulesets.suicide import SUICIDE
from engine.pog.rulesets.theme import Theme, laid_over
from engine.pog.sequence.base import PogGame
from engine.pog.state import LEVELS
from tests.manifest import plays
from tests.rulesets.suicide.support import acted, suicide
from tests.support.table import Table


def _landed() -> Table:
    table = suicide(setup=True, turn=6).at_war("tu", units=True).hand(AP, "ap_31_mef").choose(AP)
    return table.do("event ap_31_mef", "place mef_1")


@plays("suicide", 36)
def test_the_beachhead_leads_nowhere_and_may_be_left() -> None:
    """Three turns after the landing a British offensive costs a VP; four SR points evacuate it."""
    table = _landed()
    table.state.turn = 9
    before = table.state.vp
    table.dice(mandated_offensive_ap=3, mandated_offensive_cp=6).phase("mandated_offensives")
    assert table.state.mandated[AP] == "br"
    assert table.state.vp == before + 1
    table.state.actions, table.game.stack = [[], []], []
    assert table.redeploy(AP, 4).allows("evacuate")


@plays("suicide", 36)
def test_feeding_the_beach_costs_a_point() -> None:
    """One British point in each Allied economic action while units live off it; none before they land."""
    for landed, left in ((True, 2), (False, 4)):
        table = _landed() if landed else suicide(setup=True, turn=6)
        table.state.rp = {"br": 4}
        acted(table, AP).game.stack = []
        table.choose(AP).do("economic")
        assert table.state.rp["br"] == left


@plays("suicide", 35)
def test_the_decks_are_those_of_55_cards() -> None:
    """Level by level; none of the names that are known without their text is among them."""
    table = suicide(setup=True, turn=1)
    for side in (AP, CP):
        decks = [table.system.rules.deck_cards(table.state, side, level) for level in LEVELS]
        assert [deck.bit_count() for deck in decks] == [14, 20, 21]
        names = {table.system.content.cards[card].title for deck in decks for card in members(deck)}
        assert not names & {"Fog at Dawn", "Infiltration Tactics", "Interventionist Propaganda", "German Advisors"}


class _Names(CardEvent):
    """An event that names Czech Legion, which no deck of this war has."""

    def play(self, game: PogGame) -> None:
        """The substitute waits."""
        game.state.marks["substitutes"] |= 1 << game.state.rules.card("ap_60_czech_legion")


def _naming() -> Rulebook:
    theme = Theme(lambda tables: replace(tables, events={**tables.events, "ap_02_blockade": _Names()}))
    return laid_over(SUICIDE, "suicide", (theme,))


@plays("suicide", 6)
def test_a_substitute_that_an_event_names_joins_with_rising_commitment() -> None:
    """Not before; as the rules stand no event names one, and none joins."""
    for rulebook, joins in ((SUICIDE, False), (_naming(), True)):
        table = Table("suicide", turn=5, rulebook=rulebook).hand(AP, "ap_02_blockade")
        czechs = table.cards("ap_60_czech_legion")
        table.choose(AP).do("event ap_02_blockade")
        assert bool(table.state.marks["substitutes"] & czechs) is joins
        assert not table.state.deck[AP] & czechs
        table.state.war_status[AP] = table.state.combined = 4
        table.state.actions, table.game.stack = [[], []], []
        table.choose(AP).do("auto_op")
        assert table.events("commitment")
        assert bool(table.state.deck[AP] & czechs) is joins
        assert not table.state.marks["substitutes"]
        check(table.state)
