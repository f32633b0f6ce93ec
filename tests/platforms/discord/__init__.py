"""The Discord adapter, with the real discord.py, against a loopback Discord."""
