"""Types shared by titles and platforms: a game seen from a seat, its orders and tokens, replies as data."""
