"""Liège 1914 as a title."""
