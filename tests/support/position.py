"""A position of Paths of Glory, set up by names; its board is empty except for what a test puts on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from engine.core.bits import members
from engine.core.chance import KeyedChance, ScriptedChance
from engine.core.game import Event, Game
from engine.errors import ChanceError
from engine.pog import GameOptions, PathsOfGlory, PogGame, scenarios
from engine.pog.content.records import CP
from engine.pog.rulesets import Rulebook
from engine.pog.state import State

_SYSTEMS: dict[tuple[GameOptions, Rulebook | None], PathsOfGlory] = {}

_DICE = {"attacker": "attacker_fire", "defender": "defender_fire"}


class _Routine:
    """Answers draws and the next turn's offensives, so that phases can run unscripted."""

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return the first card; a 6 for mandated offensives, which mandates nothing for the CP."""
        if purpose.startswith("draw_"):
            return candidates[0]
        if purpose.startswith("mandated_offensive_"):
            return 6
        raise ChanceError(f"nothing scripted for {purpose!r}")


class Position:
    """A game at the position that a test sets up; methods that set it up return the same object."""

    def __init__(
        self,
        scenario: str = "campaign",
        *,
        turn: int = 3,
        setup: bool = False,
        rulebook: Rulebook | None = None,
        **options: Any,
    ) -> None:
        chosen = GameOptions(scenario=scenario, **options)
        if (chosen, rulebook) not in _SYSTEMS:
            _SYSTEMS[chosen, rulebook] = PathsOfGlory(chosen, rulebook=rulebook)
        self.system = _SYSTEMS[chosen, rulebook]
        self.chance = ScriptedChance(fallback=_Routine())
        self.game: PogGame = Game(self.system, self.system.new_state(), self.chance)
        scenarios.set_up(self.state)
        self.told: list[Event] = []
        if not setup:
            self._clear()
        self.state.turn = turn
        self.state.phase, self.state.round = "actions", 1

    def _clear(self) -> None:
        """Remove the set-up from the board."""
        state = self.state
        for unit, spec in enumerate(self.system.content.units):
            state.place(unit, self.system.rules.board.unused[spec.side])
        state.reduced = state.trench_1 = state.trench_2 = state.trench_cp = 0

    # -- names --------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position itself."""
        return self.game.state

    def space(self, name: str) -> int:
        """Id of a space."""
        return self.system.content.space_by_name[name]

    def unit(self, name: str) -> int:
        """Id of a unit; a minus sign at the end is ignored."""
        return self.system.content.unit_by_name[name.rstrip("-")]

    def units(self, *names: str) -> int:
        """Set of units."""
        return sum(1 << self.unit(name) for name in names)

    def card(self, name: str) -> int:
        """Id of a card."""
        return self.system.content.card_by_name[name]

    def cards(self, *names: str) -> int:
        """Set of cards."""
        return sum(1 << self.card(name) for name in names)

    def names(self, spaces: int) -> set[str]:
        """Names of a set of spaces."""
        return {self.system.content.spaces[space].name for space in members(spaces)}

    def unit_names(self, units: int) -> set[str]:
        """Names of a set of units."""
        return {self.system.content.units[unit].name for unit in members(units)}

    def card_names(self, cards: int) -> set[str]:
        """Names of a set of cards."""
        return {self.system.content.cards[card].name for card in members(cards)}

    # -- setting up ---------------------------------------------------------------------

    def put(self, space: str, *units: str) -> Self:
        """Put units into a space and give it to their side, unless an enemy fort holds it."""
        state = self.state
        at = self.space(space)
        for name in units:
            unit = self.unit(name)
            state.place(unit, at)
            state.flip(unit, name.endswith("-"))
        if units and self.system.rules.board.on_map[at]:
            side = self.system.rules.side_of[self.unit(units[0])]
            if not state.intact_forts(1 - side) >> at & 1:
                self.hold(side, space)
        return self

    def reserve(self, *units: str) -> Self:
        """Put corps into their reserve box."""
        for name in units:
            self.put("cp_reserve_box" if self._side(name) == CP else "ap_reserve_box", name)
        return self

    def eliminated(self, *units: str) -> Self:
        """Put units into the box of units that can be rebuilt."""
        for name in units:
            self.put("cp_eliminated_box" if self._side(name) == CP else "ap_eliminated_box", name)
        return self

    def _side(self, unit: str) -> int:
        return self.system.rules.side_of[self.unit(unit)]

    def hold(self, side: int, *spaces: str) -> Self:
        """Give spaces to a side, without VP and without events."""
        for name in spaces:
            flag = 1 << self.space(name)
            self.state.control[side] |= flag
            self.state.control[1 - side] &= ~flag
        return self

    def hold_all(self, side: int, *nations: str) -> Self:
        """Give all spaces of nations to a side."""
        return self.hold(side, *self.names(self.system.rules.board.lands(*nations)))

    def trench(self, space: str, level: int, side: int) -> Self:
        """Place a trench."""
        self.state.set_trench(self.space(space), level, side)
        return self

    def destroy(self, *forts: str) -> Self:
        """Mark forts as destroyed."""
        for name in forts:
            self.state.destroy_fort(self.space(name))
        return self

    def at_war(self, *nations: str, units: bool = False) -> Self:
        """Make neutral nations enter the war; their units are placed only with `units`."""
        from engine.pog.rules import reinforcement  # the rule itself is tested elsewhere

        for nation in nations:
            reinforcement.nation_enters(self.game, nation)
            if nation == "tu":
                reinforcement.persia_takes_sides(self.game)
            if not units:
                board = self.system.rules.board
                own = self.system.rules.of_nation[nation]
                for unit in members(own):
                    self.state.place(unit, board.unused[self.system.rules.side_of[unit]])
                    self.state.flip(unit, False)
                for space in members(board.lands(nation)):
                    self.state.set_trench(space, 0, 0)
        self.tell()
        return self

    def hand(self, side: int, *cards: str) -> Self:
        """Put cards into a hand, out of whatever pile they are in."""
        for name in cards:
            flag = 1 << self.card(name)
            for pile in ("deck", "discard", "removed", "table"):
                getattr(self.state, pile)[side] &= ~flag
            self.state.hand[side] |= flag
        return self

    def pile(self, pile: str, side: int, *cards: str) -> Self:
        """Put cards into the deck, the discards, the removed cards or face up on the table."""
        self.hand(side, *cards)
        for name in cards:
            self.state.hand[side] &= ~(1 << self.card(name))
            getattr(self.state, pile)[side] |= 1 << self.card(name)
        return self

    def played(self, *events: str, turn: int | None = None) -> Self:
        """Mark events as played, with only their lasting effect."""
        for name in events:
            self.state.events[self.card(name)] = self.state.turn if turn is None else turn
        return self

    def dice(self, **rolls: int | list[int]) -> Self:
        """Script dice by purpose: attacker, defender, flank, entrench, siege, peace ..."""
        for purpose, values in rolls.items():
            self.chance.feed(_DICE.get(purpose, purpose), *([values] if isinstance(values, int) else values))
        return self

    def any_dice(self, seed: str = "") -> Self:
        """Let chance decide what isn't scripted."""
        self.chance.fallback = KeyedChance(seed.encode())
        return self

    # -- what has happened -----------------------------------------------------------------

    def tell(self) -> None:
        """Collect the events so far."""
        self.told += self.game.drain()


__all__ = ["Position"]
