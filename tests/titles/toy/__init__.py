"""A test title: a hound looks for a hidden fox on nine hexes. A poor game, but it uses every part of a title."""
