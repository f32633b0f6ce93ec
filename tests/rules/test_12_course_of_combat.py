"""The course of a combat from designation to advance, and cards that remain in effect without their unit (12.1.6, 12.2, 12.3.4, 12.4.1)."""

from __future__ import annotations

import pytest

from tests.cards.support import WEST, declare, modifiers, over, windows
from tests.support.table import AP, CP, Table


def test_12_1_6_no_unit_and_no_space_twice() -> None:
    """A unit that fought is done for the action, and so is the attacked space."""
    table = Table().put("sedan", "ge_1_army", "ge_2_army", "ge_corps_01").hold(CP, "koblenz")
    table.put("cambrai", "fr_1_army", "fr_2_army").put("chateau_thierry", "fr_3_army")
    table.dice(attacker=1, defender=6).attack("cambrai", "ge_1_army")
    while not table.asks("attack"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.offered("add") == {"ge_2_army", "ge_corps_01"}
    table.do("add ge_2_army")
    assert "cambrai" not in table.offered("target")
    assert "chateau_thierry" in table.offered("target")


def test_12_1_6_a_new_action_frees_both() -> None:
    """The restriction lasts for one action."""
    table = Table().put("sedan", "ge_1_army").hold(CP, "koblenz").put("cambrai", "fr_1_army", "fr_2_army")
    table.dice(attacker=[1, 1], defender=[6, 1])
    for _ in range(2):
        table.state.flip(table.unit("ge_1_army"), False)
        table.state.place(table.unit("ge_1_army"), table.space("sedan"))
        table.attack("cambrai", "ge_1_army")
        while table.asks("defender_loss", "attacker_loss"):
            table.do(table.game.text(next(iter(table.game.options()))))
    assert len(table.events("attack")) == 2


def test_12_2_1_the_steps_come_in_their_order() -> None:
    """Designation, flank, cards of the attacker, then of the defender, fire, losses, retreat, advance."""
    table = Table().put("sedan", "ge_1_army").put("brussels", "ge_2_army").destroy("liege").hold(CP, "liege")
    table.put("cambrai", "fr_5_army", "fr_corps_01").reserve("fr_corps_02").hand(CP, "cp_03_von_francois")
    table.hand(AP, "ap_06_withdrawal").dice(flank=6, attacker=6, defender=1)
    table.attack("cambrai", "ge_1_army", "ge_2_army")
    asked: list[str] = []
    while not table.events("combat_over"):
        if not asked or asked[-1] != table.kind:
            asked.append(table.kind)
        choices = [table.game.text(choice) for choice in table.game.options()]
        table.do(next((text for text in choices if text in ("flank", "finish", "retreat")), choices[0]))
    order = ["flank", "attacker_cards", "defender_cards", "defender_loss", "retreat_option", "retreat", "advance"]
    seen = [kind for kind in asked if kind in order]
    assert seen == sorted(seen, key=order.index)
    assert {"flank", "defender_cards", "retreat"} <= set(seen)
    kinds = [event.kind for event in table.told]
    following = [kinds.index(kind) for kind in ("attack", "flank", "fire", "combat_over")]
    assert following == sorted(following)


def test_12_2_2_the_attacker_names_units_and_one_space() -> None:
    """Only the named ones take part; enemies in other spaces are not affected."""
    table = Table().put("sedan", "ge_1_army", "ge_2_army").hold(CP, "koblenz").put("cambrai", "fr_1_army")
    table.put("chateau_thierry", "fr_2_army").dice(attacker=1, defender=1)
    table.operate(CP).activate("!sedan").do("add ge_1_army")
    assert {"cambrai", "chateau_thierry"} <= table.offered("target")
    table.do("target cambrai")
    attack = table.events("attack")[-1]
    assert attack["target"] == table.space("cambrai")
    assert table.unit_names(sum(1 << unit for unit in attack["attackers"])) == {"ge_1_army"}


def test_12_2_6_any_number_of_cards_in_one_window_and_the_attacker_no_second_chance() -> None:
    """Both commit any number of fitting cards; the attacker is not asked again after the defender."""
    deck = {card.name for card in Table().system.content.cards if card.combat and card.side == CP}
    fitting = [
        card for card in sorted(deck) if "attacker_cards" in windows(declare(WEST, card)) and card in _offers(card)
    ]
    assert len(fitting) >= 2
    table = declare(WEST, *fitting[:2])
    asked = []
    while table.asks("trench_cards", "attacker_cards", "defender_cards"):
        asked.append(table.kind)
        playable = sorted(table.offered("play"))
        table.do(f"play {playable[0]}" if playable else "finish")
    assert {data["card"] for data in table.events("combat_card")} == {table.card(name) for name in fitting[:2]}
    assert asked == sorted(asked, key=["trench_cards", "attacker_cards", "defender_cards"].index)


def _offers(card: str) -> set[str]:
    return windows(declare(WEST, card)).get("attacker_cards", set())


def test_12_2_12_and_12_2_13_a_lost_combat_means_retreat_then_advance() -> None:
    """With a full-strength attacker left; the advance is optional."""
    table = Table().put("sedan", "ge_1_army", "ge_2_army").hold(CP, "koblenz").put("cambrai", "fr_1_army")
    table.reserve("fr_corps_01").dice(attacker=6, defender=1).attack("cambrai", "ge_1_army", "ge_2_army")
    asked = []
    while not table.asks("advance"):
        asked.append(table.kind)
        table.do(table.game.text(next(iter(table.game.options()))))
    assert asked[-1] == "retreat"
    assert table.allows("finish")
    table.do("finish")
    assert table.in_("cambrai") == set()
    assert table.owner("cambrai") == AP  # 12.5.7


def test_12_3_4_a_card_stays_in_effect_when_its_unit_is_gone() -> None:
    """A failed flank attack eliminates the only British corps; Hurricane Barrage still counts."""
    table = Table(turn=9).put("amiens", "br_corps_01-", "fr_1_army").put("calais", "fr_2_army")
    table.put("cambrai", "ge_corps_01", "ge_corps_02").hold(CP, "sedan")
    table.hand(AP, "ap_18_hurricane_barrage").dice(flank=1, attacker=3, defender=1)
    table.attack("cambrai", "br_corps_01", "fr_1_army", "fr_2_army").do("flank")
    windows(table, "ap_18_hurricane_barrage")
    while table.asks("attacker_loss"):
        wanted = [text for text in map(table.game.text, table.game.options()) if "br_corps_01" in text]
        table.do(wanted[0] if wanted else table.game.text(next(iter(table.game.options()))))
    over(table)
    assert table.where("br_corps_01") == "ap_eliminated_box"
    assert modifiers(table)[AP] == 1


@pytest.mark.parametrize(("attacker", "defender"), [(1, 6), (6, 1), (3, 3)])
def test_12_4_1_my_result_is_the_others_loss_number(attacker: int, defender: int) -> None:
    """The fire table's result is what the other side must lose."""
    table = Table().put("sedan", "ge_1_army", "ge_2_army").hold(CP, "koblenz").put("cambrai", "fr_1_army", "fr_2_army")
    table.reserve("fr_corps_01", "ge_corps_01").dice(attacker=attacker, defender=defender)
    table.attack("cambrai", "ge_1_army", "ge_2_army")
    while table.asks("defender_loss", "attacker_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    inflicted = table.loss_numbers()
    assert None not in inflicted
    losses = {CP: 0, AP: 0}
    for data in table.events("loss"):
        losses[data["side"]] += table.system.content.units[data["unit"]].lf
    for lost, number in ((losses[AP], inflicted[0] or 0), (losses[CP], inflicted[1] or 0)):
        assert number - 3 < lost <= number  # armies of LF 3 cannot always meet it exactly


def test_12_4_2_each_step_gives_its_own_lf() -> None:
    """A French army 3, a corps 1, a Serbian army 2; a fort its value, once."""
    table = Table()
    rules, state = table.system.rules, table.state
    factors = {name: rules.loss_factor(state, table.unit(name)) for name in ("fr_1_army", "fr_corps_01", "sb_1_army")}
    assert factors == {"fr_1_army": 3, "fr_corps_01": 1, "sb_1_army": 2}
    table = Table().put("sedan", "ge_1_army").hold(CP, "koblenz").put("cambrai", "fr_corps_01", "fr_corps_02")
    table.dice(attacker=1, defender=1).attack("cambrai", "ge_1_army")
    while table.asks("defender_loss"):
        table.do(table.game.text(next(iter(table.game.options()))))
    assert table.loss_numbers()[0] == len([data for data in table.events("loss") if data["side"] == AP])


def test_12_6_5_withdrawal_is_not_refused_in_cover() -> None:
    """In the forest of Sedan with a trench: one space, and no step can be lost to stay."""
    table = Table().put("koblenz", "ge_1_army", "ge_2_army").put("sedan", "fr_1_army", "fr_2_army")
    table.trench("sedan", 1, AP).reserve("fr_corps_01").hand(AP, "ap_06_withdrawal").dice(attacker=6, defender=1)
    table.attack("sedan", "ge_1_army", "ge_2_army")
    windows(table, "ap_06_withdrawal")
    asked = set()
    while not table.events("combat_over"):
        asked.add(table.kind)
        table.do(table.game.text(next(iter(table.game.options()))))
    assert "retreat_option" not in asked
    assert table.in_("sedan") <= {"ge_1_army", "ge_2_army"}


def test_12_7_9_an_advance_takes_control_but_not_from_an_intact_fort() -> None:
    """Cambrai changes hands; besieged Verdun does not."""
    for target, origin, owner in (("cambrai", "sedan", CP), ("verdun", "metz", AP)):
        table = Table().put(origin, "ge_1_army", "ge_2_army").hold(CP, "koblenz").put(target, "fr_corps_01")
        table.dice(attacker=2, defender=1).attack(target, "ge_1_army", "ge_2_army")
        while not table.asks("advance"):
            table.do(table.game.text(next(iter(table.game.options()))))
        table.do("add ge_1_army") if table.can("add ge_1_army") else table.do("add ge_2_army")
        table.do(f"step {target}")
        assert table.owner(target) == owner
        assert bool(table.state.besieged >> table.space(target) & 1) == (owner == AP)
