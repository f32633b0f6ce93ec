"""The bot as a separate process on each loopback platform, with players, for measurements."""
