"""Import everything that a bot and its picture processes need; the tests' processes are forked from here."""

from __future__ import annotations

import gc

import bot.cli.local
import bot.cli.main
import bot.cli.run
import bot.platforms.discord.adapter
import bot.platforms.slack.adapter
import bot.wiring
import bot.worker_preload
from bot.titles import usual_title

usual_title().prepare("en")
# Keeps the memory shared between forks.
gc.freeze()

__all__ = ["bot"]
