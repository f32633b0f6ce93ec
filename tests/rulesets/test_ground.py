"""Rulesets that close ground: each entry is used wherever ground matters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.bits import mask
from engine.pog.content import load_content
from engine.pog.invariants import check
from engine.pog.rules import areas
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.state import State
from engine.pog.tables import Closing
from tests.rules.test_12_5_retreat import beaten
from tests.rules.test_12_7_advance import two_spaces, won
from tests.rulesets.support import deluxe_with, deluxe_without, french, germans
from tests.support.table import AP, CP, Table


def _sedan_while_brussels_is_allied(state: State, unit: int) -> int:
    board = state.rules.board
    return board.spaces("sedan") if state.control[AP] & board.spaces("brussels") else 0


SEDAN_WHILE_BRUSSELS = deluxe_with(barred=(Closing("sedan", "20", germans, spaces=_sedan_while_brussels_is_allied),))
NEVER_IN_SEDAN = deluxe_with(barred=(Closing("sedan", "20", germans, fixed=lambda rules: rules.board.spaces("sedan")),))
NO_FRENCH_THERE = deluxe_with(
    barred=(Closing("marne", "20", french, fixed=lambda rules: rules.board.spaces("chateau_thierry")),)
)
FRENCH_IN_RETREAT_ONLY = deluxe_with(
    barred=(Closing("marne", "20", french, fixed=lambda rules: rules.board.spaces("chateau_thierry"), spared=french),)
)
NO_STOP_IN_SEDAN = deluxe_with(
    no_stop=(Closing("sedan", "20", germans, fixed=lambda rules: rules.board.spaces("sedan")),)
)
NO_ADVANCE_THERE = deluxe_with(
    no_stop=(Closing("marne", "20", germans, fixed=lambda rules: rules.board.spaces("chateau_thierry"), advance=True),)
)


def _brussels(state: State) -> int:
    """Brussels is neutral until Race to the Sea."""
    open_ = state.rules.card("cp_08_race_to_the_sea") in state.events
    return 0 if open_ else mask([state.rules.board.space("brussels")])


NEUTRAL_BRUSSELS = deluxe_with(neutral=(_brussels,))


def _after_brest_litovsk(state: State) -> None:
    state.russian = areas.BREST_LITOVSK


def _came_on_elsewhere(state: State) -> None:
    state.ne_outside |= 1 << state.rules.content.unit_by_name["br_ne_army"]


#: Each limit of the Deluxe rules on where units may be: the question it answers, a unit it binds, a space it
#: closes, and the preconditions in a game of the Historical scenario.
LIMITS: dict[str, tuple[str, str, str, Callable[[State], None]]] = {
    "near_east": ("barred", "ge_1_army", "sivas", lambda state: None),
    "lost_near_east": ("barred", "br_ne_army", "sivas", _came_on_elsewhere),
    "bef": ("barred", "br_bef_army", "vienna", lambda state: None),
    "italy": ("barred", "ge_1_army", "rome", lambda state: None),
    "brest_litovsk": ("barred", "ru_1_army", "paris", _after_brest_litovsk),
    "coast": ("no_stop", "ge_1_army", "calais", lambda state: None),
    "austrian_border": ("no_stop", "ge_1_army", "trent", lambda state: None),
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_ruleset_may_leave_out_each_limit_of_the_deluxe_rules_by_its_name(name: str) -> None:
    """They are entries like those of a variant, so no rule has to be changed to drop one."""
    question, unit, space, prepared = LIMITS[name]
    for rulebook, closed in ((None, True), (deluxe_without(question, name), False)):
        state = Table("historical", rulebook=rulebook).state
        prepared(state)
        bound = {"barred": state.rules.barred, "no_stop": state.rules.no_stop}[question]
        number = state.rules.content.unit_by_name[unit]
        found = bound[number].to(state, number) if bound else 0
        assert bool(found & state.rules.board.spaces(space)) is closed


def test_every_limit_of_the_deluxe_rules_has_been_left_out() -> None:
    answers = DELUXE.tables(load_content())
    assert [one.name for one in (*answers.barred, *answers.no_stop)] == list(LIMITS)


def test_a_barred_space_is_neither_entered_nor_attacked() -> None:
    """The entry reads the position: it applies while Brussels is Allied, and only to Germans."""
    for brussels, open_ in ((AP, False), (CP, True)):
        table = Table(rulebook=SEDAN_WHILE_BRUSSELS).put("metz", "ge_4_army", "ah_4_army").hold(brussels, "brussels")
        table.operate(CP).activate("metz").do("pick ge_4_army")
        assert ("sedan" in table.offered("step")) is open_
        table = Table(rulebook=SEDAN_WHILE_BRUSSELS).put("koblenz", "ge_4_army").put("sedan", "fr_5_army")
        table.hold(brussels, "brussels").operate(CP).activate("!koblenz").do("add ge_4_army")
        assert table.offered("target") == ({"sedan", "liege"} if open_ else {"liege"})


def test_others_are_not_bound() -> None:
    """Austrians may enter where Germans may not, but not in one stack with them."""
    table = Table(rulebook=NEVER_IN_SEDAN).put("metz", "ge_4_army", "ah_4_army").operate(CP).activate("metz")
    table.do("pick ah_4_army")
    assert "sedan" in table.offered("step")
    assert "sedan" not in table.do("add ge_4_army").offered("step")
    assert table.offered("step")


def test_fixed_closings_also_apply_to_redeployment() -> None:
    """A fixed closing is computed once, for moves and for SR."""
    for rulebook, offered in ((None, True), (NEVER_IN_SEDAN, False), (NO_STOP_IN_SEDAN, False)):
        table = Table(rulebook=rulebook).put("metz", "ge_corps_01").hold(CP, "sedan", "brussels").redeploy(CP)
        found = table.do("pick ge_corps_01").offered("to")
        assert ("sedan" in found) is offered
        assert "koblenz" in found


def test_where_nobody_may_stop_one_may_pass() -> None:
    """The step is offered, the stop is not."""
    table = Table(rulebook=NO_STOP_IN_SEDAN).put("metz", "ge_4_army").operate(CP).activate("metz")
    table.do("pick ge_4_army", "step sedan")
    assert not table.allows("stop")
    assert "cambrai" in table.offered("step")


def test_a_retreat_may_be_spared() -> None:
    """Of two paths the barred one is offered only if the entry exempts retreats."""
    for rulebook, offered in ((None, True), (NO_FRENCH_THERE, False), (FRENCH_IN_RETREAT_ONLY, True)):
        table = beaten(two_spaces(rulebook=rulebook), "cambrai", "ge_1_army", "ge_2_army", length=2)
        table.do(*(["pick fr_1_army"] if table.offered("pick") else []))
        assert ("chateau_thierry" in table.offered("step")) is offered
        assert "amiens" in table.offered("step")


def test_an_advance_may_be_forbidden_to_end_there() -> None:
    """The space beyond the attacked one is closed to the advance."""
    for rulebook, offered in ((None, True), (NO_ADVANCE_THERE, False)):
        table = won(
            two_spaces(rulebook=rulebook), "cambrai", "ge_1_army", "ge_2_army", through="chateau_thierry", end="melun"
        )
        table.do("add ge_1_army", "step cambrai")
        assert (table.asks("advance") and "chateau_thierry" in table.offered("step")) is offered


def test_neutral_ground_is_closed_to_everybody_until_the_ruleset_opens_it() -> None:
    """Nobody enters and no line runs through; when the answer changes both do."""
    for played in ((), ("cp_08_race_to_the_sea",)):
        table = Table(rulebook=NEUTRAL_BRUSSELS).put("liege", "ge_1_army").hold(CP, "liege").destroy("liege")
        table.played(*played).operate(CP).activate("liege").do("pick ge_1_army")
        assert ("brussels" in table.offered("step")) is bool(played)
        assert table.state.closed >> table.space("brussels") & 1 == int(not played)


def test_forts_may_be_raised_in_play_and_fall() -> None:
    """An Allied fort in Cambrai: it keeps control when units enter, can be besieged, and is gone when it falls."""

    def raised(state: State) -> dict[int, tuple[int, int]]:
        return {state.rules.board.space("cambrai"): (AP, 1)} if state.marks["raised"] else {}

    def gone(state: State, space: int) -> None:
        state.marks["raised"] = 0

    building = deluxe_with(marks={"raised": 1}, forts=(raised,), fort_gone=(gone,))
    for rulebook, stands in ((None, False), (building, True)):
        table = Table(rulebook=rulebook).put("sedan", "ge_1_army").hold(CP, "brussels").operate(CP).activate("sedan")
        table.move("ge_1_army", "cambrai")
        assert (table.owner("cambrai") == AP) is stands
        assert bool(table.state.besieged >> table.space("cambrai") & 1) is stands
        if stands:
            check(table.state)
            table.dice(siege=2).phase("siege")
            assert table.owner("cambrai") == CP
            assert not table.state.marks["raised"]
            check(table.state)
