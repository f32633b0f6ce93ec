"""The rule of the night: attacks in the dark, and the one unit that breaks through into Liège."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.liege.breach import break_through, may_break_through, may_slip_through, open_gaps, refuge
from engine.liege.combat import HexAttack, strength_of
from engine.liege.combat_result import modifiers_of
from engine.liege.state import ASSAULTS, FIRED, FORCED, FOUGHT, HURT, LOST, LiegeState
from tests.liege.fields import Made, attacked, field, fighting, offers
from tests.liege.invariants import broken
from tests.liege.support import hex_, ordered, playing, position, told, unit

BRIGADE = Made("brigade", "V36 s", cbf=60, steps=2, rank="B")
GUARD = Made("guard", "V35 n", "be", cbf=10)
LEMAN = Made("leman", "W35 n", "be", type="HQ", steps=1, cbf=0)


def night(*made: Made, turn: int = 3) -> LiegeState:
    return field(*made, forts=("all",), scenario="night", turn=turn)


def beaten(*made: Made, turn: int = 3) -> Game[LiegeState]:
    """Make an attack on V35 in which the defender loses the first step."""
    game = fighting(night(BRIGADE, GUARD, *made, turn=turn), combat=(1,), combat_test=(20, 1))
    attacked(game, "V35", "brigade")
    while game.stack and game.decision.kind == "retreat":
        ordered(game, game.text(next(iter(game.options()))))
    if game.stack and game.decision.kind == "advance":
        ordered(game, "finish")
    return game


def test_one_attacker_gets_through_into_the_city() -> None:
    """Past the forts of V35 and W35, which remain; its general goes to X35, which has the most forts; then it turns."""
    game = beaten(LEMAN)
    assert (game.decision.kind, game.actor, offers(game, "enter")) == ("breach", 0, {"brigade"})
    ordered(game, "enter brigade", "face s")
    assert [game.state.at[unit] for unit in (0, 2)] == [hex_("W35"), hex_("X35")]
    assert game.state.facing[0] == 3
    assert told(game, "broke_through") == [{"unit": 0, "came": hex_("V36"), "to": hex_("W35")}]
    assert told(game, "escaped") == [{"unit": 2, "came": hex_("W35"), "to": hex_("X35")}]
    assert [one for one in broken(game.state) if "fort" in one] == []


def test_nobody_has_to() -> None:
    game = beaten()
    ordered(game, "stay")
    assert game.state.at[0] == hex_("V36")


@pytest.mark.parametrize(
    ("made", "turn"),
    [((Made("infantry", "W35 n", "be", steps=1),), 3), ((Made("german", "W35 n", type="CAV", steps=1),), 3), ((), 4)],
)
def test_only_by_night_and_only_into_a_city_without_infantry(made: tuple[Made, ...], turn: int) -> None:
    """And only one unit: its presence keeps the others out."""
    game = beaten(*made, turn=turn)
    assert not game.stack or game.decision.kind != "breach"


@pytest.mark.parametrize("dice", [(1, 1), (20, 20)])
def test_only_if_the_defenders_lost_the_first_step(dice: tuple[int, ...]) -> None:
    """Not if neither side loses one, nor if the attackers lost it."""
    strong = Made("guard", "V35 n", "be", cbf=24)
    game = fighting(
        night(BRIGADE, strong, Made("far", "Z37 s", cbf=30), Made("other", "Z36 n", "be")),
        combat=(20,),
        combat_test=dice,
        retreat=(1,),
    )
    attacked(game, "V35", "brigade")
    asked = []
    while game.decision.kind != "combat":
        asked.append(game.decision.kind)
        ordered(game, game.text(list(game.options())[-1]))
    assert "breach" not in asked
    assert game.state.has(1, HURT) is (dice == (20, 20))


def test_units_that_may_not_break_through() -> None:
    """Guns, units on forced marches, and units that attacked elsewhere."""
    state = night(BRIGADE, Made("gun", "V36 s", type="HAR", steps=1), Made("forced", "V36 s", marks=FORCED))
    assert [may_break_through(state, hex_("V35"), unit) for unit in range(3)] == [True, False, False]
    assert not may_break_through(state, hex_("W36"), 0)


def test_a_general_without_a_refuge_is_taken() -> None:
    """If no fort of the neighbouring hexes is active."""
    game = fighting(
        field(BRIGADE, GUARD, LEMAN, scenario="night", forts=("barchon", "liers")), combat=(1,), combat_test=(20, 1)
    )
    game.state.place(1, hex_("V35"), 0)
    assert refuge(game.state) == hex_("V35")
    game.state.fell(0)
    assert refuge(game.state) is None
    break_through(game, 0)
    assert told(game, "overrun") == [{"unit": 0, "units": (2,)}]
    assert game.state.at[2] == LOST


def test_a_german_in_the_city_has_nothing_of_its_forts() -> None:
    """They add no CBF, and it has flanks; either side can use an old fortification."""
    state = field(
        Made("belgian", "W34 nw", "be", cbf=20), Made("german", "W35 n", cbf=10, steps=2), side="be", forts=("all",)
    )
    attack = HexAttack(hex_("W35"), (0,))
    assert strength_of(state, attack).defence == 150
    assert "rear" in {one.cause for one in modifiers_of(state, attack)}


# -- gaps that nobody defends -------------------------------------------------------------------------------------


def in_combat(state: LiegeState) -> Game[LiegeState]:
    """Return a game with the Germans at their Combat Phase."""
    game = playing(state, barrage=[20] * 9)
    while game.decision.kind in ("barrage", "assaults", "march"):
        ordered(game, "done")
    return game


def test_an_empty_gap_is_no_better_guarded_than_one_that_is_held() -> None:
    """Before the attacks, so that no unit beaten elsewhere closes the city; a unit slipping through attacks nobody."""
    game = in_combat(
        night(BRIGADE, Made("other", "V34 nw", cbf=60, steps=2), Made("guard", "W34 n", "be", cbf=10), LEMAN)
    )
    assert (game.decision.kind, game.actor, offers(game, "enter")) == ("breach", 0, {"brigade"})
    ordered(game, "enter brigade", "face s")
    assert game.state.at[0] == hex_("W35")
    assert game.state.has(0, FOUGHT)
    assert told(game, "broke_through") == [{"unit": 0, "came": hex_("V36"), "to": hex_("W35")}]
    assert game.decision.kind == "combat"
    ordered(game, "hex W34")
    assert offers(game, "commit") == {"other"}
    assert [one for one in broken(game.state) if "fort" in one] == []


def test_nobody_has_to_slip_through() -> None:
    game = in_combat(night(BRIGADE, Made("guard", "W34 n", "be")))
    ordered(game, "stay")
    assert game.state.at[0] == hex_("V36")
    assert game.decision.kind != "breach"


@pytest.mark.parametrize(
    ("made", "turn", "gaps"),
    [
        ((), 3, {"V35", "W34"}),
        ((), 4, set()),
        ((Made("guard", "V35 n", "be", type="CAV", steps=1),), 3, {"W34"}),
        ((Made("general", "V35 n", "be", type="HQ", steps=1, cbf=0),), 3, {"V35", "W34"}),
        ((Made("infantry", "W35 n", "be", steps=1),), 3, set()),
        ((Made("general", "W35 n", "be", type="HQ", steps=1, cbf=0),), 3, {"V35", "W34"}),
    ],
)
def test_what_counts_as_an_open_gap(made: tuple[Made, ...], turn: int, gaps: set[str]) -> None:
    """At night a hex without attackable units, while no infantry is in the city; Belgians never slip through."""
    state = night(BRIGADE, *made, turn=turn)
    assert {state.facts.grid.names[hex_] for hex_ in range(99) if open_gaps(state) >> hex_ & 1} == gaps
    assert bool(may_slip_through(state)) == ("V35" in gaps)
    state.side = 1
    assert open_gaps(state) == 0


@pytest.mark.parametrize(
    ("one", "goes"),
    [
        (Made("brigade", "U35 sw", steps=2), True),
        (Made("cavalry", "U35 n", type="CAV", steps=2), True),
        (Made("away", "U35 n", steps=2), False),
        (Made("far", "U36 s", steps=2), False),
        (Made("gun", "U35 sw", type="HAR", steps=1), False),
        (Made("forced", "U35 sw", steps=2, marks=FORCED), False),
        (Made("fired", "U35 sw", steps=2, marks=FIRED), False),
        (Made("hurt", "U35 sw", steps=2, marks=HURT), False),
        (Made("stormer", "U35 sw", steps=2, marks=ASSAULTS), False),
    ],
)
def test_units_that_may_slip_through(one: Made, goes: bool) -> None:
    """Infantry and cavalry that face the gap, could attack there, and made no forced march."""
    assert (may_slip_through(night(one)) == (0,)) is goes


def test_a_unit_that_slips_through_is_revealed() -> None:
    """In the fog of war too."""
    state = position({"ge_27_ib": "U35 sw", "be_12_14_bm": "W34 n"}, scenario="night", turn=3, forts=("all",))
    state.fog, state.hidden = True, 1 << unit("ge_27_ib")
    state.changed()
    game = in_combat(state)
    ordered(game, "enter ge_27_ib", "face s")
    assert [one["unit"] for one in told(game, "revealed")] == [unit("ge_27_ib")]
    assert list(broken(game.state)) == []
