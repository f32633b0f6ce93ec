"""Report records for pictures of dice, built from the events of barrages, assaults and combats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from pydantic import TypeAdapter

from bot.narration.segments import Told
from bot.titles.story import ShownPicture
from engine.liege.facts import ALLIED, LiegeFacts
from engine.liege.grid import NOWHERE
from engine.liege.state import LiegeState
from renderer.liege.reports import (
    AssaultedFort,
    AssaultReport,
    BarrageReport,
    CabTest,
    CombatReport,
    CombatTest,
    FightingUnit,
    FiringGun,
    ShelledTarget,
    Shift,
    TableResult,
)

DiceReport: TypeAlias = BarrageReport | AssaultReport | CombatReport
Data: TypeAlias = Mapping[str, Any]
#: Strengths in combat events are given in tenths.
TENTHS: Final = 10
#: Kinds of pictures, by the type of report.
KINDS: Final[Mapping[type, str]] = {BarrageReport: "barrage", AssaultReport: "assault", CombatReport: "combat"}
ADAPTERS: Final[Mapping[str, TypeAdapter[Any]]] = {name: TypeAdapter(kind) for kind, name in KINDS.items()}
#: Events that end the report of a barrage, an assault or a combat.
_ENDS: Final = frozenset(
    {"action", "action_over", "phase", "turn", "turn_counted", "combat_over", "attack", "moved", "arrived", "dug"}
)
_BEGIN: Final = frozenset({"shelled", "bombarded", "assaulted", "combat"})


def shown(state: LiegeState, events: Sequence[Told]) -> list[ShownPicture]:
    """Return a picture for every barrage, assault and combat among some events, with its report."""
    return [
        ShownPicture(KINDS[type(one)], {"report": ADAPTERS[KINDS[type(one)]].dump_python(one, mode="json"), "turn": turn})
        for turn, one in _dated_reports(state, events)
    ]  # fmt: skip


def reports(state: LiegeState, events: Sequence[Told]) -> Iterator[DiceReport]:
    """Yield the reports of some events, in order; `state` is a later position in which the guns are still where they fired."""
    yield from (one for _, one in _dated_reports(state, events))


def _dated_reports(state: LiegeState, events: Sequence[Told]) -> Iterator[tuple[int, DiceReport]]:
    """Yield the reports of some events with the turn of each, which may be over in the later position."""
    at = 0
    turn = state.turn - sum(one["kind"] == "turn" for one in events)
    while at < len(events):
        kind = events[at]["kind"]
        turn += kind == "turn"
        end = at + 1
        while end < len(events) and events[end]["kind"] not in _ENDS | _BEGIN:
            end += 1
        if kind in _BEGIN:
            data, parts = events[at]["data"], [(one["kind"], one["data"]) for one in events[at + 1 : end]]
            made = {
                "shelled": _barrage_report,
                "bombarded": _fort_barrage_report,
                "assaulted": _assault_report,
                "combat": _combat,
            }[kind]
            if (found := made(state, data, parts)) is not None:
                yield turn, found
        at = end


def _shifts(rows: Sequence[Sequence[Any]]) -> tuple[Shift, ...]:
    return tuple(Shift(str(cause), int(value)) for cause, value in rows)


def _result(found: Sequence[int] | None) -> TableResult | None:
    return None if found is None else (found[0], found[1])


def _test(cab: int, die: int, *, passed: bool | None = None) -> CabTest:
    return CabTest(cab, die or None, passed if passed is not None else 0 < die <= cab)


def guns_of(state: LiegeState, guns: Sequence[int], forts: Sequence[int], what: str) -> tuple[FiringGun, ...]:
    """Return the guns and forts that fired, with their strengths."""
    facts, found = state.facts, []
    for unit in guns:
        own = facts.units[unit]
        strength = own.aff if what == "aff" else own.arf[min(state.level[unit], own.steps - 1)]
        found.append(FiringGun(state.at[unit], strength, unit))
    found += [FiringGun(facts.forts[fort].hex, facts.forts[fort].arf, fort=fort) for fort in forts]
    return tuple(one for one in found if one.hex >= 0)


def _side(facts: LiegeFacts, guns: Sequence[int]) -> int:
    return facts.units[guns[0]].side if guns else ALLIED


def _barrage_report(state: LiegeState, data: Data, parts: Sequence[tuple[str, Data]]) -> DiceReport | None:
    """Return the report of a barrage at units; targets hidden from the reader are left out."""
    targets, column = [], 0
    for kind, one in parts:
        if kind != "unit_shelled" or one["unit"] < 0:
            continue
        column = one["column"]
        lost = one["lost"]
        outcome = (
            "destroyed"
            if one["destroyed"]
            else "lost_2"
            if lost > 1
            else "lost"
            if lost
            else "held"
            if one["result"]
            else "no_effect"
        )
        test = (
            _test(one["cab"], one["die"])
            if one["die"] or (one["cab"] <= 0 and one["result"] and not one["destroyed"])
            else None
        )
        targets.append(
            ShelledTarget(one["unit"], NOWHERE, _shifts(one["rows"]), one["row"], _result(one["result"]), test, outcome)
        )
    if not targets:
        return None
    guns = guns_of(state, data["guns"], data["forts"], "arf")
    return BarrageReport(
        "units", _side(state.facts, data["guns"]), data["hex"], guns, data["arf"], column, tuple(targets), data["die"]
    )


def _fort_barrage_report(state: LiegeState, data: Data, parts: Sequence[tuple[str, Data]]) -> DiceReport | None:
    """Return the report of a barrage at a fort, and at the next one in the order if it went on."""
    fell = {one["fort"] for kind, one in parts if kind == "fort_fell"}
    tests = {
        one["fort"]: _test(one["cab"], one["die"], passed=one["passed"]) for kind, one in parts if kind == "fort_tested"
    }
    result = _result(data["result"])
    targets = []
    for fort in dict.fromkeys((data["fort"], *fell, *tests)):
        outcome = "fell" if fort in fell else "no_effect" if result is None else "held"
        first = fort == data["fort"]
        shifts = _shifts(data["rows"]) if first else ()
        targets.append(
            ShelledTarget(NOWHERE, fort, shifts, data["row"] if first else None, result, tests.get(fort), outcome)
        )
    facts = state.facts
    return BarrageReport(
        "forts", _side(facts, data["guns"]), facts.forts[data["fort"]].hex, guns_of(state, data["guns"], (), "aff"),
        data["aff"], data["column"], tuple(targets), data["die"],
    )  # fmt: skip


def _assault_report(state: LiegeState, data: Data, parts: Sequence[tuple[str, Data]]) -> DiceReport | None:
    """Return the report of an assault on one fort."""
    facts, fort, unit = state.facts, data["fort"], data["unit"]
    fell = any(kind == "fort_fell" and one["fort"] == fort for kind, one in parts)
    test = next(
        (_test(one["cab"], one["die"], passed=one["passed"]) for kind, one in parts if kind == "fort_tested"), None
    )
    own = next((one for kind, one in parts if kind == "assault_tested"), None)
    entered = any(kind == "entered" and one["unit"] == unit for kind, one in parts)
    outcome = "untouched" if own is None else "destroyed" if own["destroyed"] else "held" if own["passed"] else "lost"
    stormed = AssaultedFort(fort, data["row"], _result(data["result"]), _shifts(data["rows"]), (), test, fell)
    return AssaultReport(
        facts.units[unit].side, facts.forts[fort].hex, unit, _origin(state, unit, facts.forts[fort].hex),
        guns_of(state, data["guns"], (), "aff"), data["aff"], data["column"], (stormed,), _shifts(data["shifts"]),
        data["die"], () if own is None else _shifts(own["tests"]),
        None if own is None else _test(own["cab"], own["die"], passed=own["passed"]), outcome, entered,
    )  # fmt: skip


def _origin(state: LiegeState, unit: int, hex_: int) -> int:
    """Return where a unit stormed from; the fort's hex if the unit is there already or lost."""
    return state.at[unit] if state.at[unit] >= 0 else hex_


class _Aftermath(NamedTuple):
    """What followed a combat die roll, by unit: steps lost before and after its test, with those left; tests; and origins."""

    lost: dict[int, list[int]]
    tests: dict[int, CabTest]
    came: dict[int, int]
    gone: list[tuple[int, tuple[int, ...]]]


def _aftermath(parts: Sequence[tuple[str, Data]]) -> _Aftermath:
    found = _Aftermath({}, {}, {}, [])
    for kind, one in parts:
        if one.get("unit", 0) < 0:
            continue  # hidden from the reader
        if kind == "lost":
            steps = found.lost.setdefault(one["unit"], [0, 0, 0])
            steps[0 if one["unit"] not in found.tests else 1] += one["steps"]
            steps[2] = one["left"]
        elif kind == "tested" and one["purpose"] == "combat_test":
            found.tests[one["unit"]] = _test(one["cab"], one["die"], passed=one["passed"])
        elif kind == "retreated":
            found.gone.append((one["unit"], (one["came"], one["to"])))
        if kind in ("retreated", "advanced"):
            found.came.setdefault(one["unit"], one["came"])
    return found


def _combat(state: LiegeState, data: Data, parts: Sequence[tuple[str, Data]]) -> DiceReport | None:
    """Return the report of a combat: strengths and results from the event, losses and retreats from what followed."""
    facts, side = state.facts, facts_side(state.facts, data)
    lost, tests, came, gone = _aftermath(parts)

    def fighting(unit: int, *, partly: bool, here: int) -> FightingUnit:
        own = facts.units[unit]
        level = max(0, min(state.level[unit] - sum(lost.get(unit, (0, 0))[:2]), own.steps - 1))
        strength = own.arf[level] if partly else own.cbf[level]
        at = came.get(unit, state.at[unit])
        return FightingUnit(unit, at if at >= 0 else here, level, strength, partly)

    attackers = (*(fighting(one, partly=False, here=data["hex"]) for one in data["full"]),
                 *(fighting(one, partly=True, here=data["hex"]) for one in data["partly"]))  # fmt: skip
    defenders = tuple(fighting(one, partly=False, here=data["hex"]) for one in data["defenders"] if one >= 0)
    fates = tuple(
        CombatTest(unit, lost.get(unit, [0])[0], tests.get(unit), sum(lost.get(unit, (0, 0))[:2]), unit in lost and not lost[unit][2])
        for unit in (*(one.unit for one in defenders), *(one.unit for one in attackers))
        if unit in lost or unit in tests
    )  # fmt: skip
    first = next((facts.units[one["unit"]].side for kind, one in parts if kind == "lost" and one["unit"] >= 0), None)
    outcome = "open" if first is None else "attacker" if first != side else "defender"
    return CombatReport(
        side, data["hex"], attackers, defenders, (data["attack"] / TENTHS, data["defence"] / TENTHS), odds_text(facts, data["column"]), _shifts(data["modifiers"]),
        die=data["die"], row=data["row"], results=(tuple(data["attacker"]), tuple(data["defender"])), tests=fates, retreats=tuple(gone),
        advances=tuple(dict.fromkeys(one["unit"] for kind, one in parts if kind == "advanced" and one["unit"] >= 0 and one["to"] == data["hex"])), outcome=outcome,
    )  # fmt: skip


def facts_side(facts: LiegeFacts, data: Data) -> int:
    """Return the attacking side."""
    first: int = (*data["full"], *data["partly"])[0]
    return facts.units[first].side


def odds_text(facts: LiegeFacts, column: int) -> str:
    """Return a column of the combat table as odds."""
    most, least = facts.tables.attacker.columns[column]
    small = min(most, least)
    return f"{most / small:g}:{least / small:g}"


__all__ = ["ADAPTERS", "KINDS", "TENTHS", "DiceReport", "facts_side", "guns_of", "odds_text", "reports", "shown"]
