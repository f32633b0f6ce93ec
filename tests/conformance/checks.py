"""What is compared between a recorded game and the engine: options, costs, fire, positions."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from engine.core.game import Event, Game
from engine.pog.state import State
from tests.conformance import allowances, departures, mending
from tests.conformance.names import Translator
from tests.conformance.position import UNSURE_AT_THE_END, Expected, compare, whole
from tests.conformance.trace import Line
from tests.conformance.watch import WATCH

#: The record puts cards away when a combat is decided, the engine when it is over; it looks at
#: sieges when a side's losses are complete, the engine at every step.
_DURING_COMBAT = frozenset({"combat_cards", "discard", "removed_cards", "forts"})
#: Tracks and marks may move during an action here and at its end there.
_AT_THE_END = frozenset({"tracks", "failed_entrench"})
#: The record forgets a side's unspent points at the end of its segment, the engine at that of the phase.
_POINTS = frozenset({"rp"})


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: where, of what kind, and both values."""

    number: int
    kind: str
    expected: str
    got: str
    #: What was being decided or done.
    about: str = ""

    def __str__(self) -> str:
        return f"n {self.number} {self.kind} [{self.about}]: expected {self.expected} | got {self.got}"


@dataclass(slots=True)
class Report:
    """What replaying one game found."""

    name: str
    differences: list[Difference] = field(default_factory=list)
    #: Allowed departures: kind of allowance -> times.
    allowed: dict[str, int] = field(default_factory=dict)
    #: Differences in which the rulebook decides against the record.
    departures: list[departures.Departure] = field(default_factory=list)
    decisions: int = 0
    stopped: str = ""


class Stop(Exception):
    """The replay cannot, or need not, go on."""


class Checks:
    """The game, what the record expects of it, and the report."""

    game: Game[State]
    expected: Expected
    names: Translator
    report: Report
    lines: list[Line]
    fires: deque[dict[str, Any]]
    departures: dict[tuple[int, str], departures.Departure]
    stop_first: bool

    def kind_of(self, verb: str) -> str:
        return self.game.decision.verbs.get(verb, "")

    def check_options(self, line: Line) -> Any:
        """Compare the legal choices and return the engine's."""
        options = self.game.options()
        if not line.legal:
            return options
        unwanted = {(verb, arg) for verb, arg, _ in line.disputed}
        wanted: set[tuple[str, str | None]] = set()
        for verb, args in line.legal.items():
            wanted |= {(verb, arg) for arg in args} if args else {(verb, None)}
        offered = self.offered(options)
        for verb, arg in sorted(wanted - offered - unwanted, key=str):
            self._option_differs(line, "missing", verb, arg)
        for verb, arg in sorted(offered - wanted, key=str):
            self._option_differs(line, "extra", verb, arg)
        for verb, arg, reason in line.disputed:
            if (verb, arg) in offered:
                if why := allowances.disputed(self, line, arg, reason):
                    self.allow(f"disputed option offered: {line.kind}.{verb} {why}")
                else:
                    self.differ(line, f"legal disputed:{line.kind}.{verb}", "not offered", f"{arg or verb} ({reason})")
        return options

    def offered(self, options: Any) -> set[tuple[str, str | None]]:
        """The engine's options in the record's words."""
        offered: set[tuple[str, str | None]] = set()
        for choice in options:
            kind = self.kind_of(choice.verb)
            offered.add((choice.verb, self.names.name(kind, choice.arg) if kind else None))
        return offered

    def _option_differs(self, line: Line, how: str, verb: str, arg: str | None) -> None:
        allowance = allowances.option(self, line, how, verb, arg)
        if allowance:
            self.allow(allowance)
            return
        there = arg or verb
        pair = (there, "not offered") if how == "missing" else ("not offered", there)
        self.differ(line, f"legal {how}:{line.kind}.{verb}", *pair)

    def check_context(self, line: Line) -> None:
        combat = self.game.state.combat
        values: dict[str, Any] = {}
        if combat is not None and line.kind == "flank":
            values["drm"] = combat.flank_drm
        if combat is not None and line.kind in ("defender_loss", "attacker_loss"):
            values["to_take"] = combat.to_defender if line.kind[0] == "d" else combat.to_attacker
            values["taken"] = combat.taken
        if combat is not None and line.kind == "retreat":
            values["retreat_length"] = combat.retreat_length
        for name, value in values.items():
            want = line.context(name)
            if want is not None and want != value:
                self.differ(line, f"context:{line.kind}.{name}", str(want), str(value))

    def check_cost(self, line: Line) -> None:
        if line.kind != "activate" or line.verb == "stop":
            return
        cost = next((e.data["cost"] for e in reversed(self.game.events) if e.kind == "activated"), None)
        if cost != line.context("cost"):
            self.differ(line, "cost", str(line.context("cost")), str(cost))

    def compare_fires(self, line: Line) -> None:
        events: list[Event] = self.game.drain()
        for event in events:
            if event.kind != "fire":
                continue
            fire = event.data["fire"]
            drm = sum(modifier.value for modifier in fire.drms)
            got = {
                "side": ("ap", "cp")[fire.side],
                "role": "attacker" if fire.attacker else "defender",
                "table": fire.table,
                "factors": fire.factors,
                "column": fire.column,
                "die": fire.die,
                "drm": drm,
                "die_used": fire.die_used,
                "losses": fire.loss_number,
            }
            if not self.fires:
                self.differ(line, "fire: one too many", "-", str(fire))
                continue
            want = self.fires.popleft()
            wrong = {name for name, value in got.items() if want[name] != value}
            if wrong:
                key = "+".join(sorted(wrong))
                self.differ(line, f"fire:{key}", str(want), str(fire))
        while self.fires:
            self.differ(line, "fire: missing", str(self.fires.popleft()), "-")

    def compare_snapshot(self, line: Line, snapshot: dict[str, Any]) -> None:
        boundary = snapshot["snapshot"]
        wanted = whole(snapshot, self.names, self.game.state)
        if boundary == "action_round":
            self.expected = wanted
            self.compare_live(line.number, "action_round", line, supplied=True)
            return
        if boundary in ("turn_done", "game_over"):
            if boundary == "game_over":
                self._compare_end(line, wanted)
            return
        state = WATCH.take(boundary)
        if state is None:
            self.differ(line, f"boundary:{boundary}", "reached", "not reached")
            return
        skip = _POINTS if boundary == "replacements_done" else frozenset[str]()
        self._compare(line, wanted, state, boundary, skip, supplied=boundary == "actions_done")

    def _compare_end(self, line: Line, wanted: Expected) -> None:
        """The record lets Turkey enter before it looks for the end, with units and trenches."""
        skip = UNSURE_AT_THE_END
        state = self.game.state
        if ("tu" in wanted.fields["at_war"]) != ("tu" in state.at_war):
            turks = state.rules.of_nation["tu"]
            for unit in range(len(wanted.loc)):
                if turks >> unit & 1:
                    wanted.loc[unit] = state.loc[unit]
            skip |= {"trenches"}
        self._compare(line, wanted, state, "game_over", skip)

    def compare_live(self, number: int, about: str, line: Line | None = None, supplied: bool = False) -> None:
        skip = frozenset[str]() if supplied else _AT_THE_END
        if self.game.state.combat is not None:
            skip |= _DURING_COMBAT
        found = compare(
            self.expected, self.game.state, self.names, skip=skip, supplied=supplied, acting=self.game.actor
        )
        for mismatch in found:
            self.note(number, f"position:{mismatch.field}", mismatch.expected, mismatch.got, about)
        if any(mismatch.field != "out_of_supply" for mismatch in found):
            mending.impose(self.game.state, self.expected, self.names)
            mending.ask_again(self.game)

    def _compare(
        self,
        line: Line,
        wanted: Expected,
        state: State,
        boundary: str,
        skip: frozenset[str] = frozenset(),
        supplied: bool = False,
    ) -> None:
        for mismatch in compare(wanted, state, self.names, skip=skip, supplied=supplied):
            self.note(line.number, f"{boundary}:{mismatch.field}", mismatch.expected, mismatch.got, boundary)

    def differ(self, line: Line, kind: str, expected: str, got: str) -> None:
        self.note(line.number, kind, expected, got, f"{line.kind}.{line.verb} {line.arg or ''}".strip())

    def note(self, number: int, kind: str, expected: str, got: str, about: str = "") -> None:
        if departure := self.departures.get((number, kind)):
            self.report.departures.append(departure)
            return
        self.report.differences.append(Difference(number, kind, expected, got, about))
        if self.stop_first:
            raise Stop("stopped at the first difference")

    def allow(self, kind: str) -> None:
        self.report.allowed[kind] = self.report.allowed.get(kind, 0) + 1
