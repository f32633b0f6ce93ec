"""Driving the engine with a recorded game and noting every difference."""

from __future__ import annotations

from collections import deque
from typing import Any

from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import EngineError
from tests.conformance import allowances, departures, mending
from tests.conformance.checks import Checks, Report, Stop
from tests.conformance.luck import RecordedLuck
from tests.conformance.names import Translator
from tests.conformance.position import update, whole
from tests.conformance.trace import Line, Trace
from tests.conformance.watch import WATCH, options_for, watched

#: Answers that end a step the record has already ended, in order of preference.
_WAYS_OUT = ("finish", "decline", "leave", "stop", "stay", "frontal")


class _LostStep(Exception):
    """Record and engine ask for different things: go on at the next action."""


_SYSTEMS: dict[str, Any] = {}


class Replay(Checks):
    """One game being replayed."""

    def __init__(self, trace: Trace, limit_turns: int | None = None, stop_first: bool = False) -> None:
        recorded = trace.header["scenario"]
        if recorded not in _SYSTEMS:
            _SYSTEMS[recorded] = watched(WATCH, options_for(recorded))
        self.system = _SYSTEMS[recorded]
        self.trace, self.lines = trace, trace.lines
        self.limit_turns, self.stop_first = limit_turns, stop_first
        self.report = Report(trace.name)
        self.names = Translator(self.system.content)
        self.departures = departures.of_trace(trace.name)
        #: Indexes of the next line, and of the one whose choice is being carried out.
        self.at = self.first = 0
        self.fires = deque()

    # -- the run ------------------------------------------------------------------------

    def run(self) -> Report:
        """Replay as far as possible."""
        WATCH.seen.clear()
        try:
            self._start()
            while self.at < len(self.lines):
                try:
                    self._line()
                except _LostStep:
                    self._rejoin()
            self._finish()
            for departure in set(self.departures.values()) - set(self.report.departures):
                self.note(departure.n, "departure not met", departure.kind, "nothing of the kind")
        except Stop as stop:
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
        self.compare_live(0, "set-up")

    def _line(self) -> None:
        """Carry out the next recorded decision, and what follows it without a choice."""
        line = self.lines[self.at]
        self.first = self.at
        if self.limit_turns is not None and line.data["turn"] > self.limit_turns:
            raise Stop(f"stopped at {line.number}, turn limit")
        self.check_context(line)
        options = self.check_options(line)
        choice = Choice(line.verb, self.names.arg(self.kind_of(line.verb), line.arg))
        if not options.allows(choice) and (reason := allowances.passed_by(self, line)):
            self.allow(reason)
            self.luck.reach(self.at)
            self.at += 1
            self.report.decisions += 1
            self._follow(line, self._settle(line))
            return
        if not options.allows(choice) and not self.game.decision.offered_before(self.game).allows(choice):
            self.differ(line, f"illegal:{line.kind}.{line.verb}", str(line.arg), allowances.words(self, options))
            raise _LostStep
        self.luck.reach(self.at)
        self._apply(choice, line)
        self.check_cost(line)
        self.at += 1
        self.report.decisions += 1
        last = self._settle(line)
        self._follow(line, last)

    def _apply(self, choice: Choice, line: Line) -> None:
        try:
            self.game.apply(choice, recorded=True)
        except EngineError as error:
            self.differ(line, f"error:{type(error).__name__}:{line.kind}", "", str(error))
            raise _LostStep from error
        except Exception as error:
            self.differ(line, f"crash:{type(error).__name__}:{line.kind}", "", repr(error))
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
                self.allow(f"step: {self.game.decision.kind} asked where the record does not")
                self._apply(Choice(way_out), line)
            elif following.forced or allowances.only_forbidden(following):
                self.luck.reach(self.at)
                self.at += 1
                self.report.decisions += 1
            elif reason := allowances.passed_by(self, following):
                self.allow(reason)
                self.luck.reach(self.at)
                self.at += 1
                self.report.decisions += 1
            else:
                self._skip_step(line, following)
        return self.at

    def _asked(self, line: Line) -> bool:
        decision, game = self.game.decision, self.game
        if line.kind not in (decision.kind, decision.asked_before_as) or game.actor != line.side:
            return False
        return line.verb in game.options().masks or not line.forced

    def _skip_step(self, line: Line, following: Line) -> None:
        """The engine asks more than the record: note it and take the way out."""
        options = self.game.options()
        asked = self.game.decision.kind
        self.differ(
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
                self.compare_snapshot(passed, snapshot)
        self.compare_fires(line)
        if self.game.result is not None and self.at < len(self.lines):
            self.differ(line, "result: the game is over", "the game goes on", str(self.game.result))
            raise _LostStep
        if self.game.result is None and not self._under_way():
            self.compare_live(line.number, f"{line.kind}.{line.verb} {line.arg}", line)
            left = {k: v for k, v in self.luck.left().items() if not k.startswith("draw") or v}
            if left and self.luck._fed <= self.at:
                self.differ(line, f"unused chance:{'+'.join(left)}", str(left), "")
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
                    WATCH.seen.clear()
                    self.expected = whole(snapshot, self.names, self.game.state)
                    self.game.result = None
                    side = ("ap", "cp").index(snapshot["side"])
                    mending.impose(self.game.state, self.expected, self.names)
                    mending.begin_action(self.game, side, snapshot["turn"], snapshot["action_round"])
                    self.game.drain()
                    return
        raise Stop("")

    def _finish(self) -> None:
        result, want = self.game.result, self.trace.result
        if result is None:
            self.note(self.lines[-1].number, "result", str(want), "the game goes on", "")
            return
        got = {
            "winner": None if result.winner is None else ("ap", "cp")[result.winner],
            "reason": result.reason,
            "vp": self.game.state.vp,
            "turn": self.game.state.turn,
        }
        for name, value in got.items():
            if want[name] != value:
                self.note(self.lines[-1].number, f"result:{name}", str(want[name]), str(value), "")

    def _place(self, line: Line) -> tuple[int, ...]:
        """Where a siege or entrench roll stands in the engine's order."""
        space = self.names.spaces[str(line.arg)]
        if line.data["state"] == "siege_roll":
            return (self.game.state.rules.board.fort_owner[space] == 0, space)
        return (space, self.names.played_by[self.names.units[line.context("unit")]])
