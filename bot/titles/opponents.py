"""Who else than a person may hold a seat of a title: its levels, what they are asked, and how they answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.storage.models import JsonObject
from engine.core.game import Game


@dataclass(frozen=True, slots=True)
class OpponentQuestion:
    """What a process beside the host is given to answer for a seat: nothing that the seat may not know.

    Attributes:
        title: module of the title.
        options: of the game, as JSON.
        level: who answers.
        side: for which seat.
        position: as the seat imagines it, in the title's own words.
        seed: of all its numbers; the same question with the same seed has the same answer.
    """

    title: str
    options: str
    level: str
    side: int
    position: str
    seed: str


@dataclass(frozen=True, slots=True)
class OpponentAnswer:
    """What a level answers.

    Attributes:
        texts: the choices that come first, in the words of the record: up to the next die, draw or decision of somebody else.
        why: why an action was chosen, as plain data for `Opponents.explain`; empty where none was.
        also: what the action under way has turned out to be for, in these choices; `explain` gets all of it as `also`.
    """

    texts: list[str]
    why: JsonObject = field(default_factory=dict)
    also: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """How far a game that is over has been looked at: plain data for the next step, and steps that are done of how many."""

    found: JsonObject
    done: int
    total: int

    @property
    def over(self) -> bool:
        """True if nothing is left to look at."""
        return self.done >= self.total


class Opponents(Protocol):
    """The players that a title brings; all but `answer`, `advise` and `load` is asked beside the game, in an instant."""

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of all levels as they are typed and stored, the weakest first; () where there are none."""
        ...

    def offered(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the levels that play a game with these options, the weakest first."""
        ...

    def budget(self, level: str) -> float:
        """Seconds of CPU that a level takes for a round at most."""
        ...

    @property
    def alone(self) -> tuple[str, str]:
        """The scenario and the level with which a newcomer who is alone begins; "" for both where there are no levels."""
        ...

    def position(self, game: Game[Any], side: int, seed: str) -> str:
        """Return the position as a seat imagines it: the same for all games that look the same from there."""
        ...

    def answer(self, asked: OpponentQuestion) -> OpponentAnswer:
        """Return what a level answers."""
        ...

    def explain(self, why: JsonObject, game: Game[Any], language: str) -> str:
        """Why a level acted as it did, in a sentence or two."""
        ...

    def advise(self, asked: OpponentQuestion, language: str) -> list[str]:
        """Return the best plans for the seat in words, a text each, the best first; it takes seconds."""
        ...

    def assess(self, game: Game[Any], language: str) -> str:
        """How likely each side wins from here and what carries it, in words; from what everybody knows."""
        ...

    def review(self, options: str, record: list[dict[str, Any]], found: JsonObject, language: str) -> Reviewed:
        """Return a step in looking at a game that is over, by its record, from what was found so far; about a second of CPU."""
        ...

    def reviewed(self, found: JsonObject, game: Game[Any], language: str) -> tuple[str, JsonObject]:
        """Return what was found in words, and what the graph of a game's course shows: `points`, `turns`, `marks`, `plans`, `dice`.

        `lows` and `highs` beside `points` are between what each may lie.
        """
        ...

    def lesson(self, found: JsonObject, game: Game[Any], language: str) -> str:
        """Return the one decision of a game that was looked at from which most is to be learned, explained in a sentence or two; "" for none."""
        ...

    def load(self) -> None:
        """Load what every answer needs."""
        ...

    def draws(self, game: Game[Any], side: int) -> bool:
        """Return True if a seat accepts a draw."""
        ...

    def bids(self, options: Mapping[str, Any], side: int) -> int:
        """Return what a side is worth: bids for it below this are outbid, others accepted."""
        ...


__all__ = ["OpponentAnswer", "OpponentQuestion", "Opponents", "Reviewed"]
