"""Flows and decisions, one phase of the sequence of play per file (6.0)."""
