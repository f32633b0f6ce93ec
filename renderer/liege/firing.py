"""Reports of barrages and assaults: guns and targets, the column, die and row, and the effect on each target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.liege.grid import NOWHERE
from renderer.kit import theme
from renderer.kit.scene import Scene
from renderer.liege.art.counter import SIDE
from renderer.liege.maps import piece
from renderer.liege.reports import AssaultedFort, AssaultReport, BarrageReport, FiringGun, ShelledTarget, Shift
from renderer.liege.requests import MapMarks
from renderer.liege.sheet import EDGE, SHEET, SMALL, TEXT, ZOOM, ReportSheet, placed, result_text, signed
from renderer.liege.view import DrawnPosition

#: Height of the map section above a report.
MAP_HIGH: Final = 330
#: Outcomes that are good for the target.
_GOOD: Final = frozenset({"held", "no_effect", "untouched"})


def barrage(view: DrawnPosition, report: BarrageReport, language: str) -> tuple[Scene, ...]:
    """Return the map with the lines of fire, and the report."""
    facts, sheet = view.facts, ReportSheet(view, language)
    get = sheet.words.get
    first = report.targets[0]
    at_forts = report.kind == "forts"
    what = (
        get("reports", "barrage_fort", fort=facts.forts[first.fort].title)
        if at_forts
        else get("reports", "barrage_units", hex=sheet.words.hex(facts, report.hex))
    )
    _head(sheet, what, report.side, report.hex, report.die)
    _guns(sheet, report.guns, "aff" if at_forts else "arf")
    strength = get("reports", "strength_aff" if at_forts else "strength_arf", strength=report.strength)
    sheet.row(
        strength, get("reports", "column", column=report.column) if report.column else get("reports", "no_column")
    )
    shifts = first.shifts if len(report.targets) == 1 or at_forts else ()
    if report.die is not None:
        _die(sheet, report.die, shifts, first.row)
    else:
        sheet.shifts(shifts)
    sheet.rule()
    for target in report.targets:
        _target(sheet, target, apart=not at_forts and len(report.targets) > 1)
    marks = MapMarks(
        report.side, tuple((gun.hex, first.fort if at_forts else NOWHERE, report.hex) for gun in report.guns if gun.hex != report.hex), (),
        (report.hex,), tuple(one.fort for one in report.targets if one.fort != NOWHERE),
    )  # fmt: skip
    return piece(
        view, marks, (report.hex, *(gun.hex for gun in report.guns)), (round(SHEET), MAP_HIGH), language
    ), sheet.scene("liege_barrage")


def assault(view: DrawnPosition, report: AssaultReport, language: str) -> tuple[Scene, ...]:
    """Return the map with the guns and the storming unit, and the report."""
    facts, sheet = view.facts, ReportSheet(view, language)
    get = sheet.words.get
    title = get("reports", "assault", fort=facts.forts[report.forts[0].fort].title)
    _head(sheet, title, report.side, report.hex, report.die)
    _guns(sheet, report.guns, "aff")
    sheet.row(get("reports", "strength_aff", strength=report.strength), get("reports", "column", column=report.column))
    for shift in report.shifted:
        value = get("reports", "columns", count=abs(shift.value), signed=signed(shift.value))
        sheet.row(get("causes", shift.cause), value)
    if report.die is not None:
        _die(sheet, report.die, report.forts[0].shifts, report.forts[0].row)
    else:
        sheet.shifts(report.forts[0].shifts)
    sheet.rule()
    for fort in report.forts:
        _write_assault(sheet, fort)
    _stormer(sheet, report)
    marks = MapMarks(
        report.side, tuple((gun.hex, report.forts[0].fort, report.hex) for gun in report.guns if gun.hex != report.hex),
        (("attack", (report.origin, report.hex)),), (), tuple(one.fort for one in report.forts),
    )  # fmt: skip
    hexes = (report.hex, report.origin, *(gun.hex for gun in report.guns))
    return piece(view, marks, hexes, (round(SHEET), MAP_HIGH), language), sheet.scene("liege_assault")


def _head(sheet: ReportSheet, title: str, side: int, hex_: int, die: int | None) -> None:
    get, view = sheet.words.get, sheet.view
    when = get(
        "reports",
        "when",
        turn=view.turn,
        side=sheet.words.side(view.facts, side),
        hex=sheet.words.hex(view.facts, hex_),
    )
    sheet.head(get("reports", "chances", title=title) if die is None else title, when, side)
    sheet.die(die, side)


def _guns(sheet: ReportSheet, guns: Sequence[FiringGun], what: str) -> None:
    """Draw the firing units in rows: symbol, location and strength."""
    if not guns:
        return
    get, facts = sheet.words.get, sheet.view.facts
    step, x, told = (SHEET - 2 * EDGE) / 3, EDGE, []
    for number, gun in enumerate(guns):
        if number and number % 3 == 0:
            sheet.y += 60.0
        x = EDGE + number % 3 * step
        if gun.fort != NOWHERE:
            sheet.fort(gun.fort, x + 33, sheet.y + 26)
            name = facts.forts[gun.fort].title
        else:
            sheet.counter(placed(sheet.view, gun.unit), x, sheet.y + 3)
            name = facts.units[gun.unit].title
        strength = get("reports", what, strength=gun.strength)
        sheet.pen.text(strength, x + 50 * ZOOM + 12, sheet.y + 14, TEXT, "sans_bold")
        where = get("reports", "from", hex=facts.grid.names[gun.hex])
        sheet.pen.text(where, x + 50 * ZOOM + 12, sheet.y + 40, SMALL, "sans")
        told.append(get("alt", "gun", gun=name, hex=facts.grid.names[gun.hex], strength=strength))
    sheet.tell(get("reports", "guns"), "; ".join(told))
    sheet.y += 66.0


def _die(sheet: ReportSheet, die: int, shifts: Sequence[Shift], row: int | None) -> None:
    """Write how the die roll determines the row."""
    get = sheet.words.get
    sheet.row(get("reports", "die_halved", die=die), str((die + 1) // 2))
    sheet.shifts(shifts)
    if row is not None and shifts:
        sheet.row(get("reports", "row"), str(row), strong=True)


def _target(sheet: ReportSheet, target: ShelledTarget, *, apart: bool) -> None:
    """Write the effect on one target; `apart` includes its own modifiers."""
    get, facts, view = sheet.words.get, sheet.view.facts, sheet.view
    is_fort = target.fort != NOWHERE
    name = facts.forts[target.fort].title if is_fort else facts.units[target.unit].title
    lines = [get("reports", "outcome", name=name, outcome=get("outcomes", target.outcome)) if target.outcome else name]
    if target.row is not None and target.outcome != "no_effect":
        lines.append(_result(sheet, target.result, target.row, target.shifts if apart else ()))
    elif apart and target.shifts and not target.outcome:
        lines.append(_causes(sheet, target.shifts))
    if target.test is not None:
        lines.append(sheet.test(target.test))
    chance = None
    if target.chance is not None:
        chance = (get("reports", "chance_fort" if is_fort else "chance_unit"), target.chance)
    good = None if not target.outcome else target.outcome in _GOOD
    sign = target.fort if is_fort else placed(view, target.unit)
    sheet.block(sign, lines, good=good, gone=target.outcome == "destroyed", chance=chance)


def _result(sheet: ReportSheet, result: tuple[int, int] | None, row: int, shifts: Sequence[Shift]) -> str:
    """Return the row and the result as text, with the target's own modifiers."""
    get = sheet.words.get
    causes = _causes(sheet, shifts)
    if result is None:
        return get("reports", "row_nothing", row=row)
    key = "row_result" if not result[0] else "row_automatic"
    told = get("reports", key, row=row, result=result_text(result), modifier=signed(result[1]), steps=result[0])
    return get("reports", "with_causes", told=told, causes=causes) if causes else told


def _causes(sheet: ReportSheet, shifts: Sequence[Shift]) -> str:
    """Return modifiers with their causes in one line."""
    get = sheet.words.get
    return ", ".join(get("reports", "cause", cause=get("causes", one.cause), value=signed(one.value)) for one in shifts)


def _write_assault(sheet: ReportSheet, fort: AssaultedFort) -> None:
    get, name = sheet.words.get, sheet.view.facts.forts[fort.fort].title
    lines = [
        name
        if fort.fell is None
        else get("reports", "outcome", name=name, outcome=get("outcomes", "fell" if fort.fell else "held"))
    ]
    if fort.row is not None:
        lines.append(_result(sheet, fort.result, fort.row, ()))
    lines += [get("reports", "cause", cause=get("causes", one.cause), value=signed(one.value)) for one in fort.camp]
    if fort.test is not None:
        lines.append(sheet.test(fort.test))
    chance = (get("reports", "chance_fort"), fort.chance) if fort.chance is not None else None
    sheet.block(fort.fort, lines, good=None if fort.fell is None else not fort.fell, chance=chance)


def _stormer(sheet: ReportSheet, report: AssaultReport) -> None:
    """Write the effect on the storming unit."""
    get, name = sheet.words.get, sheet.view.facts.units[report.unit].title
    lines = [
        get("reports", "outcome", name=name, outcome=get("outcomes", report.outcome))
        if report.outcome
        else get("reports", "storms", name=name)
    ]
    if report.own:
        lines.append(
            ", ".join(
                get("reports", "cause", cause=get("causes", one.cause), value=signed(one.value)) for one in report.own
            )
        )
    if report.test is not None:
        lines.append(sheet.test(report.test))
    if report.advanced:
        lines.append(get("reports", "entered", hex=sheet.words.hex(sheet.view.facts, report.hex)))
    chance = (get("reports", "chance_unit"), report.chance) if report.chance is not None else None
    sheet.pen.fill(EDGE, sheet.y, SHEET - 2 * EDGE, 1.5, theme.INK_FAINT)
    sheet.pen.fill(EDGE, sheet.y, 60, 3, SIDE[report.side])
    sheet.y += 8
    good = None if not report.outcome else report.outcome in _GOOD
    sheet.block(placed(sheet.view, report.unit), lines, good=good, gone=report.outcome == "destroyed", chance=chance)


__all__ = ["MAP_HIGH", "assault", "barrage"]
