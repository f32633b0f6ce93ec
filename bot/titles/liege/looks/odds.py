"""Chances as text: the exact results of barrages, assaults and attacks, from the rules' own enumeration."""

from __future__ import annotations

from bot.table.offers import OfferContext
from engine.liege import assault, barrage
from engine.liege.barrage import FortBarrage, UnitBarrage
from engine.liege.combat import HexAttack, strength_of
from engine.liege.combat_odds import odds_of
from engine.liege.fog import hidden_hexes
from engine.liege.phase_records import DeclaredAssault
from engine.liege.state import LiegeState
from engine.liege.tables import FACES

#: Number of rolls of two dice.
_ALL = FACES * FACES


def reaches(state: LiegeState, fired: FortBarrage) -> bool:
    """Return True if the guns of a barrage are strong enough for the table."""
    return barrage.aim_at_fort(state, fired.fort, barrage.aff_of(state, fired.guns)).column is not None


def hits(state: LiegeState, fired: UnitBarrage) -> bool:
    """Return True if a barrage at units is strong enough for the table."""
    return barrage.too_weak(state, fired) is None


def falls(state: LiegeState, fired: FortBarrage) -> int:
    """Return the chance in percent that a fort falls to a barrage."""
    return percent(weight_of_fall(state, fired), _ALL)


def weight_of_fall(state: LiegeState, fired: FortBarrage) -> int:
    """Return how many of 400 rolls destroy the first target."""
    return sum(weight for forts, weight in barrage.chances_of_falling(state, fired).items() if forts >> fired.fort & 1)


def percent(weight: int, of: int) -> int:
    """Return a share in percent, rounded; 0 and 100 only if exact."""
    found = round(100 * weight / of)
    return max(found, 1) if 0 < weight < of and not found else min(found, 99) if weight < of else found


def fort_told(context: OfferContext, fired: FortBarrage) -> str:
    """Return the chance of a barrage at a fort as text."""
    state = context.table.game.state
    return context.say("liege.falls", chance=falls(state, fired), aff=barrage.aff_of(state, fired.guns))


def units_told(context: OfferContext, state: LiegeState, fired: UnitBarrage) -> str:
    """Return the expected losses of a barrage at units as text; unknown if hidden units are there."""
    if hidden_there(state, fired.hex):
        return context.say("liege.costs_unknown", arf=barrage.arf_of(state, fired))
    steps, most = cost(state, fired), barrage.hits(state, fired)
    return context.say("liege.costs", steps=f"{steps:.1f}", arf=barrage.arf_of(state, fired), count=most)


def cost(state: LiegeState, fired: UnitBarrage) -> float:
    """Return the expected number of steps that a barrage costs, if it hits the most vulnerable targets."""
    each = sorted((expected(state, fired, unit) for unit in barrage.targets_at(state, fired.hex)), reverse=True)
    return sum(each[: barrage.hits(state, fired)])


def assault_falls(state: LiegeState, one: DeclaredAssault) -> int:
    """Return the chance in percent that an assault as declared takes its fort."""
    found = assault.chances_of(state, one)
    return percent(
        sum(weight for result, weight in found.items() if result.fallen >> one.fort & 1), sum(found.values())
    )


def assault_told(context: OfferContext, one: DeclaredAssault) -> str:
    """Return the chances of an assault as text, for a unit in its present state."""
    state = context.table.game.state
    found = assault.chances_of(state, one)
    lost = percent(sum(weight for result, weight in found.items() if result.lost), sum(found.values()))
    return context.say("liege.storms", chance=assault_falls(state, one), lost=lost)


def attack_told(context: OfferContext, attack: HexAttack) -> str:
    """Return the chances of an attack as text; against hidden units, only the attackers' strength."""
    state = context.table.game.state
    if hidden_there(state, attack.hex):
        return context.say("liege.fights_unknown", attack=points_of(strength_of(state, attack).attack))
    found, strength = odds_of(state, attack), strength_of(state, attack)
    return context.say(
        "liege.fights", attack=points_of(strength.attack), defence=points_of(strength.defence),
        chance=percent(found.emptied.numerator, found.emptied.denominator),
        lost=f"{float(found.attacker_steps):.1f}", taken=f"{float(found.defender_steps):.1f}",
    )  # fmt: skip


def hidden_there(state: LiegeState, hex_: int) -> bool:
    """Return True if enemies of the moving side are hidden in a hex, so that no chances can be shown (19.1.3)."""
    return hidden_hexes(state, 1 - state.side) >> hex_ & 1 == 1


def points_of(tenths: int) -> str:
    """Return a strength in tenths as a decimal number without a trailing zero."""
    return f"{tenths / 10:g}"


def expected(state: LiegeState, fired: UnitBarrage, unit: int) -> float:
    """Return the expected step losses of a target."""
    found = barrage.chances_of_steps(state, fired, unit)
    return sum(lost * weight for lost, weight in found.items()) / sum(found.values())


__all__ = [
    "assault_falls",
    "assault_told",
    "attack_told",
    "cost",
    "expected",
    "falls",
    "fort_told",
    "hidden_there",
    "hits",
    "percent",
    "reaches",
    "units_told",
    "weight_of_fall",
]
