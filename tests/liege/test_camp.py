"""The works of the camp and old fortifications (chapters 11.1, 11.6 and 11.7): their value, the sides they cover, and for which units."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.bits import mask
from engine.liege.camp import forts_at, garrisoned
from engine.liege.combat import HexAttack
from engine.liege.combat_facts import Work
from engine.liege.fight import Fight, must_retreat
from engine.liege.state import LiegeState
from engine.liege.tables import TableResult
from engine.liege.works import camp_work, covers
from tests.liege.support import FACTS, hex_, position, unit

CAMP = ("V35", "W34", "W35", "X35")
DEFENDERS = ("be_9_11_bm", "be_12_14_bm", "be_9_11_rf", "be_12_14_rf", "be_dc")


def across(hex_name: str, *origins: str) -> int:
    """Return sides of a hex as a set."""
    return mask(FACTS.grid.side_toward(hex_(hex_name), hex_(origin)) for origin in origins)


def covered(state: LiegeState, hex_name: str, *origins: str) -> dict[str, tuple[Work, int]]:
    """Return, by Belgian unit of a hex, its works and their CBF factor in tenths, against an attack out of some hexes."""
    units = [one for one in state.units_at(hex_(hex_name)) if state.facts.units[one].side == 1]
    found = covers(state, hex_(hex_name), units, across(hex_name, *origins))
    return {state.facts.units[one].name: (cover.work, cover.cbf) for one, cover in found.items()}


def test_11_6_4_a_camp_is_forts_on_several_hexes_within_works() -> None:
    """Three forts in each of four hexes, which have printed works; the forts of a hex are listed in their order."""
    state = position({}, forts=("all",))
    for name in CAMP:
        assert len(forts_at(state, hex_(name))) == 3
        assert camp_work(state, hex_(name)) > Work.NONE
    assert camp_work(state, hex_("V36")) == Work.NONE
    assert FACTS.camp == mask(hex_(name) for name in CAMP)


@pytest.mark.parametrize("turn", range(2, 9))
def test_11_6_6_and_11_1_3_liege_is_a_level_lower_and_fieldworks_before_turn_3(turn: int) -> None:
    """Strengthened works are printed; mobilisation never ended, and regular entrenchments are ready from turn 3."""
    state = position({}, turn=turn, forts=("all",))
    assert camp_work(state, hex_("V35")) == (Work.REGULAR if turn >= 3 else Work.FIELDWORKS)


def test_11_6_5_works_are_a_level_lower_before_their_turn() -> None:
    """A camp whose works are ready on turn 5: regular on turn 4, strengthened from then on."""
    state = position({}, forts=("all",))
    printed = {**FACTS.combat.printed, hex_("V35"): (Work.STRENGTHENED, 5)}
    state.facts = replace(FACTS, combat=replace(FACTS.combat, printed=printed))
    for turn, work in ((4, Work.REGULAR), (5, Work.STRENGTHENED)):
        state.turn = turn
        assert camp_work(state, hex_("V35")) == work


def test_11_6_11_without_an_active_fort_works_are_a_level_lower() -> None:
    """Fieldworks once the last fort of the hex has fallen; the other hexes keep theirs."""
    state = position({}, forts=("barchon", "lantin"))
    assert [camp_work(state, hex_(name)) for name in ("V35", "W35", "W34")] == [
        Work.REGULAR,
        Work.REGULAR,
        Work.FIELDWORKS,
    ]


def test_11_1_2_and_11_6_1_works_cover_the_sides_to_the_outside() -> None:
    """V35 is covered against an attack out of V36 or U35, but not out of W35; one attacker across the works is enough (11.1.5)."""
    state = position({"be_9_11_bm": "V35 n"}, forts=("all",))
    assert covered(state, "V35", "V36") == covered(state, "V35", "U35") == {"be_9_11_bm": (Work.REGULAR, 17)}
    assert covered(state, "V35", "W35") == {}


def test_11_1_5_one_attacker_across_the_works_is_enough() -> None:
    state = position({"be_9_11_bm": "V35 n"}, forts=("all",))
    assert covered(state, "V35", "W35", "V36") == {"be_9_11_bm": (Work.REGULAR, 17)}


@pytest.mark.parametrize(("ready", "factor"), [(None, 17), (3, 30)])
def test_11_1_4_and_11_6_2_eight_steps_find_cover_and_no_cavalry(ready: int | None, factor: int) -> None:
    """The strongest eight of ten steps, behind regular and strengthened works; the cavalry division isn't among them."""
    state = position(dict.fromkeys(DEFENDERS, "V35 n") | {"be_15_bm": "V35 n"}, forts=("all",))
    printed = {**FACTS.combat.printed, hex_("V35"): (Work.STRENGTHENED, ready)}
    state.facts = replace(FACTS, combat=replace(FACTS.combat, printed=printed))
    inside = covered(state, "V35", "V36")
    assert "be_dc" not in inside
    assert sum(state.steps(unit(name)) for name in inside) == 8
    assert {"be_9_11_bm", "be_12_14_bm"} <= inside.keys()
    assert {cbf for _, cbf in inside.values()} == {factor}


@pytest.mark.parametrize(
    ("work", "level", "automatic", "goes"),
    [
        (Work.NONE, 1, 0, True), (Work.FIELDWORKS, 1, 0, True), (Work.REGULAR, 1, 0, False), (Work.REGULAR, 1, 1, True), (Work.REGULAR, 2, 0, True),
        (Work.STRENGTHENED, 1, 0, False), (Work.STRENGTHENED, 1, 1, False), (Work.STRENGTHENED, 2, 0, True),
    ],
)  # fmt: skip
def test_11_1_6_and_11_6_3_who_is_behind_entrenchments_holds_on(
    work: Work, level: int, automatic: int, goes: bool
) -> None:
    """Regular ones are abandoned after an automatic loss, and from level 2; strengthened ones from level 2."""
    state = position({"be_9_11_bm": f"V35 n {level}"}, forts=("all",))
    at = unit("be_9_11_bm")
    fight = Fight(HexAttack(hex_("V35")), (at,), {at: 12}, {}, loser=1, lost={at: 1})
    if work is not Work.NONE:
        fight.covered[at] = FACTS.combat.covers[work, 1]
    assert must_retreat(state, fight, at, TableResult(automatic, 0)) == goes


def test_11_1_8_who_leaves_the_hex_leaves_the_works() -> None:
    state = position({"be_9_11_bm": "V35 n"}, forts=("all",))
    state.place(unit("be_9_11_bm"), hex_("X36"), 0)
    assert covered(state, "X36", "X37") == {}


def test_11_7_1_an_old_fortification_shelters_four_steps() -> None:
    """Liège itself, without a fort: half as much again for four steps, not for cavalry; the others have the remaining fieldworks."""
    state = position({"be_9_11_bm": "W35 n", "be_12_14_bm": "W35 n", "be_dc": "W35 n"}, turn=3)
    found = covered(state, "W35", "W36")
    old = [name for name, cover in found.items() if cover == (Work.OLD, 15)]
    assert sum(state.steps(unit(name)) for name in old) == 3
    assert len(found) == 2
    assert "be_dc" not in found


def test_11_7_2_works_do_not_add_up() -> None:
    """With its entrenchments the city adds nothing: 17 tenths, and no unit has two covers."""
    state = position({"be_9_11_bm": "W35 n"}, turn=3, forts=("all",))
    assert covered(state, "W35", "W36") == {"be_9_11_bm": (Work.REGULAR, 17)}


def test_11_6_15_a_fallen_camp_needs_infantry_inside() -> None:
    """One unit in any of its hexes; guns don't count, and while a fort is active nothing does."""
    assert not garrisoned(position({}))
    assert not garrisoned(position({"ge_iii_fussa_4": "V35 n", "ge_27_ib": "V36 n"}))
    assert garrisoned(position({"ge_27_ib": "X35 n"}))
    assert not garrisoned(position({"ge_27_ib": "X35 n"}, forts=("loncin",)))
