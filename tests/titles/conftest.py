"""A channel for the games of a title, with a seed that is the same in every run."""

from __future__ import annotations

from tests.bot.conftest import _known_seed
from tests.bot.support import channel

__all__ = ["_known_seed", "channel"]
