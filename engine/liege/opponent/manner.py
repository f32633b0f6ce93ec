"""How a recruit plays: fully, or leaving something out to measure its value."""

from __future__ import annotations

from typing import Final, NamedTuple


class Manner(NamedTuple):
    """What a recruit does and leaves out; the default is plain."""

    #: Whether the Germans storm forts, attack infantry, and go for the city; and the turn until which they wait for the big guns.
    storms: bool = True
    attacks: bool = True
    city: bool = True
    waits: int = 0
    #: Whether the forts fire at units.
    forts_fire: bool = True
    #: The turn from which all Belgians leave; None to let each decide.
    leaves: int | None = None
    #: Whether the fortress regiments stay behind.
    rearguard: bool = False
    #: The turn from which Belgians arrive; those of earlier turns wait (7.7.4).
    comes: int = 0


PLAIN: Final = Manner()
#: The single strategies, by name: the side that plays each (0 German, 1 Allied), and its manner.
STRATEGIES: Final[dict[str, tuple[int, Manner]]] = {
    "waits_for_guns": (0, Manner(waits=6)),
    "waits_longer": (0, Manner(waits=7)),
    "never_storms": (0, Manner(storms=False)),
    "never_attacks": (0, Manner(attacks=False)),
    "never_enters_city": (0, Manner(city=False)),
    "leaves_early": (1, Manner(leaves=4)),
    "leaves_on_5": (1, Manner(leaves=5)),
    "leaves_on_6": (1, Manner(leaves=6)),
    "leaves_on_7": (1, Manner(leaves=7)),
    "never_leaves": (1, Manner(leaves=99)),
    "leaves_rearguard": (1, Manner(rearguard=True)),
    "holds_fire": (1, Manner(forts_fire=False)),
    "comes_late": (1, Manner(comes=3)),
}

__all__ = ["PLAIN", "STRATEGIES", "Manner"]
