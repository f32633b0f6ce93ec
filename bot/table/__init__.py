"""What titles are made of and platforms show: a game seen from a seat, its orders and tokens, answers as data."""
