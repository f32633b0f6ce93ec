"""Frames: the suspended activities that make up the control flow of a game.

A Frame is a frozen dataclass; its fields are the locals and must be JSON-able
(integers, strings, booleans, None and tuples of these). A Flow is an ordered list of named
steps; a Decision is a point where somebody must choose. Frames hold control flow only:
whatever would lie visibly on the table is state.

Laws, enforced by the kernel: at most one transition in a step or resolve and nothing
after it; options never mutate; no decision is asked with zero options.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from engine.core.bits import pack, unpack
from engine.core.options import Choice, Options
from engine.errors import FlowError, Reason, SnapshotError

if TYPE_CHECKING:
    from engine.core.game import Game


class Frame:
    """One suspended activity. `kind` is its saved name and must never change."""

    kind: ClassVar[str] = ""
    #: Its fields by name, as the dataclass lists them.
    __match_args__: ClassVar[tuple[str, ...]] = ()
    __slots__ = ()

    def dump(self) -> list[Any]:
        """Return the frame as JSON: its kind, and its fields by name if it has any."""
        values = {name: pack(getattr(self, name)) for name in self.__match_args__}
        return [self.kind, values] if values else [self.kind]

    def changed(self, changes: dict[str, Any]) -> Frame:
        """Return the frame with other values in some of its fields; the frame itself where nothing changes."""
        if not changes:
            return self
        return type(self)(*[changes[name] if name in changes else getattr(self, name) for name in self.__match_args__])


class Flow(Frame):
    """An ordered list of named steps, each a method taking the game.

    A step that makes no transition is followed by the next one; after the last the flow
    ends. Saved positions name the next step, so steps may be added without breaking them.
    """

    steps: ClassVar[tuple[str, ...]] = ()
    __slots__ = ()


class Decision(Frame):
    """A point where one side must choose among legal options."""

    #: What the argument of each verb is: "space", "unit", "card", "number" or "" for none.
    verbs: ClassVar[dict[str, str]] = {}
    #: Take the only option for the player (it must reveal nothing).
    forced: ClassVar[bool] = True
    #: The answer is known to its actor only until the game is over.
    secret: ClassVar[bool] = False
    #: Asked only of a side that holds a fitting card: that it is asked is known to its actor only.
    covert: ClassVar[bool] = False
    #: Where an earlier version asked this under another kind, or not at all: that kind. A record that goes on
    #: with something else is one that did not ask, and `finish` stands for it.
    asked_before_as: ClassVar[str] = ""
    __slots__ = ()

    def actor(self, game: Game[Any]) -> int:
        """Return the side that decides."""
        raise NotImplementedError(f"{type(self).__name__} says nobody who decides")

    def options(self, game: Game[Any]) -> Options:
        """All legal choices; computing them changes nothing."""
        raise NotImplementedError(f"{type(self).__name__} lists no choices")

    def resolve(self, game: Game[Any], choice: Choice) -> None:
        """Carry out a legal choice; without a transition the decision ends."""
        raise NotImplementedError(f"{type(self).__name__} carries out no choice")

    def empty(self, game: Game[Any]) -> None:
        """Continue where there is no option. The default raises `FlowError`, since a frame must not come to that."""
        raise FlowError(f"decision {self.kind} has no options")

    def offered_before(self, game: Game[Any]) -> Options:
        """Choices that earlier versions offered and this one offers nobody; a record that has one is played again."""
        del game
        return Options({})

    def told(self, game: Game[Any], choice: Choice) -> str:
        """Return what others than its actor may read of a choice until the game is over; "" for the choice as it is recorded.

        Asked before the choice is carried out. Where somebody sits is hidden, not that there is a choice: for that
        the decision is `secret`.
        """
        del game, choice
        return ""

    def explain(self, game: Game[Any], choice: Choice) -> Reason:
        """Why a choice is not legal; may be slow."""
        return Reason("not_possible_now", "", {"verb": choice.verb, "arg": choice.arg})


class FrameTable:
    """The frame classes of one ruleset by kind; a variant replaces classes here."""

    def __init__(self, *classes: type[Frame]) -> None:
        #: The class that stands for each kind.
        self.by_kind: dict[str, type[Frame]] = {}
        for cls in classes:
            self.add(cls)

    def add(self, cls: type[Frame]) -> None:
        """Register a class; a kind may be taken only once, and so may a step of a flow, since saved positions name it."""
        _check_steps(cls)
        if not cls.kind:
            raise FlowError(f"{cls.__name__} has no kind")
        if self.by_kind.setdefault(cls.kind, cls) is not cls:
            raise FlowError(f"two frame classes are called {cls.kind!r}")

    def replace(self, cls: type[Frame]) -> None:
        """Put a variant's class in place of the one with the same kind."""
        if cls.kind not in self.by_kind:
            raise FlowError(f"no frame class {cls.kind!r} to replace")
        _check_steps(cls)
        self.by_kind[cls.kind] = cls

    def get(self, kind: str) -> type[Frame]:
        """Return the class of a kind; raises SnapshotError if this version has none."""
        try:
            return self.by_kind[kind]
        except KeyError:
            raise SnapshotError(f"this version knows no frame {kind!r}") from None

    def __iter__(self) -> Iterator[type[Frame]]:
        """Yield the classes in the order of their registration."""
        return iter(self.by_kind.values())

    def load(self, data: list[Any]) -> Frame:
        """Rebuild a frame from what `Frame.dump` gave; raises SnapshotError if its fields are others here."""
        kind, *rest = data
        cls = self.get(kind)
        values = rest[0] if rest else {}
        if len(rest) > 1 or not isinstance(values, dict) or values.keys() != set(cls.__match_args__):
            raise SnapshotError(f"frame {kind!r} has other fields in this version")
        return cls(**{name: _tupled(value) for name, value in values.items()})


def _check_steps(cls: type[Frame]) -> None:
    if issubclass(cls, Flow) and len(set(cls.steps)) < len(cls.steps):
        twice = next(step for step in cls.steps if cls.steps.count(step) > 1)
        raise FlowError(f"flow {cls.kind!r} names its step {twice!r} twice: give one of them another name")


def _tupled(value: Any) -> Any:
    """JSON has lists only; frames hold tuples. Big sets come as text."""
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else unpack(value)
