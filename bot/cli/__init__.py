"""The command line `feldpost`: its subcommands, and what each of them starts or shows."""

from bot.cli.main import main

__all__ = ["main"]
