"""Actions, strategy cards and drawing (6, 8, 9.1, 9.3 and 9.4)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalChoice
from tests.rules.support import holding
from tests.support.table import AP, CP, Table

# -- 8.1 and 9.1 -------------------------------------------------------------------------


def test_8_1_3_six_kinds_of_action() -> None:
    """OPS, SR, RP, event, peace terms, and one OPS without a card."""
    table = holding(AP, "ap_02_blockade")
    assert set(table.game.options().masks) == {"event", "ops", "sr", "rp", "auto_op"}
    table = Table(setup=True).hand(AP, "ap_02_blockade")
    table.state.vp = 9
    assert "peace" in table.choose(AP).game.options().masks


def test_8_1_2_and_8_1_5_the_cp_acts_first_six_times_each() -> None:
    """After the sixth Allied action the Attrition Phase begins."""
    table = Table(setup=True)
    table.state.round = 0
    table.run_from("next_round")
    order = []
    while table.asks("choose_action") and table.state.turn == 3:
        order.append(table.game.actor)
        table.do("auto_op", "stop")
    assert order == [CP, AP] * 6


def test_9_1_3_a_card_gives_ops_sr_or_rp() -> None:
    """Blockade: 4 OPS, 4 SR, and the RP printed on it; the card goes to the discards."""
    table = holding(AP, "ap_02_blockade").do("ops ap_02_blockade")
    assert table.state.operation is not None
    assert table.state.operation.ops == 4
    assert table.card_names(table.state.discard[AP]) == {"ap_02_blockade"}
    table = holding(AP, "ap_02_blockade").do("rp ap_02_blockade")
    assert table.state.rp == {"a": 2, "br": 4, "fr": 4, "ru": 6}  # 9.4.1: half points, none for neutral Italy
    table = holding(AP, "ap_02_blockade").do("sr ap_02_blockade")
    assert table.game.decision.points == 4  # type: ignore[attr-defined]


def test_9_4_1_neutrals_record_nothing() -> None:
    """Italy records its points once at war."""
    table = Table(setup=True).at_war("it").hand(AP, "ap_02_blockade").choose(AP).do("rp ap_02_blockade")
    assert table.state.rp["it"] == 2
    table = Table(setup=True).hand(CP, "cp_01_guns_of_august").choose(CP).do("rp cp_01_guns_of_august")
    assert not {"tu", "bu"} & set(table.state.rp)


@pytest.mark.parametrize("verb", ["sr", "rp"])
def test_9_3_3_and_9_4_3_no_second_sr_or_rp_in_a_row(verb: str) -> None:
    """Not in two consecutive actions of a turn; another action in between or a new turn lifts the ban."""
    table = Table(setup=True).hand(AP, "ap_02_blockade")
    table.state.actions[AP].append((verb, 0))
    table.choose(AP)
    assert table.offered(verb) == set()
    with pytest.raises(IllegalChoice, match=f"no_second_{verb}"):
        table.do(f"{verb} ap_02_blockade")
    table = Table(setup=True).hand(AP, "ap_02_blockade")
    table.state.actions[AP] += [(verb, 0), ("ops", 1)]
    assert table.choose(AP).offered(verb) == {"ap_02_blockade"}
    table = Table(setup=True, turn=4).hand(AP, "ap_02_blockade")
    assert table.choose(AP).offered(verb) == {"ap_02_blockade"}


def test_9_1_1_the_automatic_operation_has_one_point() -> None:
    """Even with cards in hand."""
    table = holding(AP, "ap_02_blockade").do("auto_op")
    assert table.state.operation is not None
    assert table.state.operation.ops == 1
    assert table.card_names(table.state.hand[AP]) == {"ap_02_blockade"}


def test_refusals_of_cards_say_why() -> None:
    """A card not in hand, an event that cannot be played, peace that cannot be offered."""
    table = holding(AP, "ap_13_rape_of_belgium")
    for text, code in (
        ("ops ap_02_blockade", "card_not_in_hand"),
        ("event ap_13_rape_of_belgium", "event_not_playable"),
        ("peace", "peace_not_possible"),
    ):
        with pytest.raises(IllegalChoice) as refused:
            table.do(text)
        assert refused.value.reason.code == code


# -- drawing ---------------------------------------------------------------------------------


def test_6_g_hands_are_filled_to_seven() -> None:
    """The Allies discard and draw completely before the CP."""
    table = Table(setup=True).hand(AP, "ap_02_blockade", "ap_04_pleve").phase("ap_discard")
    assert table.offered("discard") == {"ap_04_pleve"}
    table.do("discard ap_04_pleve")
    if table.asks("discard"):
        table.do("finish")
    assert table.state.hand[AP].bit_count() == 7
    assert "ap_04_pleve" in table.card_names(table.state.discard[AP] | table.state.hand[AP])


def test_6_g_the_discards_are_shuffled_in_when_the_pile_runs_out() -> None:
    """In the middle of drawing."""
    table = Table(setup=True)
    deck = sorted(table.card_names(table.state.deck[AP]))
    table.pile("discard", AP, *deck[3:]).phase("ap_draw")
    assert table.state.hand[AP].bit_count() == 7
    assert set(deck[:3]) <= table.card_names(table.state.hand[AP])
    assert table.events("reshuffled") == [{"side": AP}]
    assert table.state.discard[AP] == 0


def test_6_g_a_short_deck_leaves_a_short_hand() -> None:
    """All available cards, and no more."""
    table = Table(setup=True)
    deck = sorted(table.card_names(table.state.deck[AP]))
    table.pile("removed", AP, *deck[4:]).phase("ap_draw")
    assert table.state.hand[AP].bit_count() == 4
    assert table.state.deck[AP] == 0


def test_16_1_3_new_cards_are_shuffled_in_with_the_discards_before_drawing() -> None:
    """After the combat cards were put away."""
    table = Table(setup=True, turn=2)
    deck = sorted(table.card_names(table.state.deck[AP]))
    table.pile("discard", AP, *deck[5:])
    table.state.war_status[AP] = 4
    table.phase("commitment")
    assert table.state.reshuffle_due == 1
    table.phase("ap_draw")
    assert table.events("reshuffled") == [{"side": AP}]
    assert table.state.hand[AP].bit_count() == 7
    assert (table.state.deck[AP] | table.state.hand[AP]).bit_count() == 14 + 20


def test_9_5_4_6_combat_cards_only_and_even_asterisk_ones_stay_in_the_game() -> None:
    """A discarded asterisk combat card goes to the discards."""
    table = Table(setup=True).hand(CP, "cp_03_von_francois", "cp_01_guns_of_august").phase("cp_discard")
    assert table.offered("discard") == {"cp_03_von_francois"}
    table.do("discard cp_03_von_francois")
    assert table.card_names(table.state.discard[CP]) == {"cp_03_von_francois"}
