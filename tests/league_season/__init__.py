"""A whole season of a league, played from its first command to its final table by people who type on the platforms."""
