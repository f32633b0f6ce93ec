"""A person's progress in each lesson, the same in every channel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from pydantic import BaseModel, ConfigDict

from bot.service.calls import Tools
from bot.storage.models import PlayerSettings, read_part
from bot.titles.school import Lesson

#: Replaces a step: the lesson is finished.
FINISHED = "*"


class Progress(BaseModel):
    """By title and lesson: the person's current step, or that it is finished."""

    model_config = ConfigDict(extra="ignore")

    lessons: dict[str, dict[str, str]] = {}

    @classmethod
    def of(cls, mine: PlayerSettings) -> Self:
        """Load the progress from a person's settings."""
        return read_part(mine.extra, "school", cls)

    def into(self, mine: PlayerSettings) -> PlayerSettings:
        """Return the settings with this progress stored in them."""
        return mine.model_copy(update={"extra": {**mine.extra, "school": self.model_dump(mode="json")}})

    def at(self, title: str, lesson: Lesson) -> int:
        """Return the index of the step to continue with; 0 also for a lesson that is finished or free."""
        return 0 if lesson.free else lesson.at(self.lessons.get(title, {}).get(lesson.name, ""))

    def finished(self, title: str, lesson: Lesson) -> bool:
        """Return True if a person has finished a lesson."""
        return self.lessons.get(title, {}).get(lesson.name) == FINISHED

    def following(self, title: str, lessons: Sequence[Lesson]) -> int | None:
        """Return the index of the first unfinished lesson; None if all are finished."""
        return next((number for number, one in enumerate(lessons) if not self.finished(title, one)), None)


async def progress_of(tools: Tools, user: str) -> Progress:
    """Return a person's progress in the lessons."""
    return Progress.of(await tools.store.people.settings(user))


async def note(tools: Tools, user: str, title: str, lesson: str, step: str) -> None:
    """Store a person's current step in a lesson; a finished lesson stays finished."""
    mine = await tools.store.people.settings(user)
    progress = Progress.of(mine)
    own = progress.lessons.get(title, {})
    if own.get(lesson) in (step, FINISHED):
        return
    lessons = {**progress.lessons, title: {**own, lesson: step}}
    await tools.store.people.save_settings(user, Progress(lessons=lessons).into(mine))


__all__ = ["FINISHED", "Progress", "note", "progress_of"]
