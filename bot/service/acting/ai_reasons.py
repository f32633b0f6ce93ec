"""Why the computer acted: kept beside the game until its next action, told when the action is over and not before."""

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
    """What the computer says beside an act of its own: posts that come before it is told, why it acts so, and what that has turned out to be for."""

    posts: Sequence[Post] = ()
    why: JsonObject = field(default_factory=dict)
    also: Sequence[int] = ()
    #: It acts in a person's place, who has chosen none of it: their panel tells it again with what follows.
    unread: bool = False


NO_REMARKS: Final = Remarks()


def keep(tools: Tools, announced: Announcement, side: int, remarks: Remarks) -> None:
    """Keep the reason of an action that begins; where the computer teaches, it is posted when the action is over."""
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
    """Forget the reason of an action that was taken back, or what was ordered in the part that was: the record stands up to entry `kept`."""
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
    """Return why the computer acted last, in words; "" while it is at it, or where it has not acted."""
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
