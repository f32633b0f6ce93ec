"""An operation order without a played card is tried with few cards, and proposes the cheapest sufficient one."""

from __future__ import annotations

import random

import pytest

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.card_orders import with_card
from engine.errors import ChanceError
from tests.bot.positions import GAMES, positions
from tests.support.facts import lexicon, names
from tests.support.table import AP, Table

#: Cards of the Allied Powers, some of which give equal OPS.
HAND = (
    "ap_02_blockade",
    "ap_04_pleve",
    "ap_19_air_superiority",
    "ap_12_entrench",
    "ap_09_moltke",
    "ap_07_severe_weather",
)
#: Orders tried at one position.
TRIED = 8


def choosing() -> Orders:
    table = Table().put("nancy", "fr_2_army").put("verdun", "fr_3_army", "fr_corps_01").put("metz", "ge_4_army")
    return table_of(table.hand(AP, *HAND).choose(AP).game, AP)


def ops_of(table: Orders, cards: tuple[int, ...]) -> list[int]:
    """Return the different numbers of OPS that cards give, in ascending order."""
    return sorted({table.game.state.rules.content.cards[card].ops for card in cards})


def given(table: Orders, fewest: int) -> list[int]:
    """Return the OPS with which an order needing this many is tried, and finally carried out."""
    tried: list[int] = []

    def order(_: object, trial: Orders, text: str) -> None:
        left = trial.game.state.operation.ops if trial.kind == "activate" else 0
        tried.append(left)
        if left < fewest:
            raise refuse("nobody_near", part=text, space=0)

    try:
        with_card(order)(lexicon(), table, "")
    except Refusal:
        assert table.kind == "choose_action"
    return tried


def test_an_operation_that_the_most_ops_cannot_pay_for_is_tried_once() -> None:
    table = choosing()
    assert given(table, 99) == ops_of(table, table.may("ops"))[-1:]


def test_each_number_of_ops_is_tried_once_and_the_cheapest_card_is_played() -> None:
    numbers = ops_of(choosing(), choosing().may("ops"))
    assert 1 < len(numbers) < len(HAND)
    for fewest in numbers:
        *tried, done = given(choosing(), fewest)
        assert done == fewest
        assert len(tried) == len(set(tried)) <= len(numbers)


def test_a_redeployment_proposes_the_cheapest_card_for_sr() -> None:
    table = Table().put("koblenz", "ge_1_army").put("paris", "fr_corps_01").put("verdun", "fr_3_army")
    orders = table_of(table.hand(AP, "ap_02_blockade", "ap_12_entrench", "ap_04_pleve").choose(AP).game, AP)
    orders.ask = lambda *_: None
    typed.ORDERS["sr"](lexicon(), orders, "fr corps paris to verdun")
    assert [(one.reason.code, dict(one.reason.data)["count"]) for one in orders.questions] == [("card_for_sr", 2)]
    assert orders.game.state.actions[AP][-1][0] == "sr"


@pytest.mark.sweep(fixed=[501])
@pytest.mark.parametrize("seed", GAMES)
def test_an_order_too_dear_for_many_ops_is_too_dear_for_fewer(seed: int) -> None:
    """So nothing is missed when the card with the most OPS is tried first."""
    luck, tried = random.Random(seed), 0
    for table in positions(seed):
        numbers = {table.game.state.rules.content.cards[card].ops: card for card in table.may("ops")}
        for name, text in lines(table, luck) if len(numbers) > 1 else ():
            done = [carried_out(table, numbers[ops], name, text) for ops in sorted(numbers)]
            tried += any(done)
            assert done == sorted(done), (name, text, sorted(numbers))
    assert tried


def lines(table: Orders, luck: random.Random) -> list[tuple[str, str]]:
    """Return orders of operations with available spaces and units."""
    state, book = table.game.state, names()
    own = [unit for unit in state.rules.content.units if unit.side == table.side]
    own = [unit for unit in own if state.rules.content.spaces[state.loc[unit.id]].kind == "map"]
    found = []
    for unit in luck.sample(own, min(TRIED, len(own))):
        here = state.loc[unit.id]
        near = book.space(luck.choice(book.neighbours[here] or [here]))
        place = book.space(here)
        found += [("move", f"all {place} to {near}"), ("attack", near), ("attack", f"{near} from {place}")]
        found += [("activate", f"{place} move; {near} move"), ("activate", f"{place} attack")]
    return found


def carried_out(table: Orders, card: int, name: str, text: str) -> bool:
    trial = table.attempt(("ops", card))
    if trial is None:
        return False
    try:
        typed.ORDERS[name](lexicon(), trial, text)
    except Refusal:
        return False
    except ChanceError:
        pass
    return True
