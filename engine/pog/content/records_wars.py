"""Compiled scenarios: traits, switches and numbers that rules look up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VictoryLevel:
    """CP wins at ``cp_min`` VP or more, AP at ``ap_max`` or less, else a draw (5.3 to 5.7)."""

    conditions: tuple[
        str, ...
    ]  # all of them: 'played:' or 'not_played:' and a card, 'held:SIDE:SPACE' in supply at the end
    cp_min: int
    ap_max: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario (5.3 to 5.5, 5.7) as traits, switches and numbers; rules use these, never its name."""

    name: str
    title: str
    last_turn: int
    vp_set: str  # base or historical
    start_vp: int
    hand_size: int
    trench_modifiers: bool  # 11.2.10
    peace_terms: bool  # 16.5
    guns_of_august: str  # choice, must_open or past
    start: str | None  # the starting position, None: August 1914
    ends_at_commitment: str | None  # limited war: total (5.4.1)
    turn_1_br_offensive: str  # what a British result counts as on turn 1 (5.7.4.5)
    traits: frozenset[str]  # see scenarios.toml
    ruleset: str  # the ruleset it uses, see `engine.pog.rulesets`
    levels: tuple[VictoryLevel, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A question that the ruleset's text leaves open; the first value applies unless players choose another."""

    name: str
    values: tuple[str, ...]
    entries: tuple[str, ...]
    proposal: bool
    #: Where players meet it: paragraphs, cards by id, and kinds of decision, or one verb of such a kind (`kind:verb`).
    rules: tuple[str, ...] = ()
    cards: frozenset[int] = frozenset()
    asked: tuple[str, ...] = ()
