"""What can be read without a game: the welcome, help of commands, the rulebook."""
