"""Combat cards of the mobilization decks: when they may be played, what they do, where they go (9.5.4)."""

from __future__ import annotations

import pytest

from tests.cards.support import over
from tests.support.table import AP, CP, Table


def at_lomza() -> Table:
    """Germans in Tannenberg next to Russians in Plock."""
    return Table().put("tannenberg", "ge_8_army").put("plock", "ru_2_army").reserve("ru_corps_01", "ge_corps_01")


def finish(table: Table, *cards: str) -> Table:
    """Play the cards and decline in every other window."""
    for card in cards:
        table.do(f"play {card}")
    while table.asks("attacker_cards", "defender_cards", "trench_cards"):
        table.do("finish")
    return table


def drms(table: Table) -> dict[bool, int]:
    """Return the sum of the die modifiers by side firing (True: the attacker)."""
    return {data["fire"].attacker: sum(drm.value for drm in data["fire"].drms) for data in table.events("fire")}


def test_ap_04_pleve_and_cp_03_von_francois_add_one_each() -> None:
    """Russians on the Allied side; Germans attacking Russians."""
    table = at_lomza().hand(CP, "cp_03_von_francois").hand(AP, "ap_04_pleve").dice(attacker=3, defender=3)
    table.attack("plock", "ge_8_army")
    assert table.offered("play") == {"cp_03_von_francois"}
    table.do("play cp_03_von_francois")
    if table.asks("attacker_cards"):
        table.do("finish")
    finish(table, "ap_04_pleve")
    assert drms(table) == {True: 1, False: 1}


def test_ap_04_pleve_helps_attackers_too_and_needs_a_russian() -> None:
    """Attack or defence, but not for the French."""
    table = at_lomza().hand(AP, "ap_04_pleve").dice(attacker=1, defender=1).attack("tannenberg", "ru_2_army")
    assert table.offered("play") == {"ap_04_pleve"}
    table = Table().put("koblenz", "ge_1_army").put("sedan", "fr_1_army").hand(AP, "ap_04_pleve")
    table.dice(attacker=1, defender=1).attack("koblenz", "fr_1_army")
    assert not table.asks("attacker_cards")


@pytest.mark.parametrize(
    ("turn", "unit", "usable"), [(3, "sb_1_army", True), (8, "sb_1_army", False), (3, "mn_corps", False)]
)
def test_ap_05_putnik_is_serbian_and_ends_with_1915(turn: int, unit: str, usable: bool) -> None:
    """Fall 1915 is the last turn; the Montenegrins do not count as Serbian (9.5.4.1.1)."""
    table = Table(turn=turn).put("sarajevo", "ah_6_army").put("valjevo", unit).hand(AP, "ap_05_putnik")
    table.dice(attacker=1, defender=1).attack("valjevo", "ah_6_army")
    assert (table.asks("defender_cards") and "ap_05_putnik" in table.offered("play")) == usable


@pytest.mark.parametrize("side", [AP, CP])
@pytest.mark.parametrize(
    ("turn", "terrain", "usable"),
    [
        (1, "mountain", False), (2, "swamp", False), (3, "mountain", True), (3, "swamp", True), (4, "mountain", True),
        (4, "swamp", False), (5, "mountain", False), (5, "swamp", True), (6, "mountain", False), (6, "swamp", False), (3, "clear", False),
    ],
)  # fmt: skip
def test_severe_weather(side: int, turn: int, terrain: str, usable: bool) -> None:
    """Defending a mountain in fall or winter, or a swamp in spring or fall: +2."""
    card = "ap_07_severe_weather" if side == AP else "cp_04_severe_weather"
    table = Table(turn=turn).played("cp_11_oberost")
    spots = {
        (AP, "mountain"): ("valjevo", "sb_1_army", "sarajevo", "ah_6_army"),
        (AP, "swamp"): ("kovel", "ru_3_army", "lublin", "ah_4_army"),
        (AP, "clear"): ("cambrai", "fr_1_army", "brussels", "ge_1_army"),
        (CP, "mountain"): ("gorlice", "ah_4_army", "tarnow", "ru_3_army"),
        (CP, "swamp"): ("calais", "ge_1_army", "amiens", "fr_1_army"),
        (CP, "clear"): ("cambrai", "ge_1_army", "amiens", "fr_1_army"),
    }
    target, defender, origin, attacker = spots[side, terrain]
    table.put(target, defender).put(origin, attacker).hold(CP, "sedan").destroy("liege", "ivangorod").hold(CP, "liege")
    table.hold(AP, "ivangorod")
    if target == "calais":
        table.hold(CP, "cambrai")
    if target == "kovel":
        table.destroy("przemysl").hold(CP, "przemysl")
    table.hand(side, card).reserve("sb_corps_01").dice(attacker=1, defender=1).attack(target, attacker)
    assert (table.asks("defender_cards") and card in table.offered("play")) == usable
    if usable:
        finish(table, card)
        assert drms(table)[False] == 2


def test_severe_weather_is_for_defenders() -> None:
    """Not for an attack on the mountain."""
    table = Table(turn=3).put("sarajevo", "ah_6_army").put("valjevo", "sb_1_army").hand(CP, "cp_04_severe_weather")
    table.dice(attacker=1, defender=1).attack("valjevo", "ah_6_army")
    assert not table.asks("attacker_cards")


@pytest.mark.parametrize(("others", "usable"), [((), True), (("br_corps_01",), False)])
def test_cp_02_wireless_intercepts_needs_russians_only(others: tuple[str, ...], usable: bool) -> None:
    """A German flank attempt against a space with only Russians succeeds without a roll."""
    table = Table(turn=1).put("insterberg", "ge_8_army").put("konigsberg", "ge_corps_10")
    table.put("tannenberg", "ru_2_army", *others).hand(CP, "cp_02_wireless_intercepts").reserve("ru_corps_01")
    table.dice(attacker=1, defender=1).attack("tannenberg", "ge_8_army", "ge_corps_10")
    assert table.asks("flank")
    assert (table.offered("play") == {"cp_02_wireless_intercepts"}) == usable
    if usable:
        table.do("play cp_02_wireless_intercepts")
        assert table.events("flank")[-1]["outcome"] == "automatic"
        assert [data["fire"].attacker for data in table.events("fire")][:1] == [True]


def test_cp_02_wireless_intercepts_needs_a_german_attacker() -> None:
    """Austrians alone do not qualify."""
    table = (
        Table(turn=1)
        .put("tarnow", "ah_1_army")
        .put("cracow", "ah_4_army")
        .put("ivangorod", "ru_4_army")
        .destroy("ivangorod")
    )
    table.put("ivangorod", "ru_4_army").put("czestochowa", "ah_3_army").hand(CP, "cp_02_wireless_intercepts")
    table.dice(attacker=1, defender=1).attack("ivangorod", "ah_1_army", "ah_3_army")
    assert table.asks("flank")
    assert not table.offered("play")


def test_9_5_4_1_the_attacker_plays_first() -> None:
    """The defender answers after seeing all of the attacker's cards."""
    table = at_lomza().hand(CP, "cp_03_von_francois").hand(AP, "ap_04_pleve").dice(attacker=1, defender=1)
    table.attack("plock", "ge_8_army")
    assert table.asks("attacker_cards")
    assert table.game.actor == CP
    table.do("finish")
    assert table.asks("defender_cards")
    assert table.game.actor == AP


def test_3_0_no_card_for_an_empty_fort() -> None:
    """Forts are no units."""
    table = Table().put("insterberg", "ge_8_army").played("cp_11_oberost").put("insterberg", "ge_8_army")
    table.hand(AP, "ap_04_pleve", "ap_06_withdrawal").hand(CP, "cp_03_von_francois").dice(attacker=1, defender=1)
    table.attack("kovno", "ge_8_army")
    assert table.events("fire")


def test_14_3_4_one_defender_out_of_supply_denies_the_card_to_all() -> None:
    """Even if others stacked with it are in supply."""
    table = at_lomza().hand(AP, "ap_04_pleve").put("plock", "ru_2_army", "fr_corps_01").dice(attacker=1, defender=1)
    table.attack("plock", "ge_8_army")
    assert not table.asks("defender_cards")


def test_9_5_4_2_the_winner_keeps_an_ordinary_card_face_up() -> None:
    """Putnik won: it stays on the table and leaves the hand."""
    table = Table().put("sarajevo", "ah_6_army").put("valjevo", "sb_1_army").hand(AP, "ap_05_putnik")
    table.dice(attacker=1, defender=6).attack("valjevo", "ah_6_army")
    over(finish(table, "ap_05_putnik"))
    assert table.battle.winner == "defender"
    assert table.card_names(table.state.table[AP]) == {"ap_05_putnik"}
    assert not table.state.hand[AP]


def test_9_5_4_2_an_asterisk_card_leaves_the_game_even_on_a_win() -> None:
    """Pleve has an asterisk."""
    table = at_lomza().hand(AP, "ap_04_pleve").dice(attacker=1, defender=6).attack("plock", "ge_8_army")
    over(finish(table, "ap_04_pleve"))
    assert table.battle.winner == "defender"
    assert table.card_names(table.state.removed[AP]) == {"ap_04_pleve"}
    assert not table.state.table[AP]


@pytest.mark.parametrize(("attacker", "defender"), [(6, 1), (4, 2)])
def test_9_5_4_3_the_loser_discards_and_so_do_both_in_a_tie(attacker: int, defender: int) -> None:
    """Whether fresh from the hand or kept from an earlier win."""
    for pile in ("hand", "table"):
        table = (
            Table().put("novi_sad", "ah_5_army").put("valjevo", "sb_1_army", "sb_corps_01").put("sarajevo", "ah_6_army")
        )
        table.pile(pile, AP, "ap_05_putnik").reserve("sb_corps_02", "ah_corps_01")
        table.dice(attacker=attacker, defender=defender).attack("valjevo", "ah_6_army")
        over(finish(table, "ap_05_putnik"))
        assert table.battle.winner in ("attacker", "tie")
        assert table.card_names(table.state.discard[AP]) == {"ap_05_putnik"}


def test_9_5_4_4_a_kept_card_works_once_in_an_action_round() -> None:
    """After use in one combat of the round it is not offered in the next, but it is in the next round."""
    table = Table().put("sarajevo", "ah_6_army", "ah_corps_01").put("valjevo", "sb_1_army").put("belgrade", "sb_2_army")
    table.put("novi_sad", "ah_5_army").pile("table", AP, "ap_05_putnik").dice(attacker=[1, 1, 1], defender=[6, 1, 1])
    table.reserve("ah_corps_02").operate(CP).activate("!sarajevo", "!novi_sad").do("add ah_6_army", "target valjevo")
    finish(table, "ap_05_putnik")
    while not table.asks("attack"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.state.table[AP]
    table.do("add ah_5_army", "target belgrade")
    assert not table.asks("defender_cards")
    over(table)
    while table.asks("attack"):
        table.do("decline")
    table.operate(AP).activate("!belgrade").do("add sb_2_army", "target novi_sad")
    assert table.offered("play") == {"ap_05_putnik"}


def test_9_5_4_5_face_up_cards_are_discarded_at_the_end_of_the_turn() -> None:
    """Also those of the side that kept winning."""
    table = Table().pile("table", AP, "ap_05_putnik").phase("combat_cards")
    assert table.card_names(table.state.discard[AP]) == {"ap_05_putnik"}
    assert not table.state.table[AP]


def test_war_status_of_a_combat_card_counts_when_it_is_committed() -> None:
    """9.5.1.3: nothing in the mobilization decks has any; the event is noted all the same."""
    table = at_lomza().hand(AP, "ap_04_pleve").dice(attacker=1, defender=1).attack("plock", "ge_8_army")
    table.do("play ap_04_pleve")
    assert table.card("ap_04_pleve") in table.state.events


def test_windows_open_by_public_knowledge_or_by_the_hand() -> None:
    """If a card is possible by public knowledge, the defender is asked although he holds none."""
    for windows, asked in (("public", True), ("hand", False)):
        table = (
            Table(windows=windows).put("tannenberg", "ge_8_army").put("plock", "ru_2_army").hand(AP, "ap_02_blockade")
        )
        table.dice(attacker=1, defender=1).attack("plock", "ge_8_army")
        assert table.asks("defender_cards") == asked
        if asked:
            assert table.offered("play") == set()
            assert table.allows("finish")


@pytest.mark.parametrize(
    ("windows", "held", "back"), [("public", True, True), ("hand", True, False), ("public", False, True)]
)
def test_a_question_that_reveals_a_card_cannot_be_undone(windows: str, held: bool, back: bool) -> None:
    """An attacker who learns that the defender is asked because of a card cannot undo his attack any more."""
    table = Table(windows=windows).put("tannenberg", "ge_8_army").put("plock", "ru_2_army")
    table.hand(AP, "ap_04_pleve" if held else "ap_02_blockade").dice(attacker=1, defender=1)
    table.attack("plock", "ge_8_army")
    assert table.asks("defender_cards")
    assert bool(table.game.undoable(CP)) == back


def test_windows_stay_shut_when_nobody_could_hold_a_card_that_fits() -> None:
    """Pleve and Withdrawal known to be gone: no question."""
    table = at_lomza().hand(AP, "ap_02_blockade").dice(attacker=1, defender=1)
    table.pile("removed", AP, "ap_04_pleve", "ap_06_withdrawal").attack("plock", "ge_8_army")
    assert not table.asks("defender_cards")
