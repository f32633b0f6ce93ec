"""What can be looked up in a game of Liège 1914: the map, its units, the score, the odds."""
