"""The state of a lesson, kept with its game."""

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
    """How far the lesson of a game is.

    Fields that an older version wrote and this one has not are left out.
    """

    model_config = ConfigDict(extra="ignore")

    #: The step that is at hand, by its name, so that a lesson may get others; "" for the first.
    step: str = ""
    #: Its aim is reached.
    done: bool = False
    #: Number of the entry with which the lesson began.
    base: int = 0
    #: What the pupil chose in this step, with the number of each entry.
    orders: list[tuple[int, str]] = []
    #: The hint was asked for.
    hinted: bool = False
    #: What the computer would do, and at which entry it was asked.
    counsel: str = ""
    counsel_at: int = -1
    #: For how many seconds the computer has thought about that, and how many it may: "2 / 20"; "" once it is known.
    thinking: str = ""
    #: For how many seconds the computer has looked for what it would do, and at which entry it was asked to do it.
    showing: str = ""
    showing_at: int = -1
    #: How the lesson ended: "finished", "left" or "left_free"; "" while it goes on. And the line that leads on from there.
    ended: str = ""
    onward: str = ""
    #: The mistake that was made last; "*" for a choice that leads elsewhere.
    mistake: str = ""

    @classmethod
    def of(cls, settings: GameSettings) -> Studies:
        """Read them from a game's settings."""
        return settings.part("lesson", cls)

    def into(self, settings: GameSettings) -> GameSettings:
        """Return the settings with these in them."""
        return settings.model_copy(update={"lesson": self.model_dump(mode="json")})

    def at(self, lesson: Lesson) -> int:
        """Return the number of the step that is at hand; that of the first where this version has none of its name."""
        return lesson.at(self.step)

    @staticmethod
    def scripted(stored: StoredGame) -> bool:
        """Return True in a lesson in which the computer waits, since the script answers for it."""
        lesson = lesson_in(stored.header)
        return lesson is not None and not lesson.free

    def begun(self, step: LessonStep) -> Self:
        """Return the same at the beginning of a step."""
        return self.model_copy(update={"step": step.name, "done": False, "orders": [], "mistake": "", "hinted": False})


@dataclass(frozen=True, slots=True)
class LessonState:
    """A lesson with how far it is: the step at hand and its number, counted from 0."""

    lesson: Lesson
    studies: Studies
    at: int
    side: int

    @property
    def step(self) -> LessonStep:
        """The step at hand."""
        return self.lesson.steps[self.at]

    @property
    def last(self) -> bool:
        """True in the last step."""
        return self.at == len(self.lesson.steps) - 1

    @property
    def asks(self) -> bool:
        """True while a question waits for its answer, so that nothing is to be chosen in the game."""
        return bool(self.step.answers) and not self.studies.done

    @property
    def by_play(self) -> bool:
        """True in a step of a war that ends when the war has got there: nobody skips it."""
        return self.lesson.free and self.step.end is not None and not self.studies.done

    def key(self, word: str) -> str:
        """Return the key of a text of the step."""
        return f"school.{self.lesson.name}.{self.step.name}.{word}"


def lesson_in(header: GameHeader) -> Lesson | None:
    """Return the lesson that is given in a game; None where none is, or this version has it no more."""
    if not header.lesson:
        return None
    lessons: Any = lessons_of(title_stored(header))
    return next((lesson for lesson in lessons if lesson.name == header.lesson), None)


def course_of(stored: StoredGame, settings: GameSettings | None = None) -> LessonState | None:
    """Return how far the lesson of a game is; None where there is none, or the game has not begun."""
    lesson = lesson_in(stored.header)
    if lesson is None:
        return None
    studies = Studies.of(settings or stored.settings)
    return LessonState(lesson, studies, studies.at(lesson), seats_of(stored).index(lesson.seat))


__all__ = ["LessonState", "Studies", "course_of", "lesson_in"]
