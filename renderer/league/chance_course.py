"""Graph of a game's chances: one line over all actions, with marks for those mentioned in the text."""

from __future__ import annotations

from renderer.kit import theme
from renderer.kit.palette import mix
from renderer.kit.scene import Scene
from renderer.kit.theme import Colour
from renderer.league.sheet import EDGE, SMALL, TOP, WIDE, Sheet
from renderer.league.signs import DiscKey, SignLineKey
from renderer.league.views import Course
from renderer.league.words import LeagueWords

_LEFT, _RIGHT, _HIGH = EDGE + 34, WIDE - EDGE, 226.0
#: Background colours below and above the middle, for the second side and the first.
_GROUNDS: tuple[Colour, Colour] = (mix(theme.BLUE, theme.PALE, 0.86), mix(theme.RED, theme.PALE, 0.86))
_BAND: Colour = mix(theme.INK, theme.PALE, 0.8)
#: Minimum spacing of turn numbers, and the number of points in the alt text of a long course.
_PITCH, _ALT_POINTS = 17.0, 12
_MARK = 17.0


def course(view: Course) -> Scene:
    """Return the graph on one sheet."""
    sheet = Sheet(view.palette, view.language)
    sheet.head(view.title, view.about)
    _ground(sheet, view)
    if view.points:
        points = tuple((_x(view, number) - _LEFT, _y(share) - _top()) for number, share in enumerate(view.points))
        if len(points) > 1:
            key = SignLineKey(points, _RIGHT - _LEFT, _HIGH, theme.INK, theme.PALE, 2.5)
            sheet.pen.stamp(key, _LEFT, _top(), "line", view.title)
        placed: list[tuple[float, float]] = []
        for number, index in enumerate(view.marks, 1):
            placed.append(_mark(sheet, view, number, index, placed))
    return sheet.scene(_sums(sheet, view), told(view, sheet.words), "league_course")


def _top() -> float:
    return TOP + 26


def _x(view: Course, number: float) -> float:
    return _LEFT + 6 + (_RIGHT - _LEFT - 12) * number / max(1, len(view.points) - 1)


def _y(share: float) -> float:
    return _top() + _HIGH * (1 - share / 100)


def _ground(sheet: Sheet, view: Course) -> None:
    """Draw the names of the sides, tinted halves, grid lines at quarters, and the numbers of the turns."""
    top, foot, middle = _top(), _top() + _HIGH, _top() + _HIGH / 2
    sheet.name(view.sides[1], (_LEFT, top - 11), _RIGHT - _LEFT, px=SMALL, font="sans_bold", colour=theme.RED)
    sheet.pen.fill(_LEFT, top, _RIGHT - _LEFT, _HIGH / 2, _GROUNDS[1], "ground")
    sheet.pen.fill(_LEFT, middle, _RIGHT - _LEFT, _HIGH / 2, _GROUNDS[0], "ground")
    _band(sheet, view)
    for share in (0, 25, 50, 75, 100):
        sheet.pen.fill(_LEFT, _y(share) - 0.5, _RIGHT - _LEFT, 2 if share == 50 else 1, theme.INK_FAINT, "grid")
        sheet.text(f"{share} %", _LEFT - 4, _y(share), px=SMALL, colour=theme.INK_SOFT, anchor="rm")
    last = -_PITCH
    for index, turn in view.turns:
        x = _x(view, index)
        sheet.pen.fill(x, foot, 1, 5, theme.INK_SOFT)
        if x - last >= _PITCH:
            last = x
            sheet.text(str(turn), x, foot + 14, px=SMALL, colour=theme.INK_SOFT, anchor="mm")
    sheet.name(view.sides[0], (_LEFT, foot + 33), _RIGHT - _LEFT, px=SMALL, font="sans_bold", colour=theme.BLUE)


def _band(sheet: Sheet, view: Course) -> None:
    """Draw the bounds of each point as a band behind the line."""
    for number, (low, high) in enumerate(zip(view.lows, view.highs, strict=True)):
        left, right = (max(_LEFT, min(_RIGHT, _x(view, number + half))) for half in (-0.5, 0.5))
        sheet.pen.fill(left, _y(high), right - left, max(1.0, _y(low) - _y(high)), _BAND, "band")


def _mark(
    sheet: Sheet, view: Course, number: int, index: int, placed: list[tuple[float, float]]
) -> tuple[float, float]:
    """Draw a numbered disc above or below the line, wherever there is more room and no other disc; return its position."""
    share = view.points[index]
    x, y = _x(view, index), _y(share)
    up = -1 if share < 50 else 1
    places = [y + sign * steps * (_MARK + 3) for steps in (1, 2, 3) for sign in (up, -up)]
    within = [at for at in places if _top() + _MARK / 2 <= at <= _top() + _HIGH - _MARK / 2]
    free = [at for at in within if all(abs(at - b) > _MARK or abs(x - a) > _MARK for a, b in placed)]
    at = next(iter(free or within))
    sheet.pen.stamp(DiscKey(6, theme.INK, theme.PALE), x, y, "dot", str(number), "mm")
    x = min(max(x, _LEFT + _MARK / 2), _RIGHT - _MARK / 2)
    sheet.pen.stamp(DiscKey(_MARK, theme.INK, theme.PALE), x, at, "mark", str(number), "mm")
    sheet.text(str(number), x, at, px=SMALL, font="sans_bold", colour=theme.WHITE, ground=theme.INK, anchor="mm")
    return x, at


def _sums(sheet: Sheet, view: Course) -> float:
    """Write which side planned better and which was luckier; return the lower edge."""
    y = _top() + _HIGH + 60
    for key, points in (("plans", view.plans), ("dice", view.dice)):
        sheet.text(sheet.words.get("course", key), EDGE, y, px=SMALL, colour=theme.INK_SOFT)
        sheet.name(_lead_text(view, points, sheet.words), (WIDE - EDGE, y), 300, font="sans_bold", anchor="rm")
        y += 22
    if view.lows:
        sheet.text(sheet.words.get("course", "shade"), EDGE, y, px=SMALL, colour=theme.INK_SOFT)
        y += 22
    return y - 8


def _lead_text(view: Course, points: int, vocabulary: LeagueWords) -> str:
    if not points:
        return vocabulary.get("course", "same")
    return vocabulary.get("course", "ahead", side=view.sides[points > 0], points=abs(points))


def told(view: Course, vocabulary: LeagueWords) -> str:
    """Return the course as text; of a long one the first, the last and evenly spaced points between."""
    places = list(range(len(view.points)))
    if len(places) > _ALT_POINTS:
        places = [round(number * (len(places) - 1) / (_ALT_POINTS - 1)) for number in range(_ALT_POINTS)]
    some = [
        f"{view.points[at]} % ({view.lows[at]}–{view.highs[at]})" if view.lows else f"{view.points[at]} %"
        for at in places
    ]
    return vocabulary.get(
        "alt", "course", title=view.title, about=view.about, first=view.sides[0], side=view.sides[1],
        points=", ".join(some) or vocabulary.get("course", "same"),
        plans=_lead_text(view, view.plans, vocabulary), dice=_lead_text(view, view.dice, vocabulary),
    )  # fmt: skip


__all__ = ["course", "told"]
