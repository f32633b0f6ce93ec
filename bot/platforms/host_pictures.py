"""All pictures that belong to no title, for rendering and for caching."""

from __future__ import annotations

from typing import Final

from bot.service.ai_player.pictures import COURSE
from bot.service.leagues.pictures import LEAGUE
from bot.service.view_pictures import ViewPictures

HOSTED: Final[ViewPictures] = LEAGUE.joined(COURSE)

__all__ = ["HOSTED"]
