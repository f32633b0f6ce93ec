"""Lists of attacks mark those that meet the mandated offensive, and say if none does (7.1)."""

from __future__ import annotations

import pytest

from bot.titles import table_of
from bot.titles.panel import offers_of
from bot.titles.pog.looks.odds_answer import odds_text
from bot.titles.pog.looks.possible_attacks import possible_attacks_text
from bot.titles.pog.looks.view_queries import status
from bot.titles.pog.notation.lexicon import lexicon
from bot.titles.pog.offer_context import PogOfferContext
from bot.titles.pog.panels.figures import task
from engine.pog import view_of
from tests.support.facts import names
from tests.support.table import AP, CP, Table

MARK = "mandated offensive"
MARKED, NONE = (
    "You can meet it: the attacks listed here that do are marked (7.1).",
    "No attack that you can order now meets it (7.1).",
)


def board(mandate: str) -> Table:
    """Return Germans before Frenchmen in Verdun and Britons in Amiens, and the Allied offensive of a nation."""
    table = Table().put("verdun", "fr_1_army").put("amiens", "br_1_army").put("metz", "ge_1_army")
    table.put("cambrai", "ge_2_army").hold(CP, "cambrai", "metz").hold(AP, "verdun", "amiens").any_dice()
    table.state.mandated[AP] = mandate
    return table


def shown(table: Table) -> tuple[str, dict[str, str]]:
    """Return the text of the panel, and the attacks offered with their descriptions."""
    context = PogOfferContext(table_of(table.game, AP), names())
    entries = {entry.label: entry.description for group in offers_of(context).groups for entry in group.entries}
    return task(context), {label: told for label, told in entries.items() if "CF against" in label + told}


@pytest.mark.parametrize(("mandate", "target"), [("fr", "Metz"), ("br", "Cambrai")])
def test_an_attack_that_meets_the_offensive_is_marked(mandate: str, target: str) -> None:
    table = board(mandate).operate(AP).activate("!verdun", "!amiens")
    assert table.asks("attack")
    text, attacks = shown(table)
    assert MARKED in text
    assert {label for label in attacks if MARK in label} == {label for label in attacks if target in label}
    assert any(target not in label for label in attacks)


def test_the_mark_is_there_when_spaces_are_activated() -> None:
    text, attacks = shown(board("br").operate(AP))
    assert MARKED in text
    assert {label for label, told in attacks.items() if MARK in told} == {
        label for label in attacks if label.startswith("Cambrai")
    }


@pytest.mark.parametrize("activated", [False, True])
def test_a_panel_says_that_no_attack_meets_the_offensive(activated: bool) -> None:
    table = board("ru").operate(AP)
    text, attacks = shown(table.activate("!verdun", "!amiens") if activated else table)
    assert "Mandated offensive: Russia. " + NONE in text
    assert attacks
    assert not any(MARK in label + told for label, told in attacks.items())


@pytest.mark.parametrize(("mandate", "told"), [("fr", True), ("none", False)])
def test_the_choice_of_an_action_names_the_offensive_that_is_owed(mandate: str, told: bool) -> None:
    table = board(mandate).hand(AP, "ap_02_blockade").choose(AP)
    text, _ = shown(table)
    assert ("Mandated offensive: France. Without such an attack this turn you lose 1 VP (7.1)." in text) is told


def test_without_an_offensive_nothing_is_said() -> None:
    """None was rolled, or it is excused by the mutiny (7.1.8)."""
    free = board("fr").played("cp_47_french_mutiny")
    for table in (board("none"), free):
        text, attacks = shown(table.operate(AP).activate("!verdun", "!amiens"))
        assert MARK not in " ".join((text.casefold(), *attacks))


@pytest.mark.parametrize("mutiny", [False, True])
def test_the_status_says_that_an_offensive_need_not_be_made(mutiny: bool) -> None:
    table = board("fr").played(*["cp_47_french_mutiny"][: int(mutiny)])
    text = status(names(), view_of(table.operate(AP).game, AP))
    assert "mandated offensive: France" in text
    assert ("mandated offensive: France, which need not be made (7.1)" in text) is mutiny


def test_the_answers_about_odds_say_it_too() -> None:
    for mandate, told in (("fr", MARKED), ("ru", NONE)):
        table = board(mandate).operate(AP)
        text = possible_attacks_text(names(), lexicon(table.state.rules.content, "en"), table.game, AP)
        assert told in text
        assert [line for line in text.splitlines() if line.endswith(MARK)] == [
            line for line in text.splitlines() if line.startswith("- **Metz") and mandate == "fr"
        ]
        view = view_of(table.game, AP)
        answer = odds_text(names(), lexicon(table.state.rules.content, "en"), view, table.game, AP, "metz from verdun")
        assert ("This attack meets the mandated offensive (7.1)." in answer) == (mandate == "fr")
