"""Protocol of a title's computer players: their levels, the questions they get, and their answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.storage.models import JsonObject
from engine.core.game import Game


@dataclass(frozen=True, slots=True)
class OpponentQuestion:
    """The request that a worker process gets to answer for a seat: nothing that the seat may not know.

    Attributes:
        title: module of the title.
        options: of the game, as JSON.
        level: the level that answers.
        side: the seat it answers for.
        position: as the seat imagines it, in the title's own format.
        seed: of all random numbers; the same question with the same seed gets the same answer.
    """

    title: str
    options: str
    level: str
    side: int
    position: str
    seed: str


@dataclass(frozen=True, slots=True)
class OpponentAnswer:
    """A level's answer.

    Attributes:
        texts: the next choices in record notation, up to the next die roll, card draw or decision of the other side.
        why: the reason for an action, as plain data for `Opponents.explain`; empty if no action was chosen.
        also: further purposes of the action in progress that these choices revealed; `explain` gets all of them as
        `also`.
    """

    texts: list[str]
    why: JsonObject = field(default_factory=dict)
    also: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """Progress of a game review: plain data for the next step, and steps done of the total."""

    found: JsonObject
    done: int
    total: int

    @property
    def over(self) -> bool:
        """Whether the review is complete."""
        return self.done >= self.total


class Opponents(Protocol):
    """The computer players of a title; all methods except `answer`, `advise` and `load` run in the bot's process and return at once."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of all levels as typed and stored, weakest first; () if there are none."""
        ...

    def offered(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the levels that can play a game with these options, weakest first."""
        ...

    def budget(self, level: str) -> float:
        """Return the CPU seconds that a level takes for one answer at most."""
        ...

    @property
    def alone(self) -> tuple[str, str]:
        """The scenario and level for a newcomer's first game; ("", "") if there are no levels."""
        ...

    def position(self, game: Game[Any], side: int, seed: str) -> str:
        """Return the position as a seat imagines it: identical for all games that look the same from that seat."""
        ...

    def answer(self, asked: OpponentQuestion) -> OpponentAnswer:
        """Return a level's answer."""
        ...

    def explain(self, why: JsonObject, game: Game[Any], language: str) -> str:
        """Return why a level acted as it did, in a sentence or two."""
        ...

    def advise(self, asked: OpponentQuestion, language: str) -> list[str]:
        """Return the best plans for the seat as texts, best first; takes seconds."""
        ...

    def assess(self, game: Game[Any], language: str) -> str:
        """Return each side's chance to win from here and the reasons, in words, from public knowledge."""
        ...

    def review(self, options: str, record: list[dict[str, Any]], found: JsonObject, language: str) -> Reviewed:
        """Return one more step of the review of a finished game by its record, given the findings so far; about a second of CPU."""
        ...

    def reviewed(self, found: JsonObject, game: Game[Any], language: str) -> tuple[str, JsonObject]:
        """Return the findings in words, and the data for the graph of the game: `points`, `turns`, `marks`, `plans`, `dice`.

        `lows` and `highs` bound each of the `points`.
        """
        ...

    def lesson(self, found: JsonObject, game: Game[Any], language: str) -> str:
        """Return the most instructive decision of a reviewed game, explained in a sentence or two; "" for none."""
        ...

    def load(self) -> None:
        """Load what every answer needs."""
        ...

    def draws(self, game: Game[Any], side: int) -> bool:
        """Return True if a seat accepts a draw."""
        ...

    def bids(self, options: Mapping[str, Any], side: int) -> int:
        """Return the value of a side: lower bids for it are outbid, others accepted."""
        ...


__all__ = ["OpponentAnswer", "OpponentQuestion", "Opponents", "Reviewed"]
