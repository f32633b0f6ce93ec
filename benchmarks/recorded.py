"""Recorded games as scripts: the choices in order, and the results of chance.

The games are those the conformance tests replay (tests/conformance/traces). A record contains every choice, even forced
ones; a script contains those that players of Feldpost are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from engine.core.chance import Outcome
from engine.core.game import Game
from engine.core.options import Choice
from engine.errors import EngineError, IllegalChoice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.state import State
from tests.conformance.replay import Replay
from tests.conformance.trace import find, read
from tests.conformance.watch import options_for
from tests.platforms.discord.example import NEW, dictated

#: The rulebook's extended example of play, 24 actions, is also a script.
EXAMPLE = "extended example"
_OPTIONS = options_for("Historical")
_EXAMPLE_OPTIONS = GameOptions(scenario="campaign", vp_spaces="historical", windows="hand")
_PLACES = Path(__file__).parent.parent / "tests" / "conformance" / "traces"
#: The command that creates a game with the options of the records.
_NEW = "new historical trenches=yes windows=hand peace=no"


@dataclass(frozen=True, slots=True)
class Made:
    """One choice of a script: the side, the decision, and the record's notation."""

    side: int
    decision: str
    text: str


@dataclass(frozen=True)
class Script:
    """A recorded game, as far as it goes."""

    name: str
    choices: tuple[Made, ...]
    outcomes: tuple[Outcome, ...]
    #: The command that creates the game, and its options.
    new: str = _NEW
    options: GameOptions = _OPTIONS

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return the recorded result: a script is its own chance source."""
        del candidates, epoch
        outcome = self.outcomes[counter]
        if outcome.purpose not in (purpose, ""):
            raise IndexError(f"chance was asked for {purpose}, the record has {outcome.purpose}")
        return outcome.value

    def begin(self) -> Game[State]:
        """Return the game before its first choice."""
        return Game.start(PathsOfGlory(self.options), self)


@cache
def scripts(count: int, turns: int) -> tuple[Script, ...]:
    """Return the first recorded games, up to this turn."""
    found: list[Script] = []
    for path in find([_PLACES]):
        if len(found) == count:
            break
        script = _script(path, turns)
        if script is not None:
            found.append(script)
    return tuple(found)


def _script(path: Path, turns: int) -> Script | None:
    """Return a script; None if leaving out the forced choices leads elsewhere."""
    replay = Replay(read(path), limit_turns=turns)
    if replay.run().differences:
        return None
    entries = replay.game.fresh
    outcomes = tuple(outcome for entry in entries for outcome in entry.outcomes)
    game = Script(path.name, (), outcomes).begin()
    made: list[Made] = []
    for entry in entries[1:]:
        side = entry.side or 0
        if (choice := possible(game, Made(side, entry.decision, entry.choice))) is not None:
            try:
                game.apply(choice)
            except (EngineError, IndexError):
                return None
            made.append(Made(side, entry.decision, entry.choice))
    if game.state.dump() != replay.game.state.dump():
        return None
    return Script(path.name, tuple(made), outcomes)


@cache
def example() -> Script:
    """Return the extended example of play."""
    lines, told = dictated()
    script = Script(
        EXAMPLE, (), tuple(Outcome("", told[counter]) for counter in range(len(told))), NEW, _EXAMPLE_OPTIONS
    )
    game, made = script.begin(), []
    for line in lines:
        choice = Choice(line.verb, line.arg)
        made.append(Made(line.side, game.decision.kind, game.text(choice)))
        game.apply(choice)
    return replace(script, choices=tuple(made))


def possible(game: Game[State], made: Made) -> Choice | None:
    """Return the choice if the game now asks for it and it is legal."""
    if not game.stack or game.decision.kind != made.decision or game.actor != made.side:
        return None
    try:
        choice = game.parse(made.text)
    except IllegalChoice:
        return None
    return choice if game.options().allows(choice) else None


__all__ = ["EXAMPLE", "Made", "Script", "example", "possible", "scripts"]
