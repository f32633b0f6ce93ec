"""Tests of the game-agnostic kernel, on a toy game."""
