"""Content of a hex, enlarged: every counter with its ratings by steps lost."""

from __future__ import annotations

from typing import Final

from engine.liege.grid import NOWHERE
from renderer.kit import theme
from renderer.kit.scene import Scene
from renderer.liege.art.counter import HIGH, RIM, WIDE, HiddenKey
from renderer.liege.sheet import EDGE, SMALL, TEXT, ReportSheet
from renderer.liege.stacks import counter_key
from renderer.liege.view import DrawnPosition, DrawnUnit

_ZOOM: Final = 1.7
_LEFT: Final = EDGE + WIDE * _ZOOM + 26
_STEP: Final = 86.0
#: Ratings of a one-step unit in a row.
_ACROSS: Final = 3


def stack_card(view: DrawnPosition, hex_: int, language: str) -> Scene:
    """Return the content of a hex: terrain and stacking, forts, units with their ratings, hidden stacks."""
    sheet = ReportSheet(view, language)
    get, facts = sheet.words.get, view.facts
    units = view.stack(hex_)
    steps = sum(facts.units[one.unit].steps - one.level for one in units if facts.units[one.unit].stacks)
    terrain = facts.terrain[hex_]
    limit = get("stack", "limit", terrain=get("terrain", terrain.name), steps=steps, limit=terrain.stack)
    hidden = [one for one in view.hidden if one.hex == hex_]
    sheet.head(
        sheet.words.hex(facts, hex_),
        get("stack", "limit_hidden", terrain=get("terrain", terrain.name), limit=terrain.stack) if hidden else limit,
    )
    _forts(sheet, hex_)
    for one in units:
        _unit(sheet, one)
    for stack in hidden:
        sheet.pen.stamp(
            HiddenKey(stack.side), EDGE + 4 - RIM * _ZOOM, sheet.y - RIM * _ZOOM + 8, "counter", "hidden", "lt", _ZOOM
        )
        sheet.lines(
            [get("stack", "hidden", side=sheet.words.side(facts, stack.side)), get("stack", "hidden_more")],
            _LEFT,
            sheet.y + 4,
        )
        sheet.y += HIGH * _ZOOM + 22
    if not units and not hidden:
        sheet.text(get("stack", "empty"))
    for work in view.works:
        if work.hex == hex_:
            sides = sheet.words.listed(get("directions", str(side)) for side in work.sides)
            sheet.text(get("stack", "works", kind=get("works", work.kind), directions=sides))
    return sheet.scene("liege_stack")


def _forts(sheet: ReportSheet, hex_: int) -> None:
    """Draw the forts of a hex with their ratings."""
    facts, get = sheet.view.facts, sheet.words.get
    for number in [number for number, fort in enumerate(facts.forts) if fort.hex == hex_]:
        fort = facts.forts[number]
        sheet.fort(number, EDGE + WIDE * _ZOOM / 2, sheet.y + 26)
        standing = sheet.view.active(number)
        key = "fort" if standing else "fort_fallen"
        told = get("stack", key, kind=get("classes", fort.kind), cab=fort.cab, cbf=fort.cbf, arf=fort.arf)
        sheet.lines([fort.title, told], _LEFT, sheet.y)
        sheet.y += 62.0


def _unit(sheet: ReportSheet, one: DrawnUnit) -> None:
    """Draw a unit: its counter, type, ratings by attrition level, and state."""
    facts, get = sheet.view.facts, sheet.words.get
    own, top = facts.units[one.unit], sheet.y
    key = counter_key(sheet.view, one, sheet.words)
    sheet.pen.stamp(key, EDGE + 4 - RIM * _ZOOM, top - RIM * _ZOOM + 10, "counter", own.name, "lt", _ZOOM)
    kind = get("arms", own.type)
    what = get("stack", "ranked", kind=kind, rank=own.rank) if own.rank else kind
    left = own.steps - one.level
    state = [what, get("alt", "steps_of", steps=left, all=own.steps)] if own.steps > 1 else [what]
    if one.facing != NOWHERE:
        state.append(get("alt", "facing", direction=get("directions", str(one.facing))))
    state += [get("marks", mark) for mark in sorted(one.marks)]
    if one.supply:
        state.append(get("supply", one.supply))
    if one.shells is not None:
        state.append(get("stack", "shells", count=one.shells))
    y = sheet.lines([own.title, ", ".join(state)], _LEFT, top)
    sheet.y = max(_ratings(sheet, one, y + 2), top + HIGH * _ZOOM + 20)
    sheet.rule()


def _ratings(sheet: ReportSheet, one: DrawnUnit, y: float) -> float:
    """Write the ratings in columns by steps left, with the present one framed; return the lower edge."""
    own, get = sheet.view.facts.units[one.unit], sheet.words.get
    rows: list[tuple[str, tuple[int, ...]]] = [("cab", own.cab)]
    rows += [(name, ratings) for name, ratings in (("cbf", own.cbf), ("arf", own.arf)) if any(ratings)]
    if own.aff:
        rows.append(("aff", (own.aff,) * own.steps))
    rows.append(("mf", own.mf))
    if own.steps == 1:
        return _single(sheet, [(name, ratings[0]) for name, ratings in rows], own.side, y)
    x = _LEFT
    sheet.pen.text(get("stack", "steps_left"), x, y + 13, SMALL, "sans", theme.INK_SOFT)
    sheet.tell(get("stack", "steps_left"), " / ".join(str(own.steps - level) for level in range(own.steps)))
    for level in range(own.steps):
        ink = theme.INK if level == one.level else theme.INK_SOFT
        sheet.pen.text(str(own.steps - level), x + 150 + level * _STEP, y + 13, SMALL, "sans", ink, theme.PAPER, "mm")
    y += 27
    for name, ratings in rows:
        sheet.pen.text(get("ratings", name), x, y + 13, SMALL, "sans")
        for level, value in enumerate(ratings):
            now = level == one.level
            at = x + 150 + level * _STEP
            if now:
                sheet.pen.frame(at - 32, y, 64, 26, theme.PLATE[1 - own.side], theme.INK, 1.5, "rating")
            ground = theme.PLATE[1 - own.side] if now else theme.PAPER
            font, ink = ("sans_bold", theme.INK) if now else ("sans", theme.INK_SOFT)
            sheet.pen.text(str(value), at, y + 13, TEXT if now else SMALL, font, ink, ground, "mm")
        sheet.tell(get("ratings", name), " / ".join(map(str, ratings)) if len(set(ratings)) > 1 else str(ratings[0]))
        y += 29
    return y


def _single(sheet: ReportSheet, rows: list[tuple[str, int]], side: int, y: float) -> float:
    """Write the ratings of a one-step unit, three to a row; return the lower edge."""
    get = sheet.words.get
    for number, (name, value) in enumerate(rows):
        x = _LEFT + number % _ACROSS * 136
        y += 32 if number and number % _ACROSS == 0 else 0
        wide = sheet.pen.text(get("ratings_short", name), x, y + 15, SMALL, "sans")
        sheet.pen.frame(x + wide + 4, y + 2, 52, 26, theme.PLATE[1 - side], theme.INK, 1.5, "rating")
        sheet.pen.text(str(value), x + wide + 30, y + 15, TEXT, "sans_bold", theme.INK, theme.PLATE[1 - side], "mm")
        sheet.tell(get("ratings", name), str(value))
    return y + 32


__all__ = ["stack_card"]
