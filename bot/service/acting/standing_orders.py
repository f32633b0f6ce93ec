"""The `standing` command: give, list and revoke standing orders, visible to their own seat only unless given openly."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.narration.book import Book
from bot.narration.plain import public
from bot.service.acting.command_commit import CommandOutcome, concluded, only_said
from bot.service.acting.play import acted, confirmation, seated
from bot.service.calls import Answer, Caller, Tools
from bot.service.clock import Clock
from bot.service.outgoing import post
from bot.service.record import unread_events
from bot.service.session import Memory, sides_of
from bot.storage.outbox_models import Post
from bot.storage.store import Change, StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.titles import table_of, title_of
from bot.titles.capabilities import held_in, on_clock
from bot.titles.standing_orders import StandingOrders

#: What completes the command's name to what it lists.
_LISTED = frozenset({"order", "orders"})


async def standing(tools: Tools, caller: Caller, game_id: str, text: str, outcome: CommandOutcome) -> Answer:
    """List the caller's orders, revoke some, or give a new one; a new one answers a pending decision at once."""

    async def decide(stored: StoredGame) -> Change:
        game, side = seated(tools, stored, caller)
        title, names = title_of(game), tools.names_of(stored)
        there = tools.posting(stored).names_of(stored)
        held = held_in(title, stored.settings)
        word, _, rest = text.strip().partition(" ")
        if not word or text.strip().casefold() in _LISTED:
            return Change(answer=Answer(text=listed(tools, names, held, game, side)).dump())
        if word.casefold() in ("revoke", "cancel", "remove", "delete"):
            before = held.openly(there)
            _revoke(held, side, rest.strip().casefold())
            return await _store_orders(tools, caller, stored, game, side, held, before)
        before = held.openly(there)
        held.give(names, side, text, title.moment(game))
        return await _give(tools, caller, stored, game, side, held, outcome, before)

    return Answer.load((await tools.store.run_command(game_id, caller.key, decide)).answer)


async def _give(
    tools: Tools, caller: Caller, stored: StoredGame, game: Any, side: int, held: StandingOrders[Any], outcome: CommandOutcome,
    open_before: list[str],
) -> Change:  # fmt: skip
    table, before = table_of(game, side), game.actor
    names = tools.names_of(stored)
    held.carry_out(table, names)
    if not game.fresh:
        return await _store_orders(tools, caller, stored, game, side, held, open_before)
    stored = replace(stored, settings=held.into(stored.settings))
    memory, clock = Memory.of(stored.settings), acted(tools, stored, caller, on_clock(game))
    memory.note_order(len(game.fresh), game.undoable(side))
    told = [public(number, event) for number, event in table.told]
    announced = await tools.announce(stored, game, memory, clock, caller.user)
    announced.posts.extend(_open_changes(announced.names, held, open_before))
    announced.after(told, before)
    story = title_of(game).story
    done = confirmation(names, table, unread_events.whole(story, memory, told))
    unread_events.note(story, memory, table.told, sides_of(stored, caller.user), game.number)
    text = "\n".join((*([done] if done else ()), listed(tools, names, held, game, side)))
    answer = Answer(text=text, panel=side, number=game.number)
    return await concluded(tools, caller, announced, answer, outcome, settings=stored.settings)


async def _store_orders(
    tools: Tools, caller: Caller, stored: StoredGame, game: Any, side: int, held: StandingOrders[Any],
    open_before: list[str],
) -> Change:  # fmt: skip
    """Store standing orders that decide nothing now; announce changes to the open ones to both sides."""
    names, there = tools.names_of(stored), tools.posting(stored).names_of(stored)
    answer = Answer(text=listed(tools, names, held, game, side))
    stored = replace(stored, settings=held.into(stored.settings))
    if held.openly(there) == open_before:
        return Change(answer=answer.dump(), settings=stored.settings)
    memory, clock = Memory.of(stored.settings), Clock.of(stored.settings)
    announced = await tools.announce(stored, game, memory, clock, caller.user)
    announced.posts.extend(_open_changes(there, held, open_before))
    return only_said(announced, answer, settings=stored.settings)


def _open_changes(names: Book, held: StandingOrders[Any], before: list[str]) -> list[Post]:
    """Return the post announcing changes to the open standing orders, if there are any."""
    now = held.openly(names)
    lines = [line for line in now if line not in before]
    lines += [names.words.say("ui.standing.revoked", order=line) for line in before if line not in now]
    return [post("standing", Reply(text="\n".join(lines), audience="channel"))] if lines else []


def _revoke(held: StandingOrders[Any], side: int, which: str) -> None:
    own = held.count(side)
    if which != "all" and (not which.isdecimal() or not 1 <= int(which) <= own):
        raise refuse("no_such_order", count=own)
    held.drop(side, 0 if which == "all" else int(which))


def listed(tools: Tools, names: Book, held: StandingOrders[Any], game: Any, side: int) -> str:
    """Return a side's standing orders, what they last did, and the default when there is none."""
    own = held.told(names, side)
    if not own:
        lines = [tools.say("ui.standing.none")]
    else:
        lines = [tools.say("ui.standing.head")]
        lines += [f"{number}. {order}" for number, order in enumerate(own, 1)]
    if done := held.done_by(side):
        lines.append(tools.say("ui.standing.done", list="; ".join(done)))
    lines += [line] if (line := held.default(names, game, side)) else []
    return "\n".join(lines)


__all__ = ["listed", "standing"]
