"""The graph of a game's course, as assessed by the computer."""

from __future__ import annotations

from typing import Final

from bot.service.view_pictures import ViewPictures
from renderer.league.views import Course

COURSE: Final = ViewPictures({Course: ("course", (800, 770))})

__all__ = ["COURSE"]
