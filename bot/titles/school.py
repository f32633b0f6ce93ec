"""Lessons of a title: scripts as data, and how a step is judged by the pupil's choices.

A script is played in a real game. Choices are written as in a record, and can be patterns in which `*` matches any
letters, as in `for_movement *`. The texts of a lesson are in the title's file, under `school.LESSON.STEP`.
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
    """A pupil's mistake, recognised by a choice, a refused order's reason or an answer, with the rule that applies.

    After a `lasting` mistake the goal is out of reach, so it is repeated until the step is restarted or the choice
    undone.
    """

    name: str
    lasting: bool = False
    when: str = ""
    refused: str = ""
    answered: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Now:
    """The state of a game: kind of decision, turn and part, and whether an action of the pupil has just ended."""

    kind: str
    moment: tuple[int, int]
    over: bool


class End(_Part):
    """The end of a step: a kind of decision, a turn and part (as `Title.moment`), or the pupil's action being `over`."""

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
    """One task of a lesson.

    Attributes:
        name: key of its texts.
        formerly: earlier names, by which stored games, stored progress and old buttons know it.
        before: choices of both sides that lead from the start of the lesson to its position; None if it continues from
            the previous step.
        wants: the pupil's choices, all of which are needed.
        at_last: what the pupil's last choice of that verb must be: to stop there, not just to pass through.
        along: other choices that aren't mistakes.
        end: where it ends; None if `wants` are enough.
        show: the choices that reach the goal; the last one is repeated until the end is reached.
        replies: the enemy's replies: the first pattern that matches a legal choice, else the first legal choice.
        acts: the enemy also takes actions of its own; else it waits between actions.
        answers: possible answers if the step is a question and not a choice in the game, in the order of their letters.
        right: the correct answer.
        mistakes: what is said about each mistake.
        map: the map area shown with it until something is chosen, as typed after the command; "" for none.
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
        """Return True if this is the step's name or one of its earlier names."""
        return name == self.name or name in self.formerly

    def done(self, orders: Iterable[str], now: Now) -> bool:
        """Return True if the pupil's choices are those that the step wants, and its end is reached."""
        if self.answers:
            return False
        return (self.end is None or self.end.reached(now)) and self.met(orders)

    def met(self, orders: Iterable[str]) -> bool:
        """Return True if everything wanted has been chosen."""
        made = list(orders)
        if not all(any(fnmatchcase(text, want) for text in made) for want in self.wants):
            return False
        last = {text.partition(" ")[0]: text for text in made}
        return all(last.get(want.partition(" ")[0]) == want for want in self.at_last)

    def mistaken(self, orders: Iterable[str]) -> Mistake | None:
        """Return the first mistake among choices that were made before the step was complete.

        Wanted or tolerated choices are no mistakes, unless a mistake has the very same pattern, such as stopping too
        early.
        """
        made = list(orders)
        return next((one for one in self.mistakes if any(self._is(one, text) for text in made)), None)

    def _is(self, mistake: Mistake, text: str) -> bool:
        ways = (*self.wants, *self.along)
        named = bool(mistake.when) and fnmatchcase(text, mistake.when)
        return named and (mistake.when in ways or not any(fnmatchcase(text, way) for way in ways))

    def lasting(self, name: str) -> Mistake | None:
        """Return the mistake with this name if it puts the goal out of reach."""
        return next((one for one in self.mistakes if one.lasting and one.name == name), None)

    def aside(self, orders: Iterable[str]) -> bool:
        """Return True if one of these choices leaves the path of the step."""
        ways = (*self.wants, *self.along)
        return bool(ways) and not all(any(fnmatchcase(text, way) for way in ways) for text in orders)


class Lesson(_Part):
    """A lesson: the game it is played in, and its steps.

    Attributes:
        name: stored with the pupils' progress, so it never changes.
        scenario: scenario of the game; `options` are its options.
        seat: the pupil's seat.
        level: the computer level in the other seat.
        free: the computer plays the other seat itself and shows the pupil what it would do; else the script replies.
        seed: of the game's chance, as 32 bytes in hexadecimal.
        opening: choices of both sides before the lesson starts.
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
        """Return the index of the step that has or had this name, 0 if none."""
        return next((at for at, step in enumerate(self.steps) if step.called(name)), 0)


class School(Protocol):
    """The lessons of a title."""

    @property
    def lessons(self) -> Sequence[Lesson]:
        """In teaching order; () if there are none."""
        ...


def read_lessons(folder: Traversable) -> tuple[Lesson, ...]:
    """Load the lessons from a folder's files, sorted by file name; raises ValueError for an invalid one."""
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return tuple(Lesson.model_validate(tomllib.loads(file.read_text(encoding="utf-8"))) for file in files)


__all__ = ["End", "Lesson", "LessonStep", "Mistake", "School", "read_lessons"]
