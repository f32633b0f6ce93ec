"""Discord adapter: slash commands, buttons and private panels through discord.py, rendered from the shared replies."""
