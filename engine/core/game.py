"""The kernel: a machine that checks and records answers, undoes them, and saves itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple

from engine.core import record as rec
from engine.core.chance import ChanceSource, RecordedChance
from engine.core.frames import Decision, Frame
from engine.core.machine import Machine, S
from engine.core.options import Choice, Options
from engine.core.record import Entry
from engine.core.snapshot import difference, dump_stack, load_stack, patched
from engine.core.system import Event, GameState, Result, System
from engine.errors import (
    EngineError,
    FlowError,
    GameOver,
    IllegalChoice,
    NotYourDecision,
    Reason,
    SnapshotError,
    StaleChoice,
    UndoError,
)

#: Increases whenever the stored form of a position changes; hosts then replay the record.
SNAPSHOT_VERSION = 2


class _Position(NamedTuple, Generic[S]):
    """A restorable point: everything that undo restores."""

    state: S
    stack: tuple[tuple[Frame, int], ...]
    counter: int


class Game(Machine[S]):
    """A running game.

    Created by `Game.start`, `Game.restore` or `Game.replay`. The position is `state` plus the
    stack of frames; `apply` checks a choice and carries it out.
    """

    def __init__(self, system: System[S], state: S, source: ChanceSource) -> None:
        super().__init__(system, state, source)
        #: Number of the last record entry.
        self.number = -1
        #: Entries made since the game was started or restored, for the host to store.
        self.fresh: list[Entry] = []
        #: Real games record their choices. In search and simulation nothing is recorded or undoable, and a failure
        #: inside the rules leaves the position as it is then.
        self.recording = True
        #: The position that undo restores; None while nothing can be undone: it is copied just before it would change.
        self._floor: _Position[S] | None = None
        #: Choices since the floor: (entry number, side, choice).
        self._since: list[tuple[int, int, Choice]] = []

    # -- making games -----------------------------------------------------------------

    @classmethod
    def start(cls, system: System[S], source: ChanceSource, listening: bool = True) -> Game[S]:
        """Set up a new game and run it to its first decision."""
        game = cls(system, system.new_state(), source)
        game.listening = listening
        game.stack.append((system.opening(), 0))
        game._settle()
        game._begin_record()
        return game

    @classmethod
    def replay(cls, system: System[S], entries: Iterable[Entry]) -> Game[S]:
        """Rebuild a game from its record alone, equal to one restored from its last snapshot, undo included.

        Raises ChanceError or IllegalChoice where this version plays differently.
        """
        entries = list(entries)
        standing = rec.in_force(entries)
        if not standing or standing[0].kind != rec.START:
            raise SnapshotError("a record begins with a start entry")
        source = RecordedChance(standing[0].outcomes)
        game = cls.start(system, source)
        rollbacks = [entry.number for entry in entries if entry.kind == rec.ROLLBACK]
        stands = {entry.number for entry in standing[1:]}
        for entry in entries:
            if entry.number in stands:
                game.enter_epoch(rollbacks, entry.number)
                game.number = entry.number - 1  # undone entries have numbers, too
                game.repeat(entry, source)
            elif entry.kind == rec.CHOICE:
                game.answered_by(entry.side)  # even if the answer was undone later
        game.number = entries[-1].number
        game.enter_epoch(rollbacks, game.number)
        game.fresh.clear()
        return game

    def repeat(self, entry: Entry, source: RecordedChance) -> None:
        """Replay one entry in force, chance included."""
        self._pass_unrecorded(entry)
        if entry.kind == rec.CHOICE:
            source.feed(entry.outcomes)
            self.apply(self.parse(entry.choice), automatic=entry.automatic, recorded=True)
        elif entry.kind == rec.RESIGN and entry.side is not None:
            self.resign(entry.side)
        elif entry.kind == rec.AGREE:
            self.agree_draw()
        elif entry.kind == rec.RULING:
            self.rule(entry.side, entry.reason, entry.by)
        else:
            raise SnapshotError(f"unknown record entry {entry.kind!r}")

    def enter_epoch(self, rollbacks: Sequence[int], number: int) -> None:
        """During replay, enter the epoch of an entry; nothing from before a new epoch can be undone."""
        epoch = sum(rollback <= number for rollback in rollbacks)
        if epoch != self.epoch:
            self.epoch, self.counter = epoch, 0
            self.forget_undo()

    def _pass_unrecorded(self, entry: Entry) -> None:
        """Finish decisions that an earlier version did not ask before this entry; its outcomes have already been fed."""
        while entry.kind == rec.CHOICE and self.stack:
            before = self.decision.asked_before_as
            if not before or entry.decision in (self.decision.kind, before):
                return
            self._resolve(self.decision, Choice("finish", 0))
            self._settle()
            self._outcomes.clear()
            self.forget_undo()

    # -- asking -----------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """The decision to answer; raises GameOver if the game has ended."""
        if not self.stack:
            raise GameOver("the game is over")
        frame = self.stack[-1][0]
        assert isinstance(frame, Decision)
        return frame

    @property
    def actor(self) -> int | None:
        """The side that must decide, None when the game is over."""
        return self.decision.actor(self) if self.stack else None

    def options(self) -> Options:
        """All legal choices of the current decision."""
        return self._options

    def text(self, choice: Choice) -> str:
        """Return a choice of the current decision as stable text, as the record stores it."""
        kind = self.decision.verbs.get(choice.verb, "")
        return f"{choice.verb} {self.system.name_of(kind, choice.arg)}" if kind else choice.verb

    def parse(self, text: str) -> Choice:
        """Parse a choice that `text` wrote; raises IllegalChoice for one the decision does not know."""
        verb, _, name = text.partition(" ")
        kind = self.decision.verbs.get(verb)
        if kind is None:
            raise IllegalChoice(Reason("not_possible_now", "", {"verb": verb}))
        try:
            return Choice(verb, self.system.id_of(kind, name) if kind else 0)
        except KeyError:
            raise IllegalChoice(Reason("unknown_name", "", {"name": name})) from None

    # -- answering --------------------------------------------------------------------

    def apply(
        self,
        choice: Choice,
        *,
        side: int | None = None,
        number: int | None = None,
        automatic: bool = False,
        recorded: bool = False,
    ) -> None:
        """Carry out one choice and run on to the next decision.

        `side` and `number` (of the last entry seen) are checked when given. A `recorded` choice can also be
        one that an earlier version offered (`Decision.offered_before`). Raises
        GameOver, NotYourDecision, StaleChoice or IllegalChoice, and FlowError at a decision
        that is stuck; the position is then unchanged, as it is after any failure inside the rules
        while the game is recording.
        """
        if self.stuck is not None:
            raise self.stuck
        decision = self.decision
        if not self.recording:
            self._try(decision, choice, recorded)
            return
        actor = decision.actor(self)
        self._check(actor, side, number)
        if not self._allowed(decision, choice, recorded):
            raise IllegalChoice(decision.explain(self, choice))
        text, told = self.text(choice), decision.told(self, choice)
        before = self._floor, self._since
        self.answered_by(actor)
        if self._floor is None:
            self._floor = self._position()
        events, throws = len(self.events), len(self.throws)
        try:
            self._resolve(decision, choice)
            self._settle()
        except Exception:
            del self.events[events:], self.throws[throws:]
            self._back_to_floor(keep=len(self._since))
            self._floor, self._since = before
            raise
        outcomes = tuple(self._outcomes)
        self._note(Entry(self.number + 1, rec.CHOICE, actor, decision.kind, text, told, automatic, outcomes=outcomes))
        self._since.append((self.number, actor, choice))
        if self._revealed or outcomes or not self.stack:
            self.forget_undo()

    def _check(self, actor: int, side: int | None, number: int | None) -> None:
        """Refuse a side that is not to decide, and a choice made for another position."""
        if side is not None and side != actor:
            raise NotYourDecision(Reason("not_your_decision", "", {"side": actor}))
        if number is not None and number != self.number:
            raise StaleChoice(Reason("stale", "", {"number": self.number}))

    def _allowed(self, decision: Decision, choice: Choice, recorded: bool) -> bool:
        return self._options.allows(choice) or (recorded and decision.offered_before(self).allows(choice))

    def _try(self, decision: Decision, choice: Choice, recorded: bool) -> None:
        """Carry out one choice in a game that records nothing."""
        if not self._allowed(decision, choice, recorded):
            raise IllegalChoice(decision.explain(self, choice))
        self._resolve(decision, choice)
        self._settle()
        self._outcomes.clear()

    def undoable(self, side: int) -> int:
        """Return how many of its latest choices a side can undo."""
        return len(self._since) if self._since and self._since[0][1] == side else 0

    @property
    def settled(self) -> int:
        """Number of the last entry that neither side can undo on its own."""
        return self._since[0][0] - 1 if self._since else self.number

    def undo(self, side: int, count: int = 1) -> None:
        """Undo a side's latest choices, at most back to the last die, draw or reveal.

        Raises UndoError if fewer can be undone.
        """
        if count < 1 or count > self.undoable(side):
            raise UndoError(Reason("nothing_to_undo", "", {"possible": self.undoable(side)}))
        first_undone = self._since[-count][0]
        self._back_to_floor(keep=len(self._since) - count)
        self._log(rec.UNDO, side=side, to=first_undone - 1)

    def roll_back(self, entries: Sequence[Entry], to: int) -> Game[S]:
        """Return the game as it was after entry `to`, with a new epoch of chance.

        `entries` is the whole record; the host has asked both seats. The returned game
        continues the numbering and holds the rollback as its fresh entry.
        """
        kept = [entry for entry in rec.in_force(entries) if entry.number <= to]
        game = Game.replay(self.system, kept)
        game.source = self.source
        game.number, game.epoch = self.number, self.epoch
        game.begin_epoch(to)
        return game

    def resign(self, side: int) -> None:
        """End the game by resignation: the other side wins."""
        if not self.stack:
            raise GameOver("the game is over")
        self.finish(Result(1 - side, "resignation", {}))
        self._log(rec.RESIGN, side=side)
        self.forget_undo()

    def agree_draw(self) -> None:
        """End the game in an agreed draw; the host has asked both seats."""
        if not self.stack:
            raise GameOver("the game is over")
        self.finish(Result(None, "agreed_draw", {}))
        self._log(rec.AGREE)
        self.forget_undo()

    def rule(self, winner: int | None, reason: str, by: str = "") -> None:
        """End the game by a ruling from outside its rules: who wins (None: a draw), why, and who ruled.

        `reason` is a stable word; `by` is the host's name for the person who ruled, "" for the rules of the event itself.
        """
        if not self.stack:
            raise GameOver("the game is over")
        self.finish(Result(winner, reason, {"ruled_by": by}))
        self._log(rec.RULING, side=winner, reason=reason, by=by)
        self.forget_undo()

    # -- saving -----------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """Return the position as JSON, with the undo floor and the choices since."""
        data: dict[str, Any] = {
            "v": SNAPSHOT_VERSION,
            "content": self.system.digest,
            "number": self.number,
            "epoch": self.epoch,
            "counter": self.counter,
            "state": self.state.dump(),
            "stack": dump_stack(self.stack),
        }
        if self.result is not None:
            data["result"] = [self.result.winner, self.result.reason, self.result.data]
        if self._since and self._floor is not None:
            floor = [self._floor.state.dump(), dump_stack(self._floor.stack)]
            data["floor"] = [difference([data["state"], data["stack"]], floor), self._floor.counter]
            data["since"] = [[n, side, *choice] for n, side, choice in self._since]
        return data

    @classmethod
    def restore(cls, system: System[S], data: dict[str, Any], source: ChanceSource) -> Game[S]:
        """Rebuild a game from `snapshot`.

        If the rules fail at its decision the game is `stuck`: it can be viewed, undone,
        rolled back and ended. Raises SnapshotError for another version, other content or an
        unreadable position.
        """
        if data.get("v") != SNAPSHOT_VERSION:
            raise SnapshotError(f"snapshot version {data.get('v')!r} is not {SNAPSHOT_VERSION}")
        if data.get("content") != system.digest:
            raise SnapshotError(f"the snapshot was written with content {data.get('content')!r}, not {system.digest!r}")
        try:
            game = cls(system, system.load_state(data["state"]), source)
            game.number, game.epoch, game.counter = data["number"], data["epoch"], data["counter"]
            game.stack = load_stack(system.frames, data["stack"])
            if "result" in data:
                game.result = Result(*data["result"])
            loaded = game._position()
            if "floor" in data:
                change, counter = data["floor"]
                state, stack = patched([data["state"], data["stack"]], change)
                frames = tuple(load_stack(system.frames, stack))
                game._floor = _Position(system.load_state(state), frames, counter)
                game._since = [(n, side, Choice(v, a)) for n, side, v, a in data["since"]]
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise SnapshotError(f"this is not a snapshot of ours: {error!r}") from error
        try:
            game._settle()
        except FlowError as error:
            game.state, game.stack, game.counter = loaded.state.copy(), list(loaded.stack), loaded.counter
            game._outcomes.clear()
            game._options, game.stuck = Options({}), error
        return game

    def copy(self, source: ChanceSource | None = None) -> Game[S]:
        """Return an independent game at the same position, e.g. for search."""
        twin = Game(self.system, self.state.copy(), source or self.source)
        twin.stack = list(self.stack)
        twin.number, twin.epoch, twin.counter = self.number, self.epoch, self.counter
        twin.result, twin.listening, twin.recording = self.result, self.listening, self.recording
        twin._options, twin.stuck = self._options, self.stuck
        twin._floor, twin._since = self._floor, list(self._since)
        return twin

    def imagined(self, side: int, source: ChanceSource) -> Game[S]:
        """Return an independent game in which a side can try choices: nothing in it depends on what is hidden from that side."""
        twin = self.copy(source)
        state = self.system.imagine(self.state, side)
        if state is not self.state:
            twin.stand_at(state)
        return twin

    def stand_at(self, state: S) -> None:
        """Switch to another position under the same frames, without events; nothing before it can be undone."""
        self.state, self.listening = state, False
        self.forget_undo()
        if self.stuck is None and self.stack:
            self._settle()

    def begin_epoch(self, to: int) -> None:
        """Record a rollback to entry `to`, and begin a new epoch of chance."""
        self._log(rec.ROLLBACK, to=to)
        self.epoch, self.counter = self.epoch + 1, 0
        self.events.clear()
        self.forget_undo()

    def forget_undo(self) -> None:
        """Raise the undo floor to the current position."""
        self._floor = None
        self._since = []
        self._revealed = False

    def answered_by(self, side: int | None) -> None:
        """Note that a side chooses: the other side's earlier choices can no longer be undone."""
        if self._since and self._since[0][1] != side:
            self.forget_undo()

    # -- inner workings -----------------------------------------------------------------

    def _log(self, kind: str, **fields: Any) -> None:
        self._note(Entry(self.number + 1, kind, outcomes=tuple(self._outcomes), **fields))

    def _note(self, entry: Entry) -> None:
        self.number = entry.number
        self.fresh.append(entry)
        self._outcomes.clear()

    def _position(self) -> _Position[S]:
        return _Position(self.state.copy(), tuple(self.stack), self.counter)

    def _begin_record(self) -> None:
        self._log(rec.START)
        self.forget_undo()

    def _back_to_floor(self, keep: int) -> None:
        """Restore the undo floor and replay the first `keep` choices since then, without events."""
        kept = self._since[:keep]
        self.stuck = None
        assert self._floor is not None
        self.state = self._floor.state.copy()
        self.stack = list(self._floor.stack)
        self.counter = self._floor.counter
        self._outcomes.clear()
        self._revealed = False
        listening, self.listening = self.listening, False
        try:
            self._settle()
            for _, _, choice in kept:
                self._resolve(self.decision, choice)
                self._settle()
        except EngineError as error:
            raise FlowError("choices since the floor do not repeat") from error
        finally:
            self.listening = listening
        self._since = kept


__all__ = ["Event", "Game", "GameState", "Result", "System"]
