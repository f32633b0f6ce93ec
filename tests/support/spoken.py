"""An opening in natural language, and the equivalent commands; typed the same way on every platform."""

from __future__ import annotations

#: Typed after seats and start, by the player of the Central Powers.
SPOKEN = (
    ("yes", "choose take"),
    ("the Guns of August for its event, please!", "play 1 as event"),
    ("assault Sedan with everything, no flank", "attack sedan /choose frontal"),
)
#: Two typos, which are asked about, and the line that the button types.
SLIP = ("attak sedn", "attack Sedan")

__all__ = ["SLIP", "SPOKEN"]
