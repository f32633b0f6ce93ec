"""Seats that no person holds: what they owe their games, and how they do it."""
