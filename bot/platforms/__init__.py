"""Chat platform adapters, all implementing the port in `bot.port`."""
