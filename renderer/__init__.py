"""Pictures: `kit` has everything independent of a game, and each game that is drawn has a package of its own."""
