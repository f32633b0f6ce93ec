from __future__ import annotations

import pytest

from engine.pog.content import AP, CP, Content


@pytest.mark.parametrize(
    ("factors", "column"),
    ((0, 0), (1, 0), (5, 4), (6, 5), (8, 5), (9, 6), (11, 6), (12, 7), (14, 7), (15, 8), (16, 9), (40, 9)),
)
def test_columns_of_the_army_table(content: Content, factors: int, column: int) -> None:
    """12.2.8: 6-8, 9-11 and 12-14 share a column; the last one is 16 or more."""
    assert content.army_fire.column_for(factors) == column


@pytest.mark.parametrize(("factors", "column"), ((0, 0), (1, 1), (7, 7), (8, 8), (12, 8)))
def test_columns_of_the_corps_table(content: Content, factors: int, column: int) -> None:
    assert content.corps_fire.column_for(factors) == column


def test_results_of_the_rulebook_examples(content: Content) -> None:
    """12.4 example: a modified 6 on column 12-14 loses 7, a 4 on column 6-8 loses 4."""
    army = content.army_fire
    assert army.result(army.column_for(12), 6) == 7
    assert army.result(army.column_for(6), 4) == 4


def test_die_and_column_are_held_to_the_table(content: Content) -> None:
    """12.2.8 and 12.2.9: shifts stop at the outermost column, dice at 1 and 6."""
    army = content.army_fire
    assert army.result(-3, 9) == army.result(0, 6)
    assert army.result(99, -2) == army.result(9, 1)


def test_terrain_shifts(content: Content) -> None:
    shifts = {name: (effect.attacker_shift, effect.defender_shift) for name, effect in content.terrain.items()}
    assert shifts == {
        "clear": (0, 0),
        "forest": (0, 0),
        "desert": (0, 0),
        "mountain": (-1, 0),
        "swamp": (-1, 0),
        "trench_1": (-1, 1),
        "trench_2": (-2, 1),
    }
    assert {name for name, effect in content.terrain.items() if effect.flank_allowed} == {"clear", "forest", "desert"}
    assert {space.terrain for space in content.spaces} <= set(shifts)


def test_sinai(content: Content) -> None:
    """12.2.7."""
    (sinai,) = content.standing_drms
    assert (content.spaces[sinai.space].name, sinai.drm, sinai.lifted_for) == ("sinai", -3, AP)
    assert sinai.lifted_by == "ap_49_sinai_pipeline"


def test_mandated_offensives(content: Content) -> None:
    """7.0: dice of both tables, and Hoffmann's 7 is a 6."""
    allied, central = content.mandated
    assert [allied.result(die) for die in range(1, 7)] == ["fr", "fr", "br", "it", "it", "ru"]
    assert [central.result(die) for die in range(1, 8)] == ["ah", "ah_it", "tu", "ge", "none", "none", "none"]
    assert (allied.side, central.side) == (AP, CP)
    assert content.mandated_goals["br"].attackers == {"br"}
    assert content.mandated_goals["ge"].defenders == {"us", "br", "be", "fr"}


def test_peace_terms(content: Content) -> None:
    """16.5: no better than even for a side at a combined war status of 20 or more."""
    early, late = (terms for terms in content.peace_terms if terms.side == CP)
    assert (early.combined_max, late.combined_min, late.combined_max) == (19, 20, None)
    assert (sum(early.results), sum(late.results)) == (2, 1)
    for central, allied in zip(content.peace_terms[:2], content.peace_terms[2:], strict=True):
        assert [-vp for vp in central.results] == list(allied.results)
        assert (central.vp_min, allied.vp_max) == (11, 9)


def test_replacement_costs(content: Content) -> None:
    """17.1: one point is an army step or two corps steps."""
    price = {action: cost.half_points for action, cost in content.replacement_costs.items()}
    assert price["rebuild_army_full"] == price["rebuild_army_reduced"] + price["flip_army"]
    assert price["rebuild_corps_full"] == price["rebuild_corps_reduced"] + price["flip_corps"]
    assert price["flip_army"] == 2 * price["flip_corps"] == 2


def test_pools_cover_the_units(content: Content) -> None:
    for unit in content.units:
        assert unit.pool is None or unit.pool in content.pools[unit.side]


def test_turn_track(content: Content) -> None:
    titles = [turn.title for turn in content.turns]
    assert titles[:4] == ["August 1914", "September 1914", "Fall 1914", "Winter 1915"]
    assert titles[-1] == "Winter 1919"
    assert [turn.number for turn in content.turns if turn.siege_drm] == [1, 2]
    assert [turn.number for turn in content.turns if turn.desert_closed] == [6, 10, 14, 18]
    assert [turn.number for turn in content.turns if turn.blockade] == [4, 8, 12, 16, 20]
    assert [turn.number for turn in content.turns if not turn.reinforcements] == [1]


def test_thresholds(content: Content) -> None:
    at = {threshold.effect: (threshold.counter, threshold.value) for threshold in content.thresholds}
    assert at["limited_war"] == ("own", 4)
    assert at["total_war"] == ("own", 11)
    assert at["armistice"] == ("combined", 40)
    assert at["cp_automatic_victory"] == ("vp_min", 20)


def test_tracks_name_their_cards(content: Content) -> None:
    """16.3 and 16.4: an event enters the box of its name."""
    for box in (*content.us_track, *content.russian_track):
        if box.card is not None:
            assert box.card.endswith(box.name)
    boxes = {box.name for box in content.russian_track}
    wanted = {need.args[0] for card in content.cards for need in card.needs if need.kind == "capitulation_box"}
    assert wanted <= boxes


def test_victory_points(content: Content) -> None:
    assert content.vp_changes["cp_takes_vp_space"].vp == 1
    assert content.vp_changes["rape_of_belgium"].vp == -1
    assert content.vp_changes["fall_of_the_tsar_romania_neutral"].vp == 3
    assert content.vp_changes["blockade"].when == "war_status_phase"


def test_scenarios(content: Content) -> None:
    """5.3 to 5.7."""
    ends = {name: (scenario.last_turn, scenario.hand_size) for name, scenario in content.scenarios.items()}
    assert ends == {
        "introductory": (3, 7),
        "limited_war": (10, 7),
        "campaign": (20, 7),
        "historical": (20, 8),
        "summer_1916": (20, 8),
    }
    levels = {
        name: [(level.cp_min, level.ap_max) for level in scenario.levels]
        for name, scenario in content.scenarios.items()
    }
    assert levels == {
        "introductory": [(14, 10)],
        "limited_war": [(17, 12)],
        "campaign": [(11, 9), (13, 9)],
        "historical": [(11, 10), (13, 12)],
        "summer_1916": [(11, 10), (13, 12)],
    }
    assert [name for name, scenario in content.scenarios.items() if scenario.peace_terms] == ["limited_war", "campaign"]
    assert content.scenarios["limited_war"].ends_at_commitment == "total"
    assert content.scenarios["historical"].guns_of_august == "must_open"
    assert {scenario.start_vp for scenario in content.scenarios.values()} == {10}


def test_redeployment_to_the_near_east(content: Content) -> None:
    """13.2: only British and Australian corps sail there, one a turn."""
    assert content.sr.near_east_groups == {"br_corps", "br_aus_corps"}
    assert (content.sr.corps_cost, content.sr.army_cost) == (1, 4)
