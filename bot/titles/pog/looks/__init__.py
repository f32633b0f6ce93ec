"""What can be looked at in a game of Paths of Glory."""
