"""What is pressed in the lesson of Liège 1914, step by step, as its tasks say; each press is the beginning of a label."""

from __future__ import annotations

from typing import Final

PRESSES: Final = {
    "shell": ("Leveau: the gun", "Cease fire"),
    "storm": ("Hautmont with PiR.25",),
    "last": ("A", "B"),
    "march": ("26.IB in AL32", "AK32, facing south-east", "End the movement", "Go in, facing"),
    "attack": ("AJ32 with all 2 units", "26.IB", "Face ", "Finish"),
}

__all__ = ["PRESSES"]
