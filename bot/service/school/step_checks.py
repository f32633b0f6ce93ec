"""Checks a pupil's orders against the lesson, and plays the scripted enemy's replies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from bot.service.session import between_actions, restore
from bot.service.state.lesson_state import LessonState, Studies, course_of
from bot.storage.models import GameSettings
from bot.storage.store import StoredGame
from bot.table.table import Table
from bot.titles import title_of
from bot.titles.school import Now
from engine.core import record as rec
from engine.core.game import Game, GameState

#: Maximum number of consecutive scripted choices.
MOST = 60
#: A mistake without a name: a step off the path.
ASIDE = "*"


def followed(stored: StoredGame, table: Table) -> GameSettings:
    """Return a game's settings after a pupil's order and the scripted enemy's reply; unchanged outside lessons."""
    course, game = course_of(stored), table.game
    if course is None:
        return stored.settings
    if course.lesson.free:
        return _gone_on(course, game).into(stored.settings)
    follower = _Follower(course, restore(stored))
    follower.follow(game.fresh)
    count = len(game.fresh)
    answer(follower.course, game)
    table.told.extend((game.number, event) for event in game.drain())
    follower.follow(game.fresh[count:])
    return follower.studies().into(stored.settings)


def _gone_on(course: LessonState, game: Game[GameState]) -> Studies:
    """Return the progress in a war that continues by itself, so that nobody has to press for the next step."""
    own = [(entry.number, entry.choice) for entry in game.fresh if _chosen(entry, course.side)]
    if own and course.step.wants and course.studies.mistake and not course.last:
        # A missed opportunity does not come again.
        course = replace(course, studies=course.studies.begun(course.lesson.steps[course.at + 1]), at=course.at + 1)
    studies = after_choices(course, game, own)
    while studies.done and not course.last:
        course = replace(course, studies=studies.begun(course.lesson.steps[course.at + 1]), at=course.at + 1)
        studies = after_choices(course, game, ())
    # The computer's thinking concerns another position.
    return studies.model_copy(update={"thinking": "", "showing": ""})


@dataclass
class _Follower:
    """Follows an order choice by choice: a pupil who plays on instead of pressing on reaches the next steps."""

    course: LessonState
    #: The game before the choices followed.
    game: Game[GameState]
    #: The first mistake.
    mistake: str = ""

    def follow(self, entries: Iterable[rec.Entry]) -> None:
        """Follow these entries of a record."""
        for entry in entries:
            own = _chosen(entry, self.course.side)
            if own and self.course.studies.done and _goes_on(self.course):
                step = self.course.lesson.steps[self.course.at + 1]
                self.course = replace(self.course, studies=self.course.studies.begun(step), at=self.course.at + 1)
                self.mistake = ""
            self.game.apply(self.game.parse(entry.choice), automatic=entry.automatic, recorded=True)
            studies = after_choices(self.course, self.game, [(entry.number, entry.choice)] if own else ())
            self.course = replace(self.course, studies=studies)
            self.mistake = self.mistake or studies.mistake

    def studies(self) -> Studies:
        """Return the progress in the lesson."""
        studies, step = self.course.studies, self.course.step
        met = bool(step.wants) and step.met(text for _, text in studies.orders)
        mistake = "" if studies.done or met else self.mistake
        if not studies.done and _is_between_actions(self.course, self.game):
            mistake = mistake or ASIDE  # nothing more can be ordered, and the enemy does not act
        return studies.model_copy(update={"mistake": mistake})


def _goes_on(course: LessonState) -> bool:
    """Return True if the next step starts where this one ended and requires a choice."""
    if course.last:
        return False
    step = course.lesson.steps[course.at + 1]
    return step.before is None and not step.answers


def after_choices(course: LessonState, game: Game[GameState], own: Sequence[tuple[int, str]]) -> Studies:
    """Return the lesson's progress after more choices of the pupil."""
    studies, step = course.studies, course.step
    if studies.done or step.answers:
        return studies
    orders, texts = [*studies.orders, *own], [text for _, text in own]
    if finished(course, game, [text for _, text in orders]):
        return studies.model_copy(update={"orders": orders, "done": True, "mistake": ""})
    mistake = ""
    if not step.wants or not step.met(text for _, text in orders):
        found = step.lasting(studies.mistake) or step.mistaken(texts)
        mistake = found.name if found is not None else ASIDE * step.aside(texts)
    return studies.model_copy(update={"orders": orders, "mistake": mistake})


def finished(course: LessonState, game: Game[GameState], texts: Sequence[str]) -> bool:
    """Return True if these choices reach the step's goal in this position."""
    kind, over = game.decision.kind if game.stack else "", _is_between_actions(course, game)
    return course.step.done(texts, Now(kind, title_of(game).moment(game), over))


def answer(course: LessonState, game: Game[GameState], chosen: Callable[[], None] = lambda: None) -> None:
    """Let the script choose for the enemy until the pupil must choose; call `chosen` after each choice."""
    for _ in range(MOST):
        if not game.stack or game.actor == course.side or (_is_between_actions(course, game) and not course.step.acts):
            return
        game.apply(game.parse(_first(game, course.step.replies)))
        chosen()


def led(course: LessonState, game: Game[GameState]) -> None:
    """Play from the start of a lesson to the start of its current step, with the script's solutions."""
    steps, free = course.lesson.steps, course.lesson.free
    start = max(at for at in range(course.at + 1) if not at or steps[at].before is not None)
    for text in steps[start].before or ():
        game.apply(game.parse(text))
    for at in range(start, course.at):
        one = replace(course, at=at)
        if not free and not steps[at].answers:
            answer(one, game)
            shown(one, game)
    if not free:
        answer(course, game)


def shown(course: LessonState, game: Game[GameState], chosen: Callable[[], None] = lambda: None) -> list[str]:
    """Make and return the script's choices for the pupil until the step's goal is reached; call `chosen` for each."""
    made: list[str] = []
    show = list(course.step.show)
    while game.stack and game.actor == course.side and len(made) < MOST and not finished(course, game, made):
        pattern = show.pop(0) if len(show) > 1 else show[0]
        text = _first(game, (pattern,))
        game.apply(game.parse(text))
        made.append(text)
        chosen()
        answer(course, game, chosen)
    return made


def earliest(stored: StoredGame) -> int:
    """Return the entry before which nothing can be undone in a lesson: where its script led to; else 0."""
    course = course_of(stored)
    if course is None or course.lesson.free:
        return 0
    orders = course.studies.orders
    return orders[0][0] - 1 if orders else stored.number


def taken_back(stored: StoredGame, kept: int) -> GameSettings:
    """Return a game's settings after going back to an entry: choices after it are removed."""
    settings = stored.settings
    if not settings.lesson:
        return settings
    studies, course = Studies.of(settings), course_of(stored)
    orders = [(number, text) for number, text in studies.orders if number <= kept]
    done = studies.done and len(orders) == len(studies.orders)
    lasting = course.step.lasting(studies.mistake) if course is not None else None
    stays = lasting is not None and any(fnmatchcase(text, lasting.when) for _, text in orders)
    mistake = studies.mistake if stays else ""
    return studies.model_copy(update={"orders": orders, "done": done, "mistake": mistake}).into(settings)


def _is_between_actions(course: LessonState, game: Game[GameState]) -> bool:
    """Return True if an action is over and the enemy's would start."""
    return not game.stack or (game.actor != course.side and between_actions(game))


def _chosen(entry: rec.Entry, side: int) -> bool:
    return entry.kind == rec.CHOICE and entry.side == side and not entry.automatic


def _first(game: Game[GameState], patterns: Sequence[str]) -> str:
    """Return the legal choice that the first matching pattern means; the first legal one if none matches."""
    legal = [game.text(choice) for choice in game.options()]
    return next((text for pattern in patterns for text in legal if fnmatchcase(text, pattern)), legal[0])


__all__ = ["after_choices", "answer", "earliest", "finished", "followed", "led", "shown", "taken_back"]
