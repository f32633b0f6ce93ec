"""Computer players of Paths of Glory: the levels of `engine.pog.opponent`, playing on positions as their seat imagines them."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from bot.storage.models import JsonObject
from bot.titles.defaults.opponents import PlainOpponents
from bot.titles.opponents import OpponentAnswer, OpponentQuestion, Reviewed
from bot.titles.pog import game_review
from bot.titles.pog.narration import advice_text
from bot.titles.pog.narration.names import names_in
from bot.titles.pog.systems import system_for
from engine.core.chance import ImaginedChance
from engine.core.game import Game
from engine.core.record import Entry
from engine.pog import opponent
from engine.pog.content.records import AP, CP
from engine.pog.opponent.advice import advice
from engine.pog.opponent.deliberation import goal_of
from engine.pog.opponent.general import forget
from engine.pog.opponent.orders import Order, noted
from engine.pog.opponent.seat import Offers
from engine.pog.state import State

#: CPU seconds per round by level, weakest first.
PLAYERS: Final[Mapping[str, float]] = {"recruit": 0.1, "officer": 1.0, "general": 5.0}
#: Maximum number of choices in one answer; a round has far fewer.
_MOST: Final = 200
#: Value of each side in VP, where sides are bid for (5.6.1).
_WORTH: Final = {AP: 1, CP: 0}


class PogOpponents(PlainOpponents):
    """The levels of the computer."""

    players = PLAYERS
    first_game = ("introductory", "recruit")

    def position(self, game: Game[State], side: int, seed: str) -> str:
        """Return a snapshot of the imagined game."""
        twin = opponent.imagined(game, side, random.Random(seed))  # noqa: S311 - no secret
        return json.dumps(twin.snapshot(), separators=(",", ":"))

    def answer(self, asked: OpponentQuestion) -> OpponentAnswer:
        """Make choices in the imagined game until chance or the other side comes in."""
        forget()  # results cached by this process must not affect the answer
        rng = random.Random(asked.seed)  # noqa: S311 - no secret
        system = system_for(json.loads(asked.options))
        game = Game.restore(system, json.loads(asked.position), ImaginedChance(rng))
        game.listening = False
        texts: list[str] = []
        why: JsonObject = {}
        orders: list[Order] = []
        while game.stack and game.actor == asked.side and len(texts) < _MOST:
            try:
                choice, reason = opponent.answered(asked.level, Offers(game), rng)
            except Exception:
                if texts:
                    break  # the earlier choices are sound
                raise
            if reason is not None and not why:
                why = {**asdict(reason), "use": game.text(choice)}
            texts.append(game.text(choice))
            noted(game, choice, orders)
            game.apply(choice)
            if game.fresh[-1].outcomes:
                break
        return OpponentAnswer(texts, why, [space for _, space in map(goal_of, orders)])

    def explain(self, why: JsonObject, game: Game[State], language: str) -> str:
        """Return the purpose of the action, and what distinguished it from others."""
        return advice_text.explained(names_in(game.state.rules, language), game, why)

    def advise(self, asked: OpponentQuestion, language: str) -> list[str]:
        """Return the best plans found by a general, each in a line or two."""
        forget()
        rng = random.Random(asked.seed)  # noqa: S311 - no secret
        system = system_for(json.loads(asked.options))
        game = Game.restore(system, json.loads(asked.position), ImaginedChance(rng))
        game.listening = False
        names = names_in(system.rules, language)
        return advice_text.proposals(names, game, advice(Offers(game), rng))

    def assess(self, game: Game[State], language: str) -> str:
        """Return the chances of each result, and what favours which side."""
        names = names_in(game.state.rules, language)
        return advice_text.standing(names, game)

    def review(self, options: str, record: list[dict[str, Any]], found: JsonObject, language: str) -> Reviewed:
        """Evaluate a dozen actions, or search for one better plan."""
        system = system_for(json.loads(options))
        return game_review.step(names_in(system.rules, language), system, [Entry.load(line) for line in record], found)

    def reviewed(self, found: JsonObject, game: Game[State], language: str) -> tuple[str, JsonObject]:
        """Return the turning points and the costliest plans."""
        return game_review.told(names_in(game.state.rules, language), game, found)

    def lesson(self, found: JsonObject, game: Game[State], language: str) -> str:
        """Return the costliest plan, else the biggest turning point."""
        return game_review.lesson(names_in(game.state.rules, language), game, found)

    def load(self) -> None:
        """Load the shipped content."""
        system_for({})

    def draws(self, game: Game[State], side: int) -> bool:
        """Return True unless the side stands better than the middle between both victory levels (5.2)."""
        usual = game.state.rules.scenario.levels[-1]
        twice = 2 * game.state.vp - (usual.cp_min + usual.ap_max)
        return twice <= 0 if side == CP else twice >= 0

    def bids(self, options: Mapping[str, Any], side: int) -> int:
        """Return the bid that all levels make: the Allies are worth one VP."""
        del options
        return _WORTH[side]


__all__ = ["PLAYERS", "PogOpponents"]
