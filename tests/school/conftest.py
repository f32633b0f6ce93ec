"""A channel for lessons."""

from __future__ import annotations

from tests.bot.support import channel

__all__ = ["channel"]
