"""Composed rules: which frames, cards and exceptions make up a game."""
