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
#: Positions of each kind of decision in one war, and choices played of it.
OF_A_KIND, CHOICES = 4, 2_500
SPACES = ("move ge 1 to {}", "attack {}", "activate {} move", "activate {} attack", "entrench {}", "retreat {}", "advance {}",
          "sr ge 1 to {}", "sr fr 1 to {}", "attack {} with all", "attack verdun from {}", "move all {} to metz", "choose {}",
          "move {}-paris", "activate {}")  # fmt: skip
UNITS = ("move {} to metz", "attack sedan with {}", "sr {} to essen", "rp {}", "lose {}", "retreat {} to paris", "entrench {}",
         "choose {}", "advance {}")  # fmt: skip
CARDS = ("play {} as ops", "play {} as event", "play {} as sr", "play {} as rp", "choose {}", "play {}", "card {}")


def positions(scenario: str, deal: int) -> Iterator[PogGame]:
    """Yield some positions of each kind of decision in a war between recruits."""
    for game, met in decisions(scenario, deal, CHOICES, lambda game, luck: recruit):
        # The first of its kind, and later ones at growing intervals: openings and the middle of a war.
        if met in (1, 5, 25, 125)[:OF_A_KIND]:
            yield game


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
    for number, game in enumerate(positions(scenario, 7)):
        side = game.decision.actor(game)
        for _, name, text in share((number, *order) for order in orders(game)):
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
