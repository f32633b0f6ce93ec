"""Leagues: pairing, standings, ratings and the other sums of a season, without store, clock or platform.

Everything here is a function of its arguments and of seeds that come in: what a journal holds gives the same tables, pairings and
ratings on every machine and in every year. Times come as numbers; nothing reads a clock.
"""
