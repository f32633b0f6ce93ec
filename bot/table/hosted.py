"""Pictures of leagues, which belong to no title and no game.

A reference carries the whole view but for the names of people, for whom their ids stand: whoever draws it asks what they are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from pydantic import TypeAdapter

from bot.narration.named import by_id
from bot.table.reply import PictureRef
from bot.titles.pictures import Job, Pictures, Shelf
from renderer import league
from renderer.league.views import (
    Bracket,
    Course,
    CrossTable,
    Forecasts,
    PairingCard,
    Pairings,
    Poster,
    RatingGraph,
    Standings,
    View,
)

_VIEWS: dict[str, TypeAdapter[Any]] = {
    "league_standings": TypeAdapter(Standings),
    "league_cross": TypeAdapter(CrossTable),
    "league_bracket": TypeAdapter(Bracket),
    "league_ratings": TypeAdapter(RatingGraph),
    "league_poster": TypeAdapter(Poster),
    "league_pairing": TypeAdapter(PairingCard),
    "league_pairings": TypeAdapter(Pairings),
    "course": TypeAdapter(Course),
    "league_forecasts": TypeAdapter(Forecasts),
}
_KINDS: dict[type, str] = {
    Standings: "league_standings",
    CrossTable: "league_cross",
    Bracket: "league_bracket",
    RatingGraph: "league_ratings",
    Poster: "league_poster",
    PairingCard: "league_pairing",
    Pairings: "league_pairings",
    Course: "course",
    Forecasts: "league_forecasts",
}
#: Room in px kept for each kind of picture before one of its kind was drawn.
_ROOMS = {
    "league_standings": (800, 630), "league_cross": (800, 672), "league_bracket": (800, 622), "league_ratings": (800, 770),
    "league_poster": (800, 768), "league_pairing": (800, 552), "league_pairings": (800, 630), "course": (800, 770),
    "league_forecasts": (800, 630),
}  # fmt: skip


def reference(view: View) -> PictureRef:
    """What a reply bears for the picture of a view, with its words at once; people stand in it by their ids."""
    kind = _KINDS[type(view)]
    args = _VIEWS[kind].dump_python(by_id(view), mode="json", exclude={"palette"})
    return PictureRef(kind=kind, game="", number=0, args=args, palette=view.palette, alt=league.in_words(view))


class HostedPictures:
    """Draws them, as a title draws its own."""

    @property
    def rooms(self) -> Mapping[str, tuple[int, int]]:
        """All kinds."""
        return _ROOMS

    @property
    def shelves(self) -> Mapping[str, Shelf]:
        """None of them shows anything of a game."""
        return {}

    def needs(self, kind: str) -> Literal["nothing", "position", "record"]:
        """The reference has it all."""
        del kind
        return "nothing"

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Bytes, mime type and alt text; raises ValueError where the reference holds no such view."""
        ref = PictureRef.model_validate_json(job.ref)
        view = replace(_VIEWS[ref.kind].validate_python(ref.args), palette=ref.palette)
        picture = league.draw(view)
        return picture.data, picture.mime, picture.alt

    def load(self) -> None:
        """Fonts, words and inks."""
        league.warm()

    def beforehand(self) -> None:
        """Nothing is shown often enough."""


HOSTED: Pictures = HostedPictures()

__all__ = ["HOSTED", "HostedPictures", "reference"]
