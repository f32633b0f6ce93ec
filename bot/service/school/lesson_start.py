"""Start of a lesson, or continuation where the pupil left off."""

from __future__ import annotations

from dataclasses import replace

from bot.service import game_lookup
from bot.service.acting import play
from bot.service.acting.command_commit import CommandOutcome, concluded
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock
from bot.service.outgoing import post
from bot.service.school import progress, step_checks
from bot.service.seats.game_start import from_the_start
from bot.service.session import Memory, sides_of
from bot.service.state import lobby_seats
from bot.service.state.game_header import new_header
from bot.service.state.lesson_state import LessonState, Studies, course_of
from bot.storage.errors import ChannelBusy, UnknownGame
from bot.storage.keys import game_id_for
from bot.storage.models import GameHeader, GameSettings, Seat, Seats
from bot.storage.store import Change, StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.titles.capabilities import lessons_of, on_clock
from bot.titles.school import Lesson
from engine.core.chance import KeyedChance
from engine.core.game import Game, GameState


async def begin(tools: Tools, caller: Caller, word: str, outcome: CommandOutcome) -> tuple[Answer, str]:
    """Start a lesson by number or name in the caller's channel, where they left off; return the answer and the game."""
    lessons = lessons_of(tools.title)
    named = {one.name: one for one in lessons} | {str(number): one for number, one in enumerate(lessons, 1)}
    lesson = named.get(word.lstrip("0"))
    if lesson is None:
        raise refuse("no_such_lesson", text=word, count=len(lessons))
    game_id = game_id_for(caller.channel, caller.key)
    before = await tools.store.made_before(caller.channel, caller.key, game_id)
    if before is not None:
        await keep_up(tools, caller, await tools.store.load(game_id))
        return Answer.load(before.answer), game_id
    tools.policy.check_place(caller.places)
    caller.check_posts()
    at = (await progress.progress_of(tools, caller.user)).at(tools.title.name, lesson)
    held = await game_lookup.held(tools, caller.channel, besides=game_id)
    over = await _finished_lesson_here(tools, held)
    if held and over is None and await _lesson_of(tools, caller, held):
        raise refuse("lesson_open")
    header = _header(tools, caller, lesson, game_id, held if over is None else over.previous)
    async with tools.policy.room(tools.store, caller.user, game_id):
        change = await _first_position(tools, caller, header, lesson, at, outcome)
        try:
            result = await tools.store.create_game(change.header or header, change)
        except ChannelBusy:
            raise refuse("lesson_busy", number=lessons.index(lesson) + 1) from None
    await progress.note(tools, caller.user, header.title, lesson.name, lesson.steps[at].name)
    if over is not None:
        await tools.store.erase(over.game_id)
    return Answer.load(getattr(result, "answer", change.answer)), game_id


async def busy(tools: Tools, caller: Caller) -> bool:
    """Return True if the channel's game is running or in its lobby and is not the caller's lesson."""
    held = await game_lookup.held(tools, caller.channel, besides="")
    header = await game_lookup.readable(tools, held) if held else None
    if header is None or not header.in_progress:
        return False
    return not header.lesson or not await _lesson_of(tools, caller, held)


async def _finished_lesson_here(tools: Tools, held: str) -> GameHeader | None:
    """Return the channel's previous lesson if it is over, as its game is no longer needed."""
    if not held:
        return None
    header = await tools.store.header(held)
    return header if header.lesson and not header.in_progress else None


async def keep_up(tools: Tools, caller: Caller, stored: StoredGame) -> None:
    """Store a person's progress from the state of their lesson; after a crash the repeated command does it."""
    course = course_of(stored)
    if course is not None:
        await progress.note(tools, caller.user, stored.header.title, course.lesson.name, course.step.name)


async def _lesson_of(tools: Tools, caller: Caller, held: str) -> bool:
    """Return True if a game is a running lesson of the caller's."""
    try:
        stored = await tools.store.load(held)
    except UnknownGame:
        return False
    return course_of(stored) is not None and stored.header.in_progress and caller.user in stored.seats.users()


def _header(tools: Tools, caller: Caller, lesson: Lesson, game_id: str, previous: str) -> GameHeader:
    return new_header(
        tools.title,
        {"scenario": lesson.scenario, **lesson.options},
        game_id=game_id,
        channel=caller.channel,
        created_by=caller.user,
        created_at=tools.now(),
        server=caller.server,
        key=caller.key,
        seed=lesson.seed,
        previous=previous,
        lesson=lesson.name,
    )


async def _first_position(
    tools: Tools, caller: Caller, header: GameHeader, lesson: Lesson, at: int, outcome: CommandOutcome
) -> Change:
    """Build the change for the first position of a lesson."""
    title = tools.title
    other = next(seat for seat in title.seats if seat != lesson.seat)
    holders = {lesson.seat: Seat(user=caller.user, name=caller.name), other: lobby_seats.seat_of(tools, lesson.level)}
    game: Game[GameState] = Game.start(title.system(header.options), KeyedChance(bytes.fromhex(header.seed)))
    language = await tools.channel_language(caller)
    settings = Clock.model_validate({"speed": "off"}).into(
        GameSettings(language=language, advice=True, teaching=lesson.free)
    )
    settings = from_the_start(header, settings)
    for text in lesson.opening:
        game.apply(game.parse(text))
    studies = Studies(base=game.number).begun(lesson.steps[at])
    stored = StoredGame(header, -1, 0, None, Seats(holders=holders), studies.into(settings))
    course = LessonState(lesson, studies, at, title.seats.index(lesson.seat))
    step_checks.led(course, game)
    game.forget_undo()
    game.drain()
    there = tools.posting(stored)
    words = there.say("ui.school.begun", name=caller.name, title=there.say(f"school.{lesson.name}.title"))
    change = await led_to(tools, caller, stored, game, stored.settings, outcome, head=words)
    return replace(change, seats=stored.seats, header=header)


async def led_to(
    tools: Tools,
    caller: Caller,
    stored: StoredGame,
    game: Game[GameState],
    settings: GameSettings,
    outcome: CommandOutcome,
    head: str = "",
) -> Change:
    """Build the change for a position that a lesson was brought to; events on the way are not reported."""
    memory = Memory.of(stored.settings)
    memory.pending, memory.recent, memory.orders = [], [], []
    memory.offer, memory.picture, memory.prompted = None, None, False
    memory.posted = game.number
    clock = play.acted(tools, stored, caller, on_clock(game))
    told = await tools.announce(replace(stored, settings=settings), game, memory, clock, caller.user)
    if head:
        told.posts.append(post("action", Reply(text=head, audience="channel")))
    told.close()
    answer = Answer(panel=sides_of(stored, caller.user)[0], number=game.number)
    outcome.before = game.number
    return await concluded(tools, caller, told, answer, outcome, settings=settings)


__all__ = ["begin", "busy", "keep_up", "led_to"]
