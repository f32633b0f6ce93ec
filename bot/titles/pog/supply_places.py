"""Spaces that one side points out to the other when supply is in danger."""

from __future__ import annotations

from bot.table.typed_text import pieces
from bot.titles.pog.narration.names import Names
from bot.titles.pog.notation.lexicon import lexicon
from renderer.pog.hit_areas import space_target


class PogPlaces:
    """The spaces of the map."""

    @property
    def rule(self) -> str:
        """The rules paragraph: supply is checked when a unit sets out."""
        return "14.1"

    def read(self, names: Names, text: str) -> tuple[str, ...]:
        """Return the spaces that a text names."""
        found = lexicon(names.content, names.words.language)
        return tuple(space_target(found.space(part)) for part in pieces(text.replace(",", ";")))

    def told(self, names: Names, place: str) -> str:
        """Return the name of a space."""
        return names.space(int(place))

    def examples(self, names: Names) -> tuple[str, ...]:
        """Return the first spaces of the map, since all are of one kind."""
        return tuple(space_target(space.id) for space in names.content.spaces[:2])

    def threats(self, seat: str) -> tuple[str, str] | None:
        """Return the supply map of the seat."""
        return f"ui.buttons.supply_{seat}", f"supply:{seat}"


__all__ = ["PogPlaces"]
