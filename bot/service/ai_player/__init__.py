"""Seats without a player: the computer's duties in a game and how it carries them out."""
