"""Chapter 13.2: until turn 21 a German unit is under one headquarters, and can change it. No scenario has two, so these tests add one."""

from __future__ import annotations

import dataclasses

import pytest

from engine.core.chance import ScriptedChance
from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.liege.command import able_to_change, cannot_change
from engine.liege.facts import GERMAN
from engine.liege.line_facts import Headquarters
from engine.liege.sequence.turns import AttackerTurn, Siege
from engine.liege.state import LiegeState
from engine.liege.supply import Supply, supply_of
from engine.liege.system import LiegeSystem
from tests.liege.support import FACTS, ordered, position, told, unit

OLD, NEW = unit("ge_hq_2_aok"), unit("ge_43_ib")


def two_headquarters(units: dict[str, str], turn: int = 5) -> LiegeState:
    """Return a position with the 43rd brigade as a second headquarters, with ranges of 8 and 5; the first is far away in S38."""
    state = position({"ge_hq_2_aok": "S38 n", "ge_43_ib": "U33 n", **units}, turn=turn)
    second = dataclasses.replace(FACTS.units[OLD], name="ge_43_ib", title="HQ 1.AOK")
    headquarters = {**FACTS.lines.headquarters, NEW: Headquarters(8, 5)}
    state.facts = dataclasses.replace(
        FACTS, units=tuple(second if one == NEW else own for one, own in enumerate(FACTS.units)),
        lines=dataclasses.replace(FACTS.lines, headquarters=headquarters),
    )  # fmt: skip
    return state


def administration(state: LiegeState, *dice: int) -> Game[LiegeState]:
    """Return the German Administrative Phase at a position."""
    game = Game(LiegeSystem("siege", state.facts, fog=False), state, ScriptedChance({"command": list(dice)}))
    game.stack += [(Siege(), 1 + GERMAN), (AttackerTurn(GERMAN), 0)]
    game._settle()
    return game


PAIR = {"ge_13_id": "U32 n", "ge_14_id": "V32 n 2"}


def supplied(state: LiegeState, *names: str) -> list[Supply]:
    return [supply_of(state, unit(name)) for name in names]


def test_13_2_2_a_pair_of_a_corps_changes_with_one_test_at_the_lower_cab() -> None:
    """CAB 12 and 10, in heat 9: the die of 9 passes; both are under the new headquarters, and were not under the old one."""
    game = administration(two_headquarters(PAIR), 9)
    assert game.decision.kind == "admin_command"
    assert {game.text(choice) for choice in game.options()} == {"change ge_13_id", "change ge_14_id", "keep"}
    ordered(game, "change ge_13_id")
    assert told(game, "command_changed") == [
        {
            "units": (unit("ge_13_id"), unit("ge_14_id")),
            "headquarters": NEW,
            "cab": 9,
            "die": 9,
            "tested": True,
            "passed": True,
        }
    ]
    assert [game.state.under[unit(name)] for name in PAIR] == [NEW, NEW]
    assert supplied(game.state, *PAIR) == [Supply.FULL, Supply.FULL]
    assert LiegeState.load(game.state.dump()).under == game.state.under


def test_13_2_2_who_fails_is_out_of_command_and_finishes_without_a_test() -> None:
    """For the whole game turn; in the next Administrative Phase no die is rolled."""
    game = administration(two_headquarters(PAIR), 10)
    ordered(game, "change ge_14_id")
    assert supplied(game.state, *PAIR) == [Supply.OUT, Supply.OUT]
    game.state.side = 1
    later = administration(game.state)
    ordered(later, "change ge_13_id")
    assert told(later, "command_changed")[0]["tested"] is False
    assert told(later, "command_changed")[0]["passed"] is True
    assert supplied(later.state, *PAIR) == [Supply.FULL, Supply.FULL]


def test_13_2_2_a_change_that_failed_may_be_given_up() -> None:
    """A later change then tests again."""
    game = administration(two_headquarters(PAIR), 20)
    ordered(game, "change ge_13_id")
    later = administration(game.state, 1)
    ordered(later, "keep")
    again = administration(later.state, 1)
    ordered(again, "change ge_13_id")
    assert told(again, "command_changed")[0]["tested"] is True


@pytest.mark.parametrize(("name", "code"), [
    ("ge_27_ib", None), ("ge_20_id", "no_other_headquarters"), ("ge_2_kd", "under_nobody"), ("be_15_bm", "not_your_unit"),
    ("ge_hq_2_aok", "under_nobody"), ("ge_38_ib", "not_on_the_map"),
])  # fmt: skip
def test_13_2_2_who_may_change(name: str, code: str | None) -> None:
    """A unit within the reduced range of another headquarters; both of a pair; no cavalry corps, no headquarters."""
    state = two_headquarters(
        {"ge_27_ib": "T34 n", "ge_20_id": "T34 n", "ge_19_id": "AA33 n", "ge_2_kd": "T34 n", "be_15_bm": "AA36 n"}
    )
    reason = cannot_change(state, unit(name))
    assert (reason.code if reason else None) == code
    game = administration(state, 1)
    if code is not None:
        with pytest.raises(IllegalChoice):
            ordered(game, f"change {name}")


def test_13_1_3_others_are_commanded_by_any_headquarters_of_their_nation() -> None:
    """Belgians always, Germans from turn 22: no decision is needed, and the nearest counts."""
    state = two_headquarters({"ge_27_ib": "V33 n"}, turn=22)
    assert able_to_change(state) == 0
    game = administration(state)
    assert told(game, "lines") != []
    assert supplied(state, "ge_27_ib") == [Supply.FULL]
    bound = two_headquarters({"ge_27_ib": "AA33 n", "ge_14_ib": "U35 n"})
    ordered(administration(bound), "keep")
    assert supplied(bound, "ge_27_ib") == [Supply.OUT]


def test_with_one_headquarters_nobody_is_asked() -> None:
    state = position({"ge_hq_2_aok": "T35 n", "ge_27_ib": "T34 n"}, turn=5)
    game = administration(state)
    assert game.decision.kind != "admin_command"
