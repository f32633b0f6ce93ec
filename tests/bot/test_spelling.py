"""Slips of the pen are put right where only one known word can be meant, and common words are left alone."""

from __future__ import annotations

import pytest

from bot.titles.pog.notation.spelling import respelled
from tests.support.facts import lexicon


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("atack metz form nancy", "attack metz form nancy"),
        ("activte nancy for combat", "activate nancy for combat"),
        ("move 2nd rusian amry to tanenbreg", "move 2nd russian army to tannenberg"),
        ("pleeve ops", "pleve ops"),
        ("Blokade evnt", "blockade event"),
        ("supplycheck Sedan", "supply check Sedan"),
        ("alpen-korps for ops", "alpenkorps for ops"),
        ("Race 2 the sea for ops", "race to the sea for ops"),
        ("retreat to chateau-thiery", "retreat to chateau-thierry"),
        ("wich cards", "which cards"),
    ],
)
def test_a_slip_is_put_right(typed: str, meant: str) -> None:
    assert respelled(lexicon(), typed).casefold() == meant.casefold()


@pytest.mark.parametrize(
    "typed",
    [
        "fr 3 to sedn",  # Sedan, or send
        "change the target to metz",  # no charge
        "fancy a draw",  # not Nancy
        "block the pairs",  # neither Plock nor Paris
        "attack metz from nancy, verdun",
        "konigs to wars",  # how names begin
    ],
)
def test_an_ambiguous_typo_or_a_known_word_stays(typed: str) -> None:
    assert respelled(lexicon(), typed) == ""
