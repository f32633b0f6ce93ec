"""Helpers shared by tests: a table for setting up positions, a random player, and others."""
