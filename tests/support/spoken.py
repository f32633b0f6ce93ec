"""An opening in people's own words, and the commands that do the same: typed on every platform in the same way."""

from __future__ import annotations

#: Behind the seats and the start, by the player of the Central Powers.
SPOKEN = (
    ("yes", "choose take"),
    ("the Guns of August for its event, please!", "play 1 as event"),
    ("assault Sedan with everything, no flank", "attack sedan /choose frontal"),
)
#: What is asked about by a slip of the pen: the line that its button types.
SLIP = ("attak sedan", "attack sedan")

__all__ = ["SLIP", "SPOKEN"]
