"""Driving the engine with a recorded game and noting every difference."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from engine.core.game import Event, Game
from engine.core.options import Choice
from engine.errors import EngineError
from engine.pog.state import State
from tests.conformance import allowances, departures, mending
from tests.conformance.luck import RecordedLuck
from tests.conformance.position import UNSURE_AT_THE_END, Expected, Translator, compare, update, whole
from tests.conformance.trace import Line, Trace
from tests.conformance.watch import Watch, watched

#: Answers that end a step the record has already ended, in order of preference.
_WAYS_OUT = ("finish", "decline", "leave", "stop", "stay", "frontal")

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


class _Stop(Exception):
    """The replay cannot, or need not, go on."""


class _LostStep(Exception):
    """Record and engine ask for different things: go on at the next action."""


_WATCH = Watch()
_SYSTEMS: list[Any] = []


class Replay:
    """One game being replayed."""

    def __init__(self, trace: Trace, limit_turns: int | None = None, stop_first: bool = False) -> None:
        if not _SYSTEMS:
            _SYSTEMS.append(watched(_WATCH))
        self.system = _SYSTEMS[0]
        self.trace, self.lines = trace, trace.lines
        self.limit_turns, self.stop_first = limit_turns, stop_first
        self.report = Report(trace.name)
        self.names = Translator(self.system.content)
        self.departures = departures.of_trace(trace.name)
        #: Indexes of the next line, and of the one whose choice is being carried out.
        self.at = self.first = 0
        self.fires: deque[dict[str, Any]] = deque()
        self.game: Game[State]
        self.expected: Expected

    # -- the run ------------------------------------------------------------------------

    def run(self) -> Report:
        """Replay as far as possible."""
        _WATCH.seen.clear()
        try:
            self._start()
            while self.at < len(self.lines):
                try:
                    self._line()
                except _LostStep:
                    self._rejoin()
            self._finish()
            for departure in set(self.departures.values()) - set(self.report.departures):
                self._note(departure.n, "departure not met", departure.kind, "nothing of the kind")
        except _Stop as stop:
            self.report.stopped = str(stop)
        return self.report

    def _start(self) -> None:
        luck = RecordedLuck(self.lines, self.names.cards.__getitem__, self._place, allowances.feedable)
        start = self.trace.header["start"]
        luck.feed_row(start["dice"], start["deal"])
        self.luck = luck
        self.game = Game.start(self.system, luck)
        self.game.drain()
        self.expected = whole(self.trace.header["state"], self.names, self.game.state)
        self._compare_live(0, "set-up")

    def _line(self) -> None:
        """Carry out the next recorded decision, and what follows it without a choice."""
        line = self.lines[self.at]
        self.first = self.at
        if self.limit_turns is not None and line.data["turn"] > self.limit_turns:
            raise _Stop(f"stopped at {line.number}, turn limit")
        self._check_context(line)
        options = self._check_options(line)
        choice = Choice(line.verb, self.names.arg(self._kind_of(line.verb), line.arg))
        if not options.allows(choice) and (reason := allowances.passed_by(self, line)):
            self._allow(reason)
            self.luck.reach(self.at)
            self.at += 1
            self.report.decisions += 1
            self._follow(line, self._settle(line))
            return
        if not options.allows(choice):
            self._differ(line, f"illegal:{line.kind}.{line.verb}", str(line.arg), allowances.words(self, options))
            raise _LostStep
        self.luck.reach(self.at)
        self._apply(choice, line)
        self._check_cost(line)
        self.at += 1
        self.report.decisions += 1
        last = self._settle(line)
        self._follow(line, last)

    def _kind_of(self, verb: str) -> str:
        return self.game.decision.verbs.get(verb, "")

    def _apply(self, choice: Choice, line: Line) -> None:
        try:
            self.game.apply(choice)
        except EngineError as error:
            self._differ(line, f"error:{type(error).__name__}:{line.kind}", "", str(error))
            raise _LostStep from error
        except Exception as error:
            self._differ(line, f"crash:{type(error).__name__}:{line.kind}", "", repr(error))
            raise _LostStep from error

    def _settle(self, line: Line) -> int:
        """Run on to the decision that the record asks next; returns the index behind the lines passed."""
        while self.at < len(self.lines):
            following = self.lines[self.at]
            if not self.game.stack and not following.batch:
                break
            if following.batch:
                self.luck.reach(self.at)
                self.at += 1
                self.report.decisions += 1
            elif self._asked(following):
                break
            elif (only := self.game.options().only()) is not None:
                self._apply(only, line)
            elif way_out := allowances.step(self, self.game.decision.kind):
                self._allow(f"step: {self.game.decision.kind} asked where the record does not")
                self._apply(Choice(way_out), line)
            elif following.forced or allowances.only_forbidden(following):
                self.luck.reach(self.at)
                self.at += 1
                self.report.decisions += 1
            elif reason := allowances.passed_by(self, following):
                self._allow(reason)
                self.luck.reach(self.at)
                self.at += 1
                self.report.decisions += 1
            else:
                self._skip_step(line, following)
        return self.at

    def _asked(self, line: Line) -> bool:
        decision, game = self.game.decision, self.game
        if decision.kind != line.kind or game.actor != line.side:
            return False
        return line.verb in game.options().masks or not line.forced

    def _skip_step(self, line: Line, following: Line) -> None:
        """The engine asks more than the record: note it and take the way out."""
        options = self.game.options()
        asked = self.game.decision.kind
        self._differ(
            line,
            f"step:{asked} instead of {following.kind}",
            f"{following.kind} of {following.data['side']}: {following.legal}",
            allowances.words(self, options),
        )
        for verb in _WAYS_OUT:
            if verb in options.masks:
                self._apply(Choice(verb), line)
                return
        raise _LostStep

    def _follow(self, line: Line, last: int) -> None:
        """Bring the expected position up to date and compare at every boundary passed."""
        for passed in self.lines[self.first : last]:
            update(self.expected, passed.data["delta"], self.names, self.game.state)
            self.fires.extend(passed.get("fires"))
            for snapshot in passed.snapshots:
                self._compare_snapshot(passed, snapshot)
        self._compare_fires(line)
        if self.game.result is not None and self.at < len(self.lines):
            self._differ(line, "result: the game is over", "the game goes on", str(self.game.result))
            raise _LostStep
        if self.game.result is None and not self._under_way():
            self._compare_live(line.number, f"{line.kind}.{line.verb} {line.arg}", line)
            left = {k: v for k, v in self.luck.left().items() if not k.startswith("draw") or v}
            if left and self.luck._fed <= self.at:
                self._differ(line, f"unused chance:{'+'.join(left)}", str(left), "")
                self.luck.queues.clear()

    def _under_way(self) -> bool:
        """The record moves a retreating unit space by space, the engine when it arrives."""
        return self.game.decision.kind == "retreat" and bool(getattr(self.game.decision, "path", ()))

    def _rejoin(self) -> None:
        """Skip to the next action of the record and put the engine there."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            self.report.decisions += 1
            for snapshot in line.snapshots:
                if snapshot["snapshot"] == "action_round":
                    self.fires.clear()
                    self.luck.reach(self.at - 1)
                    self.luck.queues.clear()
                    _WATCH.seen.clear()
                    self.expected = whole(snapshot, self.names, self.game.state)
                    self.game.result = None
                    side = ("ap", "cp").index(snapshot["side"])
                    mending.impose(self.game.state, self.expected, self.names)
                    mending.begin_action(self.game, side, snapshot["turn"], snapshot["action_round"])
                    self.game.drain()
                    return
        raise _Stop("")

    def _finish(self) -> None:
        result, want = self.game.result, self.trace.result
        if result is None:
            self._note(self.lines[-1].number, "result", str(want), "the game goes on", "")
            return
        got = {
            "winner": None if result.winner is None else ("ap", "cp")[result.winner],
            "reason": result.reason,
            "vp": self.game.state.vp,
            "turn": self.game.state.turn,
        }
        for name, value in got.items():
            if want[name] != value:
                self._note(self.lines[-1].number, f"result:{name}", str(want[name]), str(value), "")

    # -- comparing ------------------------------------------------------------------------

    def _check_options(self, line: Line) -> Any:
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
                    self._allow(f"disputed option offered: {line.kind}.{verb} {why}")
                else:
                    self._differ(line, f"legal disputed:{line.kind}.{verb}", "not offered", f"{arg or verb} ({reason})")
        return options

    def offered(self, options: Any) -> set[tuple[str, str | None]]:
        """The engine's options in the record's words."""
        offered: set[tuple[str, str | None]] = set()
        for choice in options:
            kind = self._kind_of(choice.verb)
            offered.add((choice.verb, self.names.name(kind, choice.arg) if kind else None))
        return offered

    def _option_differs(self, line: Line, how: str, verb: str, arg: str | None) -> None:
        allowance = allowances.option(self, line, how, verb, arg)
        if allowance:
            self._allow(allowance)
            return
        there = arg or verb
        pair = (there, "not offered") if how == "missing" else ("not offered", there)
        self._differ(line, f"legal {how}:{line.kind}.{verb}", *pair)

    def _check_context(self, line: Line) -> None:
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
                self._differ(line, f"context:{line.kind}.{name}", str(want), str(value))

    def _check_cost(self, line: Line) -> None:
        if line.kind != "activate" or line.verb == "stop":
            return
        cost = next((e.data["cost"] for e in reversed(self.game.events) if e.kind == "activated"), None)
        if cost != line.context("cost"):
            self._differ(line, "cost", str(line.context("cost")), str(cost))

    def _compare_fires(self, line: Line) -> None:
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
                self._differ(line, "fire: one too many", "-", str(fire))
                continue
            want = self.fires.popleft()
            wrong = {name for name, value in got.items() if want[name] != value}
            if wrong:
                key = "+".join(sorted(wrong))
                self._differ(line, f"fire:{key}", str(want), str(fire))
        while self.fires:
            self._differ(line, "fire: missing", str(self.fires.popleft()), "-")

    def _compare_snapshot(self, line: Line, snapshot: dict[str, Any]) -> None:
        boundary = snapshot["snapshot"]
        wanted = whole(snapshot, self.names, self.game.state)
        if boundary == "action_round":
            self.expected = wanted
            self._compare_live(line.number, "action_round", line, supplied=True)
            return
        if boundary in ("turn_done", "game_over"):
            if boundary == "game_over":
                self._compare_end(line, wanted)
            return
        state = _WATCH.take(boundary)
        if state is None:
            self._differ(line, f"boundary:{boundary}", "reached", "not reached")
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

    def _compare_live(self, number: int, about: str, line: Line | None = None, supplied: bool = False) -> None:
        skip = frozenset[str]() if supplied else _AT_THE_END
        if self.game.state.combat is not None:
            skip |= _DURING_COMBAT
        found = compare(
            self.expected, self.game.state, self.names, skip=skip, supplied=supplied, acting=self.game.actor
        )
        for mismatch in found:
            self._note(number, f"position:{mismatch.field}", mismatch.expected, mismatch.got, about)
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
            self._note(line.number, f"{boundary}:{mismatch.field}", mismatch.expected, mismatch.got, boundary)

    def _differ(self, line: Line, kind: str, expected: str, got: str) -> None:
        self._note(line.number, kind, expected, got, f"{line.kind}.{line.verb} {line.arg or ''}".strip())

    def _note(self, number: int, kind: str, expected: str, got: str, about: str = "") -> None:
        if departure := self.departures.get((number, kind)):
            self.report.departures.append(departure)
            return
        self.report.differences.append(Difference(number, kind, expected, got, about))
        if self.stop_first:
            raise _Stop("stopped at the first difference")

    def _allow(self, kind: str) -> None:
        self.report.allowed[kind] = self.report.allowed.get(kind, 0) + 1

    def _place(self, line: Line) -> tuple[int, ...]:
        """Where a siege or entrench roll stands in the engine's order."""
        space = self.names.spaces[str(line.arg)]
        if line.data["state"] == "siege_roll":
            return (self.game.state.rules.board.fort_owner[space] == 0, space)
        return (space, self.names.played_by[self.names.units[line.context("unit")]])
