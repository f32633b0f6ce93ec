"""What is kept beside a game's record and of its people, and what follows from that alone: offers, turns to move, lessons, duties."""
