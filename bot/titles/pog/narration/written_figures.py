"""Formatting of numbers."""

from __future__ import annotations


def signed(value: int) -> str:
    """Return a number with its sign, using the minus character."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def figure(value: int) -> str:
    """Return a number, using the minus character if it is negative."""
    return f"{value}" if value >= 0 else f"−{-value}"


def half(points: int) -> str:
    """Format half points as points: 3 is "1½"."""
    whole, rest = divmod(points, 2)
    return f"{whole or ''}½" if rest else str(whole)
