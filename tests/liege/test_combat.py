"""Chapter 9.1: attackers, the units they commit, and how often they attack.

The ground is clear unless a test says otherwise: Z36 is attacked from Z37 (facing s), Y36 (sw), Y35 (nw) and so on.
"""

from __future__ import annotations

import pytest

from engine.core.bits import members
from engine.errors import IllegalChoice
from engine.liege import combat
from engine.liege.state import FIRED, FOUGHT, HURT, HURT_TWICE, LiegeState
from tests.liege.attacks import ENEMY, NORTH, attack, causes
from tests.liege.fields import Made, attacked, cab_tests, field, fighting, offers
from tests.liege.support import code, hex_, names, ordered, told


def number(state: LiegeState, name: str) -> int:
    return state.facts.unit_ids[name]


# -- who attacks ----------------------------------------------------------------------------------------------------


def test_9_1_1_who_may_attack() -> None:
    """Not a unit that fired, lost steps before, faces elsewhere or isn't adjacent, nor one of the other side."""
    state = field(
        NORTH,
        Made("fired", "Z37 s", marks=FIRED),
        Made("hurt", "Z37 s", marks=HURT),
        Made("hurt twice", "Z37 s", marks=HURT_TWICE),
        Made("averted", "Z37 n", steps=2),
        Made("far", "Z38 s"),
        ENEMY,
    )
    found = {one: code(combat.cannot_join(state, attack(state), number(state, one))) for one in state.facts.unit_ids}
    assert found == {
        "north": None, "fired": ("fired_already", "9.1.1"), "hurt": ("has_lost_steps", "9.3.6"),
        "hurt twice": ("has_lost_steps", "9.3.6"), "averted": ("not_in_front", "9.1.1"), "far": ("not_next_to_it", "9.1.1"),
        "enemy": ("not_your_unit", "9.1.1"),
    }  # fmt: skip
    assert combat.able(state, hex_("Z36")) == [0]


def test_9_1_1_units_of_one_nation_attack_together() -> None:
    state = field(Made("belgian", "Z37 s", "be"), Made("french", "Z37 s", "fr"), Made("german", "Z36 n"), side="be")
    both = attack(state, "belgian")
    assert code(combat.cannot_join(state, both, number(state, "french"))) == ("other_nation", "9.1.1")


def test_9_1_1_twelve_steps_attack_out_of_a_hex() -> None:
    """Including units that attacked another hex in the same phase and are still there."""
    state = field(
        Made("one", "Z37 s"), Made("two", "Z37 s"), Made("three", "Z37 s"), Made("four", "Z37 s", steps=1), ENEMY,
        Made("north of it", "Z38 s", "be"),
    )  # fmt: skip
    full = attack(state, "one", "two", "three")
    assert code(combat.cannot_join(state, attack(state, "one", "two"), number(state, "three"))) is None
    assert code(combat.cannot_join(state, full, number(state, "four"))) == ("too_many_steps", "9.4.4")
    for name in ("one", "two"):
        state.mark(number(state, name), FOUGHT)
    assert code(combat.cannot_join(state, attack(state, "three"), number(state, "four"))) == ("too_many_steps", "9.1.1")


def test_9_1_2_and_9_1_13_combats_are_fought_one_after_the_other() -> None:
    """In the attacker's order; the first combat is resolved before the second is declared."""
    state = field(
        NORTH, Made("south", "AA34 ne", cbf=30), ENEMY, Made("other", "AA35 s", "be", steps=1), Made("gun", "Y36 sw")
    )
    game = fighting(state, combat=(10, 10), combat_test=(20, 20, 20, 20))
    assert offers(game, "hex") == {"Z36", "AA35"}
    attacked(game, "AA35", "south")
    assert state.facts.unit_ids["other"] == told(game, "lost")[0]["unit"]
    while game.decision.kind != "combat":
        ordered(game, game.text(list(game.options())[-1]))
    assert offers(game, "hex") == {"Z36"}
    attacked(game, "Z36", "north")
    assert len(told(game, "combat")) == 2


def test_9_1_3_and_9_1_8_all_units_of_a_hex_are_attacked() -> None:
    """CBF of all fully committed attackers, ARF of the partly committed, CBF of guns; the CBF of all defenders."""
    state = field(
        NORTH, Made("partly", "Z37 s", arf=9), Made("gun", "Z37 s", type="HAR", steps=1, cbf=3, arf=6),
        ENEMY, Made("second", "Z36 n", "be", cbf=7), Made("its gun", "Z36 n", "be", type="HAR", steps=1, cbf=2),
    )  # fmt: skip
    assert combat.strength_of(state, attack(state, "north", "gun", partly=("partly",))) == (420, 290)


def test_9_1_4_each_unit_attacks_once_and_is_attacked_once() -> None:
    """A unit that fought adds nothing to a defence, and is not a target on its own."""
    state = field(NORTH, Made("east", "Y36 sw", cbf=9), ENEMY, Made("second", "Z36 n", "be", cbf=7))
    state.mark(number(state, "second"), FOUGHT)
    assert combat.strength_of(state, attack(state, "north")) == (300, 200)
    state.mark(number(state, "enemy"), FOUGHT)
    assert combat.targets(state) == 0
    state.mark(number(state, "north"), FOUGHT)
    assert code(combat.cannot_attack(state, number(state, "north"))) == ("fought_already", "9.1.4")


def test_9_1_4_in_a_game_nobody_fights_twice() -> None:
    state = field(NORTH, Made("east", "Y36 sw", cbf=20), ENEMY, Made("west", "W33 s"), Made("other", "W32 n", "be"))
    game = fighting(state, combat=(13,), combat_test=(1, 1))
    attacked(game, "Z36", "north")
    assert [game.state.has(unit, FOUGHT) for unit in range(3)] == [True, False, True]
    assert offers(game, "hex") == {"W32"}


def test_9_1_5_not_all_of_a_stack_attack_and_never_the_artillery_alone() -> None:
    state = field(NORTH, Made("idle", "Z37 s", arf=9), Made("gun", "Z37 s", type="HAR", steps=1, cbf=30, arf=6), ENEMY)
    assert combat.cannot_begin(state, attack(state, "north")) is None
    for alone in (attack(state), attack(state, partly=("north", "idle")), attack(state, "gun")):
        assert code(combat.cannot_begin(state, alone)) == ("nobody_fully", "9.1.5")


def test_9_1_6_germans_may_commit_the_artillery_alone() -> None:
    """It counts one step (9.4.4); Belgians, guns and units without an ARF can't."""
    state = field(NORTH, Made("gun", "Z37 s", type="HAR", steps=1, arf=6), Made("without", "Z37 s"), ENEMY)
    found = [code(combat.cannot_join(state, attack(state), unit, partly=True)) for unit in range(3)]
    assert found == [None, ("fully_or_not", "9.1.6"), ("fully_or_not", "9.1.6")]
    belgian = field(Made("belgian", "Z37 s", "be", arf=5), Made("german", "Z36 n"), side="be")
    assert code(combat.cannot_join(belgian, attack(belgian), 0, partly=True)) == ("fully_or_not", "9.1.6")


def test_9_1_6_an_order_of_both_kinds_is_carried_out() -> None:
    state = field(NORTH, Made("support", "Z37 s", cbf=20, arf=9), ENEMY)
    game = fighting(state, combat=(4,), combat_test=(1,) * 3)
    attacked(game, "Z36", "north", "+support")
    (told_of,) = told(game, "combat")
    assert (told_of["full"], told_of["partly"], told_of["attack"]) == ((0,), (1,), 390)
    assert [name for name, *_ in cab_tests(game)] == ["enemy", "north"]


def test_9_1_10_siege_guns_alone_are_destroyed_without_a_die() -> None:
    guns = Made("gun", "Z36 n", "be", type="SAR", steps=1, cbf=0)
    game = fighting(field(NORTH, guns))
    attacked(game, "Z36", "north")
    assert [one["cause"] for one in told(game, "lost")] == ["overrun"]
    assert told(game, "combat") == []
    assert offers(game, "enter") == {"north"}
    beside = fighting(field(NORTH, guns, ENEMY), combat=(1,), combat_test=(1,) * 3)
    attacked(beside, "Z36", "north")
    assert len(told(beside, "combat")) == 1


def test_9_1_11_and_9_1_12_below_one_to_three_nobody_attacks() -> None:
    weak = field(Made("weak", "Z37 s", cbf=9), Made("enemy", "Z36 n", "be", cbf=28))
    assert code(combat.cannot_begin(weak, attack(weak, "weak"))) == ("odds_too_low", "9.1.12")
    assert combat.targets(weak) == 0
    game = fighting(field(Made("weak", "Z37 s", cbf=10), Made("enemy", "Z36 n", "be", cbf=30)))
    assert offers(game, "hex") == {"Z36"}
    ordered(game, "hex Z36")
    with pytest.raises(IllegalChoice, match=r"nobody_fully \(9.1.5\)"):
        ordered(game, "attack")


def test_9_1_14_headquarters_add_nothing() -> None:
    """They add no strength to an attack, and do not turn a flank into a front."""
    state = field(Made("hq", "Z37 s", type="HQ", steps=1, cbf=5), NORTH, Made("enemy", "Z36 s", "be", cbf=20, steps=2),
                  Made("its hq", "Z36 n", "be", type="HQ", steps=1, cbf=5))  # fmt: skip
    assert code(combat.cannot_attack(state, 0)) == ("adds_nothing", "9.1.14")
    assert combat.strength_of(state, attack(state, "north")).defence == 200
    assert "rear" in causes(state, "north")


def test_11_3_9_headquarters_in_a_fort_hex_are_not_attacked() -> None:
    hq = Made("hq", "V35 n", "be", type="HQ", steps=1)
    open_, sheltered = (
        field(Made("german", "V36 s", cbf=30), hq, forts=forts) for forts in ((), ("barchon",))
    )  # fmt: skip
    assert (names(members(combat.targets(open_))), combat.targets(sheltered)) == ({"V35"}, 0)
