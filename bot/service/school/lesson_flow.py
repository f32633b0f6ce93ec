"""Start a lesson, go through its steps, and leave it.

A lesson is a game of its own in an empty channel: the script determines the position at each step, so that a pupil who
is lost, skips a step or returns later is put at the start of the step.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from bot.service.acting import play
from bot.service.acting.ai_reasons import Remarks
from bot.service.acting.command_commit import CommandOutcome, only_said
from bot.service.ai_player import advice
from bot.service.ai_player.move_requests import Thinker
from bot.service.ai_player.move_scheduler import choices_as_order, play_on
from bot.service.calls import Answer, Caller, Tools
from bot.service.outgoing import post
from bot.service.record import record_queries
from bot.service.record_work import RecordWorkBusy
from bot.service.school import lesson_panels, lesson_thinking, progress, step_checks
from bot.service.school.lesson_start import keep_up, led_to
from bot.service.session import Memory, restore, sides_of
from bot.service.state.lesson_state import LessonState, Studies, course_of
from bot.service.state.seat_duties import SeatDuty
from bot.storage.errors import UnknownGame
from bot.storage.store import Change, StoredGame
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply
from bot.table.table import Table
from bot.titles import title_stored
from bot.titles.capabilities import lessons_of, levels_offered, on_clock, opponents_of
from bot.titles.forms import first_game
from bot.titles.school import Lesson
from engine.core.game import Game, GameState

#: Requests possible in a lesson.
WISHES: Final = ("hint", "show", "again", "next", "leave", *lesson_panels.LETTERS)


@dataclass(frozen=True, slots=True)
class _Pupil:
    """A pupil's request in a lesson, with what its handlers need."""

    tools: Tools
    caller: Caller
    game_id: str
    outcome: CommandOutcome


async def attended(
    tools: Tools, caller: Caller, game_id: str, word: str, outcome: CommandOutcome, step: str = ""
) -> Answer:
    """Handle a pupil's request: `hint`, `show`, `again`, `next`, `leave`, or the letter of an answer.

    A request from a `step` other than the current one is answered with the current one.

    Raises:
        Refusal: no lesson is running there, or it is another person's.
    """
    try:
        stored = await tools.store.load(game_id)
    except UnknownGame:
        raise refuse("no_lesson") from None
    before = await tools.store.answer_for(game_id, caller.key)
    if before is not None and not stored.header.in_progress:
        # The request that ended the lesson is repeated.
        return Answer(replies=[lesson_panels.over(tools.words, stored)])
    course = _course(stored, caller)
    if step and not course.step.called(step):
        return Answer(panel=course.side, number=stored.number)
    pupil = _Pupil(tools, caller, game_id, outcome)
    if word == "next" and course.by_play:
        raise refuse("step_by_play")
    if word == "leave" or (word == "next" and course.last):
        return await _end_lesson(pupil, stored, course, skipped=word == "next")
    if word == "show" and not course.step.answers:
        return await _show_step(pupil, stored, course)

    thought = await _thinking_state(pupil, stored, course) if word == "hint" and course.lesson.free else {}

    async def decide(now: StoredGame) -> Change:
        course = _course(now, caller)
        if step and not course.step.called(step):
            raise refuse("stale")
        if word == "hint":
            return await _same_position(pupil, now, course.studies.model_copy(update={"hinted": True, **thought}))
        if word in lesson_panels.LETTERS:
            return await _answer_question(pupil, now, course, word)
        return await _go_to_step(pupil, now, course, word)

    answer = Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)
    await keep_up(tools, caller, await tools.store.load(game_id))
    return answer


def _course(stored: StoredGame, caller: Caller) -> LessonState:
    course = course_of(stored)
    if course is None or not stored.header.in_progress:
        raise refuse("no_lesson")
    if course.side not in sides_of(stored, caller.user):
        raise refuse("not_your_lesson")
    return course


async def _thinking_state(pupil: _Pupil, stored: StoredGame, course: LessonState) -> dict[str, Any]:
    """Return the computer's result for a position since a pupil asked: its best plan, or how long it has been thinking.

    The written hint does not wait for it, and panels that show it refresh automatically.
    """
    if course.studies.counsel and course.studies.counsel_at == stored.number:
        return {}
    thought = await lesson_thinking.about(
        pupil.tools.store, stored, "hint", partial(_computer_advice, pupil, stored, course)
    )
    if thought.found is not None:
        return {"counsel": thought.found, "counsel_at": stored.number, "thinking": ""}
    opponents = opponents_of(title_stored(stored.header))
    most = opponents.budget(opponents.offered(stored.header.options)[-1])
    return {"counsel": "", "counsel_at": stored.number, "thinking": f"{thought.seconds:.0f} / {most:.0f}"}


async def _computer_advice(pupil: _Pupil, stored: StoredGame, course: LessonState) -> str:
    """Return the computer's best plan for the pupil; "" if others decide, or it is unavailable now."""
    game = restore(stored)
    if not game.stack or game.actor != course.side:
        return ""
    with suppress(RecordWorkBusy, Refusal):
        best, *_ = await advice.plans(pupil.tools, stored, game, course.side, pupil.caller.user)
        return best.removeprefix("1. ")
    return ""


async def _go_to_step(pupil: _Pupil, stored: StoredGame, course: LessonState, word: str) -> Change:
    """Go to the start of this step (`again`) or the `next` one, or show the answer to a question (`show`)."""
    tools, lesson, studies = pupil.tools, course.lesson, course.studies
    there = course.at + (word == "next")
    if word == "again" and lesson.free:
        there = 0  # a war can only be restarted from its beginning
    fresh = studies.begun(lesson.steps[there])
    target = replace(course, studies=fresh, at=there)
    stays = word == "next" and (studies.done or lesson.free or bool(course.step.answers))
    if (stays and target.step.before is None) or (word == "show" and course.step.answers):
        done = word == "show" or step_checks.finished(target, restore(stored), ())
        return await _same_position(pupil, stored, fresh.model_copy(update={"done": done}))
    game = await _from_the_beginning(pupil, stored, studies.base)
    step_checks.led(target, game)
    game.forget_undo()
    game.drain()
    if step_checks.finished(target, game, ()):
        fresh = fresh.model_copy(update={"done": True})
    return await led_to(tools, pupil.caller, stored, game, fresh.into(stored.settings), pupil.outcome)


async def _from_the_beginning(pupil: _Pupil, stored: StoredGame, base: int) -> Game[GameState]:
    """Return the game at the start of the lesson."""
    if stored.number == base:
        return restore(stored)
    gone = await pupil.tools.recalled(pupil.caller, record_queries.gone_back, stored, pupil.tools.words.language, base)
    game = restore(replace(stored, snapshot=gone.snapshot))
    game.fresh = gone.fresh
    return game


async def _same_position(pupil: _Pupil, stored: StoredGame, studies: Studies) -> Change:
    """Build the change for another step, or an answer, in the same position."""
    settings, game = studies.into(stored.settings), restore(stored)
    after = replace(stored, settings=settings)
    clock = play.acted(pupil.tools, stored, pupil.caller, on_clock(game))
    told = await pupil.tools.announce(after, game, Memory.of(stored.settings), clock, pupil.caller.user)
    side = sides_of(stored, pupil.caller.user)[0]
    change = only_said(told, Answer(panel=side, number=game.number), settings=settings)
    pupil.outcome.game, pupil.outcome.stored = game, replace(stored, settings=change.settings or settings)
    pupil.outcome.before = game.number
    return change


async def _answer_question(pupil: _Pupil, stored: StoredGame, course: LessonState, letter: str) -> Change:
    """Build the change for an answer to a question of the lesson."""
    answers = course.step.answers
    at = lesson_panels.LETTERS.index(letter)
    if not answers:
        raise refuse("no_question")
    chosen = answers[min(at, len(answers) - 1)]
    wrong = next((one.name for one in course.step.mistakes if one.answered == chosen), "")
    done = chosen == course.step.right
    return await _same_position(pupil, stored, course.studies.model_copy(update={"done": done, "mistake": wrong}))


async def _show_step(pupil: _Pupil, stored: StoredGame, course: LessonState) -> Answer:
    """Carry out a step for the pupil; a finished one is not shown again, e.g. on a second press."""
    if course.lesson.free:
        return await _computer_shows(pupil, stored, course)
    if course.studies.done:
        return Answer(panel=course.side, number=stored.number)
    return await _script_shows(pupil, course)


async def _computer_shows(pupil: _Pupil, stored: StoredGame, course: LessonState) -> Answer:
    """Let the computer play for the pupil until another must decide."""
    tools, game = pupil.tools, restore(stored)
    if not game.stack or game.actor != course.side:
        raise refuse("not_your_decision", side=game.actor)
    level = levels_offered(title_stored(stored.header), stored.header.options)[-1]
    thinker = Thinker(tools.ai_workers, stored, SeatDuty("move", course.side, level, ""))
    think = partial(play_on, thinker, course.side, lambda game, done: step_checks.finished(course, game, done))
    thought = await lesson_thinking.about(tools.store, stored, "show", think)
    if thought.found is not None:
        carry = choices_as_order(thought.found, stored.number)
        remarks = Remarks(unread=True)
        return await play.act(tools, pupil.caller, pupil.game_id, carry, pupil.outcome, sure=True, remarks=remarks)

    async def told(now: StoredGame) -> Change:
        course = _course(now, pupil.caller)
        showing = {"showing": f"{thought.seconds:.0f}", "showing_at": stored.number}
        return await _same_position(pupil, now, course.studies.model_copy(update=showing))

    return Answer.load((await tools.store.run_command(pupil.game_id, pupil.caller.key, told)).answer)


async def _script_shows(pupil: _Pupil, course: LessonState) -> Answer:
    """Let the script carry out the step from its start as the pupil's order, so that all its effects are reported."""
    tools, caller, game_id = pupil.tools, pupil.caller, pupil.game_id
    if await tools.store.answer_for(game_id, caller.key) is None:
        await tools.store.run_command(game_id, f"{caller.key}:again", partial(_set_up, pupil, course))
    stored = await tools.store.load(game_id)
    there, number = _course(stored, caller), stored.number
    if there.step.name != course.step.name or there.studies.done:
        return Answer(panel=there.side, number=number)

    def carry(table: Table) -> None:
        def chosen() -> None:
            table.told.extend((game.number, event) for event in game.drain())

        game = table.game
        if game.number != number:
            raise refuse("stale")
        step_checks.shown(there, game, chosen)

    return await play.act(tools, caller, game_id, carry, pupil.outcome, sure=True)


async def _set_up(pupil: _Pupil, course: LessonState, now: StoredGame) -> Change:
    """Build the change that resets the step; change nothing if the position is already as the script leads to it."""
    there = _course(now, pupil.caller)
    if there.step.name != course.step.name or there.studies.done:
        raise refuse("stale")
    if not (there.studies.orders or there.studies.mistake) and await _as_scripted(pupil, now, there):
        return Change(answer=Answer().dump())
    return await _go_to_step(replace(pupil, outcome=CommandOutcome()), now, there, "again")


async def _as_scripted(pupil: _Pupil, stored: StoredGame, course: LessonState) -> bool:
    """Return True if a step's position is as scripted; if anything can be chosen in it, other dice don't matter."""
    if "*" in course.step.along:
        return True
    scripted, game = await _from_the_beginning(pupil, stored, course.studies.base), restore(stored)
    step_checks.led(replace(course, studies=course.studies.begun(course.step)), scripted)
    return all(scripted.snapshot()[part] == game.snapshot()[part] for part in ("state", "stack"))


async def _end_lesson(pupil: _Pupil, stored: StoredGame, course: LessonState, *, skipped: bool) -> Answer:
    """Leave the lesson, finish it or skip its last step, and free its channel."""
    tools, caller = pupil.tools, pupil.caller
    finished = course.studies.done and course.last
    title = stored.header.title
    await progress.note(
        tools, caller.user, title, course.lesson.name, progress.FINISHED if finished else course.step.name
    )
    left = "skipped" if skipped else "left_free" if course.lesson.free else "left"
    further = await leads_on(tools, caller, course.lesson) if finished or skipped else ""
    onward = further or ("" if finished else f"learn {course.lesson.name}")
    how = {"ended": "finished" if finished else left, "onward": onward}
    settings = course.studies.model_copy(update=how).into(stored.settings)
    panel = lesson_panels.over(tools.words, replace(stored, settings=settings))
    there = tools.posting(stored)
    shared = there.say(
        f"ui.school.{'finished' if finished else 'left_public'}",
        name=caller.name,
        title=there.say(f"school.{course.lesson.name}.title"),
    )

    def ended(now: StoredGame) -> Change:
        header = now.header.model_copy(update={"status": "finished", "finished_at": tools.now()})
        table = Reply(text=shared, audience="channel", edit="table")
        settings = Studies.of(now.settings).model_copy(update=how).into(now.settings)
        answer = Answer(text=panel.text).dump()
        return Change(answer=answer, header=header, posts=[post("table", table)], settings=settings, due=0.0)

    await tools.store.run_command(pupil.game_id, caller.key, ended)
    return Answer(replies=[panel])


async def leads_on(tools: Tools, caller: Caller, finished: Lesson) -> str:
    """Return the line that continues after a finished lesson: to the next one, or the first unfinished one.

    After the last one it starts a first game; "" if nothing is left.
    """
    lessons, name = lessons_of(tools.title), tools.title.name
    own = await progress.progress_of(tools, caller.user)
    rest = lessons[lessons.index(finished) + 1 :]
    after = own.following(name, rest)
    if after is None and (line := first_game(tools.title)):
        return line
    following = own.following(name, lessons) if after is None else len(lessons) - len(rest) + after
    return f"learn {lessons[following].name}" if following is not None else ""


__all__ = ["WISHES", "attended", "leads_on"]
