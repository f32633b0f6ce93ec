"""Suicide of Europe, a variant of the Deluxe rules.

Paragraphs are those of the variant's text as far as it is known; what it leaves open depends on the switches `soe.*` of
`assets/pog/rulesets/suicide/scenarios.toml`. `python -m tests.manifest suicide` lists what is implemented. Each file of
this package is one topic and declares what it changes; the topics are applied to Deluxe in order.
"""

from __future__ import annotations

from engine.pog.rulesets.banquet.forts import FORTS
from engine.pog.rulesets.banquet.mef import MEF
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.rulesets.suicide.actions import ACTIONS
from engine.pog.rulesets.suicide.advance import ADVANCE
from engine.pog.rulesets.suicide.cards import DECKS
from engine.pog.rulesets.suicide.forts import BUILDING
from engine.pog.rulesets.suicide.movement import MOVEMENT
from engine.pog.rulesets.suicide.opening import OPENING
from engine.pog.rulesets.suicide.redeployment import REDEPLOYMENT
from engine.pog.rulesets.suicide.retreat import RETREAT
from engine.pog.rulesets.suicide.status import STATUS
from engine.pog.rulesets.suicide.supply import SUPPLY
from engine.pog.rulesets.suicide.turn import TURN
from engine.pog.rulesets.suicide.zone import PLAYED_CARDS
from engine.pog.rulesets.theme import laid_over

SUICIDE = laid_over(
    DELUXE,
    "suicide",
    (
        DECKS,
        TURN,
        ACTIONS,
        MOVEMENT,
        MEF,
        REDEPLOYMENT,
        BUILDING,
        SUPPLY,
        FORTS,
        RETREAT,
        ADVANCE,
        PLAYED_CARDS,
        STATUS,
        OPENING,
    ),
)

__all__ = ["SUICIDE"]
