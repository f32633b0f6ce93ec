"""Measurements: tables for people, `--json` for machines. Nothing here asserts a time."""
