"""Random play: properties that hold at every step."""
