"""One adapter for each chat platform, all against the port in `bot.port`."""
