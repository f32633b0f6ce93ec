"""The sheet for every league picture: 400 units wide at two px per unit, so that it is legible on a phone.

Lengths are in units. No text is smaller than `SMALL`, which is also its size in px in a picture shown 400 px wide.
"""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.canvas import XY
from renderer.kit.colours import shown
from renderer.kit.names import PersonNameKey, fitted, width
from renderer.kit.palette import mix
from renderer.kit.pen import Pen
from renderer.kit.requests import STANDARD
from renderer.kit.scene import Scene
from renderer.kit.theme import Colour
from renderer.league.views import MOST_ROWS, Head
from renderer.league.words import LeagueWords, words

WIDE, SCALE = 400.0, 2.0
EDGE = 12.0
SMALL, TEXT = 14.0, 16.0
#: Where a picture's content begins, below its head.
TOP = 70.0
#: Alternating row backgrounds, and those of rows that are promoted or relegated.
ROWS: tuple[Colour, Colour] = (theme.PALE, theme.PAPER)
UP: Colour = mix(theme.GREEN, theme.PAPER, 0.8)
DOWN: Colour = mix(theme.RED, theme.PAPER, 0.8)


class TooManyRows(ValueError):
    """More rows than fit a picture: they should be split into pages."""


class Sheet:
    """Collects the content of a sheet."""

    def __init__(self, palette: str, language: str) -> None:
        self.pen = Pen(SCALE)
        self.words: LeagueWords = words(language)
        self.palette = palette

    def name(
        self,
        name: str,
        at: XY,
        room: float,
        *,
        px: float = TEXT,
        font: str = "sans",
        colour: Colour = theme.INK,
        ground: Colour = theme.PAPER,
        anchor: str = "lm",
    ) -> float:
        """Write a name chosen by people, cut to the available room; return its width."""
        cut = fitted(name, font, px * SCALE, room * SCALE - 4)
        self.pen.stamp(PersonNameKey(cut, font, px, colour, ground), *at, "name", name, anchor)
        return width(cut, font, px * SCALE) / SCALE

    def text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        px: float = TEXT,
        font: str = "sans",
        colour: Colour = theme.INK,
        ground: Colour = theme.PAPER,
        anchor: str = "lm",
    ) -> float:
        """Write one of our own texts."""
        return self.pen.text(text, x, y, px, font, colour, ground, anchor)

    def head(self, title: str, subtitle: str, page: str = "") -> None:
        """Write title and subtitle above a double rule."""
        self.pen.fill(0, 0, WIDE, 6, theme.INK)
        room = WIDE - 2 * EDGE
        px = next((px for px in (24.0, 21.0, 18.0) if width(title, "title", px * SCALE) <= room * SCALE - 4), 18.0)
        self.name(title, (EDGE, 25.5), room, px=px, font="title")
        self.name(subtitle, (EDGE, 49), WIDE - 2 * EDGE - 40, px=TEXT, font="sans_medium", colour=theme.INK_SOFT)
        if page:
            self.text(page, WIDE - EDGE, 49, px=TEXT, colour=theme.INK_SOFT, anchor="rm")
        self.pen.fill(EDGE, 60, WIDE - 2 * EDGE, 2, theme.INK)
        self.pen.fill(EDGE, 63.5, WIDE - 2 * EDGE, 1, theme.INK)

    def headed(self, head: Head, title: str) -> None:
        """Draw the head of a section's picture: its season, its title, and its section and round."""
        page = self.words.get("head", "page", page=head.page, pages=head.pages) if head.pages > 1 else ""
        self.head(head.season, " · ".join([title, *of_what(head, self.words)]), page)

    def empty(self, sentence: str) -> float:
        """Write one sentence in place of missing content; return the lower edge."""
        self.pen.frame(EDGE, TOP + 4, WIDE - 2 * EDGE, 54, theme.PALE, theme.INK_FAINT, 1)
        self.text(
            sentence, WIDE / 2, TOP + 31, px=TEXT, font="serif", colour=theme.INK_SOFT, ground=theme.PALE, anchor="mm"
        )
        return TOP + 62

    def scene(self, foot: float, alt: str, name: str) -> Scene:
        """Return the finished sheet, ending below `foot`; raises `UnknownColours` for an unknown colour set."""
        if self.palette != STANDARD:
            shown((0, 0, 0), self.palette)
        high = round((foot + EDGE) * SCALE)
        return Scene(
            round(WIDE * SCALE), high, SCALE, tuple(self.pen.commands), alt, name, None, theme.PAPER, self.palette
        )  # fmt: skip


def of_what(head: Head, vocabulary: LeagueWords) -> list[str]:
    """Return the section and the round of a picture as texts."""
    kind = "divisions" if not head.section else "division_only" if head.sections == 1 else "division"
    told = [vocabulary.get("head", kind if head.kind == "division" else head.kind, section=head.section)]
    if head.over:
        told.append(vocabulary.get("head", "final"))
    elif head.rounds > 1 and head.round:
        told.append(vocabulary.get("head", "round", round=head.round, rounds=head.rounds))
    return told


def in_words(head: Head, vocabulary: LeagueWords) -> str:
    """Return the season, the section and the round, for alt texts."""
    told = vocabulary.get("alt", "head", season=head.season, what=", ".join(of_what(head, vocabulary)))
    if head.pages > 1:
        told += f" ({vocabulary.get('head', 'page', page=head.page, pages=head.pages)})"
    return told


def few(rows: int) -> None:
    """Refuse more rows than fit one picture; raises `TooManyRows`."""
    if rows > MOST_ROWS:
        raise TooManyRows(f"{rows} rows do not fit one picture; {MOST_ROWS} do.")


__all__ = [
    "DOWN", "EDGE", "ROWS", "SCALE", "SMALL", "TEXT", "TOP", "UP", "WIDE", "Sheet", "TooManyRows", "few", "in_words", "of_what",
]  # fmt: skip
