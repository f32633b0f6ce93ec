"""A title of the tests' own: a hound looks for a hidden fox on nine hexes. Its game is no good, but everything is in it."""
