"""Orders and undo, each committed as one atomic write with its posts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.narration.book import Book
from bot.narration.plain import private, public
from bot.service.acting import ai_reasons, supply_warnings
from bot.service.acting.ai_reasons import NO_REMARKS, Remarks
from bot.service.acting.command_commit import CommandOutcome, concluded
from bot.service.acting.confirmations import asks
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock
from bot.service.outgoing import post
from bot.service.presenter import Announcement
from bot.service.record import record_queries, unread_events
from bot.service.record_work import DIFFERS
from bot.service.session import Memory, game_and_side, person_at, rules_failure, sides_of, table_for
from bot.service.state import proposals
from bot.service.typed_lines import Spoken
from bot.service.visibility import Visibility, position_for
from bot.storage.models import GameSettings
from bot.storage.store import Change, StoredGame
from bot.table.refusal import Refusal, concerning, refuse
from bot.table.reply import Reply
from bot.table.table import Ask, Table
from bot.titles import title_of
from bot.titles.capabilities import held_in, on_clock
from engine.core.game import Game, GameState
from engine.core.options import Choice

Carry = Callable[[Table], None]


def typed_orders(tools: Spoken, lines: list[tuple[str, str]]) -> Carry:
    """Return a function that carries out typed orders, one after another."""

    def carry(table: Table) -> None:
        if not table.mine:
            raise refuse("not_your_decision", side=table.game.actor)
        for name, text in lines:
            if table.closed is None:
                table.check_chance(name)
            if name not in tools.vocabulary.orders:
                raise refuse("cannot_chain", text=name)
            command = tools.vocabulary.by_name[name]
            if text.strip() and not command.arguments.model_fields.keys() - {"anyway"}:
                raise refuse("typed_alone", name=name, text=text.strip())
            if not text.strip() and not command.alone:
                raise refuse("bad_argument", usage=command.usage(tools.words))
            title = title_of(table.game)
            title.order(title.offer_context(table, tools.words.language), name, text)

    return carry


def at(carry: Carry, number: int) -> Carry:
    """Restrict an order to the position with that number."""

    def checked(table: Table) -> None:
        if table.number != number:
            raise refuse("stale")
        carry(table)

    return checked


def pressed_orders(orders: Sequence[str], number: int) -> Carry:
    """Return a function that carries out the orders of one button press in position `number`."""

    def carry(table: Table) -> None:
        if table.number != number:
            raise refuse("stale")
        title = title_of(table.game)
        for order in title.together(table, orders) if len(orders) > 1 else orders:
            with concerning(order):
                title.press(table, order)

    return carry


async def act(
    tools: Tools,
    caller: Caller,
    game_id: str,
    carry: Carry,
    outcome: CommandOutcome,
    *,
    sure: bool = False,
    pressed: bool = False,
    remarks: Remarks = NO_REMARKS,
) -> Answer:
    """Carry out an order in the caller's game, typed or `pressed`: all of it or nothing.

    `remarks` accompany an action of the computer.

    Raises:
        AsksFirst: the order needs confirmation and is not `sure`.
    """

    async def decide(stored: StoredGame) -> Change:
        exercise, names = tools.exercise(stored.header), tools.names_of(stored)
        game, side = seated(tools, stored, caller)
        before = game.actor
        table = table_for(game, side, position_for(stored, caller.user), earliest=exercise.earliest(stored))
        table.pressed = pressed
        _carry_out(carry, stored, table, None if sure else asks(names))
        if table.dropped and not game.fresh:
            return _drop_proposal(tools, stored, game, side, outcome)
        settle(table, tools.words.language)
        await exercise.answered(tools, stored, table)
        standing = held_in(title_of(game), stored.settings)
        own = len(game.fresh)
        standing.carry_out(table, names)
        settings = standing.into(exercise.followed(stored, table))
        memory = Memory.of(stored.settings)
        memory.note_order(own, game.undoable(side))
        memory.asked = memory.ticked = None
        shown = replace(stored, settings=standing.into(stored.settings))
        announced, answer = await _announce_order(tools, caller, shown, table, memory, remarks, before)
        outcome.before = stored.number
        return await concluded(tools, caller, announced, answer, outcome, settings=settings)

    result = await tools.store.run_command(game_id, caller.key, decide)
    return Answer.load(result.answer)


def _carry_out(carry: Carry, stored: StoredGame, table: Table, ask: Ask | None) -> None:
    """Carry out an order if the game can go on and no warning is unread; apply `ask` before each choice."""
    if (failing := rules_failure(table.game, stored)) is not None:
        raise failing
    supply_warnings.check(stored, table)
    with table.asking(ask):
        carry(table)
    table.check_questions()


async def _announce_order(
    tools: Tools,
    caller: Caller,
    stored: StoredGame,
    table: Table,
    memory: Memory,
    remarks: Remarks,
    before: int | None,
) -> tuple[Announcement, Answer]:
    """Return the public announcement of an order and the reply to its side; `before` is the side that had to decide."""
    game, side, story = table.game, table.side, title_of(table.game).story
    told = [public(number, event) for number, event in table.told]
    clock = acted(tools, stored, caller, on_clock(game))
    announced = await tools.announce(stored, game, memory, clock, caller.user)
    announced.posts.extend(remarks.posts)
    announced.after(told, before)
    ai_reasons.keep(tools, announced, side, remarks)
    text = confirmation(tools.names_of(stored), table, unread_events.whole(story, memory, told))
    readers = () if remarks.unread else sides_of(stored, caller.user)
    unread_events.note(story, memory, table.told, readers, game.number)
    return announced, Answer(text=text, panel=side, number=game.number)


def _drop_proposal(
    tools: Tools, stored: StoredGame, game: Game[GameState], side: int, outcome: CommandOutcome
) -> Change:
    """Build the change of an order that drops a proposal and does nothing else."""
    settings = _without_proposal(stored, game, side)
    outcome.game, outcome.stored, outcome.before = game, replace(stored, settings=settings), stored.number
    answer = Answer(text=tools.say("ui.answers.proposal_dropped"), panel=side, number=game.number)
    return Change(answer=answer.dump(), settings=settings)


async def drop_proposal(tools: Tools, caller: Caller, game_id: str) -> None:
    """Drop the proposal for the game's current step, for the side that the caller acts for."""

    async def decide(stored: StoredGame) -> Change:
        return Change(answer=Answer().dump(), settings=_without_proposal(stored, *seated(tools, stored, caller)))

    await tools.store.run_command(game_id, caller.key, decide)


def _without_proposal(stored: StoredGame, game: Game[GameState], side: int) -> GameSettings:
    """Return the settings of a game in which a side has dropped the proposal for the current step."""
    memory = Memory.of(stored.settings)
    memory.drop_proposal(game, side)
    return memory.into(stored.settings)


async def undo(tools: Tools, caller: Caller, game_id: str, wanted: str, number: int, outcome: CommandOutcome) -> Answer:
    """Take back the caller's latest orders: one, several, or all since the last die roll or reveal."""

    async def decide(stored: StoredGame) -> Change:
        exercise = tools.exercise(stored.header)
        game, _ = seated(tools, stored, caller)
        if number >= 0 and position_for(stored, caller.user) != number:
            raise refuse("stale")
        side = _undoing_side(stored, game, caller)
        memory = Memory.of(stored.settings)
        count = steps_to_undo(memory, min(game.undoable(side), stored.number - exercise.earliest(stored)), wanted)
        game.undo(side, count)
        kept = int(game.fresh[-1].to or 0)
        memory.pending = [event for event in memory.pending if event["n"] <= kept]
        if unread_events.taken_back(memory, kept) or kept < int((memory.offer or {}).get("to", 0)):
            proposals.lapse(memory)
        ai_reasons.taken_back(memory, kept)
        unread_events.note(title_of(game).story, memory, (), sides_of(stored, caller.user), game.number)
        memory.note_order(0, game.undoable(side))
        if memory.picture and memory.picture["number"] > kept:
            memory.picture = None
        clock = acted(tools, stored, caller, on_clock(game))
        told = await tools.announce(stored, game, memory, clock, caller.user)
        veil = Visibility.of(stored).veil
        if (memory.posted > kept or memory.prompted) and (veil is None or kept < veil.number):
            there = tools.posting(stored)
            text = there.say("ui.posts.taken_back", side=there.side(side))
            told.posts.append(post("action", Reply(text=text, audience="channel", back=memory.told_until(kept))))
            memory.pending = await _events_to_post(tools, caller, stored, game)
            memory.posted = min(memory.posted, kept)
            memory.prompted = False
        told.close()
        answer = Answer(text=tools.say("ui.answers.undone", count=count), panel=side, number=game.number)
        return await concluded(tools, caller, told, answer, outcome, settings=exercise.taken_back(stored, kept))

    result = await tools.store.run_command(game_id, caller.key, decide)
    return Answer.load(result.answer)


def seated(tools: Tools, stored: StoredGame, caller: Caller) -> tuple[Game[GameState], int]:
    """Return the running game and the caller's side; refuse spectators and games that are not running."""
    if stored.header.status == "lobby":
        raise refuse("not_started")
    tools.exercise(stored.header).check_open(stored)
    return game_and_side(stored, caller.user)


def acted(tools: Tools, stored: StoredGame, caller: Caller, actor: int | None) -> Clock:
    """Return the clock after an action of the caller that left `actor` to decide."""
    clock = Clock.of(stored.settings)
    clock.act(sides_of(stored, caller.user), tools.now())
    clock.handed_over(person_at(stored, actor), tools.now())
    return clock


async def _events_to_post(
    tools: Tools, caller: Caller, stored: StoredGame, game: Game[GameState]
) -> list[dict[str, Any]]:
    """Return the events of the current action that are not posted yet; none if the record replays differently now."""
    fresh = [entry.dump() for entry in game.fresh]
    try:
        return await tools.recalled(caller, record_queries.unposted, stored, fresh=fresh)
    except Refusal as refusal:
        if refusal.reason.code != DIFFERS:
            raise
        return []


def settle(table: Table, language: str) -> None:
    """Make the player's choices that make no difference: equal counters with no other option."""
    game = table.game
    for _ in range(40):
        if not game.stack:
            return
        options = game.options()
        if len(options.masks) != 1:
            return
        ((verb, _bits),) = options.masks.items()
        kind = game.decision.verbs.get(verb)
        args = options.of(verb)
        if not kind or len(args) < 2 or len(title_of(game).offer_context(table, language).alike(kind, args)) > 1:
            return
        game.apply(Choice(verb, args[0]), automatic=True)
        table.told.extend((game.number, event) for event in game.drain())


def _undoing_side(stored: StoredGame, game: Game[GameState], caller: Caller) -> int:
    for side in sides_of(stored, caller.user):
        if game.undoable(side):
            return side
    raise refuse("nothing_to_undo")


def steps_to_undo(memory: Memory, undoable: int, wanted: str) -> int:
    """Return the number of atomic steps in the given number of orders, and forget those orders."""
    if undoable < 1:
        raise refuse("nothing_to_undo")
    if wanted == "all":
        memory.orders.clear()
        return undoable
    steps = 0
    for _ in range(int(wanted)):
        if not memory.orders:
            break
        steps += memory.orders.pop()
    return min(steps or undoable, undoable)


def confirmation(names: Book, table: Table, told: list[dict[str, Any]]) -> str:
    """Return the confirmation shown to the player: what was recorded, worded as in the log."""
    story = title_of(table.game).story
    own = [private(event, table.side) for _, event in table.told]
    earlier = len(told) - len(own)
    read, beside = unread_events.for_seat(story, zip(told, [*([{}] * earlier), *own], strict=True))
    lines = story.so_far(names, read)
    for kind, known in beside[earlier:]:
        lines += story.alone(names, kind, known)
    lines += [names.words.say(f"ui.answers.{key}", **names.because(data)) for key, data in table.notes]
    return "\n".join(lines)


__all__ = [
    "act",
    "acted",
    "confirmation",
    "drop_proposal",
    "pressed_orders",
    "seated",
    "settle",
    "typed_orders",
    "undo",
]
