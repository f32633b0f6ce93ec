"""Puzzles found in wars of the levels against each other, and tried once more."""
