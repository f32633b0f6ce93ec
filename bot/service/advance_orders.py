"""The command `standing`: give, list and revoke standing orders; only their own seat ever sees them."""

from __future__ import annotations

from typing import Any

from bot.narration.plain import public
from bot.notation.refusal import refuse
from bot.notation.table import Table
from bot.service.calls import Answer, Caller, Tools
from bot.service.concluding import Outcome, concluded
from bot.service.play import acted, seated
from bot.service.posts import announcer
from bot.service.session import Memory
from bot.storage.store import Change, StoredGame
from bot.titles.pog import standing as orders


async def standing(tools: Tools, caller: Caller, game_id: str, text: str, outcome: Outcome) -> Answer:
    """List the caller's orders, revoke some, or give a new one; a new one answers at once if it is asked now."""

    async def decide(stored: StoredGame) -> Change:
        game, side = seated(stored, caller)
        held = orders.Standing.of(stored.settings)
        word, _, rest = text.strip().partition(" ")
        if not word:
            return Change(answer=Answer(text=listed(tools, stored, held, side)).dump())
        if word.casefold() in ("revoke", "cancel", "remove", "delete"):
            _revoke(held, side, rest.strip().casefold())
            answer = Answer(text=listed(tools, stored, held, side))
            return Change(answer=answer.dump(), settings=held.into(stored.settings))
        if len(held.of_side(side)) >= orders.MOST:
            raise refuse("standing_full", count=orders.MOST)
        order = orders.read(tools.lexicon_of(stored), text, game.state.turn, game.state.round)
        # The newest stands first: what was said last is what is meant now.
        held.orders[str(side)] = [order, *(old for old in held.of_side(side) if old != order)]
        return await _given(tools, caller, stored, game, side, held, outcome)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


async def _given(
    tools: Tools, caller: Caller, stored: StoredGame, game: Any, side: int, held: orders.Standing, outcome: Outcome
) -> Change:
    table, before = Table(game, side), game.actor
    orders.carry_out(table, tools.names_of(stored), held)
    if not game.fresh:
        return Change(answer=Answer(text=listed(tools, stored, held, side)).dump(), settings=held.into(stored.settings))
    memory, clock = Memory.of(stored.settings), acted(tools, stored, caller, game.actor)
    memory.note_order(len(game.fresh), game.undoable(side))
    told = [public(number, event) for number, event in table.told]
    announced = await announcer(tools, stored, game, memory, clock, caller.user)
    announced.after(told, before)
    answer = Answer(text=listed(tools, stored, held, side), number=game.number)
    return await concluded(tools, caller, announced, answer, outcome, settings=held.into(stored.settings))


def _revoke(held: orders.Standing, side: int, which: str) -> None:
    own = held.of_side(side)
    if which == "all":
        held.orders[str(side)] = []
        return
    if not which.isdecimal() or not 1 <= int(which) <= len(own):
        raise refuse("no_such_order", count=len(own))
    held.orders[str(side)] = [order for number, order in enumerate(own, 1) if number != int(which)]


def listed(tools: Tools, stored: StoredGame, held: orders.Standing, side: int) -> str:
    """A side's standing orders, and what they did last."""
    own, names = held.of_side(side), tools.names_of(stored)
    if not own:
        lines = [tools.say("ui.standing.none")]
    else:
        lines = [tools.say("ui.standing.head")]
        lines += [f"{number}. {orders.told(names, order)}" for number, order in enumerate(own, 1)]
    if done := held.done.get(str(side)):
        lines.append(tools.say("ui.standing.done", list="; ".join(done)))
    return "\n".join(lines)


__all__ = ["listed", "standing"]
