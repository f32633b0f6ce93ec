"""Queries on a game's record: its history as far as a viewer may know it."""
