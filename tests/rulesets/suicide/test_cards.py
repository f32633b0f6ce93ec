"""Cards, and the landing of the MEF (20, 25)."""

from __future__ import annotations

from engine.core.bits import members
from engine.pog.content.records import AP, CP
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
