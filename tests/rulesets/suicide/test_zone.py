"""The zone of played cards, and Withdrawal (12.6, 16.1.3)."""

from __future__ import annotations

import pytest

from bot.titles.pog.narration.names import names
from bot.titles.pog.panels.figures import summary
from engine.pog import view_of
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rules.test_12_6_withdrawal import hit_all, withdrawing
from tests.rulesets.suicide.support import acted, suicide, table_of
from tests.support.table import Table

CARD = "ap_06_withdrawal"


def _zone(table: Table) -> set[str]:
    return table.card_names(table.state.marks["played_cards"])


def _attacked(*defenders: str, space: str = "cambrai", **dice: int) -> Table:
    """Germans attack a space while Withdrawal has been in the Allied zone since the turn before."""
    table = suicide().put("brussels" if space == "cambrai" else "sedan", "ge_1_army", "ge_2_army").hold(CP, "sedan")
    table.put(space, *defenders).pile("discard", AP, CARD).played(CARD, turn=4)
    table.state.discard[AP], table.state.marks["played_cards"] = 0, table.cards(CARD)
    table.dice(**({"attacker": 1, "defender": 1} | dice)).attack(space, "ge_1_army", "ge_2_army")
    if table.asks("flank"):
        table.do("frontal")
    return table


@plays("suicide", 5, 33, 44)
def test_withdrawal_goes_to_the_zone_after_its_combat() -> None:
    """Played from hand it works as in Deluxe, but then goes to the public zone."""
    for variant in (False, True):
        table = table_of(variant).put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "br_1_army", "br_corps_01")
        table.reserve("br_corps_02").dice(attacker=2, defender=1)
        hit_all(withdrawing(table, "sedan", "ge_1_army", "ge_2_army"))
        assert table.asks("retreat")
        while table.asks("retreat", "advance"):
            table.do("finish" if table.asks("advance") else table.game.text(next(iter(table.game.options()))))
        assert {len(path) for _, path in table.battle.retreats} == {1}
        assert bool(table.state.removed[AP] & table.cards(CARD)) is not variant
        if variant:
            assert _zone(table) == {CARD}
            assert dict(view_of(table.game, None).marks)["played_cards"] == table.cards(CARD)
            assert "Withdrawal" in " ".join(summary(names(table.system.content), table.game))
            check(table.state)


@plays("suicide", 44)
@pytest.mark.parametrize(
    ("die", "inflicted", "taken", "spaces"), [(1, 3, 1, 2), (6, 7, 5, 2)],
)  # fmt: skip
def test_out_of_the_zone_the_defender_loses_less_and_goes(die: int, inflicted: int, taken: int, spaces: int) -> None:
    """Two or three becomes one, more becomes two less, and two spaces; the defender has lost in any case; the card stays."""
    table = _attacked("fr_corps_01", "fr_corps_02", "fr_corps_03", attacker=die, defender=6)
    assert table.offered("play") == {CARD}
    table.do(f"play {CARD}")
    while table.asks("defender_cards"):
        table.do("finish")
    fires = {event["fire"].attacker: event["fire"] for event in table.events("fire")}
    assert fires[True].loss_number == inflicted
    assert fires[False].table == "corps"
    if table.state.combat is not None:
        assert table.state.combat.to_defender == taken
    hit_all(table)
    while table.asks("retreat"):
        options = [choice for choice in table.game.options() if choice.verb != "halt"]
        table.do(table.game.text(options[0]))
    while table.asks("advance"):
        table.do("finish")
    assert table.battle.winner == "attacker"
    assert {len(path) for _, path in table.battle.retreats} <= {spaces}
    assert _zone(table) == {CARD}
    check(table.state)


@plays("suicide", 44)
def test_a_light_blow_costs_nothing_but_a_space() -> None:
    """A single corps attacks: its loss number of 1 or less becomes 0, and the defender retreats one space."""
    table = (
        suicide().put("brussels", "ge_corps_01").put("cambrai", "fr_corps_01").hold(CP, "sedan").played(CARD, turn=4)
    )
    table.hand(AP, CARD).state.hand[AP] = 0
    table.state.marks["played_cards"] = table.cards(CARD)
    table.dice(attacker=6, defender=6).attack("cambrai", "ge_corps_01").do(f"play {CARD}")
    while table.asks("defender_cards"):
        table.do("finish")
    assert table.asks("retreat", "attacker_loss")
    hit_all(table)
    while table.asks("retreat"):
        table.do(table.game.text(next(iter(table.game.options()))))
    while table.asks("advance"):
        table.do("finish")
    assert [len(path) for _, path in table.battle.retreats] == [1]
    assert not table.reduced("fr_corps_01")


@plays("suicide", 44)
@pytest.mark.parametrize(("space", "unit"), [("cambrai", "fr_1_army"), ("verdun", "fr_corps_01")])
def test_out_of_the_zone_it_covers_neither_armies_nor_forts(space: str, unit: str) -> None:
    table = _attacked(unit, space=space)
    assert CARD not in table.offered("play")


@plays("suicide", 44)
@pytest.mark.parametrize("used", [False, True])
def test_once_in_a_round(used: bool) -> None:
    """It cannot be used in another combat of the same round."""
    table = suicide().put("brussels", "ge_1_army").put("cambrai", "fr_corps_01").hold(CP, "sedan").hand(AP, CARD)
    table.state.hand[AP], table.state.marks["played_cards"] = 0, table.cards(CARD)
    table.operate(CP, 20).activate("!brussels")
    table.state.cards_used = table.cards(CARD) if used else 0
    table.any_dice().attack("cambrai", "ge_1_army")
    assert table.asks("defender_cards") is not used


@plays("suicide", 33)
def test_the_card_leaves_the_zone() -> None:
    """Its owner discards it in a political action, or it is discarded at the end of the next turn."""
    table = suicide().played(CARD, turn=5).hand(AP, CARD)
    table.state.hand[AP], table.state.marks["played_cards"] = 0, table.cards(CARD)
    table.run_from("put_away")
    assert _zone(table) == {CARD}
    table.state.turn = 6
    table.run_from("put_away")
    assert _zone(table) == set()
    assert table.state.discard[AP] & table.cards(CARD)
    table = suicide().played(CARD).hand(AP, CARD)
    table.state.hand[AP], table.state.marks["played_cards"] = 0, table.cards(CARD)
    table.choose(AP).do("political", f"discard {CARD}")
    assert _zone(table) == set()
    assert table.state.discard[AP] & table.cards(CARD)
    check(table.state)


@plays("suicide", 34)
def test_the_zone_is_not_shuffled_in() -> None:
    """Rising commitment reshuffles the discards, not the zone."""
    table = (
        acted(suicide(), AP, "auto_op").played(CARD).pile("discard", AP, "ap_01_british_reinforcements").hand(AP, CARD)
    )
    table.state.hand[AP], table.state.marks["played_cards"] = 0, table.cards(CARD)
    table.state.war_status[AP] = 4
    table.choose(AP).do("auto_op")
    assert table.events("commitment")
    assert not table.state.discard[AP]
    assert _zone(table) == {CARD}
    assert not table.state.deck[AP] & table.cards(CARD)
