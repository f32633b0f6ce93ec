"""The decks of the variant (12.4.5, 25)."""

from __future__ import annotations

from dataclasses import replace

from engine.pog.ruleset import Ruleset
from engine.pog.rulesets.theme import Theme
from engine.pog.tables import Tables

#: What brings the counters that 12.4.5 speaks of, and the cards that make room for it, so that decks stay at 55.
LEGIONS = (
    ("ap_23_cloak_and_dagger", "ap_60_czech_legion"),
    ("cp_17_mata_hari", "cp_59_polish_restoration"),
)


def legions(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """Polish corps and the Czech Legion come in every game, by the cards that have them; how is ours."""
    return LEGIONS if rules.switches["soe.cards"] == "with_legions" else ()


def amended(tables: Tables) -> Tables:
    """Two cards are in the decks that Deluxe leaves to an option."""
    return replace(tables, swaps=(*tables.swaps, legions))


DECKS = Theme(amended)
