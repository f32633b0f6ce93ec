"""Chances in words: what a barrage and an assault come to, exact, from the rules' own enumeration."""

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

#: Throws of two dice.
_ALL = FACES * FACES


def reaches(state: LiegeState, fired: FortBarrage) -> bool:
    """Return True if the guns of a barrage reach the table."""
    return barrage.aim_at_fort(state, fired.fort, barrage.aff_of(state, fired.guns)).column is not None


def hits(state: LiegeState, fired: UnitBarrage) -> bool:
    """Return True if a barrage at units is strong enough."""
    return barrage.too_weak(state, fired) is None


def falls(state: LiegeState, fired: FortBarrage) -> int:
    """Return the chance in per cent that a fort falls to a barrage."""
    return percent(weight_of_fall(state, fired), _ALL)


def weight_of_fall(state: LiegeState, fired: FortBarrage) -> int:
    """Return how many of 400 throws make the first target fall."""
    return sum(weight for forts, weight in barrage.chances_of_falling(state, fired).items() if forts >> fired.fort & 1)


def percent(weight: int, of: int) -> int:
    """Return a share in per cent, rounded; 0 and 100 only where it is nothing and all."""
    found = round(100 * weight / of)
    return max(found, 1) if 0 < weight < of and not found else min(found, 99) if weight < of else found


def fort_told(context: OfferContext, fired: FortBarrage) -> str:
    """Return the chance of a barrage at a fort in a few words."""
    state = context.table.game.state
    return context.say("liege.falls", chance=falls(state, fired), aff=barrage.aff_of(state, fired.guns))


def units_told(context: OfferContext, state: LiegeState, fired: UnitBarrage) -> str:
    """Return what a barrage at units is expected to cost them; nothing of it where hidden ones are among them."""
    if hidden_there(state, fired.hex):
        return context.say("liege.costs_unknown", arf=barrage.arf_of(state, fired))
    steps, most = cost(state, fired), barrage.hits(state, fired)
    return context.say("liege.costs", steps=f"{steps:.1f}", arf=barrage.arf_of(state, fired), count=most)


def cost(state: LiegeState, fired: UnitBarrage) -> float:
    """Return the steps that a barrage costs on average, if it hits those who lose most."""
    each = sorted((expected(state, fired, unit) for unit in barrage.targets_at(state, fired.hex)), reverse=True)
    return sum(each[: barrage.hits(state, fired)])


def assault_falls(state: LiegeState, one: DeclaredAssault) -> int:
    """Return the chance in per cent that an assault as declared takes its fort."""
    found = assault.chances_of(state, one)
    return percent(
        sum(weight for result, weight in found.items() if result.fallen >> one.fort & 1), sum(found.values())
    )


def assault_told(context: OfferContext, one: DeclaredAssault) -> str:
    """Return the chances of an assault in a few words, for a unit that stands ready as it is."""
    state = context.table.game.state
    found = assault.chances_of(state, one)
    lost = percent(sum(weight for result, weight in found.items() if result.lost), sum(found.values()))
    return context.say("liege.storms", chance=assault_falls(state, one), lost=lost)


def attack_told(context: OfferContext, attack: HexAttack) -> str:
    """Return the chances of an attack in a few words; the own strength alone where hidden units are attacked."""
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
    """Return True if enemies of the side to move are hidden in a hex, so that no chances can be told (19.1.3)."""
    return hidden_hexes(state, 1 - state.side) >> hex_ & 1 == 1


def points_of(tenths: int) -> str:
    """Return a strength that is counted in tenths, without a zero after its point."""
    return f"{tenths / 10:g}"


def expected(state: LiegeState, fired: UnitBarrage, unit: int) -> float:
    """Return the steps that a target loses on average."""
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
