"""Windows of rounds: notices after half and four fifths of the time, and rulings by the rules at the end."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.leagues import acts, adjudication
from bot.leagues.acts import NotNow
from bot.leagues.adjudication import Facts
from bot.leagues.journal import Entry
from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.service.acting.command_commit import only_said
from bot.service.calls import Answer, Tools
from bot.service.clock import Clock, lasting, shown
from bot.service.leagues.clerk_context import ClerkContext
from bot.service.leagues.clock_sync import window_end
from bot.service.outgoing import post
from bot.service.seats.league_rulings import Sentence, end_game
from bot.service.session import Memory, holder_id, restore
from bot.storage.errors import PositionLost, UnknownGame
from bot.storage.store import Change, StoredGame
from bot.table.reply import Reply
from bot.titles import title_of
from bot.titles.capabilities import judged, turns_left
from engine.core.game import Game, GameState

log = logging.getLogger(__name__)

#: Percentages of a window at which its players are told how much is left.
NOTES = (50, 80)


async def see_to(context: ClerkContext, season_id: str) -> None:
    """Send the notices that are due for the windows, and rule where one is over."""
    season = await context.repository.season(season_id)
    if not season.on:
        return
    now = context.repository.at
    for number, matches in _by_round(season).items():
        start, end = _start(season, number, matches), window_end(season, matches[0])
        for percent in NOTES:
            if start + percent / 100 * (end - start) <= now < end:
                await _note(context, season_id, matches, percent, end)
    for matches in _by_round(season).values():
        if window_end(season, matches[0]) <= now:
            for made in matches:
                await _end(context, season_id, season, made)


def next_time(season: Season, now: float) -> float | None:
    """Return when something is next due in the windows, in seconds since 1970."""
    times = []
    for number, matches in _by_round(season).items():
        start, end = _start(season, number, matches), window_end(season, matches[0])
        times += [at for at in (*(start + percent / 100 * (end - start) for percent in NOTES), end) if at > now]
    return min(times, default=None)


def _by_round(season: Season) -> dict[int, list[Fixed]]:
    """Group open matches by window: those of a round, or single ones where each has its own."""
    found: dict[int, list[Fixed]] = {}
    single = season.rules.format in ("ladder", "rolling")
    for index, made in enumerate(season.open_matches()):
        found.setdefault(-1 - index if single else made.round, []).append(made)
    return found


def _start(season: Season, number: int, matches: Sequence[Fixed]) -> float:
    """Return when the window of these matches began."""
    begun = season.begun.get(number)
    return min(made.since for made in matches) if begun is None else begun


async def _note(context: ClerkContext, season_id: str, matches: Sequence[Fixed], percent: int, end: float) -> None:
    """Tell the players of open games how much of the window is left: each game once, and the round as a whole once."""
    whole = f"clerk:window:{matches[0].match}:{percent}:{int(end)}"
    if await context.repository.answered(season_id, whole) is not None:
        return
    for made in matches:
        for leg in made.legs:
            if leg.game and not leg.settled:
                await _note_in(context, season_id, leg.game, percent, end)
    await context.repository.note(season_id, whole)


async def _note_in(context: ClerkContext, season_id: str, game_id: str, percent: int, end: float) -> None:
    tools = context.tools

    async def decide(stored: StoredGame) -> Change:
        if stored.header.status != "playing":
            return Change(answer=Answer().dump())
        own, memory, game = tools.posting(stored), Memory.of(stored.settings), restore(stored)
        left = lasting(int(end - context.repository.at))
        text = own.say(f"clerk.window_{percent}", left=left, end=shown(end))
        mention = await context.pinged(
            await _person_awaited(context, stored, game),
            stored.header.platform,
            f"{game_id}:window:{percent}:{int(end)}",
        )
        told = await tools.announce(stored, game, memory, Clock.of(stored.settings), "")
        told.posts.append(post("window", Reply(text=text, audience="channel", mention=mention)))
        return only_said(told, Answer())

    try:
        await tools.store.run_command(game_id, f"clerk:window:{percent}:{int(end)}", decide)
    except (UnknownGame, PositionLost) as error:
        log.warning("game %s is told nothing of its window: %s", game_id, error)


async def _person_awaited(context: ClerkContext, stored: StoredGame, game: Game[GameState]) -> list[str]:
    """Return the person for whom a game waits, as a list."""
    known = await context.tools.store.persons.known(holder_id(stored, game.actor)) if game.actor is not None else None
    return [known] if known else []


async def _end(context: ClerkContext, season_id: str, season: Season, made: Fixed) -> None:
    """Rule on the games of a match whose window is over; a game that never started is split."""
    end, began = window_end(season, made), season.begun.get(made.round, made.since)
    for number, leg in enumerate(made.legs):
        if leg.settled:
            continue
        if not leg.game:
            await _split(context, season_id, made, number)
            continue

        def judge(stored: StoredGame, game: Game[GameState]) -> Sentence | None:
            verdict = adjudication.adjudicated(facts(context.tools, stored, game, began, end))
            if verdict is None:
                return None
            winner = None if verdict.points[0] == verdict.points[1] else verdict.points.index(2)
            return Sentence(winner, verdict.code, say=lambda own: own.say(f"clerk.ruled.{verdict.code}"))

        await end_game(context.tools, leg.game, f"clerk:end:{int(end)}", judge)


async def _split(context: ClerkContext, season_id: str, made: Fixed, leg: int) -> None:
    verdict = adjudication.reported("split", (1, 1), 0, moved=False)
    assert verdict is not None

    def decide(season: Season) -> list[Entry]:
        ruling = adjudication.entry(season, verdict, made.match, context.repository.at, leg=leg)
        return acts.rule_game(season, ruling)

    try:
        await context.repository.act(season_id, f"clerk:split:{made.match}:{leg}", decide)
    except NotNow as refused:
        log.warning("match %s of season %s is not split: %s", made.match, season_id, refused)


def facts(tools: Tools, stored: StoredGame, game: Game[GameState], began: float, ends: float) -> Facts:
    """Return the facts of a running game and its clock for a ruling by the rules."""
    clock, now, title = Clock.of(stored.settings), tools.now(), title_of(game)
    thought = list(clock.thought)
    if clock.side is not None:
        thought[clock.side] += clock.waited(now)
    winner, margin = judged(title, game)
    level = (1, 1) if winner is None else (2, 0) if winner == 0 else (0, 2)
    turn = title.moment(game)[0]
    empty = clock.deadline() if clock.out_of_time(now) else None
    if clock.side is not None and not clock.acted[clock.side]:
        began = clock.since  # nobody has to act before the game waits for them
    return Facts(
        at=now.timestamp(),
        began=began,
        ends=ends,
        thought=(thought[0], thought[1]),
        turn=turn,
        turns=turn + turns_left(title, game),
        awaited=(clock.side == 0, clock.side == 1),
        acted=(bool(clock.acted[0]), bool(clock.acted[1])),
        level=level,
        margin=max(margin, 0) if winner == 0 else min(margin, 0) if winner == 1 else 0,
        emptied=(empty if clock.side == 0 else None, empty if clock.side == 1 else None),
    )


__all__ = ["NOTES", "facts", "next_time", "see_to"]
