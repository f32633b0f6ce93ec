"""The picture of how a game went, as the computer sees it."""

from __future__ import annotations

from typing import Final

from bot.service.view_pictures import ViewPictures
from renderer.league.views import Course

COURSE: Final = ViewPictures({Course: ("course", (800, 770))})

__all__ = ["COURSE"]
