"""A small game of hexes with facing and hidden stacks: the title to copy for a game of that kind."""
