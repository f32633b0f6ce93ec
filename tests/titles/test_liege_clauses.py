"""Lines of several orders of Liège 1914 fall into clauses; what one clause leaves open is asked, and never a part of it done."""

from __future__ import annotations

import pytest

from bot.table.refusal import Refusal
from bot.titles import table_of
from bot.titles.liege.notation.clauses import clauses
from bot.titles.liege.title import TITLE
from tests.bot.phrasings.liege_moments import MOMENTS


def context_at(moment: str) -> object:
    game = MOMENTS[moment]().game
    return TITLE.offer_context(table_of(game, int(game.actor or 0), position=1), "en")


@pytest.mark.parametrize(
    ("moment", "line", "found"),
    [
        ("marching", "27 face N, 14 face NE, 11 to T34", ["27 face N", "14 face NE", "11 to T34"]),
        ("marching", "34: u36, s. 11: t34.", ["34 u36 s", "11 t34"]),
        ("marching", "34ib to U36, the others stay", ["34ib to U36", "hold the rest"]),
        ("marching", "14ib stays, 34ib to U36", ["34ib to U36"]),
        ("marching", "All brigades hold except the 34th, which goes to U36", ["34th goes to U36"]),
        ("marching", "11ib to t34, 38ib to v33, both facing n", ["11ib to t34 facing n", "38ib to v33 facing n"]),
        ("marching", "11ib to t34, 38ib the same", ["11ib to t34", "38ib to t34"]),
        ("firing", "21cm fires on Fleron, the 15cm joins in", ["21cm the 15cm fires on Fleron"]),
        ("combat", "27 all in on V35, 14 just arty support", ["27 14 just arty support on V35"]),
        ("combat", "27ib and 14ib attack V35", None),
        ("combat", "attack V35: 27ib (from U35), 14ib", None),
        ("combat", "attack barchon w 34ib n 38ib", None),
        ("firing", "21cm and 15cm fire at Fleron then Barchon", None),
        ("marching", "everyone SW except 27ib and the guns", None),
        ("marching", "34ib march to U36 and turn it to face south", None),
    ],
)
def test_a_clause_begins_at_a_new_unit(moment: str, line: str, found: list[str] | None) -> None:
    assert clauses(context_at(moment), line) == found  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("moment", "line"),
    [
        ("marching", "34ib to U36, 11ib sings"),
        ("marching", "34ib to U36, 14ib somewhere west"),
        ("marching", "34ib stays, 34ib to U36"),
        ("belgian_firing", "Fleron and Evegnee at U35, Barchon sleeps at V36"),
    ],
)
def test_no_order_says_a_line_of_which_a_clause_is_not_understood(moment: str, line: str) -> None:
    context = context_at(moment)
    assert not any(TITLE.says_all(context, line, one) for one in TITLE.guesses(context, line))  # type: ignore[arg-type]


def test_a_barrage_has_one_hex() -> None:
    """Fleron and Evegnée at U35, Barchon at V36 were all fired at V36."""
    context = context_at("belgian_firing")
    with pytest.raises(Refusal) as refused:
        TITLE.order(context, "shell", "fleron evegnee at u35 barchon at v36")  # type: ignore[arg-type]
    assert refused.value.reason.code == "too_much"


def test_no_assault_on_a_fort_becomes_an_attack_on_the_units_around_it() -> None:
    context = context_at("combat")
    with pytest.raises(Refusal) as refused:
        TITLE.order(context, "assault", "fleron")  # type: ignore[arg-type]
    assert refused.value.reason.code == "moment_past"
