"""The state of a lesson, stored with its game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from bot.service.session import seats_of
from bot.storage.models import GameHeader, GameSettings
from bot.storage.store import StoredGame
from bot.titles import title_stored
from bot.titles.capabilities import lessons_of
from bot.titles.school import Lesson, LessonStep


class Studies(BaseModel):
    """The progress of a game's lesson.

    Unknown fields of older versions are dropped.
    """

    model_config = ConfigDict(extra="ignore")

    #: The current step by name, so that lessons can be extended; "" for the first.
    step: str = ""
    #: Its goal is reached.
    done: bool = False
    #: Number of the entry with which the lesson started.
    base: int = 0
    #: The pupil's choices in this step, each with its entry's number.
    orders: list[tuple[int, str]] = []
    #: The hint was requested.
    hinted: bool = False
    #: The computer's plan, and the entry at which it was requested.
    counsel: str = ""
    counsel_at: int = -1
    #: Seconds the computer has thought about it, and its limit: "2 / 20"; "" once done.
    thinking: str = ""
    #: Seconds the computer has been looking for its own move, and the entry at which that was requested.
    showing: str = ""
    showing_at: int = -1
    #: How the lesson ended: "finished", "left" or "left_free"; "" while it runs. And the line to continue with.
    ended: str = ""
    onward: str = ""
    #: The last mistake; "*" for a choice off the path.
    mistake: str = ""

    @classmethod
    def of(cls, settings: GameSettings) -> Studies:
        """Load the state from a game's settings."""
        return settings.part("lesson", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with this state stored in them."""
        return settings.model_copy(update={"lesson": self.model_dump(mode="json")})

    def at(self, lesson: Lesson) -> int:
        """Return the index of the current step; the first one's if this version has none of that name."""
        return lesson.at(self.step)

    @staticmethod
    def scripted(stored: StoredGame) -> bool:
        """Return True in a lesson in which the script plays the computer's side."""
        lesson = lesson_in(stored.header)
        return lesson is not None and not lesson.free

    def begun(self, step: LessonStep) -> Self:
        """Return the state at the start of a step."""
        return self.model_copy(update={"step": step.name, "done": False, "orders": [], "mistake": "", "hinted": False})


@dataclass(frozen=True, slots=True)
class LessonState:
    """A lesson with its progress: the current step and its index."""

    lesson: Lesson
    studies: Studies
    at: int
    side: int

    @property
    def step(self) -> LessonStep:
        """The current step."""
        return self.lesson.steps[self.at]

    @property
    def last(self) -> bool:
        """True in the last step."""
        return self.at == len(self.lesson.steps) - 1

    @property
    def asks(self) -> bool:
        """True while a question awaits its answer, so that no choice is to be made in the game."""
        return bool(self.step.answers) and not self.studies.done

    @property
    def by_play(self) -> bool:
        """True in a step of a war that ends through play and cannot be skipped."""
        return self.lesson.free and self.step.end is not None and not self.studies.done

    def key(self, word: str) -> str:
        """Return the key of a text of the step."""
        return f"school.{self.lesson.name}.{self.step.name}.{word}"


def lesson_in(header: GameHeader) -> Lesson | None:
    """Return the lesson of a game; None if it has none, or this version no longer has it."""
    if not header.lesson:
        return None
    lessons: Any = lessons_of(title_stored(header))
    return next((lesson for lesson in lessons if lesson.name == header.lesson), None)


def course_of(stored: StoredGame, settings: GameSettings | None = None) -> LessonState | None:
    """Return the state of a game's lesson; None if it has none."""
    lesson = lesson_in(stored.header)
    if lesson is None:
        return None
    studies = Studies.of(settings or stored.settings)
    return LessonState(lesson, studies, studies.at(lesson), seats_of(stored).index(lesson.seat))


__all__ = ["LessonState", "Studies", "course_of", "lesson_in"]
