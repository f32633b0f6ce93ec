"""August and September 1914 as worked games: the extended opening with Guns of August, and without it (18).

The first combat has the dice and losses of the rulebook's extended example; afterwards the variant differs.
"""

from __future__ import annotations

from engine.pog.invariants import check
from tests.manifest import plays
from tests.rulesets.banquet.support import banquet
from tests.support.table import AP, CP, Table

GUNS, RACE = "cp_01_guns_of_august", "cp_08_race_to_the_sea"


def _combat(table: Table, attacker: int, defender: int, *choices: str) -> Table:
    """Make the choices in order, and otherwise only what is required, until the combat is over."""
    table.dice(attacker=attacker, defender=defender)
    over, left = len(table.events("combat_over")), list(choices)
    while len(table.events("combat_over")) == over:
        if left and left[0].split()[0] in table.game.decision.verbs and table.can(left[0]):
            table.do(left.pop(0))
            continue
        idle = [verb for verb in ("frontal", "finish", "decline") if table.allows(verb)]
        table.do(idle[0] if idle else table.game.text(next(iter(table.game.options()))))
    assert not left, f"never asked: {left}"
    return table


def _pass(table: Table, rounds: int = 1) -> Table:
    """Let both sides operate without a card and do nothing, a number of times in total."""
    for _ in range(rounds):
        for _ in range(2):
            assert table.asks("choose_action")
            table.do("auto_op", "stop")
    return table


def _plans(table: Table) -> list[tuple[str, str]]:
    return [(event["plan"], event["kind"]) for event in table.events("war_plan")]


def _begin() -> Table:
    """Set up with Guns of August and Race to the Sea in the German hand, at the beginning of the turn."""
    table = banquet(setup=True, turn=1).hand(CP, GUNS, RACE)
    table.state.vp = 10
    return table.run_from("mandated_offensives")


def _through_sedan(table: Table) -> None:
    """Sedan as in the example: 5 against 2, the French 5th Army reduced; but it retreats only because the Germans advance."""
    assert table.state.mandated == ["none", "none"]
    assert RACE not in table.offered("event")  # the plan comes with the first card, otherwise no Race to the Sea
    table.do(f"event {GUNS}")
    assert table.where("be_1_army") == "antwerp"
    assert table.in_("liege") == {"ge_1_army", "ge_2_army"}
    together = ("add ge_1_army", "add ge_2_army", "add ge_3_army", "target sedan")
    _combat(table, 2, 3, *together, "add ge_2_army", "add ge_3_army", "declare", "retreat", "step cambrai")
    assert table.loss_numbers() == (5, 2)
    assert table.reduced("fr_5_army")
    assert table.in_("sedan") == {"ge_2_army", "ge_3_army"}
    assert table.where("fr_5_army") == "cambrai"  # one space, since Sedan is forest


def _austrian_offensives(table: Table) -> None:
    """Play the offensives that the card requires."""
    assert not table.allows("decline")
    table.do("add ah_5_army")
    assert table.offered("target") == {"belgrade"}
    _combat(table, 3, 6, "target belgrade")
    assert not table.allows("decline")
    table.do("add ah_6_army")
    assert table.offered("target") == {"valjevo"}
    _combat(table, 1, 1, "target valjevo")
    assert table.state.phasing == AP  # no unit of the event can attack any more
    assert table.state.vp == 11  # Sedan is no VP space, Liège is


def _allied_plans(table: Table) -> None:
    """Plan XVII, Galicia, Tannenberg."""
    # Plan XVII is the first French activation: -2 against the fortress of Metz
    table.do("auto_op", "for_combat nancy")
    _combat(table, 5, 1, "add fr_1_army", "add fr_2_army", "target metz")
    fire = next(data["fire"] for data in reversed(table.events("fire")) if data["fire"].attacker)
    assert [(drm.cause, drm.value) for drm in fire.drms] == [("plan_xvii", -2)]
    # Austrians next to Russians may only attack
    table.do("auto_op")
    assert "tarnopol" not in table.offered("for_movement")
    assert "tarnopol" in table.offered("for_combat")
    table.do("stop")
    # the Russian 2nd Army goes to Tannenberg
    table.do("auto_op").do("for_movement lomza")
    table.do("pick ru_2_army", "step tannenberg")
    while table.state.phasing == AP:
        table.do(next(verb for verb in ("stop", "leave", "finish") if table.allows(verb)))


def _end_of_august(table: Table) -> None:
    """The Central Powers pay to call off Galicia; the end of every plan is reported."""
    table.do("call_off", "auto_op", "for_movement tarnopol")
    assert table.state.vp == 10
    while table.state.phasing == CP:
        table.do(next(verb for verb in ("stop", "leave", "finish") if table.allows(verb)))
    table.do("auto_op", "stop")
    check_marks(table, plans=1, german=1)
    table.any_dice("sieges")
    _pass(table, 3)
    while table.state.turn == 1:
        table.do("finish")
    assert _plans(table) == [
        ("plan_xvii", "met"),  # reported as soon as its action is over
        ("galicia", "called_off"),
        ("tannenberg", "met"),
        ("through_belgium", "met"),
        ("nach_paris", "begins"),
    ]


def _september(table: Table) -> None:
    """The German offensive is ignored, Château-Thierry stays French, and that costs a VP."""
    assert table.state.turn == 2
    check_marks(table, plans=0, german=2)
    while not table.asks("choose_action"):
        table.do("finish")
    _pass(table, 6)
    assert _plans(table)[5:] == [("nach_paris", "failed")]
    failed = [(event["cause"], event["change"]) for event in table.events("vp") if event["cause"].endswith("_failed")]
    assert failed == [("german_plan_failed", -1)]
    check_marks(table, plans=0, german=0)


@plays("banquet", 2, 9, 29, 42)
def test_the_opening_with_guns_of_august() -> None:
    """Every plan of August is fulfilled; Nach Paris! fails in September, and ends."""
    table = _begin()
    for step in (_through_sedan, _austrian_offensives, _allied_plans, _end_of_august, _september):
        step(table)


@plays("banquet", 42)
def test_the_opening_without_guns_of_august() -> None:
    """The card stays in hand: no plan applies, the Belgians are in Brussels, and nothing is charged."""
    table = _begin()
    table.do("auto_op", "for_movement koblenz")
    while table.state.phasing == CP:
        table.do(next(verb for verb in ("stop", "leave", "finish") if table.allows(verb)))
    assert table.where("be_1_army") == "brussels"
    assert table.state.intact_forts(AP) >> table.space("liege") & 1
    # the French may act freely first, and attack from Nancy later without a penalty
    table.do("auto_op", "for_movement verdun")
    while table.state.phasing == AP:
        table.do(next(verb for verb in ("stop", "leave", "finish") if table.allows(verb)))
    table.do("auto_op")
    assert "tarnopol" in table.offered("for_movement") & table.offered("for_combat")
    assert not table.allows("call_off")
    table.do("stop")
    table.do("auto_op", "for_combat nancy")
    _combat(table, 5, 1, "add fr_1_army", "add fr_2_army", "target metz")
    fire = next(data["fire"] for data in reversed(table.events("fire")) if data["fire"].attacker)
    assert fire.drms == ()
    # Race to the Sea is no event in this game, now or later; the first card is one only in August
    assert table.offered("event") == set()
    assert RACE in table.offered("ops")
    check_marks(table, plans=0, german=0)
    table.any_dice("sieges")
    _pass(table, 4)
    while table.state.turn == 1:
        table.do("finish")
    assert _plans(table) == []
    assert table.state.turn == 2
    table.choose(CP)
    assert RACE not in table.offered("event")
    assert not [event for event in table.events("vp") if event["cause"].endswith("_failed")]


def check_marks(table: Table, plans: int, german: int) -> None:
    """Check what is in force, and that the position keeps its invariants."""
    assert (table.state.marks["plans"], table.state.marks["german_plan"]) == (plans, german)
    table.state.rebuild()
    if table.state.phase == "actions":
        check(table.state)
