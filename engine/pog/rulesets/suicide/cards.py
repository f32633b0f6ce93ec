"""The decks of the variant (12.4.5, 25)."""

from __future__ import annotations

from dataclasses import replace

from engine.pog.ruleset import Ruleset
from engine.pog.rulesets.theme import Theme
from engine.pog.tables import Tables

#: Cards that bring the counters of 12.4.5, and the cards they replace, so that decks stay at 55.
LEGIONS = (
    ("ap_23_cloak_and_dagger", "ap_60_czech_legion"),
    ("cp_17_mata_hari", "cp_59_polish_restoration"),
)


def legions(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return the swaps that put the Polish corps and Czech Legion cards into every game (the way is ours)."""
    return LEGIONS if rules.switches["soe.cards"] == "with_legions" else ()


def amended(tables: Tables) -> Tables:
    """Return the tables with two cards that are optional in Deluxe."""
    return replace(tables, swaps=(*tables.swaps, legions))


DECKS = Theme(amended)
