"""No typed order naming a space, unit or card ever raises, at positions of wars by sensible play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.table.refusal import Refusal
from bot.titles import table_of
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.lexicon import lexicon
from engine.errors import ChoiceError
from engine.pog import PogGame
from engine.pog.opponent import recruit
from tests.lanes import Share
from tests.support.computer_play import decisions

SCENARIOS = ("introductory", "historical", "campaign", "banquet", "suicide", "summer_1916")
#: Choices played of a war.
CHOICES = 2_500
#: Which positions of each kind of decision are tried: the opening and the middle of a war.
MET = (1, 5, 25, 125)
#: The first position of a kind is tried with every order, each later one with every so many of them, others each time.
LATER = 4
SPACES = ("move ge 1 to {}", "attack {}", "activate {} move", "activate {} attack", "entrench {}", "retreat {}", "advance {}",
          "sr ge 1 to {}", "sr fr 1 to {}", "attack {} with all", "attack verdun from {}", "move all {} to metz", "choose {}",
          "move {}-paris", "activate {}")  # fmt: skip
UNITS = ("move {} to metz", "attack sedan with {}", "sr {} to essen", "rp {}", "lose {}", "retreat {} to paris", "entrench {}",
         "choose {}", "advance {}")  # fmt: skip
CARDS = ("play {} as ops", "play {} as event", "play {} as sr", "play {} as rp", "choose {}", "play {}", "card {}")


def positions(scenario: str, deal: int) -> Iterator[tuple[PogGame, bool]]:
    """Yield some positions of each kind of decision in a war between recruits, and whether it is the first of its kind."""
    for game, met in decisions(scenario, deal, CHOICES, lambda game, luck: recruit):
        if met in MET:
            yield game, met == 1


def orders(game: PogGame) -> Iterator[tuple[str, str]]:
    """Yield every pattern with every space, unit and card."""
    content = game.state.rules.content
    for patterns, records in ((SPACES, content.spaces), (UNITS, content.units), (CARDS, content.cards)):
        for record in records:
            for pattern in patterns:
                name, _, text = pattern.format(record.name if hasattr(record, "name") else record.id).partition(" ")
                if name in typed.ORDERS:
                    yield name, text


@pytest.mark.sweep(fixed=["introductory"])
@pytest.mark.timeout(1800)  # whole: tens of thousands of orders, each of which can be tried with every card
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_typed_order_is_carried_out_or_refused(scenario: str, share: Share) -> None:
    tried = 0
    for number, (game, first) in enumerate(positions(scenario, 7)):
        side = game.decision.actor(game)
        kept = (order for at, order in enumerate(orders(game)) if first or (at + number) % LATER == 0)
        for _, name, text in share((number, *order) for order in kept):
            table = table_of(game.copy(), side)
            try:
                typed.ORDERS[name](lexicon(game.state.rules.content), table, text)
            except (Refusal, ChoiceError):
                pass
            except Exception as failure:
                raise AssertionError(
                    f"{scenario}, position {number} ({game.decision.kind}): {name} {text}"
                ) from failure
            tried += 1
    assert tried
