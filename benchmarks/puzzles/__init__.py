"""Find puzzles in games of the levels against each other, and verify them."""
