"""How many ways a position can go on: counts of choice sequences, kept as golden files."""
