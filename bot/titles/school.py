"""Lessons that a title brings: scripts as data, and how a step is judged by what its pupil chose.

A script is played in a real game. Every choice stands there as in a record, and patterns stand for choices: `*` for any letters,
as in `for_movement *`. The words of a lesson are the title's, under `school.LESSON.STEP`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources.abc import Traversable
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, model_validator


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Mistake(_Part):
    """What pupils do wrong: by a choice, by an order that is refused for a reason, or by an answer; with the rule that says so.

    What is `lasting` leaves no way to the aim, so that it is said until the step is begun again or the choice taken back.
    """

    name: str
    lasting: bool = False
    when: str = ""
    refused: str = ""
    answered: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Now:
    """Where a game is: the kind of decision, the turn with its part, and whether an action of the pupil has just ended."""

    kind: str
    moment: tuple[int, int]
    over: bool


class End(_Part):
    """Where a step ends: at a kind of decision, in a turn and a part of it (as `Title.moment`), or when the pupil's action is `over`."""

    kind: str = ""
    turn: int = 0
    part: int = 0
    over: bool = False

    def reached(self, now: Now) -> bool:
        """Return True at that decision, in that part of the turn or a later one."""
        return (
            (not self.kind or self.kind == now.kind)
            and now.moment >= (self.turn, self.part)
            and (now.over or not self.over)
        )


class LessonStep(_Part):
    """One thing to be done.

    Attributes:
        name: under which its words stand.
        formerly: names that it had before, by which stored games, stored progress and older buttons know it.
        before: choices of both sides from the beginning of the lesson that lead to its position; None where it begins as the one
            before has ended.
        wants: choices of the pupil, all of which it takes.
        at_last: what the last of the pupil's choices of its verb must be: not only to come by, but to stop there.
        along: others that are no mistake.
        end: where it ends; None where `wants` are all.
        show: the choices that reach the aim; the last one is repeated for as long as the end is not reached.
        replies: what the enemy answers, the first pattern that something legal meets; else the first legal choice.
        acts: the enemy takes actions of its own as well; else it waits between actions.
        answers: of a question that is answered instead of a choice in the game, in the order of their letters.
        right: the right one of them.
        mistakes: what is said to each.
        map: what of the map is shown with it until something is chosen, as it is typed behind the command; "" for nothing more.
    """

    name: str
    formerly: tuple[str, ...] = ()
    map: str = ""
    before: tuple[str, ...] | None = None
    wants: tuple[str, ...] = ()
    at_last: tuple[str, ...] = ()
    along: tuple[str, ...] = ()
    end: End | None = None
    show: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    acts: bool = False
    answers: tuple[str, ...] = Field(default=(), max_length=3)
    right: str = ""
    mistakes: tuple[Mistake, ...] = ()

    @model_validator(mode="after")
    def _sound(self) -> LessonStep:
        if self.answers and (self.right not in self.answers or self.wants or self.end):
            raise ValueError(f"step {self.name!r} asks a question: one of its answers is right, and nothing is chosen")
        if not (self.answers or self.wants or self.end):
            raise ValueError(f"step {self.name!r} has no aim")
        if self.answers and {one.answered for one in self.mistakes} != set(self.answers) - {self.right}:
            raise ValueError(f"step {self.name!r} does not say what is wrong about each answer")
        return self

    def called(self, name: str) -> bool:
        """Return True if this is the step's name, or was."""
        return name == self.name or name in self.formerly

    def done(self, orders: Iterable[str], now: Now) -> bool:
        """Return True if what the pupil chose is what the step wants, and its end is reached."""
        if self.answers:
            return False
        return (self.end is None or self.end.reached(now)) and self.met(orders)

    def met(self, orders: Iterable[str]) -> bool:
        """Return True if everything that is wanted has been chosen."""
        made = list(orders)
        if not all(any(fnmatchcase(text, want) for text in made) for want in self.wants):
            return False
        last = {text.partition(" ")[0]: text for text in made}
        return all(last.get(want.partition(" ")[0]) == want for want in self.at_last)

    def mistaken(self, orders: Iterable[str]) -> Mistake | None:
        """Return the first mistake among choices that were made while more was wanted.

        What is wanted or on the way is none, unless a mistake names it by the same pattern: to stop, before all is done.
        """
        made = list(orders)
        return next((one for one in self.mistakes if any(self._is(one, text) for text in made)), None)

    def _is(self, mistake: Mistake, text: str) -> bool:
        ways = (*self.wants, *self.along)
        named = bool(mistake.when) and fnmatchcase(text, mistake.when)
        return named and (mistake.when in ways or not any(fnmatchcase(text, way) for way in ways))

    def lasting(self, name: str) -> Mistake | None:
        """Return the mistake of this name, if it leaves no way to the aim."""
        return next((one for one in self.mistakes if one.lasting and one.name == name), None)

    def aside(self, orders: Iterable[str]) -> bool:
        """Return True if one of these choices leads elsewhere."""
        ways = (*self.wants, *self.along)
        return bool(ways) and not all(any(fnmatchcase(text, way) for way in ways) for text in orders)


class Lesson(_Part):
    """A lesson: the game that it is played in, and its steps.

    Attributes:
        name: stored with the pupils' progress, for ever.
        scenario: and `options`: of the game.
        seat: the pupil's.
        level: who holds the other seat.
        free: the computer plays its seat by itself, and shows the pupil what it would do; else the script answers for it.
        seed: of the game's chance, 32 bytes in hexadecimal digits.
        opening: choices of both sides that come before the lesson begins.
    """

    name: str
    scenario: str
    options: dict[str, Any] = {}
    seat: str
    level: str
    free: bool = False
    seed: str = Field(pattern="^[0-9a-f]{64}$")
    opening: tuple[str, ...] = ()
    steps: tuple[LessonStep, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _sound(self) -> Lesson:
        names = [name for step in self.steps for name in (step.name, *step.formerly)]
        if len(set(names)) < len(names):
            raise ValueError(f"lesson {self.name!r} has two steps of one name")
        return self

    def at(self, name: str) -> int:
        """Return the number of the step that has this name or had it, counted from 0; 0 where none has."""
        return next((at for at, step in enumerate(self.steps) if step.called(name)), 0)


class School(Protocol):
    """The lessons of a title."""

    @property
    def lessons(self) -> Sequence[Lesson]:
        """In the order in which they are taken; () where there are none."""
        ...


def read_lessons(folder: Traversable) -> tuple[Lesson, ...]:
    """Return the lessons in the files of a folder, in the order of their names; raises ValueError for what is none."""
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return tuple(Lesson.model_validate(tomllib.loads(file.read_text(encoding="utf-8"))) for file in files)


__all__ = ["End", "Lesson", "LessonStep", "Mistake", "School", "read_lessons"]
