"""`python -m benchmarks.loopback.run_discord REST GATEWAY`: `feldpost run` with other base addresses for Discord.

Nothing else differs from the installed command; discord.py has no setting for them.
"""

from __future__ import annotations

import sys

import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot.cli.main import main

if __name__ == "__main__":
    rest, gateway = sys.argv[1:]
    discord.http.Route.BASE = rest
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    sys.exit(main(["run"]))
