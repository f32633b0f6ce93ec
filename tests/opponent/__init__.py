"""The computer opponent, which plays only from what its seat may know."""
