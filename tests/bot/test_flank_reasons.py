"""The refusal of a flank attack names the condition that doesn't hold, and no other (12.3.1)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.titles.pog.notation.flank_wording import _FAILS
from tests.bot.test_all_or_nothing import refused
from tests.rulesets.banquet.support import banquet
from tests.rulesets.suicide.support import suicide
from tests.support.facts import names
from tests.support.table import AP, CP, Table

WORDS = names().words.table("reasons")
CODES = sorted(_FAILS.values())


def _from_one() -> tuple[Table, str]:
    return Table().put("koblenz", "ge_1_army", "ge_3_army").put("sedan", "fr_5_army"), "sedan from koblenz"


def _by_corps() -> tuple[Table, str]:
    table = Table().put("koblenz", "ge_corps_01").put("metz", "ge_corps_02").put("sedan", "fr_5_army")
    return table, "sedan from koblenz, metz"


def _in_swamp() -> tuple[Table, str]:
    table = (
        Table()
        .put("brest_litovsk", "ge_1_army")
        .put("kovel", "ge_2_army")
        .hold(CP, "brest_litovsk", "kovel", "warsaw", "lodz")
        .destroy("brest_litovsk")
    )
    return table.put("pinsk", "ru_1_army"), "pinsk from brest litovsk, kovel"


def _in_trench() -> tuple[Table, str]:
    table = Table().put("koblenz", "ge_1_army").put("metz", "ge_2_army").put("sedan", "fr_5_army")
    return table.trench("sedan", 1, AP), "sedan from koblenz, metz"


def _told(made: Callable[[], tuple[Table, str]]) -> str:
    table, text = made()
    origins = dict.fromkeys(f"!{name.strip().replace(' ', '_')}" for name in text.partition("from ")[2].split(","))
    table.any_dice().operate(CP, 20).activate(*origins)
    return refused(table, CP, "attack", f"{text} flank")


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (_from_one, "flank_from_one_space"),
        (_by_corps, "flank_without_army"),
        (_in_trench, "flank_in_trench"),
        (_in_swamp, "flank_in_terrain"),
    ],
)
def test_12_3_1_the_one_condition_that_fails_is_named(made: Callable[[], tuple[Table, str]], code: str) -> None:
    told = _told(made)
    said = {one for one in CODES if names().words.say(f"reasons.{one}", space=_place(told)) in told}
    assert said == {code}, told
    assert "(rule 12.3.1)" in told
    assert "To attack from the front, leave out `flank`." in told


def _place(told: str) -> str:
    return told.partition("flank attack on ")[2].partition(" (rule")[0]


@pytest.mark.parametrize("war", [Table, banquet, suicide])
def test_every_condition_of_each_war_has_its_words(war: Callable[[], Table]) -> None:
    for allows in war().state.rules.tables.may_flank:
        assert _FAILS[allows.__name__] in WORDS
