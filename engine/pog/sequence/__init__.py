"""Flows and decisions together, one phase of the sequence of play a file (6.0)."""
