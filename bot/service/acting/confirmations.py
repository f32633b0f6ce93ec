"""Confirmation before a wasteful order: an attack that cannot hurt, points that would lapse.

Nothing is carried out until the player confirms, by button or by adding the word to the typed order. All questions
of an order are shown at once; the order is stored with the game until the position changes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from bot.narration.book import Book
from bot.service.calls import Answer, Caller, Tools
from bot.service.session import Memory
from bot.storage.store import Change, StoredGame
from bot.table import tokens
from bot.table.refusal import AsksFirst, refuse
from bot.table.reply import Button, Menu, Reply
from bot.table.table import Ask, Table
from bot.titles import title_of
from engine.errors import Reason


def asks(names: Book) -> Ask:
    """Return the check applied to each choice: its first confirmation question, or None."""

    def ask(table: Table, verb: str, arg: int) -> Reason | None:
        question = table.face.asks.get(verb)
        return (
            question(title_of(table.game).offer_context(table, names.words.language), arg)
            if question is not None
            else None
        )

    return ask


# -- the question and its answer ------------------------------------------------------------


async def question(
    tools: Tools,
    caller: Caller,
    game_id: str,
    asked: AsksFirst,
    orders: dict[str, Any],
    told: str,
    *,
    in_place: bool = False,
) -> Reply:
    """Store the order and ask for confirmation, `in_place` of the panel if given; only a typed order can be resent."""

    def decide(stored: StoredGame) -> Change:
        memory = Memory.of(stored.settings)
        memory.asked = {"by": caller.user, "number": asked.number, **orders}
        return Change(answer=Answer().dump(), settings=memory.into(stored.settings))

    await tools.store.run_command(game_id, f"{caller.key}?", decide)
    codes = {one.reason.code for one in asked.questions}
    button = Button(
        label=tools.say(f"ui.asking.{codes.pop() if len(codes) == 1 else 'all'}"), style="danger",
        token=tokens.screen(game_id, asked.number, "anyway"),
    )  # fmt: skip
    back = Button(label=tools.say("ui.asking.back"), token=tokens.screen(game_id, -1, "panel"))
    how = tools.say("ui.asking.how" if "lines" in orders else "ui.asking.how_pressed")
    text = f"{told}\n{how}" if "\n" in told else f"{told} {how}"
    return Reply(text=text, menu=Menu(rows=((button, back),)), edit="panel" if in_place else "")


async def tick(
    tools: Tools, caller: Caller, game_id: str, number: int, orders: Sequence[str], among: Collection[str] | None = None
) -> list[str]:
    """Store what is ticked in a sheet, so that it is still ticked when shown again; return all that is ticked.

    `among` are the earlier ticks that the new ones replace; None replaces all of them.
    """

    def decide(stored: StoredGame) -> Change:
        memory = Memory.of(stored.settings)
        before = [] if among is None else [one for one in ticked(stored, caller.user, number) if one not in among]
        chosen = [*before, *orders]
        memory.ticked = {"by": caller.user, "number": number, "orders": chosen}
        return Change(answer={"chosen": " ".join(chosen)}, settings=memory.into(stored.settings))

    result = await tools.store.run_command(game_id, f"{caller.key}+", decide)
    return str(result.answer["chosen"]).split()


def ticked(stored: StoredGame, user: str, number: int) -> list[str]:
    """Return the orders that a user has ticked in a sheet of this position."""
    held = Memory.of(stored.settings).ticked
    if held is None or held.get("by") != user or held.get("number") != number:
        return []
    return [str(order) for order in held.get("orders", ())]


async def kept(tools: Tools, caller: Caller, game_id: str, number: int) -> dict[str, Any]:
    """Return the order that awaits confirmation; refuse if the position has changed since."""
    stored = await tools.store.load(game_id)
    asked = Memory.of(stored.settings).asked
    if asked is None or asked.get("by") != caller.user or asked.get("number") != number:
        raise refuse("stale")
    return asked


__all__ = ["asks", "kept", "question", "tick", "ticked"]
