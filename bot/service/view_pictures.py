"""Pictures that belong to no title or game, drawn from a view stored whole in the reference.

The view contains people's ids; the drawing code looks up their names.
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

#: A kind of picture, with the size in px reserved for it until one has been drawn.
Kind = tuple[str, tuple[int, int]]


class ViewPictures:
    """Draws views, like a title draws its own pictures.

    Args:
        kinds: the kind of each type of view.
    """

    def __init__(self, kinds: Mapping[type, Kind]) -> None:
        self.kinds = dict(kinds)
        self._views: dict[str, TypeAdapter[Any]] = {kind: TypeAdapter(view) for view, (kind, _) in kinds.items()}
        self._rooms = dict(kinds.values())

    def joined(self, *others: ViewPictures) -> ViewPictures:
        """Return a painter for the views of all of them."""
        kinds = dict(self.kinds)
        for other in others:
            kinds |= other.kinds
        return ViewPictures(kinds)

    def reference(self, view: View, language: str) -> PictureRef:
        """Return the picture reference of a view in a language, with alt text; people are stored by id."""
        kind, _ = self.kinds[type(view)]
        args = self._views[kind].dump_python(by_id(view), mode="json", exclude={"palette", "language"})
        alt = league.in_words(replace(view, language=language))
        return PictureRef(kind=kind, game="", number=0, args=args, palette=view.palette, language=language, alt=alt)

    @property
    def rooms(self) -> Mapping[str, tuple[int, int]]:
        """The reserved sizes of all kinds."""
        return self._rooms

    @property
    def shelves(self) -> Mapping[str, Shelf]:
        """Empty: these pictures show nothing of a game."""
        return {}

    def needs(self, kind: str) -> Literal["nothing", "position", "record"]:
        """Return "nothing": the reference contains everything."""
        del kind
        return "nothing"

    def paint(self, job: Job) -> tuple[bytes, str, str]:
        """Return bytes, MIME type and alt text; raise ValueError if the reference contains no such view."""
        ref = PictureRef.model_validate_json(job.ref)
        view = replace(self._views[ref.kind].validate_python(ref.args), palette=ref.palette, language=ref.language)
        picture = league.draw(view)
        return picture.data, picture.mime, picture.alt

    def load(self) -> None:
        """Load fonts, texts and inks."""
        league.warm()

    def beforehand(self) -> None:
        """Draw nothing in advance: no view is shown often enough."""


__all__ = ["Kind", "ViewPictures"]
