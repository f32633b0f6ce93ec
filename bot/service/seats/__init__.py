"""Seats and terms of a game: lobby, bids, offers to the other side, substitutes, the game master, seeds."""
