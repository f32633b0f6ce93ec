"""Random play: properties checked at every step."""
