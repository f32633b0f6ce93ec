"""The computer players of the toy: a random one, and one that plays only the short hunt."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.storage.models import JsonObject
from bot.titles.defaults.opponents import PlainOpponents
from bot.titles.opponents import OpponentAnswer, OpponentQuestion, Reviewed
from engine.core.game import Game
from tests.titles.toy.rules import Toy, ToyGame

#: What is not short enough for whom.
_LONG: Final = "long_hunt"


class Dice:
    """Chance for an imagined hunt."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return any candidate."""
        del purpose, epoch, counter
        return self._rng.choice(candidates)


class ToyOpponents(PlainOpponents):
    """The two levels: a pup and a sly one."""

    players: ClassVar[Mapping[str, float]] = {"pup": 0.1, "sly": 0.1}
    first_game = ("short_hunt", "pup")

    def offered(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return whether a level plays a hunt; the sly one doesn't play the long hunt."""
        return ("pup",) if options.get("scenario") == _LONG else self.levels

    def position(self, game: ToyGame, side: int, seed: str) -> str:
        """Return the position as a side imagines it, without anything hidden."""
        twin = game.imagined(side, Dice(random.Random(seed)))
        twin.forget_undo()
        twin.number = twin.epoch = twin.counter = 0
        return json.dumps(twin.snapshot())

    def answer(self, asked: OpponentQuestion) -> OpponentAnswer:
        """Return random legal choices up to the next die."""
        rng, texts = random.Random(asked.seed), []
        game: ToyGame = Game.restore(Toy(json.loads(asked.options)), json.loads(asked.position), Dice(rng))
        while game.stack and game.actor == asked.side:
            choice = rng.choice(list(game.options()))
            texts.append(game.text(choice))
            if choice.verb == "finish":
                break  # the fox runs next, and nobody knows from where
            game.apply(choice)
            if game.fresh[-1].outcomes:
                break
        return OpponentAnswer(texts, {"first": texts[0]})

    def explain(self, why: JsonObject, game: ToyGame, language: str) -> str:
        """Return the reason for a choice in words."""
        del game, language
        return f"It felt like “{why['first']}”."

    def advise(self, asked: OpponentQuestion, language: str) -> list[str]:
        """Return the level's own answer as advice."""
        del language
        return [f"1. {self.answer(asked).texts[0]}"]

    def assess(self, game: ToyGame, language: str) -> str:
        """Return who is winning, in words."""
        del language
        return f"Day {game.state.day}: even."

    def review(self, options: str, record: list[dict[str, Any]], found: JsonObject, language: str) -> Reviewed:
        """Review a game entry by entry."""
        del options, language
        done = min(len(record), int(str(found.get("done", 0))) + 1)
        return Reviewed({"done": done}, done, len(record))

    def reviewed(self, found: JsonObject, game: ToyGame, language: str) -> tuple[str, JsonObject]:
        """Return the review in words."""
        del game, language
        return f"{found['done']} entries.", {"points": [50, 40], "turns": [[0, 1]], "marks": [1], "plans": 3, "dice": 0}

    def lesson(self, found: JsonObject, game: ToyGame, language: str) -> str:
        """Return what to learn from a finished game."""
        del found, game, language
        return "The fox should have run."

    def load(self) -> None:
        """Do nothing: there is nothing to load."""

    def draws(self, game: ToyGame, side: int) -> bool:
        """Return whether an offered draw is accepted: from the second day on."""
        del side
        return game.state.day > 1

    def bids(self, options: Mapping[str, Any], side: int) -> int:
        """Return no bid."""
        del options, side
        return 0


__all__ = ["ToyOpponents"]
