"""The other side's replies in a puzzle, and judging of the solution."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, replace
from typing import Any

from bot.service.ai_player.move_requests import Thinker
from bot.service.calls import Answer, Caller, Tools
from bot.service.puzzles import rating
from bot.service.puzzles.attempts import Attempt, over, puzzle_in
from bot.service.record_work import RecordWorkBusy
from bot.service.session import level_at, restore, seats_of
from bot.service.state.seat_duties import SeatDuty
from bot.storage.models import JsonObject
from bot.storage.store import Change, StoredGame
from bot.table.table import Table
from bot.titles import MODULES, title_sent, title_stored
from bot.titles.capabilities import posed_by

_log = logging.getLogger(__name__)

#: Maximum choices of the other side per reply; a combat has far fewer.
_MOST = 60


async def answered(tools: Tools, stored: StoredGame, table: Table) -> None:
    """Let the computer make the other side's choices in the current action; do nothing in other games."""
    puzzle, game = puzzle_in(stored.header), table.game
    if puzzle is None:
        return
    puzzles, side = posed_by(title_stored(stored.header)), seats_of(stored).index(puzzle.seat)
    thinker = Thinker(tools.ai_workers, stored, SeatDuty("move", 1 - side, level_at(stored, 1 - side), ""))
    for _ in range(_MOST):
        if not game.stack or game.actor == side or puzzles.over(game, puzzle):
            return
        text = (await thinker.next_choices(game))[0]
        game.apply(game.parse(text))
        table.told.extend((game.number, event) for event in game.drain())


async def settled(tools: Tools, caller: Caller, stored: StoredGame) -> StoredGame:
    """Return a game after judging its solution, if it is a puzzle and its action is done; others unchanged.

    If the process dies meanwhile, the next view repeats it; it counts once. If judging fails the game stays as it is.
    """
    puzzle = puzzle_in(stored.header)
    if puzzle is None or over(stored) or caller.user not in stored.seats.users():
        return stored
    puzzles = posed_by(title_stored(stored.header))
    if not puzzles.over(restore(stored), puzzle):
        return stored
    game, module = stored.header.game_id, MODULES[stored.header.title]
    try:
        record = await tools.store.record(game)
        found: JsonObject = await tools.ai_workers.run(game, judge_record, module, puzzle.name, record)
        verdict = puzzles.verdict(found)
    except (RecordWorkBusy, BrokenProcessPool) as error:
        _log.warning("puzzle %s is scored later: %s", puzzle.name, type(error).__name__)
        return stored
    except Exception:  # noqa: BLE001 - whatever fails, the solver is told, and nothing is lost
        _log.exception("puzzle %s could not be judged", puzzle.name)
        return stored
    counted = await rating.counted(tools.at(stored), caller, puzzle, verdict.grade, game)
    return await noted(tools, stored, {"found": found, **asdict(counted)})


async def noted(tools: Tools, stored: StoredGame, became: Mapping[str, Any]) -> StoredGame:
    """Store the outcome of a puzzle and return its game; an outcome stored earlier stays."""

    def decide(now: StoredGame) -> Change:
        attempt = Attempt.of(now.settings)
        settings = now.settings if attempt.over else attempt.model_copy(update=became).into(now.settings)
        return Change(answer=Answer().dump(), settings=settings)

    game = stored.header.game_id
    await tools.store.run_command(game, "verdict", decide)
    return replace(stored, settings=(await tools.store.load(game)).settings)


def judge_record(module: str, name: str, record: list[dict[str, Any]]) -> JsonObject:
    """Return the value of a record's orders; runs in a worker process."""
    found: JsonObject = json.loads(json.dumps(posed_by(title_sent(module)).judge(name, record)))
    return found


__all__ = ["answered", "judge_record", "noted", "settled"]
