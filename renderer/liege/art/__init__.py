"""Sprites of Liège 1914: counters, forts, works, zones, lines of fire."""
