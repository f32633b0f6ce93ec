"""Public announcements of a game: action posts, prompts, the table message, the end."""
