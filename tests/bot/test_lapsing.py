"""No typed order ends the activation while OPS could still activate a space, unless confirmed first."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.service.acting.confirmations import asks
from bot.table.refusal import Refusal
from bot.table.table import Table as Orders
from bot.titles import table_of
from bot.titles.pog.notation import typed
from engine.errors import EngineError
from engine.pog import PogGame
from tests.support.facts import lexicon, names
from tests.support.random_play import new_game, steps

#: Positions of a game that are examined, and orders typed in each.
POSITIONS, LINES = 12, 6


def positions(table: str, seed: int) -> Iterator[PogGame]:
    """Yield positions of a random game in which spaces are activated and OPS are left."""
    game, found, last = new_game(table, seed), 0, 0
    for _ in steps(game, seed, turns=game.state.turn + 2):
        if game.decision.kind == "activate" and game.options().of("for_movement") and game.number > last + 40:
            yield game
            found, last = found + 1, game.number
            if found >= POSITIONS:
                return


def lines(game: PogGame, luck: random.Random) -> list[str]:
    """Return orders that can start the operation, by available units and spaces."""
    content, state, book = game.state.rules.content, game.state, names()
    spaces = [content.spaces[space] for space in game.options().of("for_movement")]
    made = []
    for space in luck.sample(spaces, min(len(spaces), LINES)):
        title = book.space(space.id)
        made += [f"entrench {title}", f"attack {book.space(luck.choice(book.neighbours[space.id]))}"]
        made += [f"move all {title} to {book.space(luck.choice(book.neighbours[space.id]))}"]
        made += [f"attack {book.space(other)} from {title}" for other in book.neighbours[space.id][:2]]
    assert state.operation is not None
    return [*made, "done", "choose stop"]


@pytest.mark.sweep(fixed=["campaign"])
@pytest.mark.parametrize("table", ["campaign", "introductory", "limited war", "summer 1916"])
def test_no_order_loses_ops_without_a_question(table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lost: list[bool] = []
    do = Orders.do

    def watched(orders: Orders, verb: str, arg: int = 0, part: str = "") -> None:
        could = (
            verb == "stop" and orders.kind == "activate" and (orders.may("for_movement") or orders.may("for_combat"))
        )
        do(orders, verb, arg, part)
        if could and not orders.blind:
            lost.append(True)

    monkeypatch.setattr(Orders, "do", watched)
    luck, met = random.Random(table), 0
    for game in positions(table, 1914):
        passing = game.state.actions[game.actor][-1][0] == "auto_op" if game.actor is not None else True
        for line in lines(game, luck):
            lost.clear()
            orders = table_of(game.copy(), int(game.actor or 0))
            orders.ask = asks(names())
            name, _, text = line.partition(" ")
            try:
                typed.ORDERS[name](lexicon(), orders, text)
            except (Refusal, EngineError):
                continue
            codes = {question.reason.code for question in orders.questions}
            met += bool(lost)
            assert not lost or passing or codes & {"ops_lapse", "move_wastes", "attack_wastes"}, line
    assert met > POSITIONS
