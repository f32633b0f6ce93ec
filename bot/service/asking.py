"""What is asked before it is done: an attack that cannot hurt, and replacement points that would lapse.

Nothing is done while it is asked. A press on the question, or the word for it behind a typed order, does what was
ordered; what that was is kept with the game until its position changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from bot.narration.fields import half
from bot.narration.names import Names
from bot.notation.refusal import AsksFirst, refuse
from bot.notation.table import Table, units_of
from bot.replies import tokens
from bot.replies.model import Button, Menu, Reply
from bot.service.calls import Answer, Caller, Tools
from bot.service.odds import Odds, odds
from bot.service.session import Memory
from bot.storage.store import Change, StoredGame
from engine.core.bits import members
from engine.errors import Reason
from engine.pog import view_of
from engine.pog.rules import replacement

Ask = Callable[[Table, str, int], Reason | None]


def asks(names: Names) -> Ask:
    """The test of each choice: the question that comes first, None where there is none."""

    def ask(table: Table, verb: str, arg: int) -> Reason | None:
        if (table.kind, verb) == ("attack", "target") and table.offers("target", arg):
            return _harmless(names, table, arg)
        if (table.kind, verb) == ("replacement", "finish"):
            return _lapsing(names, table)
        return None

    return ask


def _harmless(names: Names, table: Table, target: int) -> Reason | None:
    """The question before an attack that neither costs the defender a step nor makes him retreat, whatever the dice."""
    view, group = view_of(table.game, table.side), units_of(table.field("attackers", 0))
    standing = {unit.unit: (space.space, unit) for space in view.spaces for unit in space.units}
    found = odds(names.content, view, target, [standing[unit] for unit in group])
    enemies = [unit for unit, (space, _) in standing.items() if space == target and unit not in group]
    defenders = [unit for unit in enemies if names.content.units[unit].side != table.side]
    if _can_hurt(table, found, target, defenders):
        return None
    return Reason("attack_harmless", "12.2", {"units": tuple(group), "space": target})


def _can_hurt(table: Table, found: Odds, target: int, defenders: list[int]) -> bool:
    rules, state = table.game.state.rules, table.game.state
    factors = [int(rules.loss_factor(state, unit)) for unit in defenders] or [int(rules.board.fort_value[target])]
    return any(
        given >= min(factors) or (defenders and given > taken)
        for (given, taken), pairs in found.results.items()
        if pairs
    )


def _lapsing(names: Names, table: Table) -> Reason | None:
    """The question before points are given up that could still be spent (17.1.2)."""
    state = table.game.state
    units = state.rules.content.units
    pools = dict.fromkeys(units[unit].pool for unit in members(replacement.spendable(state, table.side)))
    told = [f"{names.nation(pool)} {half(state.rp[pool])}" for pool in pools if pool]
    return Reason("points_lapse", "17.1.2", {"points": names.words.listed(told)}) if told else None


# -- the question and its answer ------------------------------------------------------------


async def question(
    tools: Tools, caller: Caller, game_id: str, asked: AsksFirst, orders: dict[str, Any], told: str
) -> Reply:
    """The question with its button; what was ordered is kept with the game."""

    def decide(stored: StoredGame) -> Change:
        memory = Memory.of(stored.settings)
        memory.asked = {"by": caller.user, "number": asked.number, **orders}
        return Change(answer=Answer().dump(), settings=memory.into(stored.settings))

    await tools.store.run_command(game_id, f"{caller.key}?", decide)
    button = Button(
        label=tools.say(f"ui.asking.{asked.reason.code}"), style="danger",
        token=tokens.screen(game_id, asked.number, "anyway"),
    )  # fmt: skip
    panel = Button(label=tools.say("ui.buttons.my_move"), token=tokens.screen(game_id, -1, "panel"))
    text = f"{told} {tools.say('ui.asking.how')}"
    return Reply(text=text, menu=Menu(rows=((button, panel),)))


async def tick(
    tools: Tools, caller: Caller, game_id: str, number: int, orders: Sequence[str], among: Collection[str] | None = None
) -> list[str]:
    """Keep what is chosen in a sheet, so that it is chosen when the sheet is shown again; gives all that is chosen.

    Of what was chosen before, `among` are those that the new ones replace; None for all.
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
    """The orders that somebody has chosen in a sheet of this position."""
    held = Memory.of(stored.settings).ticked
    if held is None or held.get("by") != user or held.get("number") != number:
        return []
    return [str(order) for order in held.get("orders", ())]


async def kept(tools: Tools, caller: Caller, game_id: str, number: int) -> dict[str, Any]:
    """What was ordered when it was asked; refuses where the position has moved on since."""
    stored = await tools.store.load(game_id)
    asked = Memory.of(stored.settings).asked
    if asked is None or asked.get("by") != caller.user or asked.get("number") != number:
        raise refuse("stale")
    return asked


__all__ = ["Ask", "asks", "kept", "question", "tick", "ticked"]
