"""The machine: a position and a stack of frames that runs to the next decision.

It handles transitions, chance and events. `engine.core.game` adds checked answers, the record, undo and storage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, ParamSpec, TypeVar

from engine.core.chance import ChanceSource, Outcome, Throw
from engine.core.frames import Decision, Flow, Frame
from engine.core.options import Choice, Options
from engine.core.system import Event, GameState, Result, System
from engine.errors import FlowError

P = ParamSpec("P")
S = TypeVar("S", bound=GameState)


class Machine(Generic[S]):
    """A position that runs: `state` plus the stack of frames, whose topmost is running.

    Every answer makes several transitions, so the transition methods are written out rather than share their few lines.
    """

    def __init__(self, system: System[S], state: S, source: ChanceSource) -> None:
        self.system = system
        #: The ruleset's frame classes by kind.
        self._classes: Mapping[str, Callable[..., Frame]] = system.frames.by_kind
        self.state = state
        self.source = source
        self.stack: list[tuple[Frame, int]] = []
        self.events: list[Event] = []
        #: The dice since the game was started or loaded, if a host listens.
        self.throws: list[Throw] = []
        #: Hosts that narrate set this; search and simulation do not.
        self.listening = True
        self.result: Result | None = None
        #: Why the decision of a restored position fails; nothing can then be chosen, only undone.
        self.stuck: FlowError | None = None
        self.epoch = 0
        self.counter = 0
        self._outcomes: list[Outcome] = []
        self._revealed = False
        self._transitions = 0
        self._options = Options({})

    # -- for flows and decisions --------------------------------------------------------

    def call(self, cls: Callable[P, Frame], *args: P.args, **kwargs: P.kwargs) -> None:
        """Transition: run another frame first, then come back."""
        self._transitions += 1
        if self._transitions > 1:
            raise self._second_transition()
        self.stack.append((self._classes[cls.kind](*args, **kwargs), 0))  # type: ignore[attr-defined]

    def goto(self, cls: Callable[P, Frame], *args: P.args, **kwargs: P.kwargs) -> None:
        """Transition: replace this frame with another."""
        self._transitions += 1
        if self._transitions > 1:
            raise self._second_transition()
        self.stack[-1] = (self._classes[cls.kind](*args, **kwargs), 0)  # type: ignore[attr-defined]

    def stay(self, **changes: Any) -> None:
        """Transition: keep this frame with changed fields; a decision is asked again."""
        self._transitions += 1
        if self._transitions > 1:
            raise self._second_transition()
        frame, at = self.stack[-1]
        self.stack[-1] = (frame.changed(changes), at)

    def jump(self, step: str, **changes: Any) -> None:
        """Transition of a flow: continue with the named step."""
        self._transitions += 1
        if self._transitions > 1:
            raise self._second_transition()
        frame, _ = self.stack[-1]
        assert isinstance(frame, Flow)
        self.stack[-1] = (frame.changed(changes), frame.steps.index(step))

    def end(self) -> None:
        """Transition: end this frame."""
        self._transitions += 1
        if self._transitions > 1:
            raise self._second_transition()
        self.stack.pop()

    def finish(self, result: Result) -> None:
        """End the game."""
        self.result, self.stuck = result, None
        self.stack.clear()
        self._options = Options({})

    def die(self, purpose: str, faces: int = 6, wanted: Iterable[int] = ()) -> int:
        """Roll a die; its faces are numbered from 1.

        Args:
            purpose: what it is for, as a stable name.
            faces: number of faces.
            wanted: faces that count as a success, for luck statistics; empty where results are only higher or lower.
        """
        value = self.choose(purpose, range(1, faces + 1))
        if self.listening:
            self.throws.append(Throw(purpose, value, faces, frozenset(wanted)))
        return value

    def choose(self, purpose: str, candidates: Sequence[int]) -> int:
        """Draw one of the candidates at random."""
        value = self.source.choose(purpose, candidates, self.epoch, self.counter)
        self.counter += 1
        self._outcomes.append(Outcome(purpose, value))
        return value

    def reveal(self) -> None:
        """Note that a private card became known: the undo floor rises to here."""
        self._revealed = True

    def emit(self, kind: str, /, secret: dict[int, dict[str, Any]] | None = None, **data: Any) -> None:
        """Send an event to the host."""
        if self.listening:
            self.events.append(Event(kind, data, secret))

    def drain(self) -> list[Event]:
        """Return the events so far and clear them."""
        events, self.events = self.events, []
        return events

    # -- inner workings -----------------------------------------------------------------

    def _make(self, cls: Callable[P, Frame], *args: P.args, **kwargs: P.kwargs) -> Frame:
        """Return a frame of the ruleset's class for this kind."""
        return self._classes[cls.kind](*args, **kwargs)  # type: ignore[attr-defined]

    def _second_transition(self) -> FlowError:
        return FlowError(f"two transitions in one step of {self.stack[-1][0].kind!r}")

    def _resolve(self, decision: Decision, choice: Choice) -> None:
        game: Any = self  # decisions are typed for a whole game
        self._transitions = 0
        decision.resolve(game, choice)
        if not self._transitions and self.stack:
            self.stack.pop()

    def _settle(self) -> None:
        """Run flows and forced decisions until a side must choose."""
        game: Any = self
        stack = self.stack
        while stack:
            frame, at = stack[-1]
            self._transitions = 0
            if isinstance(frame, Flow):
                self._run(frame, at)
                continue
            assert isinstance(frame, Decision)
            options = frame.options(game)
            if not options.masks:
                frame.empty(game)
                if not self._transitions and stack:
                    stack.pop()
                continue
            only = options.only() if frame.forced else None
            if only is None:
                self._options = options
                return
            self._resolve(frame, only)
        if self.result is None:
            raise FlowError("the game ran out of frames without a result")

    def _run(self, flow: Flow, at: int) -> None:
        """Run the steps of the topmost flow up to the first transition; after the last step the flow ends."""
        stack = self.stack
        for name in flow.steps[at:]:
            at += 1
            stack[-1] = (flow, at)
            getattr(flow, name)(self)
            if self._transitions or not stack:
                return
        stack.pop()


__all__ = ["Machine"]
