"""Help that needs no game: the welcome, command help, the rulebook."""
