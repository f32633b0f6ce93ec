"""Paths of Glory as a title."""
