"""All that a bot and its picture processes load before they serve, loaded: what those of the tests are forked from imports this."""

from __future__ import annotations

import gc

import bot.cli.local
import bot.cli.main
import bot.cli.run
import bot.platforms.discord.adapter
import bot.platforms.slack.adapter
import bot.wiring
from bot.platforms.painting import _load
from bot.titles import MODULES, usual_title

usual_title().prepare("en")
_load(tuple(MODULES))
# What the copies share stays shared.
gc.freeze()

__all__ = ["bot"]
