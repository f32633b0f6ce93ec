"""The games of the season as its players play them: by typed orders in their rooms, each to the end that is meant for it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from bot.service.session import restore
from bot.storage.models import GameHeader
from engine.core.game import Game, GameState
from engine.core.options import Choice
from tests.league_season.people import Resident
from tests.league_season.town import Town

#: What ends an action soonest; whatever is not named comes after these, by chance.
_SOON = ("take", "pass", "rp", "auto_op", "sr", "decline", "done", "finish", "leave", "stop")
#: Orders of one action, and of a whole game, with a wide margin.
_ORDERS, _GAME = 40, 3_000
#: Other orders that are tried where one is not taken, e.g. because it is asked about first.
_OTHERS = 6


@dataclass
class Room:
    """One game of the season and the channel in which it is played."""

    town: Town
    residents: Mapping[str, Resident]
    header: GameHeader
    dice: random.Random

    async def actor(self) -> Resident | None:
        """Who has to act, None when the game is over."""
        stored = await self.town.store.load(self.header.game_id)
        if stored.header.status != "playing":
            return None
        side = restore(stored).actor
        return None if side is None else await self.holder(side)

    async def holder(self, side: int) -> Resident:
        """Who sits on a side."""
        seats = (await self.town.store.load(self.header.game_id)).seats.holders
        return self.residents[[seat.user for _, seat in sorted(seats.items())][side]]

    async def resigns(self, side: int) -> None:
        """A side gives the game up."""
        await (await self.holder(side)).plays("resign yes", self.header.channel)

    async def action(self) -> None:
        """Whoever has to act does so, until it is the other's turn."""
        before = await self.actor()
        for _ in range(_ORDERS):
            if before is None or await self.actor() is not before:
                return
            await self._order(before)

    async def to_its_end(self) -> int:
        """Both play on until the game is over; how many orders that took."""
        for number in range(_GAME):
            who = await self.actor()
            if who is None:
                return number
            await self._order(who)
        raise AssertionError(f"the game in {self.header.channel} has no end")

    async def _order(self, who: Resident) -> None:
        """One order that is taken."""
        number = (await self.town.store.load(self.header.game_id)).number
        told = ""
        for _ in range(_OTHERS):
            game = restore(await self.town.store.load(self.header.game_id))
            line = f"choose {game.text(self._choice(game, first=not told))}"
            told = await who.plays(line, self.header.channel)
            if "anyway" in told:
                told = await who.plays(f"{line} anyway", self.header.channel)
            if (await self.town.store.load(self.header.game_id)).number != number:
                return
        raise AssertionError(f"{who.name} cannot act in {self.header.channel}: {told}")

    def _choice(self, game: Game[GameState], *, first: bool) -> Choice:
        offered = game.options()
        verbs = sorted({one.verb for one in offered})
        soon = [verb for verb in _SOON if verb in verbs]
        verb = soon[0] if soon and first else self.dice.choice(verbs)
        return self.dice.choice([one for one in offered if one.verb == verb])


__all__ = ["Room"]
