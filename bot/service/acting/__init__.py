"""What is done in a game and what is said of it: orders, sheets, standing orders, warnings, posts, the end."""
