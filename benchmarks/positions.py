"""Positions of a recorded game during planning: the game, and the choices the record still wants.

What the record lists one by one may be combined and reordered, as long as the position at the end of the player's
decisions is the same, including dice. What a control (or a line) does must be part of what the record still wants, and
the rest must lead to the same end.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

from benchmarks.recorded import Made, Script, possible
from engine.core.game import Game
from engine.errors import EngineError
from engine.pog.state import State

PogGame = Game[State]
#: Decisions whose choices are identified by the units they name; the rest (the path) is up to the player.
_BY_UNITS = {"move_unit": "move", "move_stack": "move", "move_on": "move", "sr_unit": "sr", "sr_destination": "sr"}


class Position:
    """A planning position: the game, and the choices the record still wants."""

    def __init__(self, script: Script, game: PogGame, rest: tuple[Made, ...]) -> None:
        self.script, self.game, self.rest = script, game, rest
        #: Positions after orders tried here, None if they do something the record doesn't want.
        self.tried: dict[tuple[str, ...], Position | None] = {}

    @classmethod
    def begin(cls, script: Script) -> Position:
        """Return the position before the first choice."""
        return cls(script, script.begin(), script.choices)

    def copy(self) -> PogGame:
        """Return a copy of the game."""
        return self.game.copy(self.script)

    @cached_property
    def own(self) -> tuple[Made, ...]:
        """Return what the current player still does before someone else decides or another action begins."""
        return _own(self.rest, self.game.actor)

    def after(self, game: PogGame) -> Position | None:
        """Return the position after what a copy has done, None if the record doesn't want that."""
        if not game.fresh:
            return None
        rest = _renamed(self.rest, self.game, game)
        own = self.own if rest is self.rest else _own(rest, self.game.actor)
        made = [Made(entry.side or 0, entry.decision, entry.choice) for entry in game.fresh]
        done = [one for one in made if one.side == self.game.actor]
        # Between equivalent counters the choice is made by either side, so compare the other side's too.
        others = tuple(one for one in made if one.side != self.game.actor)
        if rest[len(own) : len(own) + len(others)] != others:
            return None
        aim = self._aim if rest is self.rest and not others else _end(self.copy(), (*own, *others))
        exactly = own[len(done) :] if list(own[: len(done)]) == done else None
        for left in (exactly, _minus(own, done), _without(own, done)):
            if left is not None and _end(game.copy(self.script), left) == aim:
                kept = _still_asked(game, self.script, left)
                return Position(self.script, game, (*kept, *rest[len(own) + len(others) :]))
        return None

    @cached_property
    def _aim(self) -> str:
        return _end(self.copy(), self.own)


def _own(rest: Sequence[Made], side: int | None) -> tuple[Made, ...]:
    own: list[Made] = []
    for made in rest:
        if made.side != side or (own and made.decision == "choose_action"):
            break
        own.append(made)
    return tuple(own)


def _renamed(rest: tuple[Made, ...], before: PogGame, after: PogGame) -> tuple[Made, ...]:
    """Swap the names of equivalent counters in the remaining choices where the record took the other one."""
    kept, open_ = list(rest), list(range(len(rest)))
    for entry in after.fresh:
        made = Made(entry.side or 0, entry.decision, entry.choice)
        verb, _, taken = entry.choice.partition(" ")
        wanted = (
            kept[at].text.partition(" ")[2]
            for at in open_
            if (kept[at].side, kept[at].decision) == (made.side, made.decision)
            and kept[at].text.partition(" ")[0] == verb
        )
        if entry.automatic:
            recorded = next(wanted, taken)
        elif any(kept[at] == made for at in open_):
            recorded = taken
        else:
            recorded = next((one for one in wanted if _equal(before, one, taken)), taken)
        if recorded != taken:
            names = {recorded: taken, taken: recorded}
            for at in open_:
                kept[at] = _with_names(kept[at], names)
        done = next((at for at in open_ if kept[at] == made), None)
        if done is not None:
            open_.remove(done)
    return rest if kept == list(rest) else tuple(kept)


def _equal(game: PogGame, one: str, other: str) -> bool:
    """Return True for counters of the same kind in the same place with the same side up."""
    content, state = game.state.rules.content, game.state
    if one not in content.unit_by_name or other not in content.unit_by_name:
        return False
    first, second = (content.units[content.unit_by_name[name]] for name in (one, other))
    steps = state.reduced >> first.id & 1, state.reduced >> second.id & 1
    return first.group == second.group and state.loc[first.id] == state.loc[second.id] and steps[0] == steps[1]


def _with_names(made: Made, names: dict[str, str]) -> Made:
    verb, _, name = made.text.partition(" ")
    return Made(made.side, made.decision, f"{verb} {names[name]}") if name in names else made


def groups(choices: Iterable[Made]) -> list[tuple[tuple[str, frozenset[str]], list[Made]]]:
    """Group choices that belong together, each with a key that identifies the group."""
    found: list[tuple[tuple[str, frozenset[str]], list[Made]]] = []
    for made in choices:
        kind = _BY_UNITS.get(made.decision, "")
        verb, _, name = made.text.partition(" ")
        begins = verb in ("pick", "entrench", "finish", "leave")
        if kind and found and found[-1][0][0] == kind and not begins:
            (_, units), members = found[-1]
            more = {name} if verb == "add" else set()
            found[-1] = (kind, units | more), [*members, made]
        elif kind and verb in ("pick", "step", "stop", "drop", "to", "add"):
            # Without a pick it continues the moving stack.
            found.append(((kind, frozenset({name} if verb == "pick" else {"under way"})), [made]))
        else:
            found.append(((f"{made.decision} {made.text}", frozenset()), [made]))
    return found


def _minus(wanted: Sequence[Made], done: Sequence[Made]) -> tuple[Made, ...] | None:
    """Return the choices left to do, matching exactly but in any order; None if something else was done."""
    left = list(wanted)
    for made in done:
        if made not in left:
            return None
        left.remove(made)
    return tuple(left)


def _without(wanted: Sequence[Made], done: Sequence[Made]) -> tuple[Made, ...] | None:
    """Return the choices left to do, matching by group; None if something unwanted was done."""
    parts = groups(wanted)
    counted = Counter(key for key, _ in groups(done))
    left: list[Made] = []
    for key, members in parts:
        if counted[key]:
            counted[key] -= 1
        else:
            left += members
    return None if +counted else tuple(left)


def _still_asked(game: PogGame, script: Script, left: Sequence[Made]) -> tuple[Made, ...]:
    """Return the choices left without those the game makes by itself."""
    trial, kept = game.copy(script), []
    for made in left:
        choice = possible(trial, made)
        if choice is not None:
            trial.apply(choice)
            kept.append(made)
    return tuple(kept)


def _end(game: PogGame, choices: Sequence[Made]) -> str:
    """Return the position after these choices; choices not asked for any more were made automatically."""
    try:
        for made in choices:
            choice = possible(game, made)
            if choice is not None:
                game.apply(choice)
    except (EngineError, IndexError):
        return ""
    return json.dumps([game.state.dump(), game.actor, game.stack and game.decision.kind, game.counter], sort_keys=True)


__all__ = ["PogGame", "Position", "groups"]
