"""Pictures of leagues."""

from __future__ import annotations

from typing import Final

from bot.service.view_pictures import ViewPictures
from renderer.league.views import (
    Bracket,
    CrossTable,
    Forecasts,
    PairingCard,
    Pairings,
    Poster,
    RatingGraph,
    Standings,
)

LEAGUE: Final = ViewPictures(
    {
        Standings: ("league_standings", (800, 630)),
        CrossTable: ("league_cross", (800, 672)),
        Bracket: ("league_bracket", (800, 622)),
        RatingGraph: ("league_ratings", (800, 770)),
        Poster: ("league_poster", (800, 768)),
        PairingCard: ("league_pairing", (800, 552)),
        Pairings: ("league_pairings", (800, 630)),
        Forecasts: ("league_forecasts", (800, 630)),
    }
)

__all__ = ["LEAGUE"]
