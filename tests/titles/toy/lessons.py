"""The only lesson of the toy: how a fox digs its den."""

from __future__ import annotations

from collections.abc import Sequence

from bot.titles.school import Lesson, LessonStep, Mistake


class ToySchool:
    """A lesson of one step."""

    @property
    def lessons(self) -> Sequence[Lesson]:
        """Return the task of the step."""
        return (_DEN,)


_DEN = Lesson(
    name="den",
    scenario="short_hunt",
    seat="fox",
    level="pup",
    seed="07" * 32,
    steps=(
        LessonStep(
            name="hide",
            before=(),
            wants=("hide north",),
            show=("hide north",),
            mistakes=(Mistake(name="elsewhere", when="hide *"),),
        ),
    ),
)

__all__ = ["ToySchool"]
