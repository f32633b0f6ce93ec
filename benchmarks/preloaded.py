"""Preload everything that a worker needs, so that processes forked from here start immediately."""

from __future__ import annotations

from benchmarks import seasons
from bot.titles import usual_title

usual_title().prepare("en")

__all__ = ["seasons"]
