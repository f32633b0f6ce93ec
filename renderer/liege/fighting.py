"""Combat reports: both sides, the odds, modifiers, results and each unit's losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from renderer.kit import theme
from renderer.kit.scene import Scene
from renderer.liege.art.counter import HIGH, SIDE, WIDE
from renderer.liege.firing import MAP_HIGH
from renderer.liege.maps import piece
from renderer.liege.reports import CombatReport, CombatTest, FightingUnit
from renderer.liege.requests import MapMarks
from renderer.liege.sheet import EDGE, ROW, SHEET, SMALL, TEXT, ZOOM, ReportSheet, placed, result_text
from renderer.liege.view import DrawnPosition

_HALF: Final = SHEET / 2
_STEP: Final = 82.0


def combat(view: DrawnPosition, report: CombatReport, language: str) -> tuple[Scene, ...]:
    """Return the map with the attack, and the report."""
    sheet = ReportSheet(view, language)
    get = sheet.words.get
    place = sheet.words.hex(view.facts, report.hex)
    title = get("reports", "combat", hex=place)
    when = get("reports", "when", turn=view.turn, side=sheet.words.side(view.facts, report.side), hex=place)
    sheet.head(get("reports", "chances", title=title) if report.die is None else title, when, report.side)
    sheet.die(report.die, report.side)
    _forces(sheet, report)
    _odds(sheet, report)
    if report.outcome:
        side = report.side if report.outcome == "attacker" else 1 - report.side
        sheet.ribbon(
            get("reports", f"won_{report.outcome}"), SIDE[side] if report.outcome != "open" else theme.INK_SOFT
        )
    for test in report.tests:
        _write_losses(sheet, report, test)
    _write_retreats(sheet, report)
    ways: tuple[tuple[str, tuple[int, ...]], ...] = tuple(
        ("attack", (hex_, report.hex)) for hex_ in dict.fromkeys(one.hex for one in report.attackers)
    )
    ways += tuple(("retreat", path) for _, path in report.retreats if len(path) > 1)
    hexes = (report.hex, *(one.hex for one in report.attackers))
    marks = MapMarks(report.side, (), ways, (report.hex,))
    return piece(view, marks, hexes, (round(SHEET), MAP_HIGH - 30), language), sheet.scene("liege_combat")


def _forces(sheet: ReportSheet, report: CombatReport) -> None:
    """Draw both sides next to each other: their counters with their strengths."""
    top, feet = sheet.y, []
    for column, (units, side) in enumerate(((report.attackers, report.side), (report.defenders, 1 - report.side))):
        sheet.y = top
        feet.append(_force(sheet, units, side, column, report))
    sheet.y = max(feet) + 4


def _force(sheet: ReportSheet, units: Sequence[FightingUnit], side: int, column: int, report: CombatReport) -> float:
    get, view = sheet.words.get, sheet.view
    x = EDGE if column == 0 else _HALF + 8
    wide, role = _HALF - EDGE - 8, get("reports", "attacker" if column == 0 else "defender")
    name = sheet.words.side(view.facts, side)
    sheet.pen.fill(x, sheet.y, wide, 2 * ROW, SIDE[side])
    sheet.pen.text(f"{name} · {role}", x + 10, sheet.y + 17, TEXT, "sans_bold", theme.WHITE, SIDE[side])
    strength = get("reports", "strength", strength=f"{report.strengths[column]:g}")
    sheet.pen.text(strength, x + 10, sheet.y + 42, TEXT, "sans_bold", theme.WHITE, SIDE[side])
    y, told = sheet.y + 2 * ROW + 10, []
    across = int(wide // _STEP)
    for number, one in enumerate(units):
        row, place = divmod(number, across)
        at, high = x + place * _STEP, y + row * 84
        sheet.counter(placed(view, one.unit, one.level), at + 6, high)
        text = get("reports", "partly" if one.partly else "strength_short", strength=one.strength)
        sheet.pen.text(
            text, at + 6 + WIDE * ZOOM / 2, high + HIGH * ZOOM + 15, SMALL, "sans_bold", theme.INK, theme.PAPER, "mm"
        )
        told.append(
            get("alt", "gun", gun=view.facts.units[one.unit].title, hex=view.facts.grid.names[one.hex], strength=text)
        )
    if column == 1 and report.forts:
        told.append(get("reports", "forts_help", strength=report.forts))
    sheet.tell(get("alt", "force", side=name, role=role, strength=strength), "; ".join(told))
    return y + -(-max(1, len(units)) // across) * 84


def _odds(sheet: ReportSheet, report: CombatReport) -> None:
    get = sheet.words.get
    if report.works:
        sheet.row(get("reports", "works"), get("works", report.works))
    if report.forts:
        sheet.row(get("reports", "forts"), f"+{report.forts}")
    sheet.row(get("reports", "odds"), report.odds, strong=True)
    if report.die is not None:
        sheet.row(get("reports", "die"), str(report.die))
    sheet.shifts(report.shifts)
    if report.row is not None:
        sheet.row(get("reports", "row"), str(report.row), strong=True)
    if report.results is not None:
        for role, result in zip(("attacker", "defender"), report.results, strict=True):
            sheet.row(get("reports", f"result_{role}"), result_text(result), strong=True)
    if report.chances is not None:
        for role, share in zip(("attacker", "defender"), report.chances, strict=True):
            sheet.chance(get("reports", f"chance_{role}"), share, EDGE, sheet.y + 16, SHEET - 2 * EDGE)
            sheet.y += 34.0
    sheet.rule()


def _write_losses(sheet: ReportSheet, report: CombatReport, test: CombatTest) -> None:
    """Write a unit's losses, and its test."""
    get = sheet.words.get
    name = sheet.view.facts.units[test.unit].title
    outcome = "destroyed" if test.destroyed else "held" if not test.lost else "lost" if test.lost == 1 else "lost_more"
    lines = [get("reports", "outcome", name=name, outcome=get("outcomes", outcome, steps=test.lost))]
    if test.automatic:
        lines.append(get("reports", "automatic", steps=test.automatic))
    if test.test is not None:
        lines.append(sheet.test(test.test))
    began = next((one.level for one in (*report.attackers, *report.defenders) if one.unit == test.unit), None)
    level = None if began is None else began + test.lost
    sheet.block(placed(sheet.view, test.unit, level), lines, good=not test.lost, gone=test.destroyed)


def _write_retreats(sheet: ReportSheet, report: CombatReport) -> None:
    get, facts = sheet.words.get, sheet.view.facts
    for unit, path in report.retreats:
        sheet.text(get("reports", "retreats", unit=facts.units[unit].title, hex=sheet.words.hex(facts, path[-1])))
    if report.advances:
        names = sheet.words.listed(facts.units[unit].title for unit in report.advances)
        sheet.text(
            get("reports", "advances", units=names, count=len(report.advances), hex=sheet.words.hex(facts, report.hex))
        )


__all__ = ["combat"]
