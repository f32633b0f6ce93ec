"""A question precedes every attack that costs the Allies a VP because of the French mutiny (7.1.8; in Banquet 9.5.5)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.service.acting.confirmations import asks
from bot.table.reasons import sentence
from bot.table.refusal import AsksFirst
from bot.titles import table_of
from bot.titles.pog.narration.names import names_in
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.lexicon import lexicon
from tests.rulesets.banquet.support import banquet
from tests.rulesets.suicide.support import suicide
from tests.support.table import AP, CP, Table

MUTINY = "cp_47_french_mutiny"


def deluxe() -> Table:
    """Return a turn with a mandated French offensive after the event."""
    table = Table(turn=14).played(MUTINY)
    table.state.mandated[AP] = "fr"
    return table


def sui() -> Table:
    """Return the same in Suicide of Europe."""
    table = suicide(turn=14).played(MUTINY)
    table.state.mandated[AP] = "fr"
    return table


def banq() -> Table:
    """Return a turn of Banquet in the mutiny."""
    table = banquet(turn=14).played(MUTINY)
    table.state.marks["mutiny"] = 1
    return table


def ready(begun: Callable[[], Table], where: str = "amiens", at: str = "cambrai", *others: str) -> Table:
    """Return an Allied operation with two French armies next to a German one."""
    table = begun().put(where, "fr_1_army", "fr_2_army", *others).hold(CP, at).put(at, "ge_1_army")
    table.put("belfort", "fr_3_army").put("mulhouse", "ge_2_army").any_dice()
    return table.operate(AP, 20).activate(f"!{where}", "!belfort")


def question(table: Table, line: str) -> str:
    """Return the question before an attack, "" if there is none."""
    orders, names = table_of(table.game.copy(), AP), names_in(table.state.rules)
    orders.ask = asks(names)
    typed.ORDERS["attack"](lexicon(table.state.rules.content, "en"), orders, line)
    try:
        orders.check_questions()
    except AsksFirst as found:
        return sentence(names, found)
    return ""


def paid(table: Table) -> int:
    """Return how often the attack was charged."""
    return sum(event["cause"] == "french_mutiny_attack" for event in table.events("vp"))


@pytest.mark.parametrize(("begun", "rule"), [(deluxe, "7.1.8"), (sui, "7.1.8"), (banq, "9.5.5")])
def test_an_attack_that_costs_a_vp_is_asked_about_once(begun: Callable[[], Table], rule: str) -> None:
    table = ready(begun)
    told = question(table, "cambrai with fr 1")
    assert "this attack on Cambrai costs the Allies 1 VP" in told
    assert f"rule {rule}" in told
    table.attack("cambrai", "fr_1_army")
    assert paid(table) == 1
    while not table.asks("attack"):
        table.do("finish" if table.allows("finish") else table.game.text(next(iter(table.game.options()))))
    assert "VP" not in question(table, "mulhouse with fr 3"), "it is charged once a turn"


@pytest.mark.parametrize("begun", [deluxe, sui, banq])
@pytest.mark.parametrize(
    ("where", "at", "others"),
    [("amiens", "cambrai", ("us_1_army",)), ("salonika", "monastir", ())],
)
def test_an_attack_that_costs_nothing_is_not(
    begun: Callable[[], Table], where: str, at: str, others: tuple[str, ...]
) -> None:
    """With Americans in the space; far from France."""

    def free() -> Table:
        return begun().at_war("gr", "bu").hold(AP, "florina", "athens", "larisa")

    table = ready(free, where, at, *others)
    assert "VP" not in question(table, f"{at} with fr 1")
    assert not paid(table.attack(at, "fr_1_army"))


def test_nobody_is_asked_before_the_mutiny_or_about_other_attackers() -> None:
    def quiet() -> Table:
        return banquet(turn=14).played(MUTINY)

    assert "VP" not in question(ready(quiet), "cambrai with fr 1")
    table = banq().put("amiens", "br_1_army").put("cambrai", "ge_1_army").hold(CP, "cambrai").any_dice()
    assert "VP" not in question(table.operate(AP, 4).activate("!amiens"), "cambrai with br 1")
