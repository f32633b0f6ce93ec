"""Chapters 9.2 and 9.6: withdrawal before a combat, retreat and advance after it."""

from __future__ import annotations

import pytest

from engine.core.bits import mask, members
from engine.core.game import Game
from engine.errors import IllegalChoice
from engine.liege.grid import SIDES
from engine.liege.retreat import cannot_advance, into_zone, ways_back, withdrawers
from engine.liege.state import DEPLOYED, FORCED, FOUGHT, HURT, HURT_TWICE, LOST, WITHDREW, LiegeState
from tests.liege.fields import Made, attacked, cab_tests, field, fighting, offers
from tests.liege.support import hex_, names, ordered, told

NORTH = Made("north", "Z37 s", cbf=30, arf=3)
ENEMY = Made("enemy", "Z36 n", "be", cbf=20)
RIDERS = Made("riders", "Z36 n", "be", type="CAV", steps=2)
HQ = Made("hq", "Z36 n", "be", type="HQ", steps=1, cab=14, cbf=0)


def at(game: Game[LiegeState], name: str) -> str:
    where = game.state.at[game.state.facts.unit_ids[name]]
    return game.state.facts.grid.names[where] if where >= 0 else "lost"


def declared(game: Game[LiegeState], where: str, *units: str) -> Game[LiegeState]:
    """Make an attack up to the first question."""
    ordered(game, f"hex {where}", *(f"commit {name}" for name in units), "attack")
    return game


def beaten(*units: Made, tests: tuple[int, ...] = (20, 1), **dice: tuple[int, ...]) -> Game[LiegeState]:
    """Make an attack from the north on Z36 after which the defender's infantry has lost a step and must retreat."""
    game = fighting(field(NORTH, ENEMY, *units), combat=(12,), combat_test=tests, **dice)
    attacked(game, "Z36", "north")
    return game


# -- withdrawal -----------------------------------------------------------------------------------------------------


def test_9_2_1_cavalry_withdraws_unless_cavalry_attacks() -> None:
    horse = Made("horse", "Z37 s", type="CAV", steps=2)
    state = field(NORTH, horse, RIDERS, ENEMY)
    assert withdrawers(state, [2, 3], [0]) == [2]
    assert withdrawers(state, [2, 3], [0, 1]) == []


def test_9_2_1_it_is_asked_before_the_die_and_may_stand() -> None:
    game = declared(fighting(field(NORTH, RIDERS, ENEMY), combat=(12,), combat_test=(1, 1, 1)), "Z36", "north")
    assert (game.decision.kind, game.actor) == ("withdraw", 1)
    assert told(game, "combat") == []
    ordered(game, "stand")
    assert told(game, "combat")[0]["defenders"] == (1, 2)


def test_9_2_2_it_goes_one_hex_away_and_the_attacker_fights_who_is_left() -> None:
    game = declared(fighting(field(NORTH, RIDERS, ENEMY), combat=(12,), combat_test=(1, 1)), "Z36", "north")
    assert offers(game, "go") == {"Z35", "Y35", "AA35"}
    with pytest.raises(IllegalChoice, match=r"no_withdrawal_there \(9.2.2\)"):
        ordered(game, "go Z37")
    ordered(game, "go Z35")
    assert (told(game, "withdrew")[0]["to"], told(game, "combat")[0]["defenders"]) == (hex_("Z35"), (2,))


def test_9_2_2_it_goes_toward_its_line_of_communications() -> None:
    """Nearer to its railway, via Y36 and X36, even past the attackers; Y33 and X34 lead away from them, and off it."""
    state = field(Made("west", "Z35 se", steps=2, cbf=30), Made("riders", "Y34 n", "be", type="CAV", steps=2))
    game = declared(fighting(state), "Y34", "west")
    assert offers(game, "go") == {"Y35", "X35"}


def test_9_2_2_an_empty_hex_may_be_entered() -> None:
    game = declared(fighting(field(NORTH, RIDERS)), "Z36", "north")
    ordered(game, "go Z35")
    assert (game.decision.kind, game.actor, offers(game, "enter")) == ("advance", 0, {"north"})
    ordered(game, "enter north", "face se")
    assert (at(game, "north"), told(game, "combat")) == ("Z36", [])


def test_9_2_3_several_go_into_different_hexes() -> None:
    game = declared(fighting(field(NORTH, RIDERS, Made("more", "Z36 n", "be", type="CAV", steps=2))), "Z36", "north")
    ordered(game, "go Z35", "go Y35")
    assert (at(game, "riders"), at(game, "more")) == ("Z35", "Y35")


@pytest.mark.parametrize(
    ("die", "friend", "level", "tested"),
    [(12, False, 0, 1), (13, False, 1, 1), (20, True, 0, 0)],
)
def test_9_2_4_into_a_zone_without_a_friend_it_is_tested(die: int, friend: bool, level: int, tested: int) -> None:
    """At its own CAB of 12; a failure takes a step."""
    guard = Made("guard", "Z34 n", arf=12)
    others = [Made("friend", "Z35 s", "be", steps=1)] if friend else []
    game = fighting(field(NORTH, guard, RIDERS, *others), withdrawal=(die,))
    declared(game, "Z36", "north")
    ordered(game, "go Z35")
    assert (game.state.level[2], len(told(game, "tested")), game.state.has(2, HURT)) == (level, tested, level > 0)


def test_9_2_5_it_never_leaves_the_map() -> None:
    """In the corner AA38 with the enemy in Z38: only hexes of the map are offered."""
    game = fighting(field(Made("east", "Z38 sw"), Made("riders", "AA38 n", "be", type="CAV", steps=2)))
    declared(game, "AA38" if "AA38" in offers(game, "hex") else next(iter(offers(game, "hex"))), "east")
    assert offers(game, "go") <= {"AA37"}


def test_9_2_6_and_9_2_7_the_attacker_has_attacked_and_nobody_withdraws_twice() -> None:
    state = field(NORTH, Made("east", "Y34 nw"), RIDERS, Made("other", "AA37 s", "be", steps=1))
    game = declared(fighting(state, combat=(12,), combat_test=(1, 1), withdrawal=(1,)), "Z36", "north")
    ordered(game, "go Z35", "finish")
    assert game.state.has(0, FOUGHT)
    assert game.state.has(2, WITHDREW)
    assert not game.state.has(2, FOUGHT)
    assert offers(game, "hex") == {"Z35"}
    declared(game, "Z35", "east")
    assert told(game, "combat")[0]["defenders"] == (2,)


def test_9_2_8_headquarters_withdraw_with_troops_alone() -> None:
    state = field(NORTH, ENEMY, HQ)
    assert withdrawers(state, [1, 2], [0]) == [2]
    assert withdrawers(state, [2], [0]) == []
    game = declared(fighting(field(NORTH, ENEMY, HQ), combat=(12,), combat_test=(1, 1)), "Z36", "north")
    ordered(game, "go Z35")
    assert at(game, "hq") == "Z35"


def test_9_2_9_it_must_fit_where_it_goes() -> None:
    full = [Made(f"f{one}", "Z35 s", "be", steps=5, marks=0) for one in range(3)]
    game = declared(fighting(field(NORTH, RIDERS, *full)), "Z36", "north")
    assert offers(game, "go") == {"Y35", "AA35"}


# -- retreat --------------------------------------------------------------------------------------------------------


def test_9_6_1_one_hex_and_after_one_step_any_facing() -> None:
    """Away from the attackers, if there is such a hex (ruling)."""
    game = beaten()
    assert (game.decision.kind, game.actor, offers(game, "to")) == ("retreat", 1, {"Z35", "Y35", "AA35"})
    ordered(game, "to Y35")
    assert offers(game, "face") == set(SIDES)
    ordered(game, "face ne")
    assert (at(game, "enemy"), SIDES[game.state.facing[1]]) == ("Y35", "ne")


def test_9_6_1_after_two_steps_the_facing_is_kept() -> None:
    game = fighting(field(Made("north", "Z37 s", cbf=40), ENEMY), combat=(10,), combat_test=(20, 1))
    attacked(game, "Z36", "north")
    assert game.state.level[1] == 2
    ordered(game, "to Y35")
    assert (at(game, "enemy"), game.decision.kind) == ("Y35", "advance")
    assert SIDES[game.state.facing[1]] == "n"


def test_9_6_1_an_attacker_retreats_from_the_hex_that_it_attacked() -> None:
    game = fighting(field(Made("north", "Z37 s", cbf=10), ENEMY), combat=(12,), combat_test=(1, 1))
    attacked(game, "Z36", "north")
    assert (game.decision.kind, game.actor, offers(game, "to")) == ("retreat", 0, {"Z38", "Y37", "AA37"})


def test_retreat_goes_next_to_the_attackers_only_where_there_is_no_other_way() -> None:
    state = field(Made("a", "Z37 s"), Made("b", "Y35 nw"), Made("c", "AA35 ne"), ENEMY)
    foes = mask(hex_(name) for name in ("Z37", "Y35", "AA35"))
    assert names(members(ways_back(state, 3, foes))) == {"Y36", "AA36", "Z35"}
    assert names(members(ways_back(state, 3, mask([hex_("Z37")])))) == {"Z35"}


@pytest.mark.parametrize(
    ("enemy", "cab", "result"),
    [
        ({"type": "HAR", "steps": 1, "arf": 0}, 12 + 3, 3), ({"arf": 4}, 12, 0), ({"arf": 5}, 12 - 3, -3), ({"arf": 12}, 12 - 6, -6),
        ({"type": "CAV", "steps": 2, "arf": 3}, 12 - 3, -3), ({"type": "CAV", "steps": 2, "arf": 5}, 12 - 6, -6),
    ],
)  # fmt: skip
def test_9_6_2_into_a_zone_the_unit_is_tested_again(enemy: dict[str, object], cab: int, result: int) -> None:
    """At its current CAB, with the modifiers for enemies controlling the hex; a failure costs one more step, making two."""
    guard = Made("guard", "Z34 n", **enemy)  # type: ignore[arg-type]  # the fields of a unit
    game = beaten(guard, retreat=(min(max(cab, 1), 19) + 1,))
    assert into_zone(game.state, hex_("Z35"), 0) == result
    ordered(game, "to Z35")
    assert cab_tests(game)[-1] == ("enemy", cab, cab + 1, False)
    assert (game.state.level[1], game.state.marks[1] & (HURT | HURT_TWICE)) == (2, HURT_TWICE)


def test_9_6_2_with_a_friend_there_is_no_test() -> None:
    game = beaten(Made("guard", "Z34 n", arf=12), Made("friend", "Z35 s", "be", steps=1))
    ordered(game, "to Z35")
    assert len(cab_tests(game)) == 2


def test_9_6_2_the_forts_of_a_camp_are_counted_in_their_zone() -> None:
    """W36 is next to W35, whose three forts have an ARF of 10 together; one of them alone has 3."""
    found = [into_zone(field(Made("german", "W36 n"), forts=forts), hex_("W36"), 1) for forts in (("all",), ("liers",))]
    assert found == [-3, 0]


def test_6_4_3_a_full_hex_costs_steps_until_the_unit_fits() -> None:
    """14 steps are in Z35, the unit has 3: two are lost; with 15 there, all."""
    others = [Made(f"f{one}", "Z35 s", "be", steps=5) for one in range(2)]
    for last, left in ((4, 1), (5, 0)):
        blocks = [Made(side, f"{side} n", "ge", arf=0) for side in ("Y34", "AA34")]
        game = fighting(
            field(NORTH, ENEMY, *others, Made("f2", "Z35 s", "be", steps=last), *blocks),
            combat=(12,),
            combat_test=(20, 1),
        )
        attacked(game, "Z36", "north")
        ordered(game, "to Z35")
        assert game.state.steps(1) == left
        assert (game.state.at[1] == LOST) is (left == 0)


def test_9_6_4_without_a_way_the_unit_is_destroyed() -> None:
    """All six neighbours are held by enemies; a camp with active forts is no way either (11.6.7)."""
    around = [("Y36", "sw"), ("Y35", "nw"), ("Z35", "n"), ("AA35", "ne"), ("AA36", "se")]
    game = beaten(*(Made(where, f"{where} {facing}") for where, facing in around))
    assert (at(game, "enemy"), told(game, "lost")[-1]["cause"]) == ("lost", "no_retreat")
    assert game.decision.kind == "advance"
    german = field(Made("german", "U34 s"), forts=("all",))
    assert "V35" not in names(members(ways_back(german, 0, mask([hex_("U33")]))))


def test_a_gun_that_retreats_leaves_its_firing_position() -> None:
    gun = Made("gun", "Z36 n", "be", type="SAR", steps=1, cbf=0, drive="motor", marks=DEPLOYED)
    game = beaten(gun, tests=(20, 1, 1))
    ordered(game, "to Y35", "face n", "go gun", "to Y35", "face n")
    assert (at(game, "gun"), game.state.has(2, DEPLOYED)) == ("Y35", False)


# -- advance --------------------------------------------------------------------------------------------------------


def test_9_6_5_the_other_side_enters_the_empty_hex_and_turns() -> None:
    """Every participant, even after losses, once each; a unit that stays can turn in place."""
    east = Made("east", "Y36 sw", cbf=5)
    game = fighting(field(NORTH, east, ENEMY, Made("idle", "Z37 s")), combat=(12,), combat_test=(20, 20, 1))
    attacked(game, "Z36", "north", "east")
    ordered(game, "to Z35", "face n")
    assert (game.decision.kind, game.actor) == ("advance", 0)
    assert (offers(game, "enter"), offers(game, "face")) == ({"north", "east"}, {"north", "east"})
    ordered(game, "enter north", "face sw", "face east", "face s")
    assert (at(game, "north"), at(game, "east"), SIDES[game.state.facing[1]]) == ("Z36", "Y36", "s")
    assert game.state.level[0] == 1


def test_9_6_5_who_took_no_part_stays() -> None:
    game = beaten(Made("idle", "Z37 s"))
    ordered(game, "to Z35", "face n")
    with pytest.raises(IllegalChoice, match=r"took_no_part \(9.6.5\)"):
        ordered(game, "enter idle")


def test_9_6_5_nobody_turns_where_an_enemy_is_left() -> None:
    game = fighting(field(NORTH, ENEMY, Made("second", "Z36 n", "be", cbf=0)), combat=(12,), combat_test=(20, 1, 1))
    attacked(game, "Z36", "north")
    ordered(game, "to Z35", "face n")
    assert game.decision.kind != "advance"


def test_9_6_5_a_defender_follows_into_the_hex_of_the_attackers() -> None:
    """Into any that is now empty, choosing one."""
    game = fighting(
        field(Made("north", "Z37 s", cbf=8), Made("east", "Y36 sw", cbf=8), Made("enemy", "Z36 n", "be", cbf=30)),
        combat=(12,), combat_test=(20, 20, 1),
    )  # fmt: skip
    attacked(game, "Z36", "north", "east")
    while game.decision.kind == "retreat":
        ordered(game, game.text(next(iter(game.options()))))
    assert (game.decision.kind, game.actor) == ("advance", 1)
    ordered(game, "enter enemy")
    assert offers(game, "to") == {"Z37", "Y36"}
    with pytest.raises(IllegalChoice, match=r"not_vacated \(9.6.5\)"):
        ordered(game, "to Z35")
    ordered(game, "to Y36", "face n")
    assert at(game, "enemy") == "Y36"


def test_9_6_6_siege_guns_and_forced_marches_do_not_advance() -> None:
    state = field(NORTH, Made("gun", "Z37 s", type="SAR", steps=1), Made("forced", "Z37 s", marks=FORCED))
    found = [cannot_advance(state, one, hex_("Z36")) for one in range(3)]
    assert [reason and (reason.code, reason.rule) for reason in found] == [
        None,
        ("never_advances", "9.6.6"),
        ("marched_by_force", "9.6.6"),
    ]


def test_9_6_7_and_11_6_7_rivers_stop_nobody_forts_do() -> None:
    """Over the Meuse at Visé; into V35 only after its last fort."""
    state = field(Made("a", "V36 nw"))
    assert cannot_advance(state, 0, hex_("W36")) is None
    guarded = field(Made("a", "V36 s"), forts=("fleron",))
    reason = cannot_advance(guarded, 0, hex_("V35"))
    assert reason is not None
    assert (reason.code, reason.rule) == ("active_fort", "11.6.7")
    assert cannot_advance(field(Made("a", "V36 s")), 0, hex_("V35")) is None


def test_6_4_1_an_advance_respects_the_stacking_limit() -> None:
    state = field(NORTH, *(Made(f"f{one}", "Z36 s", steps=4) for one in range(3)))
    reason = cannot_advance(state, 0, hex_("Z36"))
    assert reason is not None
    assert reason.code == "hex_is_full"
