"""Puzzles: trying, judging, rating, one a day."""
