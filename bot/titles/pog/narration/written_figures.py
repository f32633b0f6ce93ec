"""Figures as they are written."""

from __future__ import annotations


def signed(value: int) -> str:
    """Return a number with its sign, a real minus among them."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def figure(value: int) -> str:
    """Return a number, a real minus before it where it is below zero."""
    return f"{value}" if value >= 0 else f"−{-value}"


def half(points: int) -> str:
    """Half points as points: 3 is "1½"."""
    whole, rest = divmod(points, 2)
    return f"{whole or ''}½" if rest else str(whole)
