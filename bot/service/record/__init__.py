"""What a game's record tells: its story so far, as far as a viewer may know it."""
