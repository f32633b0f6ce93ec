"""The computer's advice and its assessment of a game, given only where both sides know that it is allowed."""

from __future__ import annotations

import logging
from concurrent.futures.process import BrokenProcessPool

from bot.service.acting import ai_reasons
from bot.service.ai_player.move_requests import Overrun, Thinker, advise_within
from bot.service.calls import Tools
from bot.service.looking.screens import GameViewer
from bot.service.session import Memory
from bot.service.state.seat_duties import SeatDuty
from bot.storage.store import StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.titles import title_of, title_stored
from bot.titles.capabilities import levels_offered, opponents_of
from engine.core.game import Game, GameState

_log = logging.getLogger(__name__)


def check_advice(tools: Tools, stored: StoredGame) -> None:
    """Refuse advice in games between people who have not agreed to it."""
    tools.games.check(stored.header, "computer")
    if stored.header.puzzle:
        raise refuse("puzzle_unaided")
    away = {one["user"] for one in Memory.of(stored.settings).stood_in.values()}  # an absent player still counts
    if stored.settings.advice or (len(stored.seats.people() | away) < 2 and stored.header.status != "lobby"):
        return
    raise refuse("no_advice")


async def advise(tools: Tools, viewer: GameViewer) -> Reply:
    """Return the best plans for the deciding player, with their arguments; refuse if the viewer doesn't decide now.

    Raises:
        Busy: too many requests at once.
    """
    stored, side = viewer.stored, viewer.side
    check_advice(tools, stored)
    if side is None:
        raise refuse("no_seat")
    if not viewer.game.stack:
        raise refuse("game_over")
    if viewer.game.actor != side:
        raise refuse("not_your_decision", side=viewer.game.actor)
    texts = await plans(tools, stored, viewer.game, side, viewer.caller.user)
    head = viewer.tools.say("ui.computer.advice")
    return Reply(text="\n".join([head, *texts]))


async def plans(tools: Tools, stored: StoredGame, game: Game[GameState], side: int, asker: str) -> list[str]:
    """Return the best plans for the side that decides now, as text, the best first.

    Raises:
        Busy: too many requests at once.
        Refusal: the computer took too long, or its process died repeatedly.
    """
    level = levels_offered(title_stored(stored.header), stored.header.options)[-1]
    thinker = Thinker(tools.ai_workers, stored, SeatDuty("move", side, level, ""))
    question, limit = thinker.question(game, level), thinker.limit(level)
    try:
        texts: list[str] = await tools.ai_workers.run(asker, advise_within, question, tools.words.language, limit)
    except (Overrun, BrokenProcessPool) as error:
        _log.error("the advice in game %s failed: %s", stored.header.game_id, type(error).__name__)
        raise refuse("no_advice_now") from None
    return texts


def assess(viewer: GameViewer) -> Reply:
    """Return the computer's assessment of the position, based on public knowledge."""
    stored = viewer.stored
    if stored.header.in_progress:
        check_advice(viewer.tools, stored)
    game = viewer.game
    told = opponents_of(title_of(game)).assess(game, viewer.tools.words.language)
    return Reply(text=told)


def explain(viewer: GameViewer) -> Reply:
    """Return the computer's reason for its last action, once that is over."""
    if viewer.stored.header.in_progress:
        check_advice(viewer.tools, viewer.stored)
    told = ai_reasons.last_reason(viewer.tools, viewer.stored, viewer.game)
    if not told:
        raise refuse("no_reason")
    return Reply(text=told)


__all__ = ["advise", "assess", "check_advice", "explain", "plans"]
