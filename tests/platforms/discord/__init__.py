"""Tests of the Discord adapter with the real discord.py, against a loopback Discord."""
