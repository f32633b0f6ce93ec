"""The rulebook's extended example of play, played through the engine."""
