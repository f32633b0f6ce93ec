"""Every reason for a refusal, each with a position in which a player gets it."""
