"""What nobody may do in a league game, since its season sets it: one place that says so."""

from __future__ import annotations

from bot.storage.models import GameHeader
from bot.table.refusal import refuse


def check(header: GameHeader, what: str) -> None:
    """Refuse an act that the season has taken from the players of a league game; `what` is the end of the reason's code.

    Raises:
        Refusal: `league_WHAT`.
    """
    if header.league is not None and not (what == "draw" and header.league.draws):
        raise refuse(f"league_{what}")


__all__ = ["check"]
