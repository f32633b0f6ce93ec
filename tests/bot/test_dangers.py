"""Dangers in a war are asked about in advance, narrated, and shown on the panel."""

from __future__ import annotations

import pytest

from bot.service.acting.confirmations import asks
from bot.table.reasons import sentence
from bot.table.refusal import AsksFirst, Refusal
from bot.titles import table_of, title_of
from bot.titles.panel import offers_of
from bot.titles.pog.looks import view_queries
from bot.titles.pog.notation import compact
from bot.titles.pog.notation.lexicon import lexicon
from bot.titles.pog.panels import figures
from engine.pog import view_of
from tests.bot.orders_asked import ordered, panel, story, words
from tests.rulesets.banquet.support import banquet
from tests.rulesets.suicide.support import acted, suicide
from tests.support.table import AP, CP, Table

# -- Suicide: supply ----------------------------------------------------------------------


def before_paris(*units: str, **options: str) -> Table:
    """Return Germans in Sedan with the way to Paris open, and Amiens Allied (11.1.4)."""
    table = suicide(turn=2, switches=options).put("sedan", *units).destroy("sedan").put("verdun", "fr_1_army")
    return table.hold(CP, "sedan", "metz", "liege", "brussels", "cambrai")


@pytest.mark.parametrize("ops", [1, 2])
def test_a_move_out_of_supply_is_asked_about_with_what_leads_out(ops: int) -> None:
    """Whether it ends the action or others can still move; a press is carried out all the same."""
    table = before_paris("ge_1_army", "ge_corps_01").put("metz", "ge_2_army").operate(CP, ops)
    orders, asked = ordered(table, CP, "move ge 1 army to paris")
    assert "GE 1 would be out of supply in Paris" in asked
    assert "OOS1 when this action ends" in asked
    assert "end the move of another unit in Château-Thierry" in asked
    assert table.game.copy().number != orders.game.number


def test_a_move_in_supply_is_not_asked_about() -> None:
    table = before_paris("ge_1_army").operate(CP, 1)
    assert ordered(table, CP, "move ge 1 army to chateau thierry")[1] == ""
    assert ordered(before_paris("ge_1_army").hold(CP, "amiens").operate(CP, 1), CP, "move ge 1 army to paris")[1] == ""
    deluxe = Table("historical", turn=5).put("sedan", "ge_1_army").hold(CP, "sedan", "metz", "cambrai").operate(CP, 1)
    assert ordered(deluxe, CP, "move ge 1 army to paris")[1] == ""  # there control follows the way


def test_another_order_of_the_line_answers_the_question() -> None:
    """A second unit that ends its move on the way in the same order."""
    table = before_paris("ge_1_army").put("cambrai", "ge_2_army").operate(CP, 2)
    assert "Paris" in ordered(table, CP, "move ge 1 to paris")[1]
    orders, asked = ordered(table, CP, "move ge 1 to paris; ge 2 to chateau thierry")
    assert asked == ""
    assert orders.game.state.loc[table.unit("ge_2_army")] == table.space("chateau_thierry")


def test_a_press_in_the_menu_asks_as_well() -> None:
    table = before_paris("ge_1_army").operate(CP, 1).activate("sedan")
    context = title_of(table.game).offer_context(table_of(table.game.copy(), CP), "en")
    entries = [entry for group in offers_of(context).groups for entry in group.entries]
    to_paris = next(entry.order for entry in entries if "Paris" in entry.label)
    orders = table_of(table.game.copy(), CP)
    orders.ask = asks(words(table))
    compact.carry_out(orders, to_paris)
    with pytest.raises(AsksFirst):
        orders.check_questions()


def test_every_supply_grade_is_announced_and_shown_on_the_panel() -> None:
    """From the first marker to the loss, after each action of either side."""
    table = before_paris().put("paris", "ge_1_army").hold(CP, "paris").choose(CP)
    assert (
        "GE 1 in Paris (OOS1 when this action ends): lost after 6 more actions by either side, counting this one."
        in panel(table, CP)
    )
    assert "Out of supply" not in panel(table.choose(AP), AP)
    for grade in range(1, 6):
        side = CP if grade % 2 else AP
        orders, _ = ordered(table.choose(side), side, "play auto", "done")
        assert f"OOS{grade}" in (told := story(table, orders)), told
        assert "GE 1 in Paris" in told
        table.game = orders.game
        table.state.marks |= {"played_cards": 0}
        if grade < 5:
            table.choose(CP)
            assert f"GE 1 in Paris (OOS{grade}): lost after {6 - grade} more actions" in panel(table, CP)
    assert "lost when this action ends. To restore supply, end a move in" in panel(table.choose(CP), CP)
    orders, _ = ordered(table.choose(AP), AP, "play auto", "done")
    assert "Lost, out of supply after OOS5: GE 1. Armies are lost for good (14.3.5)." in story(table, orders)


def test_a_fort_that_nobody_enters_is_told_to_stand() -> None:
    """A player who ends the advance reads the fate of the silenced fort (12.4.6)."""
    table = suicide(turn=2).put("sedan", "ge_1_army", "ge_2_army").destroy("sedan").hold(CP, "sedan", "metz", "liege")
    table.dice(attacker=6, defender=1).attack("verdun", "ge_1_army", "ge_2_army")
    while not table.asks("advance"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert "`soe.lone_fort`" in panel(table, CP)
    orders, _ = ordered(table, CP, "done")
    assert "No unit enters Verdun, so its fort holds." in story(table, orders)


def test_a_space_is_taken_in_passing_by_typing_and_named_once() -> None:
    """In the words of `/rules 11.1` (soe.control_in_passing)."""
    table = before_paris("ge_1_army").hold(AP, "cambrai").operate(CP, 1).activate("sedan")
    orders, _ = ordered(table, CP, "choose pick ge 1", "choose step cambrai", "choose claim")
    assert "GE 1 moved Sedan → Cambrai. Move on, or stop?" in figures.task(
        title_of(table.game).offer_context(orders, "en")
    )
    orders, _ = ordered(
        table, CP, "choose pick ge 1", "choose step cambrai", "choose claim", "choose step chateau thierry"
    )
    state = orders.game.state
    assert state.loc[table.unit("ge_1_army")] == table.space("chateau_thierry")
    assert state.control[CP] >> table.space("cambrai") & 1


@pytest.mark.parametrize(
    ("line", "control"),
    [
        ("move ge 1 to chateau thierry claiming cambrai", True),
        ("move ge 1 to chateau thierry, taking control of cambrai", True),
        ("move ge 1 sedan-cambrai-chateau thierry and claim cambrai", True),
        ("move ge 1 cambrai-chateau thierry", False),
    ],
)
def test_an_order_says_which_spaces_are_taken_in_passing(line: str, control: bool) -> None:
    """In one line, via the named space though no way was given; and not unless requested (11.1.4)."""
    table = before_paris("ge_1_army").hold(AP, "cambrai").operate(CP, 1).activate("sedan")
    orders, _ = ordered(table, CP, line)
    state = orders.game.state
    assert state.loc[table.unit("ge_1_army")] == table.space("chateau_thierry")
    assert bool(state.control[CP] >> table.space("cambrai") & 1) is control


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("move ge 1 to aachen claiming koblenz", "Koblenz is already yours (rule 11.1.4)"),
        ("move ge 1 to melun claiming cambrai, chateau thierry", "GE 1 can move only as far as Château-Thierry"),
    ],
)
def test_an_impossible_choice_on_the_way_is_refused_with_the_reason(line: str, told: str) -> None:
    table = before_paris("ge_1_army").hold(AP, "cambrai")
    table.operate(CP, 1).activate("sedan")
    with pytest.raises(Refusal) as refused:
        ordered(table, CP, line)
    assert told in sentence(words(table), refused.value)


def test_how_a_lone_fort_is_read_is_told_only_where_one_stood() -> None:
    table = suicide(turn=2).put("sedan", "ge_1_army", "ge_2_army").destroy("sedan").hold(CP, "sedan", "metz", "liege")
    table.put("cambrai", "fr_corps_01").dice(attacker=6, defender=1).attack("cambrai", "ge_1_army", "ge_2_army")
    while not table.asks("advance"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert "soe.lone_fort" not in panel(table, CP)


def test_the_actions_owed_are_worded_for_one_and_for_two() -> None:
    table = suicide(turn=2).choose(CP)
    assert "You still owe a political action and an economic action." in panel(table, CP)
    acted(table, CP, "economic")
    assert "You have 7 actions left this turn. You still owe a political action." in panel(table, CP)


def test_the_way_back_is_told_where_it_needs_a_fight_or_more_than_one_space() -> None:
    table = suicide(turn=2).put("paris", "ge_1_army").hold(CP, "paris").choose(CP)
    assert "Supply returns only when you hold all of these: " in panel(table, CP)
    table = before_paris().put("paris", "ge_1_army").hold(CP, "paris")
    table.put("amiens", "fr_2_army").put("chateau_thierry", "fr_3_army").put("orleans", "fr_5_army").choose(CP)
    assert "To restore supply, drive the enemy out of Amiens or Château-Thierry." in panel(table, CP)


def test_units_back_in_supply_are_reported() -> None:
    table = before_paris("ge_2_army").put("paris", "ge_1_army").hold(CP, "paris")
    table.state.marks["oos_2"] = table.units("ge_1_army")
    orders, _ = ordered(table.operate(CP, 1), CP, "move ge 2 to chateau thierry")
    assert "Back in supply: GE 1." in story(table, orders)


# -- 1916 ---------------------------------------------------------------------------------


def test_an_army_that_would_come_home_for_good_is_asked_about() -> None:
    """The Army of the Orient while Salonika is full; if there is room nothing is asked."""
    table = Table("summer_1916", setup=True, turn=11).hand(AP, "ap_53_army_of_the_orient").choose(AP)
    orders, asked = ordered(table, AP, "play army of the orient as event")
    assert "FR Orient would arrive in Paris as an ordinary army, because Salonika is full" in asked
    assert "in Salonika" not in story(table, orders).replace("to Salonika", "")
    assert "arrives in Paris as an ordinary army" in story(table, orders)
    roomy = Table("summer_1916", setup=True, turn=11).put("verona", "br_corps_03").hand(AP, "ap_53_army_of_the_orient")
    assert ordered(roomy.choose(AP), AP, "play army of the orient as event")[1] == ""


def test_the_status_lists_events_that_go_on_by_side() -> None:
    """No spent combat card, and each card with its side."""
    table = Table("summer_1916", setup=True, turn=11).choose(AP)
    status = view_queries.status(words(table), view_of(table.game, None))
    (line,) = (line for line in status.splitlines() if line.startswith("Events in force"))
    allied, central = line.split(";")
    assert "Blockade" in allied
    assert "Salonika" in allied
    assert "Walter Rathenau" in central
    for spent in ("Pleve", "Withdrawal", "Chlorine Gas", "Mata Hari", "Lusitania", "Moltke"):
        assert spent not in line, spent


@pytest.mark.parametrize(
    ("played", "space", "told"), [(True, "brussels", True), (False, "brussels", False), (True, "verdun", False)]
)
def test_a_shallow_trench_is_told_in_words_as_well(played: bool, space: str, told: bool) -> None:
    """Where the pictures show it, none where a deeper one is or before Entrench (11.2.1.1)."""
    table = banquet(setup=True, turn=4)
    view = view_of((table.played("ap_12_entrench") if played else table).choose(AP).game, None)
    line = view_queries.units(words(table), lexicon(words(table).content, "en"), view, space)
    assert ("shallow trench (trench 0)" in line) is told


# -- Suicide: replacement points ----------------------------------------------------------


def test_recorded_points_are_told_with_what_spends_them_and_when_they_lapse() -> None:
    """To the side that owns them, while it chooses its action."""
    table = suicide(turn=3)
    table.state.rp = {"ge": 3, "fr": 2}
    assert "Recorded replacement points: Germany 1½. Points that you don't spend this turn lapse (17)." in panel(
        table.choose(CP), CP
    )
    table.state.rp = {"fr": 2}
    assert "Recorded replacement points" not in panel(table.choose(CP), CP)


# -- Suicide: one too many, and points of the last action -------------------------------------


def crowded(ops: int) -> Table:
    """Return three Austro-Hungarian units in Stanislau, and an army in Munkács."""
    table = suicide(turn=2).put("stanislau", "ah_3_army", "ah_corps_01", "ah_corps_02").put("munkacs", "ah_2_army")
    return table.operate(CP, ops)


def test_a_unit_too_many_is_asked_about_before_one_is_lost() -> None:
    """10.1.3 allows it, and the owner then has to eliminate one; a single order ended the movement and left no alternative."""
    _, asked = ordered(crowded(1), CP, "activate munkacs move", "move ah 2 to stanislau")
    assert "4 units would be in Stanislau, and only 3 may stay there (rule 10.1.3)." in asked
    assert "choose 1 unit to eliminate, an army for good" in asked
    assert ordered(crowded(1), CP, "activate munkacs move", "move ah 2 to przemysl")[1] == ""


def test_overstacking_that_can_still_be_resolved_is_not_asked_about() -> None:
    """Others in the space can still leave it; there is no question about them, nor once they have left."""
    lines = ("activate munkacs, stanislau move", "move ah 2 to stanislau")
    orders, asked = ordered(crowded(2), CP, *lines)
    assert asked == ""
    assert orders.kind != "overstacked"
    assert ordered(crowded(2), CP, lines[0], "move ah 2 to stanislau; ah 3 to czernowitz")[1] == ""


def test_points_that_no_later_action_could_spend_are_asked_about() -> None:
    """17: the rest lapses with the turn, and no second economic action can directly follow the first (8.1)."""
    done = ("political", "ops", "ops", "ops", "ops", "ops")
    for actions, asks_first in ((done[:3], False), (done, True), ((*done, "sr"), True)):
        table = suicide(turn=2).put("metz", "ge_4_army-").put("strasbourg", "ge_6_army-").choose(CP)
        acted(table, CP, *actions)
        table.state.rp["ge"] = 2
        _, asked = ordered(table, CP, "play economic", "done")
        assert ("would lose them: Germany 1" in asked) == asks_first, actions
