"""What belongs to a person: settings, the own games, who is told that it is their turn, and the clock."""
