"""Ends a league game by a ruling, in one write from which its record, players and season learn of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.service.acting.command_commit import CommandOutcome
from bot.service.calls import Caller, Tools
from bot.service.seats.consent import finished
from bot.service.session import restore
from bot.storage.errors import PositionLost, UnknownGame
from bot.storage.store import Change, StoredGame
from engine.core.game import Game, GameState


@dataclass(frozen=True, slots=True)
class Sentence:
    """How a game ends: the winner (None: nobody), the ruling's code and author, and its public text."""

    winner: int | None
    code: str
    by: str = ""
    #: Returns the text in the language of the tools.
    say: Callable[[Tools], str] = lambda tools: ""


#: Returns how a running game ends in its current state; None if it continues.
Judge = Callable[[StoredGame, Game[GameState]], Sentence | None]


class _GoesOn(Exception):
    """There is nothing to write."""


async def end_game(tools: Tools, game_id: str, key: str, judge: Judge) -> bool:
    """End a game as the judge decides, unless it is over or continues; return True if it was ended now.

    A game whose position this version cannot read is left alone.
    """

    async def decide(stored: StoredGame) -> Change:
        if stored.header.status != "playing":
            raise _GoesOn
        try:
            game = restore(stored)
        except PositionLost:
            raise _GoesOn from None
        sentence = judge(stored, game) if game.stack else None
        if sentence is None:
            raise _GoesOn
        return await ruled(tools, stored, game, sentence)

    try:
        await tools.store.run_command(game_id, key, decide)
    except (_GoesOn, UnknownGame):
        return False
    return True


async def ruled(tools: Tools, stored: StoredGame, game: Game[GameState], sentence: Sentence) -> Change:
    """Build the change that ends a game by a ruling."""
    header = stored.header
    game.rule(sentence.winner, sentence.code, sentence.by)
    nobody = Caller(user="", name="", channel=header.channel, platform=header.platform, key="")
    text = tools.at(stored).worded(stored, sentence.say)
    return await finished(tools.at(stored), nobody, stored, game, text, CommandOutcome())


__all__ = ["Judge", "Sentence", "end_game", "ruled"]
