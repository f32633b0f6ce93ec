"""Banquet des Généraux, a variant of the Deluxe rules.

Paragraphs are those of the variant's rules page. `python -m tests.manifest banquet` lists what is implemented. Each file of
this package is one topic of the variant and declares what it changes; the topics are applied to Deluxe in order.
"""

from __future__ import annotations

from engine.pog.rulesets.banquet.attrition import ATTRITION
from engine.pog.rulesets.banquet.cards import CARDS
from engine.pog.rulesets.banquet.combat import COMBAT
from engine.pog.rulesets.banquet.disbanding import DISBANDING
from engine.pog.rulesets.banquet.forts import FORTS
from engine.pog.rulesets.banquet.isolation import ISOLATION
from engine.pog.rulesets.banquet.kaiserschlacht import KAISERSCHLACHT
from engine.pog.rulesets.banquet.mef import MEF
from engine.pog.rulesets.banquet.movement import MOVEMENT
from engine.pog.rulesets.banquet.mutiny import MUTINIES
from engine.pog.rulesets.banquet.nations import NATIONAL
from engine.pog.rulesets.banquet.offensives import OFFENSIVES
from engine.pog.rulesets.banquet.opening import OPENING
from engine.pog.rulesets.banquet.plans import PLANS
from engine.pog.rulesets.banquet.pursuit import PURSUIT
from engine.pog.rulesets.banquet.reserve import RESERVE
from engine.pog.rulesets.banquet.retreat import RETREAT
from engine.pog.rulesets.banquet.trenches import TRENCHES
from engine.pog.rulesets.banquet.turns import TURNS
from engine.pog.rulesets.banquet.victory import VICTORY
from engine.pog.rulesets.deluxe import DELUXE
from engine.pog.rulesets.theme import laid_over

BANQUET = laid_over(
    DELUXE,
    "banquet",
    (
        OPENING,
        MOVEMENT,
        NATIONAL,
        RESERVE,
        TRENCHES,
        COMBAT,
        FORTS,
        RETREAT,
        PURSUIT,
        ATTRITION,
        ISOLATION,
        CARDS,
        KAISERSCHLACHT,
        OFFENSIVES,
        MUTINIES,
        MEF,
        VICTORY,
        PLANS,
        TURNS,
        DISBANDING,
    ),
)

__all__ = ["BANQUET"]
