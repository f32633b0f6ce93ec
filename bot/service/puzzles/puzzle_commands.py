"""Puzzle commands: start, give up, leave.

A puzzle is a private game in the solver's own room, which is not a channel of a platform: it does not affect the game
in the channel where it was requested, and several people can try the same puzzle in parallel.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict
from importlib import import_module
from typing import Any

from bot.narration.texts import host_text
from bot.service import game_lookup
from bot.service.acting.command_commit import opened
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock
from bot.service.puzzles import puzzle_choice, puzzle_panels, puzzle_replies, rating
from bot.service.puzzles.attempts import Attempt, over, puzzle_in
from bot.service.session import Memory, packed
from bot.service.state import lobby_seats
from bot.service.state.game_header import new_header
from bot.storage.errors import ChannelBusy, StoreBusy, StoredDamage, UnknownGame
from bot.storage.keys import game_id_for
from bot.storage.models import GameSettings, Seat, Seats
from bot.storage.person_keys import study_room
from bot.storage.store import Change, StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.titles import MODULES
from bot.titles.capabilities import levels_offered, puzzles_of
from bot.titles.puzzles import Puzzle
from engine.core.chance import KeyedChance
from engine.core.game import Game, GameState

#: Maximum number of attempts to start while the same person starts others.
_TRIES = 5


async def begin(tools: Tools, caller: Caller, word: str) -> tuple[Answer, str]:
    """Start a puzzle by name, or the next one for `next` or no word; return the answer and its game.

    `next:NAME` is the one after another.

    Raises:
        Refusal: there is no such puzzle.
        StoreBusy: the same person keeps starting others.
    """
    puzzles = puzzles_of(tools.title)
    room = study_room(caller.user)
    game_id = game_id_for(room, caller.key)
    before = await tools.store.made_before(room, caller.key, game_id)
    if before is not None:
        return Answer.load(before.answer), game_id
    tools.policy.check_place(caller.places)
    held = await tools.store.channels.holder(room)
    puzzle = next((one for one in puzzles if one.name == word), None)
    wish, _, besides = word.partition(":")
    if puzzle is None and wish not in ("", "next"):
        raise refuse("no_such_puzzle", text=word)
    if puzzle is None:
        besides = besides or (await _last_puzzle(tools, held) if wish else "")
        solver = await rating.solver_of(tools, caller)
        puzzle = puzzle_choice.following(puzzles, solver, tools.now().date(), besides)
    change = await _first_change(tools, caller, puzzle, game_id, await _unjudged_puzzle(tools, held))
    assert change.header is not None
    for _ in range(_TRIES):
        if (held := await tools.store.channels.holder(room)) is not None:
            await tools.store.erase(held)
        with suppress(ChannelBusy):  # they have started another one meanwhile
            result = await tools.store.create_game(change.header, change)
            return Answer.load(getattr(result, "answer", change.answer)), game_id
    raise StoreBusy(host_text("faults.solving.somebody_begins_puzzle_after"))


async def give_up(tools: Tools, caller: Caller, game_id: str) -> str:
    """Show the best plan instead of judging a try, which counts as missed; return its game.

    Raises:
        Refusal: no puzzle is open.
    """
    stored = await puzzle_replies.settled(tools, caller, await _open(tools, caller, game_id))
    puzzle = puzzle_in(stored.header)
    if puzzle is None or over(stored):
        return stored.header.game_id
    counted = await rating.counted(tools.at(stored), caller, puzzle, "missed", stored.header.game_id)
    await puzzle_replies.noted(tools, stored, {"given_up": True, **asdict(counted)})
    return stored.header.game_id


async def leave(tools: Tools, caller: Caller, game_id: str = "") -> Reply:
    """Leave the open puzzle; an unjudged try does not count.

    From an older panel, whose puzzle is no longer open, the open one is left alone.

    Raises:
        Refusal: no puzzle is open.
    """
    room = study_room(caller.user)
    held = await open_in(tools, room)
    if held is None and not game_id:
        raise refuse("no_puzzle_open")
    if held is None or game_id not in ("", held):
        return puzzle_panels.left(
            tools.words, await _last_puzzle(tools, game_id), beside=await _game_goes_on(tools, caller)
        )
    name = (await tools.store.header(held)).puzzle
    await tools.store.erase(held)
    return puzzle_panels.left(tools.words, name, beside=await _game_goes_on(tools, caller))


async def open_in(tools: Tools, room: str) -> str | None:
    """Return the puzzle open in a person's room; None for none."""
    held = await tools.store.channels.holder(room)
    return held if held is not None and await _last_puzzle(tools, held) else None


async def _open(tools: Tools, caller: Caller, game_id: str) -> StoredGame:
    """Return the puzzle meant: the game in which the control was pressed, else the open one."""
    game_id = game_id or await open_in(tools, study_room(caller.user)) or ""
    try:
        stored = await tools.store.load(game_id) if game_id else None
    except UnknownGame:
        stored = None
    if stored is None or not stored.header.puzzle:
        raise refuse("no_puzzle_open")
    if caller.user not in stored.seats.users():
        raise refuse("not_your_puzzle")
    return stored


async def _last_puzzle(tools: Tools, held: str | None) -> str:
    """Return the puzzle last tried in a room; "" for none."""
    try:
        return (await tools.store.header(held)).puzzle if held is not None else ""
    except UnknownGame:
        return ""


async def _unjudged_puzzle(tools: Tools, held: str | None) -> str:
    """Return the puzzle of a game with orders and no verdict yet; "" for none."""
    try:
        stored = await tools.store.load(held) if held is not None else None
    except (UnknownGame, StoredDamage):
        stored = None
    if stored is None or over(stored) or puzzle_panels.begun(stored, stored.number):
        return ""
    return stored.header.puzzle


async def _first_change(tools: Tools, caller: Caller, puzzle: Puzzle, game_id: str, aside: str) -> Change:
    """Return the first change of a puzzle's game; the opening is played off the event loop."""
    title, options = tools.title, {"scenario": puzzle.scenario, **puzzle.options}
    snapshot, entries = await tools.workshop.run(caller.user, play_opening, MODULES[title.name], puzzle.name)
    header = new_header(
        title,
        options,
        game_id=game_id,
        channel=study_room(caller.user),
        created_by=caller.user,
        created_at=tools.now(),
        server=caller.server,
        key=caller.key,
        seed=puzzle.seed,
        puzzle=puzzle.name,
    )
    other = next(seat for seat in title.seats if seat != puzzle.seat)
    levels = levels_offered(title, options)
    # A mid-level computer answers for the other side.
    answering = lobby_seats.seat_of(tools, levels[len(levels) // 2])
    holders = {puzzle.seat: Seat(user=caller.user, name=caller.name), other: answering}
    number = len(entries) - 1
    posed = await tools.store.puzzling.posed(title.name, puzzle.name)
    first = puzzle.name not in (await rating.solver_of(tools, caller)).tries
    attempt = Attempt(
        posed=rating.rating_of_puzzle(puzzle, posed).shown[0],
        first=first,
        beside=await _game_goes_on(tools, caller),
        aside=aside,
    )
    settings = Clock.model_validate({"speed": "off"}).into(GameSettings(language=tools.words.language))
    answer = Answer(panel=title.seats.index(puzzle.seat), number=number)
    seats, settings = Seats(holders=holders), attempt.into(Memory(posted=number).into(settings))
    return opened(answer, entries, snapshot, seats=seats, settings=settings, header=header)


async def _game_goes_on(tools: Tools, caller: Caller) -> bool:
    """Return True if a game is running in the channel where a puzzle was requested."""
    held = await tools.store.channels.holder(caller.channel)
    header = await game_lookup.readable(tools, held) if held is not None else None
    return header is not None and header.in_progress


def play_opening(module: str, name: str) -> tuple[str, list[dict[str, Any]]]:
    """Play a puzzle's opening, in a worker process; return its position, without undo, and the record up to it."""
    title: Any = import_module(module).TITLE
    puzzle: Puzzle = next(one for one in puzzles_of(title) if one.name == name)
    system = title.system(json.loads(json.dumps({"scenario": puzzle.scenario, **puzzle.options})))
    game: Game[GameState] = Game.start(system, KeyedChance(bytes.fromhex(puzzle.seed)))
    for text in puzzle.opening:
        game.apply(game.parse(text), recorded=True)
    game.drain()
    game.forget_undo()
    return packed(game), [entry.dump() for entry in game.fresh]


__all__ = ["begin", "give_up", "leave", "open_in", "play_opening"]
