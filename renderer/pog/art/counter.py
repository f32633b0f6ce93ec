"""Unit counters: 36 x 46 px at scale 1.0; shape and background show the side, band and letters the nation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.pog.content import Content
from engine.pog.content.records import Unit
from renderer.kit import theme
from renderer.kit.canvas import Canvas, pixels, write
from renderer.kit.palette import mix
from renderer.kit.theme import Colour
from renderer.pog.nations import NATION

WIDE, HIGH, BAND = 36.0, 46.0, 15.0
GAP = 2.0
#: Below this scale the factors are set larger; and their size at scale 1.0.
_SMALL, _FIGURE = 0.8, 17.5
#: Position of the out-of-supply grade.
_GRADE_AT = (9.4, 22.0)


def short_name(unit: Unit) -> str:
    """Return the text on a counter's band: nation and number of an army, or its own short name."""
    nation = unit.nation.upper()
    word = unit.title.split(" ")[0]
    if unit.army:
        return f"{nation} {word}" if word.isdigit() else _NAMED.get(word, word)
    if word in ("Corps", nation):
        return "CAV" if "Cavalry" in unit.title else nation
    return _NAMED.get(word, word)


_NAMED = {"Orient": "AO", "Polish": "POL", "Czech": "CZL", "RU": "RU"}


class Face(NamedTuple):
    """The print on a counter; units that look alike, of any scenario, share one."""

    label: str
    side: int
    nation: str
    army: bool
    cavalry: bool
    #: Factors of the full-strength and of the reduced side.
    full: str
    reduced: str


#: Number of contents whose counters are cached.
KEPT = 16


@lru_cache(maxsize=KEPT)
def faces(content: Content) -> tuple[Face, ...]:
    """Return the faces of a game's counters, by unit."""
    return tuple(
        Face(
            short_name(u), u.side, u.nation, u.army, "Cavalry" in u.title,
            f"{u.cf}-{u.lf}-{u.mf}", f"{u.reduced_cf}-{u.reduced_lf}-{u.reduced_mf}",
        )
        for u in content.units
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CounterKey:
    """One counter in one state; `mark` is "", "moved", "attacked" or "retreated"."""

    face: Face
    reduced: bool
    supplied: bool = True
    mark: str = ""
    #: Out-of-supply grade, 0 for none.
    grade: int = 0

    def size(self, scale: float) -> tuple[int, int]:
        """Return the size, which is the same for all counters."""
        return pixels(WIDE, HIGH, scale)

    def words(self) -> str:
        """Return band and factors."""
        return f"{self.face.label} {self._factors}"

    def text_px(self, scale: float) -> float | None:
        """Return the font size, which is the same for band and factors."""
        return _px(scale)

    @property
    def _factors(self) -> str:
        return self.face.reduced if self.reduced else self.face.full

    def paint(self, scale: float) -> Image.Image:
        """Draw shape, band and symbol, then the letters."""
        unit = self.face
        nation = NATION[unit.nation]
        c = Canvas(self.size(scale), scale)
        body = theme.BODY[unit.side]
        outline(c, unit.side, 0.0, theme.INK)
        outline(c, unit.side, 1.6 if unit.army else 1.2, body)
        if self.reduced:
            _stripes(c, body)
        c.rect((1.4, 1.4, WIDE - 1.4, BAND), nation, radius=4.0 if unit.side == 0 else 0.5)
        c.rect((1.4, BAND - 4, WIDE - 1.4, BAND), nation)
        if unit.side == 1:
            for left in (True, False):
                _corner(c, left)
        symbol(c, unit, nation, body, hollow=self.reduced)
        if self.grade:
            c.disc(*_GRADE_AT, 8.4, theme.RED, theme.WHITE, 1.4)
        elif not self.supplied:
            _no_supply(c)
        if self.mark:
            _spent(c, self.mark)
        image = c.finish()
        px = _px(scale)
        write(image, unit.label, "sans_bold", px, (image.width / 2, (BAND / 2 + 0.6) * scale), theme.WHITE)
        _figures(image, self._factors, scale)
        if self.grade:
            x, y = _GRADE_AT
            write(image, str(self.grade), "sans_bold", px, (x * scale, y * scale), theme.WHITE)
        return image


def _px(scale: float) -> float:
    return max(15.0 * scale, 9.5)


def _figures(image: Image.Image, factors: str, scale: float) -> None:
    """Draw the factors; on small counters with two-px hyphens, which leaves a quarter more room for the figures."""
    y = (HIGH - 9.6) * scale
    if scale >= _SMALL:
        write(image, factors, "sans_bold", _px(scale), (image.width / 2, y), theme.INK)
        return
    px = _FIGURE * scale
    figures = factors.split("-")
    widths = [theme.text_width(f, "sans_bold", px) for f in figures]
    x = (image.width - sum(widths) - 4.0 * (len(figures) - 1)) / 2
    for i, (figure, wide) in enumerate(zip(figures, widths, strict=True)):
        write(image, figure, "sans_bold", px, (x + wide / 2, y), theme.INK)
        x += wide + 4.0
        if i < len(figures) - 1:
            left, middle = round(x - 3), round(y)
            image.paste((*theme.INK, 255), (left, middle, left + 2, middle + 1))


def outline(c: Canvas, side: int, inset: float, colour: Colour) -> None:
    """Draw the shape of a counter: round corners for the Allies, cut corners for the Central Powers."""
    x0, y0, x1, y1 = inset, inset, WIDE - inset, HIGH - inset
    if side == 0:
        c.rect((x0, y0, x1, y1), colour, radius=6.5 - inset)
        return
    k = 5.5 - inset * 0.4
    c.polygon(
        [(x0 + k, y0), (x1 - k, y0), (x1, y0 + k), (x1, y1 - k),
         (x1 - k, y1), (x0 + k, y1), (x0, y1 - k), (x0, y0 + k)],
        colour,
    )  # fmt: skip


def _corner(c: Canvas, left: bool) -> None:
    x = 0.0 if left else WIDE
    k = 5.5 if left else -5.5
    from PIL import ImageDraw

    draw = ImageDraw.Draw(c.image)
    u = c.unit
    draw.polygon([(x * u, 0), ((x + k) * u, 0), (x * u, 5.5 * u)], fill=(*theme.PAPER, 0))
    c.line([(x + k, 0.7), (x + (0.7 if left else -0.7), 5.5)], theme.INK, 1.5)


def _stripes(c: Canvas, body: Colour) -> None:
    """Draw bars across the body of a counter on its reduced side."""
    shade = mix(body, theme.INK, 0.16)
    for i in range(6):
        y = BAND + 3.0 + i * 5.0
        if y + 2.0 < HIGH - 1.8:
            c.rect((1.8, y, WIDE - 1.8, y + 2.2), shade)
    c.rect((3.2, HIGH - 15.4, WIDE - 3.2, HIGH - 3.2), theme.WHITE, radius=2)


def symbol(c: Canvas, unit: Face, nation: Colour, body: Colour, *, hollow: bool) -> None:
    """Draw the NATO box: crossed for infantry, one stroke for cavalry; three or four marks for the size."""
    x0, y0, x1, y1 = 9.0, 19.2, 27.0, 28.9
    c.rect((x0, y0, x1, y1), theme.WHITE if hollow else nation, theme.INK, 1.3)
    stroke = theme.INK if hollow else theme.WHITE
    c.line([(x0 + 1, y1 - 1), (x1 - 1, y0 + 1)], stroke, 1.3)
    if not unit.cavalry:
        c.line([(x0 + 1, y0 + 1), (x1 - 1, y1 - 1)], stroke, 1.3)
    c.rect((x0, y0, x1, y1), None, theme.INK, 1.3)
    count = 4 if unit.army else 3
    for i in range(count):
        x = 18.0 + (i - (count - 1) / 2) * 4.6
        for dx in (-1.4, 1.4):
            c.line([(x - dx, 15.6), (x + dx, 18.2)], theme.INK, 0.95)


def _no_supply(c: Canvas) -> None:
    """Draw a red disc with a bar on the left of the symbol."""
    x, y, r = 7.6, 24.0, 6.4
    c.disc(x, y, r, theme.RED, theme.WHITE, 1.2)
    c.rect((x - 4.2, y - 1.4, x + 4.2, y + 1.4), theme.WHITE)


def _spent(c: Canvas, mark: str) -> None:
    """Draw a disc on the right of the symbol: arrow for moved, crossed strokes for attacked, hook for retreated."""
    x, y = WIDE - 7.6, 24.0
    c.disc(x, y, 6.4, theme.INK, theme.WHITE, 1.2)
    if mark == "moved":
        c.line([(x - 3.4, y), (x + 1.4, y)], theme.WHITE, 1.8)
        c.polygon([(x + 0.2, y - 3.2), (x + 4.0, y), (x + 0.2, y + 3.2)], theme.WHITE)
    elif mark == "attacked":
        c.line([(x - 2.8, y - 2.8), (x + 2.8, y + 2.8)], theme.WHITE, 1.8)
        c.line([(x - 2.8, y + 2.8), (x + 2.8, y - 2.8)], theme.WHITE, 1.8)
    else:
        c.line([(x + 3.2, y - 2.6), (x + 3.2, y + 1.8), (x - 1.6, y + 1.8)], theme.WHITE, 1.6)
        c.polygon([(x - 0.6, y - 1.2), (x - 4.2, y + 1.8), (x - 0.6, y + 4.8)], theme.WHITE)
