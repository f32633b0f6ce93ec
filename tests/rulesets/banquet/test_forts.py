"""Forts in combat (12.7.1, 15.1.7.1)."""

from __future__ import annotations

from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table


def _liege(variant: bool = True, die: int = 6, besieging: bool = False) -> Table:
    """A German army against the fort of Liège, from outside or from the siege."""
    table = banquet() if variant else Table("historical")
    table.put("liege" if besieging else "koblenz", "ge_1_army").dice(attacker=die, defender=1)
    table.attack("liege", "ge_1_army")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table


@plays("banquet", 40)
def test_a_fort_falls_to_those_who_enter_it() -> None:
    """The army advances: the fort is destroyed then, not before, and the space is taken."""
    table = _liege()
    assert table.asks("advance")
    assert not table.events("fort_destroyed")
    table.do("add ge_1_army", "step liege")
    assert [event["space"] for event in table.events("fort_destroyed")] == [table.space("liege")]
    assert table.owner("liege") == CP
    assert table.battle.losses[-1].result == "fort"
    check(table.state)


@plays("banquet", 40)
def test_a_fort_that_is_not_entered_stays_intact() -> None:
    """The same fire, no advance: destroyed in Deluxe, intact here."""
    for variant in (True, False):
        table = _liege(variant).do("finish")
        assert bool(table.state.forts_destroyed >> table.space("liege") & 1) is not variant
        assert bool(table.events("fort_stands")) is variant
        assert table.owner("liege") == AP
        check(table.state)


@plays("banquet", 40)
def test_besiegers_who_survive_take_the_fort() -> None:
    """They end the combat in its space."""
    table = _liege(besieging=True)
    assert table.state.forts_destroyed >> table.space("liege") & 1
    assert table.owner("liege") == CP
    check(table.state)


@plays("banquet", 40)
def test_besiegers_who_die_leave_the_fort_standing() -> None:
    """Simultaneous fire: the last corps is lost with the loss number reached, and no unit is left in the space."""
    for variant in (True, False):
        table = banquet() if variant else Table("historical")
        table.put("antwerp", "ge_corps_01-").hold(CP, "brussels", "liege").destroy("liege")
        table.played("cp_08_race_to_the_sea").dice(attacker=6, defender=6)
        table.attack("antwerp", "ge_corps_01")
        while table.asks("defender_loss", "attacker_loss"):
            table.do(table.game.text(next(iter(table.game.options()))))
        assert not table.in_("antwerp")
        assert table.loss_numbers() == (1, 1)
        assert bool(table.state.forts_destroyed >> table.space("antwerp") & 1) is not variant
        assert variant is (table.owner("antwerp") == AP)  # there it fell while the corps was still alive


@plays("banquet", 40)
def test_a_fort_whose_garrison_retreated_falls_when_entered() -> None:
    """The garrison is lost, the remaining points reach the fort: silenced, it falls only to the advance."""
    for enter in (True, False):
        table = (
            banquet().put("koblenz", "ge_1_army", "ge_2_army").put("liege", "be_corps_01-").dice(attacker=6, defender=1)
        )
        table.attack("liege", "ge_1_army", "ge_2_army")
        while table.asks("defender_loss", "attacker_loss"):
            table.do(table.game.text(next(iter(table.game.options()))))
        assert not table.in_("liege")
        table.do(*(("add ge_1_army", "step liege", "finish") if enter else ("finish",)))
        assert bool(table.state.forts_destroyed >> table.space("liege") & 1) is enter
        assert (table.owner("liege") == CP) is enter
        check(table.state)


@plays("banquet", 34)
def test_the_winner_over_a_lone_fort_may_besiege_it() -> None:
    """Deluxe keeps the winner out of a space whose fort is still intact."""
    for variant in (True, False):
        table = _liege(variant, die=1)
        ours, theirs = table.loss_numbers()
        assert ours is not None
        assert theirs is not None
        assert 3 > ours > theirs
        assert table.asks("advance") is variant
        if variant:
            table.do("add ge_1_army", "step liege")
            assert table.state.besieged >> table.space("liege") & 1
            assert table.owner("liege") == AP
            check(table.state)
