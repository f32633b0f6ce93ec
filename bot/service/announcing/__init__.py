"""What everybody is told of a game: posts of actions, prompts, the table message, the end."""
