"""The sheet for reports: 560 px wide, with a font size of 20 px or more, which a phone shows at 12 px or more."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from renderer.kit import theme
from renderer.kit.palette import mix
from renderer.kit.pen import Pen
from renderer.kit.scene import Scene
from renderer.kit.theme import Colour
from renderer.liege.art.counter import HIGH, RIM, SIDE, WIDE
from renderer.liege.art.dice import RibbonKey, StruckKey, TwentyKey, VerdictSignKey
from renderer.liege.maps import fort_key
from renderer.liege.reports import CabTest, Shift, TableResult
from renderer.liege.stacks import counter_key
from renderer.liege.view import DrawnPosition, DrawnUnit
from renderer.liege.words import LiegeWords, words

SHEET, EDGE = 560.0, 16.0
SMALL, TEXT, HEAD = 20.0, 22.0, 32.0
#: How much larger counters are than on the map.
ZOOM: Final = 1.3
ROW: Final = 29.0
_BODY: Final = (WIDE * ZOOM, HIGH * ZOOM)


class ReportSheet:
    """Collects content from the top down; `y` is the lower edge of the content so far."""

    def __init__(self, view: DrawnPosition, language: str) -> None:
        self.pen, self.view = Pen(1.0), view
        self.words: LiegeWords = words(language)
        self.y = 0.0
        #: The content as sentences for the alt text.
        self.told: list[str] = []

    def tell(self, label: str, value: str = "") -> None:
        """Add a sentence to the alt text."""
        self.told.append(self.words.get("alt", "row", label=label, value=value) if value else f"{label.rstrip('.')}.")

    # -- lines ------------------------------------------------------------------------------------------------------

    def head(self, title: str, subtitle: str, side: int | None = None) -> None:
        """Write title and subtitle above a rule, with the colour of a side on the left."""
        if side is not None:
            self.pen.fill(0, 0, 8, 76, SIDE[side])
        px = next(
            (px for px in (HEAD, 28.0, 24.0) if self.pen.measure(title, px, "title") <= SHEET - 2 * EDGE - 76), 22.0
        )
        self.pen.text(title, EDGE, 26, px, "title", theme.INK)
        self.pen.text(subtitle, EDGE, 58, SMALL, "sans_medium", theme.INK_SOFT)
        self.pen.fill(0, 76, SHEET, 2, theme.INK)
        self.y = 86.0
        self.tell(title)
        self.tell(subtitle)

    def heading(self, text: str, colour: Colour = theme.RED, *, told: bool = True) -> None:
        """Write a section heading; `told` is False if the sentence below begins with the same text."""
        if told:
            self.tell(text)
        self.y += 8.0
        self.pen.text(text, EDGE, self.y + 15, TEXT, "title", colour)
        self.y += 32.0

    def text(
        self, text: str, font: str = "sans", px: float = SMALL, x: float = EDGE, colour: Colour = theme.INK
    ) -> None:
        """Write a paragraph."""
        self.tell(text)
        for line in self.pen.wrap(text, SHEET - x - EDGE, px, font):
            self.pen.text(line, x, self.y + ROW / 2, px, font, colour)
            self.y += ROW

    def rule(self) -> None:
        """Draw a thin line across the sheet."""
        self.pen.fill(EDGE, self.y + 4, SHEET - 2 * EDGE, 1.5, theme.INK_FAINT)
        self.y += 12.0

    def row(self, label: str, value: str, *, strong: bool = False) -> None:
        """Write a label on the left and its value on the right, joined by a thin line."""
        font = "sans_bold" if strong else "sans"
        left = self.pen.text(label, EDGE, self.y + ROW / 2, SMALL, font)
        right = self.pen.text(value, SHEET - EDGE, self.y + ROW / 2, TEXT, "sans_bold", theme.INK, theme.PAPER, "rm")
        room = SHEET - 2 * EDGE - left - right - 16
        if room > 8:
            self.pen.fill(EDGE + left + 8, self.y + ROW / 2 + 6, room, 1, theme.INK_FAINT)
        self.y += ROW
        self.tell(label, value)

    def shifts(self, shifts: Sequence[Shift]) -> None:
        """Write the modifiers, each with its cause."""
        for shift in shifts:
            self.row(self.words.get("causes", shift.cause), signed(shift.value))

    # -- signs ------------------------------------------------------------------------------------------------------

    def counter(self, unit: DrawnUnit, x: float, y: float, *, gone: bool = False) -> None:
        """Place a counter with the corner of its body at a point."""
        key, name = counter_key(self.view, unit, self.words), self.view.facts.units[unit.unit].name
        self.pen.stamp(key, x - RIM * ZOOM, y - RIM * ZOOM, "counter", name, "lt", ZOOM)
        if gone:
            self.pen.stamp(StruckKey(*_BODY), x, y, "struck", name)

    def fort(self, fort: int, x: float, y: float, *, standing: bool | None = None) -> None:
        """Place a fort sign centred at a point, in its present state or in the one given."""
        key = fort_key(self.view, fort, self.words, standing=standing)
        self.pen.stamp(key, x, y, "fort", self.view.facts.forts[fort].name, "mm", 1.35)

    def die(self, value: int | None, side: int) -> None:
        """Place a die at the right of the head."""
        self.pen.stamp(TwentyKey(value, theme.WHITE, SIDE[side], 66.0), SHEET - EDGE, 5, "die", "", "rt")

    def sign(self, good: bool, x: float, y: float) -> None:
        """Place a tick or a cross centred at a point."""
        self.pen.stamp(VerdictSignKey(good), x, y, "verdict", "good" if good else "bad", "mm")

    def ribbon(self, text: str, colour: Colour) -> None:
        """Write the verdict on a centred ribbon."""
        self.tell(text)
        wide = min(SHEET - 2 * EDGE, self.pen.measure(text, 28.0, "title") + 76)
        px = 28.0 if self.pen.measure(text, 28.0, "title") + 60 <= wide else 24.0
        self.pen.stamp(RibbonKey(wide, 50.0, colour), SHEET / 2, self.y + 4, "ribbon", text, "mt")
        self.pen.text(text, SHEET / 2, self.y + 29, px, "title", theme.WHITE, colour, "mm")
        self.y += 64.0

    def chance(self, text: str, share: float, x: float, y: float, wide: float) -> None:
        """Draw a probability as a bar with its text in front."""
        percent = percent_text(share)
        self.tell(text, percent)
        self.pen.text(text, x, y, SMALL, "sans")
        at = x + self.pen.measure(text, SMALL, "sans") + 8
        room = wide - (at - x) - 64
        self.pen.frame(at, y - 9, room, 18, theme.WHITE, theme.INK, 1.5, "bar")
        self.pen.fill(at + 1.5, y - 7.5, max(1.0, (room - 3) * share), 15, _BAR, "bar")
        self.pen.text(percent, x + wide, y, TEXT, "sans_bold", theme.INK, theme.PAPER, "rm")

    # -- sentences --------------------------------------------------------------------------------------------------

    def test(self, test: CabTest) -> str:
        """Return a test as text: the number needed, and the die roll."""
        if test.needed <= 0:
            return self.words.get("reports", "test_hopeless", needed=test.needed)
        if test.die is None:
            return self.words.get("reports", "test_open", needed=test.needed)
        return self.words.get("reports", "test", needed=test.needed, die=test.die)

    def lines(self, lines: Sequence[str], x: float, y: float) -> float:
        """Write lines below each other starting at a point, the first in bold; return the lower edge."""
        for number, line in enumerate(lines):
            font = "sans_bold" if number == 0 else "sans"
            for part in self.pen.wrap(line, SHEET - EDGE - x, SMALL, font):
                self.pen.text(part, x, y + 13, TEXT if number == 0 else SMALL, font)
                y += 27.0
        if lines:
            self.tell(lines[0], "; ".join(lines[1:]))
        return y

    def block(
        self,
        sign: DrawnUnit | int,
        lines: Sequence[str],
        *,
        good: bool | None = None,
        gone: bool = False,
        chance: tuple[str, float] | None = None,
    ) -> None:
        """Write the outcome for a unit or a fort next to its symbol: lines of text, a tick or a cross, or the chance."""
        top, x = self.y, EDGE + _BODY[0] + 22
        if isinstance(sign, int):
            self.fort(sign, EDGE + _BODY[0] / 2, top + 30, standing=good)
        else:
            self.counter(sign, EDGE, top + 6, gone=gone)
        y = self.lines(lines, x, top + 2)
        if good is not None:
            self.sign(good, SHEET - EDGE - 16, top + 18)
        if chance is not None:
            self.chance(*chance, x, y + 15, SHEET - EDGE - x)
            y += 31.0
        self.y = max(y, top + _BODY[1] + 12) + 8

    def scene(self, name: str) -> Scene:
        """Return the finished sheet; its alt text contains everything written on it."""
        alt = " ".join(self.told)
        return Scene(round(SHEET), round(self.y + 14), 1.0, tuple(self.pen.commands), alt, name, None, theme.PAPER)


_BAR: Final = mix(theme.BLUE, theme.PAPER, 0.35)
#: Parts of a point that have a sign of their own.
_PARTS: Final = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def signed(value: int) -> str:
    """Return a modifier with its sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


def part_of_a_point(each: Fraction) -> str:
    """Return points that are no whole number: a half as ½."""
    return _PARTS.get(each) or f"{float(each):g}"


def percent_text(share: float) -> str:
    """Return a share in percent; 0 and 100 only if exact."""
    found = round(100 * share)
    return f"{max(found, 1) if share > 0 and not found else min(found, 99) if share < 1 else found}%"


def result_text(result: TableResult | None) -> str:
    """Return a result as printed in the tables: "O-4", "BO+2"; a dash for none."""
    if result is None:
        return "–"
    automatic, modifier = result
    return f"{'B' * automatic}O{signed(modifier)}"


def placed(view: DrawnPosition, unit: int, level: int | None = None) -> DrawnUnit:
    """Return a unit of a report as a counter without facing and marks, at its attrition level."""
    found = next((one for one in view.units if one.unit == unit), None)
    lost = level if level is not None else found.level if found is not None else 0
    return DrawnUnit(unit, found.hex if found is not None else -1, -1, min(lost, view.facts.units[unit].steps - 1))


__all__ = [
    "EDGE", "HEAD", "ROW", "SHEET", "SMALL", "TEXT", "ZOOM", "ReportSheet",
    "percent_text", "placed", "result_text", "signed",
]  # fmt: skip
