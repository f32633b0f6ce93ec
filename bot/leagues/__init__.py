"""Leagues: pairing, standings, ratings and other computations of a season, without store, clock or platform.

Everything here is a function of its arguments, including seeds: the same journal gives the same tables, pairings and
ratings on every machine and at any time. Times are passed as numbers; nothing reads a clock.
"""
