"""The bot as a process of its own on each loopback platform, with players, for the measurements."""
