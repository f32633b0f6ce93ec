"""Sprites of Liège 1914: counters, forts, works, zones of control, lines of fire."""
