"""What it costs to activate spaces, as a look-up: `units costing SPACE`, and the questions that mean it."""

from __future__ import annotations

import pytest

from bot.titles import table_of
from bot.titles.pog.looks.activation_prices import activation_prices
from bot.titles.pog.notation import questions
from tests.bot.moments import choosing, operating
from tests.bot.support import Channel
from tests.bot.test_confirmations import put
from tests.support.facts import lexicon, names
from tests.support.table import AP, Table


@pytest.mark.parametrize(
    ("question", "look"),
    [
        ("ops cost of verdun", "units costing verdun"),
        ("what would it cost to attack metz from verdun and nancy", "units costing verdun, nancy"),
        ("how much does it cost to activate nancy?", "units costing nancy"),
    ],
)
def test_a_question_about_ops_is_answered_by_their_number(question: str, look: str) -> None:
    """The answer was Verdun's units, and the odds of an attack."""
    assert questions.about(lexicon(), table_of(operating().game, AP), question) == look


@pytest.mark.parametrize(
    "question",
    ["how many rps does it cost to rebuild in paris?", "sr cost to metz", "does it cost steps to attack metz?"],
)
def test_other_prices_are_not_meant(question: str) -> None:
    assert "costing" not in questions.about(lexicon(), table_of(operating().game, AP), question)


def test_9_2_3_each_nation_costs_a_point_and_several_spaces_are_added_up() -> None:
    table = Table().put("calais", "br_bef_army", "fr_5_army").put("paris", "fr_6_army").choose(AP)
    spaces = [table.state.rules.content.space_by_name[name] for name in ("calais", "paris", "metz")]
    assert activation_prices(names(), table_of(table.game, AP), spaces).splitlines() == [
        "Activating Calais costs 2 OPS, to move or to attack.",
        "Activating Paris costs 1 OPS, to move or to attack.",
        "You have no units to activate in Metz.",
        "Together: 3 OPS.",
    ]


def test_a_price_that_depends_on_the_use_is_told_by_use() -> None:
    """After Fall of the Tsar, Russians that attack cost a point for each unit (CP 52)."""
    table = Table(turn=12).put("lomza", "ru_1_army", "ru_2_army").put("kovno", "ru_3_army")
    table = table.played("cp_52_fall_of_the_tsar").choose(AP)
    spaces = [table.state.rules.content.space_by_name[name] for name in ("lomza", "kovno")]
    assert activation_prices(names(), table_of(table.game, AP), spaces).splitlines() == [
        "Activating Lomza costs 1 OPS to move and 2 OPS to attack.",
        "Activating Kovno costs 1 OPS, to move or to attack.",
        "Together: 2 OPS to move, 3 OPS to attack.",
    ]


async def test_the_price_stands_before_the_units(channel: Channel) -> None:
    await channel.begin()
    await put(channel, choosing())
    told = await channel.told("ben", "units costing verdun")
    assert told.splitlines()[0] == "Activating Verdun costs 1 OPS, to move or to attack."
    assert told.splitlines()[1].startswith("**Verdun** (AP): FR 3")
