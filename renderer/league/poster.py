"""Poster of a season: a field postcard with a stamp and a postmark."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.kit import theme
from renderer.kit.canvas import Cover, pixels, star
from renderer.kit.names import fitted, width
from renderer.kit.palette import inked, opaque
from renderer.kit.scene import Scene
from renderer.kit.sprites import TwoToned
from renderer.kit.theme import Colour
from renderer.league.sheet import SCALE, SMALL, TEXT, WIDE, Sheet
from renderer.league.signs import SignShapeKey
from renderer.league.views import Poster
from renderer.league.words import LeagueWords

LEFT = 30.0
ROOM = WIDE - 2 * LEFT
_STAMP = (84.0, 100.0)
#: Room for a line in the ring of the postmark.
_RING = 62.0
_GAME_ROOM = 130.0
MOST_WINNERS = 10
_TOOTH = 8.0
_LINES = (34.0, 30.0, 26.0, 22.0)


@dataclass(frozen=True, slots=True)
class PostmarkKey(TwoToned):
    """Postmark: two rings around a word, with four wavy lines beside them."""

    word: str
    date: str
    colour: Colour
    ground: Colour

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size of the mark with its waves."""
        return pixels(150, 84, scale)

    def words(self) -> str:
        """Return the word and the date."""
        return f"{self.word} {self.date}"

    def text_px(self, scale: float) -> float | None:
        """Return the font size of the date in px."""
        return SMALL * scale

    def flat(self, scale: float) -> tuple[Image.Image, Image.Image]:
        """Return the mark, and the mask of its ink."""
        cover = Cover(self.size(scale), scale)
        for radius, value in ((41.0, 255), (39.0, 0), (35.0, 255), (33.8, 0)):
            cover.disc(42, 42, radius, value)
        for number in range(4):
            y = 24 + number * 12.0
            cover.line([(86 + step * 8, y + (2.5 if step % 2 else -2.5)) for step in range(8)], 2)
        found = cover.finish()
        draw = ImageDraw.Draw(found)
        for text, y, px in ((self.word, 34, 17.0), (self.date, 53, SMALL)):
            room = _RING / theme.text_width(text, "sans_bold", px)
            face = theme.font("sans_bold", px * min(1.0, room) * scale)
            draw.text((42 * scale, y * scale), text, font=face, fill=255, anchor="mm")
        return inked(found, self.ground, self.colour), opaque(found, 70)


def poster(view: Poster) -> Scene:
    """Return the poster on one sheet, as high as its lines require."""
    sheet = Sheet(view.palette, view.language)
    lines = _facts(view, sheet.words)
    title = _title(view.season)
    high = 150.0 + 40 * len(title) + 27 * len(lines) + 20
    _card(sheet, high)
    _stamp(sheet, view)
    sheet.text(
        sheet.words.get("poster", view.stage), LEFT, 52, px=22, font="title_italic", colour=theme.RED, ground=theme.PALE
    )
    for index, line in enumerate(sheet.pen.wrap(view.game, _GAME_ROOM, TEXT, "serif")[:3]):
        sheet.name(line, (LEFT, 80 + 20 * index), _GAME_ROOM, font="serif", colour=theme.INK_SOFT, ground=theme.PALE)
    y = 158.0
    for line, px in title:
        sheet.name(line, (LEFT, y), ROOM, px=px, font="title", ground=theme.PALE)
        y += 40
    sheet.pen.fill(LEFT, y - 14, ROOM, 2, theme.INK)
    y += 12
    for label, value in lines:
        taken = sheet.text(label, LEFT, y, px=16, font="serif_italic", colour=theme.INK_SOFT, ground=theme.PALE)
        sheet.name(value, (WIDE - LEFT, y), ROOM - taken - 12, px=17, font="sans", ground=theme.PALE, anchor="rm")
        sheet.pen.fill(LEFT, y + 13, ROOM, 1, theme.PAPER_DARK)
        y += 27
    return sheet.scene(high, told(view, sheet.words), "league_poster")


def _card(sheet: Sheet, high: float) -> None:
    """Draw a card with a double border on the sheet."""
    sheet.pen.frame(8, 8, WIDE - 16, high - 8, theme.PALE, theme.INK, 2, "card")
    sheet.pen.frame(13, 13, WIDE - 26, high - 18, theme.PALE, theme.INK_SOFT, 1, "card")


def _stamp(sheet: Sheet, view: Poster) -> None:
    """Draw a perforated stamp in the upper right corner, with the postmark over its edge."""
    wide, high = _STAMP
    left, top = WIDE - LEFT - wide, 26.0
    sheet.pen.stamp(SignShapeKey(_stamp_outline(wide, high), wide, high, theme.WHITE, theme.PALE), left, top, "stamp")
    colour = {"open": theme.GREEN, "running": theme.BLUE, "over": theme.RED}[view.stage]
    sheet.pen.fill(left + 9, top + 9, wide - 18, high - 18, colour, "stamp")
    shape = tuple(star(30, 30, 28, 5))
    sheet.pen.stamp(
        SignShapeKey(shape, 60, 60, theme.WHITE, colour), left + wide / 2, top + high / 2 - 8, "star", "", "mm"
    )
    crest = sheet.words.get("poster", "crest")
    sheet.text(
        crest,
        left + wide / 2,
        top + high - 20,
        px=SMALL,
        font="sans_bold",
        colour=theme.WHITE,
        ground=colour,
        anchor="mm",
    )
    at = view.begins or view.closes
    if at:
        mark = PostmarkKey(sheet.words.day(at).upper(), sheet.words.year(at), theme.INK_SOFT, theme.PALE)
        sheet.pen.stamp(mark, left - 122, top + 20, "postmark")


def _stamp_outline(wide: float, high: float) -> tuple[tuple[float, float], ...]:
    """Return the outline of a stamp, perforated along all edges."""

    def edge(length: float) -> list[tuple[float, float]]:
        count = round(length / _TOOTH)
        step = length / count
        return [(step * (index + half / 2), 3.0 if half else 0.0) for index in range(count) for half in (0, 1)]

    top = [(x, y) for x, y in edge(wide)]
    right = [(wide - y, x) for x, y in edge(high)]
    foot = [(wide - x, high - y) for x, y in edge(wide)]
    left = [(y, high - x) for x, y in edge(high)]
    return (*top, *right, *foot, *left)


def _title(season: str) -> list[tuple[str, float]]:
    """Return the season's name on one line, or on two smaller ones."""
    for px in _LINES:
        if width(season, "title", px * SCALE) <= ROOM * SCALE - 4:
            return [(season, px)]
    parts, px = season.split(), _LINES[-1]
    kept = len(parts)
    while kept > 1 and width(" ".join(parts[:kept]), "title", px * SCALE) > ROOM * SCALE - 4:
        kept -= 1
    rest = fitted(" ".join(parts[kept:]), "title", px * SCALE, ROOM * SCALE - 4)
    return [(" ".join(parts[:kept]), px), (rest, px)] if rest else [(season, px)]


def _facts(view: Poster, vocabulary: LeagueWords) -> list[tuple[str, str]]:
    """Return the facts of a season by label, without those not yet fixed."""
    get = vocabulary.get
    told = [("format", get("poster", view.kind, rounds=view.rounds))]
    if view.entrants or view.stage != "open":
        key = view.substitutes and get("poster", "entrants_subs", count=view.entrants, substitutes=view.substitutes)
        told.append(("entrants", key or str(view.entrants)))
    if view.sections > 1:
        told.append(("sections", str(view.sections)))
    moments = (("closes", view.closes if view.stage == "open" else 0), ("begins", view.begins), ("ends", view.ends))
    told += [(key, vocabulary.moment(at) if key == "closes" else vocabulary.date(at)) for key, at in moments if at]
    if view.bank and view.stage != "over":
        value = get("poster", "clock_value", bank=vocabulary.span(view.bank), per_round=vocabulary.span(view.per_round))
        told.append(("clock", value if view.per_round else vocabulary.span(view.bank)))
    named = [(get("poster", key), value) for key, value in told]
    several = len(view.winners) > 1
    for section, name in enumerate(view.winners[:MOST_WINNERS], start=1):
        named.append((get("poster", "first", section=section) if several else get("poster", "winner"), name))
    return named


def told(view: Poster, vocabulary: LeagueWords) -> str:
    """Return the poster as text."""
    facts = _facts(view, vocabulary)
    lines = " ".join(vocabulary.get("alt", "poster_line", label=label, value=value) for label, value in facts)
    season = f"{view.season}, {view.game}" if view.game else view.season
    return vocabulary.get("alt", "poster", season=season, stage=vocabulary.get("poster", view.stage), lines=lines)


__all__ = ["poster", "told"]
