"""Pictures that belong to no title and no game: they are drawn of a view, which the reference carries whole.

For people their ids stand in it: whoever draws it asks what they are called.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from pydantic import TypeAdapter

from bot.narration.picture_names import by_id
from bot.table.reply import PictureRef
from bot.titles.pictures import Job, Shelf
from renderer import league
from renderer.league.views import View

#: A kind of picture with the room in px that is kept for it before one of its kind was drawn.
Kind = tuple[str, tuple[int, int]]


class ViewPictures:
    """Draws views, as a title draws its own pictures.

    Args:
        kinds: the kind of each type of view.
    """

    def __init__(self, kinds: Mapping[type, Kind]) -> None:
        self.kinds = dict(kinds)
        self._views: dict[str, TypeAdapter[Any]] = {kind: TypeAdapter(view) for view, (kind, _) in kinds.items()}
        self._rooms = dict(kinds.values())

    def joined(self, *others: ViewPictures) -> ViewPictures:
        """Return what draws the views of all of them."""
        kinds = dict(self.kinds)
        for other in others:
            kinds |= other.kinds
        return ViewPictures(kinds)

    def reference(self, view: View, language: str) -> PictureRef:
        """Return what a reply bears for the picture of a view in a language, with its words at once; people stand in it by their ids."""
        kind, _ = self.kinds[type(view)]
        args = self._views[kind].dump_python(by_id(view), mode="json", exclude={"palette", "language"})
        alt = league.in_words(replace(view, language=language))
        return PictureRef(kind=kind, game="", number=0, args=args, palette=view.palette, language=language, alt=alt)

    @property
    def rooms(self) -> Mapping[str, tuple[int, int]]:
        """All kinds."""
        return self._rooms

    @property
    def shelves(self) -> Mapping[str, Shelf]:
        """None of them shows anything of a game."""
        return {}

    def needs(self, kind: str) -> Literal["nothing", "position", "record"]:
        """Return "nothing": the reference has it all."""
        del kind
        return "nothing"

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Return bytes, mime type and alt text; raises ValueError where the reference holds no such view."""
        ref = PictureRef.model_validate_json(job.ref)
        view = replace(self._views[ref.kind].validate_python(ref.args), palette=ref.palette, language=ref.language)
        picture = league.draw(view)
        return picture.data, picture.mime, picture.alt

    def load(self) -> None:
        """Load fonts, words and inks."""
        league.warm()

    def beforehand(self) -> None:
        """Draw nothing beforehand: no view is shown often enough."""


__all__ = ["Kind", "ViewPictures"]
