"""Frames: the suspended activities that make up the control flow of a game.

A Frame is a frozen dataclass; its fields are the locals and must be JSON-able
(integers, strings, booleans, None and tuples of these). A Flow is an ordered list of named
steps; a Decision is a point where a side must choose. Frames hold control flow only:
anything visible on the table belongs in the state.

Enforced by the kernel: a step or `resolve` makes at most one transition and does nothing
after it; `options` never mutates; no decision is asked with zero options.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from engine.core.bits import pack, unpack
from engine.core.options import Choice, Options
from engine.errors import FlowError, Reason, SnapshotError

if TYPE_CHECKING:
    from engine.core.game import Game


class Frame:
    """One suspended activity. `kind` is its saved name and must never change."""

    kind: ClassVar[str] = ""
    #: Names of its fields, in the order of the dataclass.
    __match_args__: ClassVar[tuple[str, ...]] = ()
    __slots__ = ()

    def dump(self) -> list[Any]:
        """Return the frame as JSON: its kind, and its fields by name if it has any."""
        values = {name: pack(getattr(self, name)) for name in self.__match_args__}
        return [self.kind, values] if values else [self.kind]

    def changed(self, changes: dict[str, Any]) -> Frame:
        """Return a copy with some fields changed; the frame itself if nothing changes."""
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

    #: Type of each verb's argument: "space", "unit", "card", "number", or "" for none.
    verbs: ClassVar[dict[str, str]] = {}
    #: If there is only one option, take it for the player (this must reveal nothing).
    forced: ClassVar[bool] = True
    #: Only the actor knows the answer until the game is over.
    secret: ClassVar[bool] = False
    #: Asked only if the side holds a fitting card: only the actor knows that it is asked.
    covert: ClassVar[bool] = False
    #: The kind under which an earlier version asked this, or did not ask it at all. A record that continues with
    #: another decision comes from a version that did not ask; `finish` is assumed as its answer.
    asked_before_as: ClassVar[str] = ""
    __slots__ = ()

    def actor(self, game: Game[Any]) -> int:
        """Return the side that decides."""
        raise NotImplementedError(f"{type(self).__name__} says nobody who decides")

    def options(self, game: Game[Any]) -> Options:
        """Return all legal choices, without changing anything."""
        raise NotImplementedError(f"{type(self).__name__} lists no choices")

    def resolve(self, game: Game[Any], choice: Choice) -> None:
        """Carry out a legal choice; without a transition the decision ends."""
        raise NotImplementedError(f"{type(self).__name__} carries out no choice")

    def empty(self, game: Game[Any]) -> None:
        """Continue when there is no option. The default raises `FlowError`: most decisions always have one."""
        raise FlowError(f"decision {self.kind} has no options")

    def offered_before(self, game: Game[Any]) -> Options:
        """Return choices that earlier versions offered and this one does not, so that old records can be replayed."""
        del game
        return Options({})

    def told(self, game: Game[Any], choice: Choice) -> str:
        """Return what other viewers may read of a choice until the game is over; "" for the choice as recorded.

        Called before the choice is carried out. `UNTOLD` also hides that there is one; if that is so for all choices
        of a decision, the decision is `secret`.
        """
        del game, choice
        return ""

    def explain(self, game: Game[Any], choice: Choice) -> Reason:
        """Return why a choice is not legal; can be slow."""
        return Reason("not_possible_now", "", {"verb": choice.verb, "arg": choice.arg})


class FrameTable:
    """The frame classes of one ruleset by kind; variants replace classes here."""

    def __init__(self, *classes: type[Frame]) -> None:
        #: The class for each kind.
        self.by_kind: dict[str, type[Frame]] = {}
        for cls in classes:
            self.add(cls)

    @classmethod
    def of(cls, *modules: ModuleType) -> Self:
        """Return a table of every frame class that these modules define with a kind of its own."""
        return cls(*(frame for module in modules for frame in _frames_of(module)))

    def add(self, cls: type[Frame]) -> None:
        """Register a class; kinds and the steps of a flow must be unique, since saved positions name them."""
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
        """Yield the classes in order of registration."""
        return iter(self.by_kind.values())

    def load(self, data: list[Any]) -> Frame:
        """Rebuild a frame from the result of `Frame.dump`; raises SnapshotError if its fields differ in this version."""
        kind, *rest = data
        cls = self.get(kind)
        values = rest[0] if rest else {}
        if len(rest) > 1 or not isinstance(values, dict) or values.keys() != set(cls.__match_args__):
            raise SnapshotError(f"frame {kind!r} has other fields in this version")
        return cls(**{name: _lists_to_tuples(value) for name, value in values.items()})


def _frames_of(module: ModuleType) -> Iterator[type[Frame]]:
    """Yield the frame classes of a module in their order there; not those it imports, nor bases without a kind."""
    for value in vars(module).values():
        own = isinstance(value, type) and issubclass(value, Frame) and value.__module__ == module.__name__
        if own and "kind" in vars(value):
            yield value


def _check_steps(cls: type[Frame]) -> None:
    if issubclass(cls, Flow) and len(set(cls.steps)) < len(cls.steps):
        twice = next(step for step in cls.steps if cls.steps.count(step) > 1)
        raise FlowError(f"flow {cls.kind!r} names its step {twice!r} twice: give one of them another name")


def _lists_to_tuples(value: Any) -> Any:
    """Turn lists into tuples and unpack big sets: JSON has only lists, and frames hold tuples."""
    return tuple(_lists_to_tuples(item) for item in value) if isinstance(value, list) else unpack(value)
