"""War status, commitment and what depends on them (16)."""

from __future__ import annotations

import pytest

from bot.titles.pog.narration.names import names
from bot.titles.pog.panels.figures import summary
from engine.pog import view_of
from engine.pog.content.records import AP, CP
from engine.pog.state import LIMITED, MOBILIZATION, TOTAL
from tests.manifest import plays
from tests.rulesets.suicide.support import suicide, table_of
from tests.support.table import Table


def _play(table: Table, side: int, card: str) -> Table:
    return table.hand(side, card).choose(side).do(f"event {card}")


@plays("suicide", 3, 72)
@pytest.mark.parametrize(
    ("gain", "side", "card", "marks"),
    [
        ("both_sides", AP, "ap_02_blockade", (2, 2)),
        ("both_sides", CP, "cp_11_oberost", (1, 1)),
        ("own_side", AP, "ap_02_blockade", (0, 2)),
        ("own_side", CP, "cp_11_oberost", (1, 0)),
    ],
)
def test_cards_move_turmoil_and_involvement(gain: str, side: int, card: str, marks: tuple[int, int]) -> None:
    """By the card's status: both markers, or with the switch the playing side's; both are public."""
    table = _play(suicide(switches={"track_gain": gain}), side, card)
    assert (table.state.marks["turmoil"], table.state.marks["involvement"]) == marks
    assert set(view_of(table.game, None).marks) >= {("turmoil", marks[0]), ("involvement", marks[1])}
    assert f"Russian turmoil {marks[0]}" in " ".join(summary(names(table.system.content), table.game))


@plays("suicide", 11, 74)
@pytest.mark.parametrize(("turn", "rises"), [(2, False), (3, True)])
def test_commitment_is_looked_at_from_turn_3_on(turn: int, rises: bool) -> None:
    """After the action itself: the new cards and the discards are in the pile at once."""
    for variant in (False, True):
        table = table_of(variant, turn=turn).pile("discard", AP, "ap_01_british_reinforcements")
        table.state.war_status[AP] = 3
        _play(table, AP, "ap_02_blockade")
        risen = variant and rises
        assert table.state.commitment[AP] == (LIMITED if risen else MOBILIZATION)
        assert bool(table.state.deck[AP] & table.system.rules.deck_cards(table.state, AP, "limited")) is risen
        assert bool(table.state.discard[AP]) is not risen


@plays("suicide", 74)
def test_only_the_active_player_rises() -> None:
    """The Allies reach 4 during a CP action without effect: they rise after their own action."""
    table = suicide()
    table.state.war_status = [4, 0]
    table.choose(CP).do("auto_op")
    assert table.state.commitment == [MOBILIZATION, MOBILIZATION]
    table.do("auto_op")
    assert table.state.commitment == [LIMITED, MOBILIZATION]
    table = suicide()
    table.state.war_status, table.state.commitment = [11, 0], [LIMITED, MOBILIZATION]
    table.choose(AP).do("auto_op")
    assert table.state.commitment[AP] == TOTAL


@plays("suicide", 76)
def test_turkey_enters_after_the_action_that_brings_limited_war() -> None:
    table = suicide()
    table.state.war_status[CP] = 4
    table.choose(CP)
    assert "tu" not in table.state.at_war
    table.do("auto_op")
    assert table.state.at_war["tu"] == 5
    assert table.owner("constantinople") == CP


@plays("suicide", 77)
def test_zimmermann_waits_for_involvement() -> None:
    """The marker decides, not the combined war status."""
    card = "ap_54_zimmermann_telegram"
    for involvement, combined, allowed in ((29, 40, False), (30, 0, True)):
        for variant in (False, True):
            table = table_of(variant, turn=12).hand(AP, card)
            if variant:
                table.state.marks["involvement"] = involvement
            table.state.combined = combined
            table.state.commitment[AP] = TOTAL
            table.choose(AP)
            assert (card in table.offered("event")) is (allowed if variant else combined >= 30)


@plays("suicide", 77)
def test_americans_come_by_one_card_a_turn_after_over_there() -> None:
    """Over There in a later turn than Zimmermann; 14 Points only after it."""
    table = suicide(turn=12).hand(AP, "ap_55_over_there", "ap_40_14_points").played("ap_54_zimmermann_telegram")
    table.state.commitment[AP] = TOTAL
    assert table.choose(AP).offered("event") == {"ap_40_14_points"}
    table = suicide(turn=13).hand(AP, "ap_55_over_there").played("ap_54_zimmermann_telegram", turn=12)
    table.state.commitment[AP] = TOTAL
    assert table.choose(AP).offered("event") == {"ap_55_over_there"}
    table = suicide(turn=13).hand(AP, "ap_40_14_points")
    table.state.commitment[AP] = TOTAL
    assert not table.choose(AP).offered("event")


@plays("suicide", 78)
@pytest.mark.parametrize(
    ("turmoil", "combined", "box"), [(29, 0, "tsar_takes_command"), (30, 0, "fall_of_the_tsar_allowed")]
)
def test_the_tsar_falls_by_turmoil(turmoil: int, combined: int, box: str) -> None:
    """33 with the Russian VP spaces that the CP hold; the marker falls back with the sum."""
    table = suicide(turn=12).played("cp_28_tsar_takes_command").hold(CP, "warsaw", "riga", "kiev")
    table.state.russian, table.state.marks["turmoil"] = 2, turmoil
    table.choose(AP).do("auto_op")
    assert table.system.content.russian_track[table.state.russian].name == box
    if turmoil == 30:
        table.hold(AP, "warsaw").state.phasing = -1
        table.choose(AP).do("auto_op")
        assert table.system.content.russian_track[table.state.russian].name == "tsar_takes_command"
