"""State stored beside a game's record and about its people, and what it implies: offers, turns, lessons, duties."""
