"""The command line `feldpost` and its subcommands."""

from bot.cli.main import main

__all__ = ["main"]
