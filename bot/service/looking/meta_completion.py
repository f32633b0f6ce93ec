"""Completions for commands around the game (seats, clocks, offers): only what would work now for the caller."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.service.acting.supply_warnings import Warnings
from bot.service.calls import Caller, Tools, holder_for
from bot.service.clock import PACES, Clock
from bot.service.session import Memory, between_actions, holder_id, restore, seats_of, side_for, sides_of
from bot.service.state import lobby_seats, proposals
from bot.storage.errors import StorageError
from bot.storage.store import StoredGame
from bot.titles import title_of, title_stored
from bot.titles.capabilities import held_in, levels_offered
from engine.core.game import Game, GameState

#: Bids suggested above the current one, and numbers of orders suggested for undo.
_HIGHER, _BACK = 3, 5


@dataclass(frozen=True)
class ChannelGame:
    """The channel's game as one person sees it."""

    tools: Tools
    caller: Caller
    stored: StoredGame

    @property
    def lobby(self) -> bool:
        """True before the start."""
        return self.stored.header.status == "lobby"

    @cached_property
    def game(self) -> Game[GameState] | None:
        """The running game, None before the start and after the end."""
        if self.stored.snapshot is None:
            return None
        game = restore(self.stored)
        return game if game.stack else None

    @cached_property
    def memory(self) -> Memory:
        """State stored beside the record."""
        return Memory.of(self.stored.settings)

    @property
    def clock(self) -> Clock:
        """The clock."""
        return Clock.of(self.stored.settings)

    @property
    def mine(self) -> list[int]:
        """The sides whose seats the person holds."""
        return sides_of(self.stored, self.caller.user)

    @property
    def playing(self) -> bool:
        """True if the game is running and the person has a seat in it."""
        return self.game is not None and bool(self.mine)

    def answers(self, kind: str) -> list[str]:
        """Return `accept` and `reject` if an offer of that kind awaits the person's answer."""
        offer = self.memory.offer
        side = side_for(self.stored, self.caller.user, self.game.actor) if self.game is not None else None
        waits = offer is not None and offer.get("kind") == kind and side is not None
        return ["accept", "reject"] if waits and proposals.answers(self.stored, self.memory, int(side or 0)) else []


def _join(seen: ChannelGame) -> list[str]:
    taken = seen.stored.seats.holders
    if not seen.lobby or seen.mine:
        return []
    return [*(side for side in seats_of(seen.stored) if side not in taken), *([] if taken else ["both"])]


def _bid(seen: ChannelGame) -> list[str]:
    standing, others = seen.memory.bid, seen.stored.seats.users() - {seen.caller.user}
    bids = title_stored(seen.stored.header).setups.bids
    if not seen.lobby or bids is None or not bids.taken(seen.stored.header.options):
        return []
    if standing is None:
        return (
            [f"{side} {height}" for side in seats_of(seen.stored) for height in range(1, 1 + _HIGHER)]
            if len(others) < 2
            else []
        )
    if standing.user == seen.caller.user:
        return []
    raised = range(standing.height + 1, min(bids.most, standing.height + _HIGHER) + 1)
    accept = [] if others - {standing.user} else ["accept"]
    return [*accept, *(f"{seats_of(seen.stored)[standing.side]} {height}" for height in raised if len(others) < 2)]


def _undo(seen: ChannelGame) -> list[str]:
    game = seen.game
    if game is None or not any(game.undoable(side) for side in seen.mine):
        return []
    return [*(str(number) for number in range(1, min(_BACK, len(seen.memory.orders)) + 1)), "all"]


def _rollback(seen: ChannelGame) -> list[str]:
    back = seen.playing and seen.game is not None and title_of(seen.game).begun(seen.game)
    return [*seen.answers("rollback"), *(word for word in (_part(seen), "turn") if back and word)]


def _part(seen: ChannelGame) -> str:
    return "" if seen.game is None else title_of(seen.game).part


def _warn(seen: ChannelGame) -> list[str]:
    side = side_for(seen.stored, seen.caller.user, seen.game.actor) if seen.game is not None else None
    return ["read"] if side is not None and Warnings.of(seen.stored.settings).for_side(side) else []


def _assess(seen: ChannelGame) -> list[str]:
    playing = seen.game is not None and seen.memory.why is not None
    why = seen.memory.why or {}
    return ["why"] if playing and seen.game and (why.get("over") or between_actions(seen.game)) else []


def _clock(seen: ChannelGame) -> list[str]:
    others = [speed for speed in PACES if speed != seen.clock.speed]
    if seen.lobby:
        user = seen.caller.user
        return others if user in seen.stored.seats.users() or user == seen.stored.header.created_by else []
    if not seen.playing or seen.game is None:
        return []
    waiting = int(seen.game.actor or 0)
    quiet = ["quiet"] if waiting in seen.mine else []
    claim = ["claim"] if 1 - waiting in seen.mine and seen.clock.out_of_time(seen.tools.now()) else []
    return [*claim, *seen.answers("clock"), *quiet, *others]


def _substitute(seen: ChannelGame) -> list[str]:
    user, levels = seen.caller.user, levels_offered(title_stored(seen.stored.header), seen.stored.header.options)
    if seen.game is None:
        return list(levels) if seen.lobby and lobby_seats.callable_by(seen.stored, user) else []
    free = proposals.open_seats(seen.stored)
    seated = user in seen.stored.seats.users()
    taking = [side for side in free if not seated or holder_id(seen.stored, seats_of(seen.stored).index(side)) == user]
    keeps = any(side in free for side in seen.stored.seats.sides_of(user))
    calls = levels if seen.mine else ()
    return [*taking, *seen.answers("staff"), *(["offer"] if seen.mine else []), *(["keep"] if keeps else []), *calls]


def _master(seen: ChannelGame) -> list[str]:
    if seen.caller.user != seen.stored.header.created_by or seen.game is None:
        resume = seen.playing and seen.clock.paused and seen.stored.header.created_by in seen.stored.seats.users()
        return ["resume", "log"] if resume else ["log"]
    plays = seen.caller.user in seen.stored.seats.users()
    pausing = "resume" if seen.clock.paused else "pause"
    undo = ["undo round", "undo turn"] if title_of(seen.game).begun(seen.game) else []
    return [pausing, *([] if plays else [*(f"replace {side}" for side in seats_of(seen.stored)), "end"]), *undo, "log"]


def _standing(seen: ChannelGame) -> list[str]:
    if not seen.playing or seen.game is None:
        return []
    side = side_for(seen.stored, seen.caller.user, seen.game.actor)
    own = held_in(title_of(seen.game), seen.stored.settings).count(int(side or 0))
    examples = [text for text in seen.tools.words.find("commands.standing.examples") if not text.startswith("revoke")]
    return [*examples, *(f"revoke {number}" for number in range(1, own + 1)), *(["revoke all"] if own else [])]


def _rematch(seen: ChannelGame) -> list[str]:
    return ["swap", "same"] if not seen.stored.header.in_progress and seen.mine else []


#: Completions of a command's arguments, based on the channel's game.
AROUND: Final[dict[str, Callable[[ChannelGame], Sequence[str]]]] = {
    "join": _join,
    "bid": _bid,
    "undo": _undo,
    "rollback": _rollback,
    "draw": lambda seen: seen.answers("draw"),
    "resign": lambda seen: ["yes"] if seen.playing else [],
    "warn": _warn,
    "assess": _assess,
    "clock": _clock,
    "substitute": _substitute,
    "master": _master,
    "standing": _standing,
    "rematch": _rematch,
}


async def around(tools: Tools, caller: Caller, name: str) -> list[str]:
    """Return completions for such a command."""
    for exercise in tools.exercises.values():
        if exercise.command == name:
            return await exercise.suggestions(tools, caller)
    game = await holder_for(tools.store, caller)
    if game is None or name not in AROUND:
        return []
    try:
        stored = await tools.store.load(game)
    except StorageError:
        return []
    return list(AROUND[name](ChannelGame(tools, caller, stored)))


async def free(tools: Tools, caller: Caller) -> bool:
    """Return True if no game is in progress in the channel."""
    holder = await tools.store.channels.holder(caller.channel)
    return holder is None or not (await tools.store.header(holder)).in_progress


async def others(tools: Tools, caller: Caller) -> list[str]:
    """Return the caller's games that could be moved to this channel; none unless the channel is free."""
    return [] if not await free(tools, caller) else await tools.store.people.open_games(caller.user)


__all__ = ["AROUND", "around", "free", "others"]
