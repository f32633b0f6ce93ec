"""Pictures: `kit` holds what knows no game, and beside it stands a package for each game that is drawn."""
