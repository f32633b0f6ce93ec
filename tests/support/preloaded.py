"""All that a bot loads before it serves, loaded: the process that bots of the tests are forked from imports this."""

from __future__ import annotations

import gc

import bot.cli.local
import bot.cli.main
import bot.cli.run
import bot.platforms.discord.adapter
import bot.platforms.slack.adapter
import bot.wiring
from bot.titles import usual_title

usual_title().prepare("en")
# What the copies share stays shared.
gc.freeze()

__all__ = ["bot"]
