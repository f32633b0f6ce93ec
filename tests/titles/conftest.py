"""A channel for the games of a title."""

from __future__ import annotations

from tests.bot.support import channel

__all__ = ["channel"]
