"""Reasons for the computer's actions: stored until its next action, shown only once the action is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.service.calls import Tools
from bot.service.outgoing import post
from bot.service.presenter import Announcement
from bot.service.session import Memory, between_actions
from bot.storage.models import JsonObject
from bot.storage.outbox_models import Post
from bot.storage.store import StoredGame
from bot.table.reply import Reply
from bot.titles import title_of
from engine.core.game import Game, GameState


@dataclass(frozen=True, slots=True)
class Remarks:
    """What accompanies a computer's action: posts sent before it, its reason, and the spaces it concerned."""

    posts: Sequence[Post] = ()
    why: JsonObject = field(default_factory=dict)
    also: Sequence[int] = ()
    #: The computer acts for an absent player, who hasn't seen the action: their panel repeats it with what follows.
    unread: bool = False


NO_REMARKS: Final = Remarks()


def keep(tools: Tools, announced: Announcement, side: int, remarks: Remarks) -> None:
    """Store the reason for an action that begins; in a teaching game, post it when the action is over."""
    memory = announced.memory
    if remarks.why:
        first = {"side": side, "number": announced.game.number, "told": False, "over": False, "ordered": []}
        memory.why = {**remarks.why, **first}
    if memory.why is not None and remarks.also and not memory.why["over"]:
        ordered = [[announced.game.number, space] for space in remarks.also]
        memory.why["ordered"] = [*memory.why.get("ordered", []), *ordered]
    if memory.why is not None and between_actions(announced.game):
        memory.why["over"] = True
    if memory.why is None or memory.why["told"] or not announced.stored.settings.teaching:
        return
    if text := _words(tools.posting(announced.stored), memory, announced.game):
        memory.why["told"] = True
        announced.posts.append(post("staff", Reply(text=text, audience="channel")))


def taken_back(memory: Memory, kept: int) -> None:
    """Forget the reason for an undone action, or the orders of its undone part; the record now ends at entry `kept`."""
    if memory.why is None:
        return
    if memory.why.get("number", kept + 1) > kept:
        memory.why = None
        return
    before = memory.why.get("ordered", [])
    memory.why["ordered"] = [order for order in before if order[0] <= kept]
    if memory.why["ordered"] != before:
        memory.why["over"] = False


def last_reason(tools: Tools, stored: StoredGame, game: Game[GameState]) -> str:
    """Return the reason for the computer's last action as text; "" during the action or if there was none."""
    return _words(tools, Memory.of(stored.settings), game)


def _words(tools: Tools, memory: Memory, game: Game[GameState]) -> str:
    if memory.why is None or not (memory.why.get("over") or between_actions(game)):
        return ""
    why = dict(memory.why)
    if (ordered := why.pop("ordered", None)) is not None:
        why["also"] = [space for _, space in ordered]
    opponents = title_of(game).opponents
    if opponents is None:
        return ""
    reason = opponents.explain(why, game, tools.words.language)
    return tools.say("ui.computer.why", side=tools.side(memory.why["side"]), reason=reason)


__all__ = ["NO_REMARKS", "Remarks", "keep", "last_reason", "taken_back"]
