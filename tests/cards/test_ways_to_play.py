"""Rules for all cards: OPS, SR, RP, asterisks, war status, stripes (9.1.3, 9.5.1, 5.7.4.7)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalChoice
from tests.cards.support import ALL_CARDS, STAGES, legal, pile_of, play, side_of, spec_of, staged
from tests.support.table import AP, CP, Table

TABLE = Table(**ALL_CARDS)
NAMES = [card.name for card in TABLE.system.content.cards]
STRIPED = {
    "ap_28_landships", "ap_54_zimmermann_telegram", "ap_55_over_there", "cp_28_tsar_takes_command",
    "cp_52_fall_of_the_tsar", "cp_53_bolshevik_revolution",
}  # fmt: skip
OPS_BY_TEXT = {
    "ap_23_cloak_and_dagger", "ap_35_yanks_and_tanks", "ap_45_kerensky_offensive", "ap_46_brusilov_offensive",
    "cp_17_mata_hari",
}  # fmt: skip


@pytest.mark.parametrize("card", NAMES)
def test_9_1_3_every_card_gives_ops_sr_and_rp_and_goes_to_the_discards(card: str) -> None:
    """No war status, no removal, no event noted; points of neutrals are not recorded (9.4.1)."""
    side, spec = side_of(card), spec_of(TABLE, card)
    neutral = {"it", "bu", "tu", "us"}
    for verb in ("ops", "sr", "rp"):
        table = Table(setup=True, **ALL_CARDS).hand(side, card).choose(side).do(f"{verb} {card}")
        assert pile_of(table, card) == "discard"
        assert not table.state.events
        assert (table.state.combined, table.state.vp) == (0, 10)
        if verb == "ops":
            assert table.state.operation is not None
            assert table.state.operation.ops == spec.ops
        elif verb == "sr":
            assert table.game.decision.points == spec.sr  # type: ignore[attr-defined]
        else:
            wanted = {pool: 2 * points for pool, points in dict(spec.rp).items() if pool not in neutral}
            assert table.state.rp == wanted


@pytest.mark.parametrize("card", STAGES)
def test_9_5_1_an_event_leaves_the_game_by_its_asterisk_and_scores_its_war_status(card: str) -> None:
    """9.5.1.2 and 9.5.1.3: on the side's own marker and the combined one."""
    table = staged(card)
    side, spec, before = side_of(card), spec_of(table, card), table.state.combined
    table.do(f"event {card}")
    assert pile_of(table, card) == ("removed" if spec.remove else "discard")
    assert table.state.war_status[side] == spec.war_status
    assert table.state.war_status[1 - side] == 0
    assert table.state.combined == before + spec.war_status
    assert table.state.events[table.card(card)] == table.state.turn


@pytest.mark.parametrize("card", sorted(STAGES))
@pytest.mark.parametrize("scenario", ["campaign", "historical"])
def test_5_7_4_7_which_cards_give_ops_after_their_event(card: str, scenario: str) -> None:
    """Five by their text in every game, six with a stripe in the historical scenario, no others."""
    table = play(card, scenario=scenario)
    while table.state.operation is None and not table.asks("choose_action") and table.kind:
        table.do(table.game.text(next(iter(table.game.options()))))
    stripe = scenario == "historical" and card in STRIPED
    operation = table.state.operation
    if card == "cp_01_guns_of_august":  # its three armies attack without any OPS
        assert operation is not None
        assert operation.ops == 0
    elif card in OPS_BY_TEXT or stripe:
        assert operation is not None
        assert operation.ops == spec_of(table, card).ops
    else:
        assert operation is None


@pytest.mark.parametrize("card", sorted(STRIPED | OPS_BY_TEXT))
def test_the_printed_facts_agree_about_ops_after_the_event(card: str) -> None:
    printed = spec_of(TABLE, card).ops_after_event
    assert printed == ("by_stripe" if card in STRIPED else "yes")


@pytest.mark.parametrize("card", STAGES)
def test_5_3_introductory_vp_for_asterisk_events_only_there(card: str) -> None:
    """+1 for each CP asterisk event and -1 for each Allied one, in addition to what the event scores."""
    campaign, introductory = play(card), play(card, scenario="introductory")
    change = introductory.state.vp - campaign.state.vp
    assert change == (0 if not spec_of(TABLE, card).remove else 1 if side_of(card) == CP else -1)


NEEDY = [card for card, stage in STAGES.items() if stage.played]


@pytest.mark.parametrize("card", NEEDY)
def test_9_5_1_1_no_event_without_what_its_card_demands(card: str) -> None:
    """A card that it requires has not been played."""
    table = Table(setup=True, turn=STAGES[card].turn, **ALL_CARDS)
    STAGES[card].prepare(table)
    table.hand(side_of(card), card)
    assert not legal(table, card)


NEEDS_A_POSITION = [
    "ap_30_salonika", "ap_33_grand_fleet", "ap_54_zimmermann_telegram", "ap_55_over_there",
    "ap_65_influenza", "cp_26_place_of_execution", "cp_28_tsar_takes_command",
    "cp_52_fall_of_the_tsar", "cp_53_bolshevik_revolution", "cp_59_polish_restoration",
]  # fmt: skip


@pytest.mark.parametrize("card", NEEDS_A_POSITION)
def test_9_5_1_1_no_event_where_the_position_does_not_allow_it(card: str) -> None:
    """Stage and prerequisites of other cards are met, but in the August position."""
    table = Table(setup=True, turn=STAGES[card].turn, **ALL_CARDS)
    table.played(*STAGES[card].played.split(), turn=1).hand(side_of(card), card)
    if card == "ap_30_salonika":
        for unit in table.unit_names(table.system.rules.of_group["br_corps"] | table.system.rules.of_group["fr_corps"]):
            table.put("ap_eliminated_box", unit)
    assert not legal(table, card)


def test_combat_cards_are_no_events_of_their_own() -> None:
    """9.5.4: only in a combat; Place of Execution alone can be both."""
    for side in (AP, CP):
        table = Table(setup=True, turn=5, **ALL_CARDS)
        table.played("cp_13_falkenhayn", "cp_54_h_l_take_command", "ap_28_landships")
        own = [card.name for card in table.system.content.cards if card.combat and card.side == side and not card.added]
        assert len(own) == (13 if side == AP else 22) + (side == AP)
        table.hand(side, *own).choose(side)
        assert table.offered("event") == set()


def refused(table: Table, text: str) -> tuple[str, str]:
    """Return code and rule of a refused choice."""
    with pytest.raises(IllegalChoice) as caught:
        table.do(text)
    return caught.value.reason.code, caught.value.reason.rule


def test_a_refused_card_says_what_really_stops_it() -> None:
    """Not the ban of consecutive SRs where something else prevents it."""
    opening = Table("historical", setup=True, turn=1).hand(CP, "cp_01_guns_of_august", "cp_05_landwehr").choose(CP)
    for text in ("ops cp_05_landwehr", "sr cp_01_guns_of_august", "event cp_05_landwehr", "auto_op", "peace"):
        assert refused(opening, text) == ("must_open_with_guns", "5.7.4.3")
    sick = Table(setup=True, **ALL_CARDS).played("ap_65_influenza").hand(AP, "ap_02_blockade").choose(AP)
    assert refused(sick, "rp ap_02_blockade") == ("influenza", "")
    late = Table(setup=True).hand(AP, "ap_17_italy")
    late.state.commitment = [1, 2]
    for verb in ("ops", "sr", "rp"):
        assert refused(late.choose(AP), f"{verb} ap_17_italy") == ("event_only", "9.5.2.5")
    landing = Table(setup=True, turn=5).hand(AP, "ap_31_mef").hold(CP, "london").choose(AP)
    assert refused(landing, "event ap_31_mef") == ("event_not_playable", "9.5.1")
    points = Table(setup=True).played("ap_40_14_points").choose(CP)
    assert refused(points, "peace") == ("no_more_offers", "")
    assert refused(Table("historical", setup=True, turn=2).choose(CP), "peace") == ("no_peace_terms", "")
    assert refused(Table(setup=True).choose(CP), "peace") == ("peace_not_possible", "16.5.1")
