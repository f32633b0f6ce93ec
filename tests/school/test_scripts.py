"""Every lesson can be played as its script shows it, whatever the dice, and every mistake that it names can be made."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

import pytest

from bot.service.school import step_checks
from bot.service.state.lesson_state import LessonState, Studies
from bot.titles import titles
from bot.titles.capabilities import lessons_of
from bot.titles.school import Lesson, LessonStep, Mistake
from bot.titles.title import Title
from engine.core.chance import KeyedChance
from engine.core.game import Game

#: How fast a newcomer reads, and seconds for a press: finding it, and looking at what it did.
WORDS_A_MINUTE, A_PRESS = 130, 12
#: Minutes that the lessons of a title promise.
PROMISED = {"pog": 10.0, "liege": 20.0}
#: Epochs of chance in which each step is tried: dice differ in them.
EPOCHS = 6


LESSONS = [
    pytest.param(title, lesson, id=f"{title.name}-{lesson.name}") for title in titles() for lesson in lessons_of(title)
]


def begun(title: Title[Any, Any], lesson: Lesson, at: int, epoch: int) -> tuple[LessonState, Game[Any]]:
    """A lesson at a step, with the dice of an epoch."""
    game: Game[Any] = Game.start(
        title.system({"scenario": lesson.scenario, **lesson.options}), KeyedChance(bytes.fromhex(lesson.seed))
    )
    for text in lesson.opening:
        game.apply(game.parse(text))
    game.epoch = epoch
    course = LessonState(lesson, Studies(), at, title.seats.index(lesson.seat))
    step_checks.led(course, game)
    return course, game


@pytest.mark.parametrize(("title", "lesson"), LESSONS)
def test_each_step_is_reached_and_shown(title: Title[Any, Any], lesson: Lesson) -> None:
    for at, step in enumerate(lesson.steps):
        if step.answers or lesson.free:
            continue
        for epoch in range(EPOCHS):
            course, game = begun(title, lesson, at, epoch)
            made = step_checks.shown(course, game)
            assert step_checks.finished(course, game, made), (step.name, epoch, made)
            course, game = begun(title, lesson, at, epoch)
            for text in made:
                game.apply(game.parse(text))
                step_checks.answer(course, game)
                course = replace(course, studies=step_checks.after_choices(course, game, [(game.number, text)]))
                assert course.studies.mistake == "", (step.name, made, text)
            # Dice may leave nothing to be done.
            assert course.studies.done or not made
            assert step.acts or title.moment(game) == title.moment(begun(title, lesson, at, epoch)[1]), (
                "the enemy waits"
            )


def made(course: LessonState, game: Game[Any], mistake: Mistake, step: LessonStep) -> bool:
    """True if somebody can choose what is a mistake, be it later in the step, and is told this and nothing else."""
    for _ in range(step_checks.MOST):
        if not game.stack or game.actor != course.side:
            return False
        legal = [game.text(choice) for choice in game.options()]
        wrong = [text for text in legal if fnmatchcase(text, mistake.when)]
        for text in wrong:
            trial = game.copy()
            trial.apply(trial.parse(text))
            step_checks.answer(course, trial)
            if step_checks.after_choices(course, trial, [(0, text)]).mistake == mistake.name:
                return True
        onward = next((text for want in (*step.show, "*") for text in legal if fnmatchcase(text, want)), legal[0])
        step = step.model_copy(update={"show": step.show[1:]}) if step.show else step
        game.apply(game.parse(onward))
        step_checks.answer(course, game)
    return False


@pytest.mark.parametrize(("title", "lesson"), LESSONS)
def test_a_lesson_takes_no_longer_than_it_says_at_a_quiet_pace(title: Title[Any, Any], lesson: Lesson) -> None:
    words, read, pressed = title.words("en"), 0, 0
    for step in lesson.steps:
        said = words.table(f"school.{lesson.name}.{step.name}")
        read += sum(
            len(str(text).split())
            for text in (said["task"], said["hint"], said["done"], *said.get("answers", {}).values())
        )
        pressed += 2 + max(1, len(step.show))
    minutes = read / WORDS_A_MINUTE + pressed * A_PRESS / 60
    assert minutes <= PROMISED[title.name], f"{lesson.name}: {minutes:.1f} minutes"


@pytest.mark.parametrize(("title", "lesson"), LESSONS)
def test_each_mistake_can_be_made_and_is_told(title: Title[Any, Any], lesson: Lesson) -> None:
    for at, step in enumerate(lesson.steps):
        for mistake in step.mistakes:
            if mistake.when:
                course, game = begun(title, lesson, at, 0)
                assert made(course, game, mistake, step), (step.name, mistake.name)


@pytest.mark.parametrize(("title", "lesson"), LESSONS)
def test_each_text_is_there_and_none_is_left_over(title: Title[Any, Any], lesson: Lesson) -> None:
    words = title.words("en")
    there = words.table(f"school.{lesson.name}")
    assert set(there) == {"title", *(step.name for step in lesson.steps)}
    for step in lesson.steps:
        said = there[step.name]
        assert set(said) - {"mistakes", "answers"} == {"task", "hint", "done"}, step.name
        assert set(said.get("mistakes", {})) == {one.name for one in step.mistakes}, step.name
        assert tuple(said.get("answers", {})) == step.answers, step.name
        assert len(said["task"]) <= 500, f"{step.name} is long for a phone"
        assert len(str(said)) <= 1900
    paragraphs = words.table("rules.paragraphs")
    rules = {mistake.rule for step in lesson.steps for mistake in step.mistakes if mistake.rule}
    assert rules <= set(paragraphs)
