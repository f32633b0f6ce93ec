"""The position: everything on the table, and nothing else.

Units are integers 0-192 and spaces 0-288; the boxes are spaces 281-288, however many spaces are
added. Sets of units, spaces and cards are bit sets. Sides index two-element lists: 0 Allied, 1 Central Powers.
`units_at`, `standing`, `occupied`, `full` and `besieged` are derived from the rest; they change only in
`place`, `refresh` and `destroy_fort`, and `invariants.check` compares them with a rebuild.
"""

from __future__ import annotations

from typing import Any

from engine.core.bits import members, pack, unpack
from engine.pog.combat_state import Combat, Operation
from engine.pog.ruleset import Ruleset
from engine.pog.supply_cache import SupplyCache

MOBILIZATION, LIMITED, TOTAL = 0, 1, 2
LEVELS = ("mobilization", "limited", "total")

#: Scalars and masks saved as they are.
_PLAIN = (
    "turn", "round", "phase", "phasing", "vp", "combined", "us_entry", "russian",
    "tsar_fell_count", "reduced", "forts_destroyed", "trench_1", "trench_2", "trench_cp",
    "beachhead", "beach_used", "ne_outside", "failed_entrench", "cards_used", "limits_used",
    "reshuffle_due", "neutral_entry_turn", "battles", "greek_limited", "ana_held",
)  # fmt: skip
#: Two-element lists indexed by side.
_PAIRS = (
    "control", "war_status", "commitment", "mandated", "hand", "deck", "discard", "removed",
    "table", "swapped_in", "swapped_out",
)  # fmt: skip
#: Every stored field, by the name under which it is saved.
_STORED = frozenset(
    (
        *_PLAIN,
        *_PAIRS,
        "loc",
        "rp",
        "at_war",
        "events",
        "actions",
        "missed",
        "reinforced",
        "marks",
        "operation",
        "combat",
    )
)


class State:
    """One position of Paths of Glory."""

    __slots__ = (
        *_PLAIN, *_PAIRS, "rules", "loc", "rp", "at_war", "events", "actions", "missed",
        "reinforced", "marks", "operation", "combat", "units_at", "standing", "occupied", "full", "besieged",
        "closed", "reached", "fort_values", "built",
    )  # fmt: skip

    turn: int
    round: int
    phase: str
    phasing: int
    vp: int
    combined: int
    us_entry: int
    russian: int
    tsar_fell_count: int
    reduced: int
    forts_destroyed: int
    trench_1: int
    trench_2: int
    trench_cp: int
    beachhead: int
    beach_used: bool
    ne_outside: int
    failed_entrench: int
    cards_used: int
    limits_used: int
    reshuffle_due: int
    neutral_entry_turn: int
    battles: int
    #: Greece has entered as by 9.5.2.4 (limited entry): its corps are frozen.
    greek_limited: bool
    #: CP space that counts as Allied while the ANA corps is there, or -1 (11.1.15).
    ana_held: int

    def __init__(self, rules: Ruleset) -> None:
        self._clear(rules)
        self.rebuild()

    def _clear(self, rules: Ruleset) -> None:
        """Set everything to its value before set-up, without the derived data."""
        board = rules.board
        self.rules = rules
        self.turn, self.round, self.phase, self.phasing = 1, 0, "setup", -1
        self.vp = rules.scenario.start_vp
        self.combined = self.us_entry = self.russian = self.tsar_fell_count = 0
        self.reduced = self.forts_destroyed = 0
        self.trench_1 = self.trench_2 = self.trench_cp = 0
        self.beachhead, self.beach_used = -1, False
        self.greek_limited, self.ana_held = False, -1
        self.ne_outside = self.failed_entrench = self.cards_used = self.limits_used = 0
        self.reshuffle_due = self.neutral_entry_turn = self.battles = 0
        self.control = list(rules.start_control)
        self.war_status, self.commitment = [0, 0], [MOBILIZATION, MOBILIZATION]
        self.mandated = ["none", "none"]
        self.hand, self.deck, self.discard, self.removed, self.table = (
            [0, 0], [0, 0], [0, 0], [0, 0], [0, 0],
        )  # fmt: skip
        #: Optional cards taken in secret, and the cards given up for them.
        self.swapped_in, self.swapped_out = [0, 0], [0, 0]
        self.loc: list[int] = [board.unused[unit.side] for unit in rules.content.units]
        #: Replacement points recorded this turn by pool, in half points.
        self.rp: dict[str, int] = {}
        #: Nations that have entered the war, with the turn.
        self.at_war: dict[str, int] = {}
        #: Events played, with the turn (the latest one for cards that come back).
        self.events: dict[int, int] = {}
        #: Actions of this turn by side: (kind, card or -1).
        self.actions: list[list[tuple[str, int]]] = [[], []]
        self.missed: list[list[int]] = [[], []]
        #: Nations whose reinforcement card was played this turn.
        self.reinforced: list[str] = []
        #: Markers specific to the ruleset, by name: numbers, and sets of units, spaces or cards.
        self.marks: dict[str, int] = dict(rules.tables.marks)
        self.operation: Operation | None = None
        self.combat: Combat | None = None

    # -- reading --------------------------------------------------------------------

    def is_reduced(self, unit: int) -> bool:
        """Return True if the unit is on its reduced side."""
        return self.reduced >> unit & 1 == 1

    def controller(self, space: int) -> int | None:
        """Return the side that controls a space, None if neutral."""
        if self.control[0] >> space & 1:
            return 0
        return 1 if self.control[1] >> space & 1 else None

    def units_of(self, side: int, space: int) -> int:
        """Return the units of a side in a space."""
        return self.units_at[space] & self.rules.units_of_side[side]

    def intact_forts(self, side: int) -> int:
        """Return the spaces with an undestroyed fort of a side."""
        board = self.rules.board
        return board.forts & board.printed[side] & ~self.forts_destroyed | self.built[side]

    def unbesieged_forts(self, side: int) -> int:
        """Return the spaces with an undestroyed, unbesieged fort of a side."""
        return self.intact_forts(side) & ~self.besieged

    def trench(self, space: int) -> tuple[int, int]:
        """Return the level and owner of the trench in a space; (0, -1) if there is none."""
        level = 2 if self.trench_2 >> space & 1 else self.trench_1 >> space & 1
        return (level, self.trench_cp >> space & 1) if level else (0, -1)

    # -- changing -------------------------------------------------------------------

    def place(self, unit: int, space: int) -> None:
        """Move a unit to a space or box from where it is."""
        rules, units_at = self.rules, self.units_at
        old = self.loc[unit]
        flag = 1 << unit
        side = rules.side_of[unit]
        on_map = rules.board.on_map
        self.loc[unit] = space
        units_at[old] ^= flag
        if on_map[old]:
            self.standing[side] ^= flag
            if not units_at[old]:
                self.occupied[side] &= ~(1 << old)
            if units_at[old].bit_count() < rules.stacking_limit:
                self.full[side] &= ~(1 << old)
            if self.fort_values[old]:
                self._refresh_siege(old)
        units_at[space] |= flag
        if on_map[space]:
            self.standing[side] |= flag
            self.occupied[side] |= 1 << space
            if units_at[space].bit_count() >= rules.stacking_limit:
                self.full[side] |= 1 << space
            if self.fort_values[space]:
                self._refresh_siege(space)

    def flip(self, unit: int, reduced: bool) -> None:
        """Flip a unit to its reduced or full side."""
        if reduced:
            self.reduced |= 1 << unit
        else:
            self.reduced &= ~(1 << unit)

    def set_trench(self, space: int, level: int, side: int) -> None:
        """Place a side's trench marker of a level; level 0 removes it."""
        flag = 1 << space
        self.trench_1 = self.trench_1 | flag if level == 1 else self.trench_1 & ~flag
        self.trench_2 = self.trench_2 | flag if level == 2 else self.trench_2 & ~flag
        self.trench_cp = self.trench_cp | flag if level and side else self.trench_cp & ~flag

    def destroy_fort(self, space: int) -> None:
        """Mark a fort as destroyed (15.1.9)."""
        self.forts_destroyed |= 1 << space & self.rules.board.forts
        self.besieged &= ~(1 << space)
        for forgets in self.rules.tables.fort_gone:
            forgets(self, space)
        if self.rules.tables.forts:
            self.refresh_forts()

    def fort_owner(self, space: int) -> int:
        """Return the side whose fort is in a space, or could be again."""
        for side in (0, 1):
            if self.built[side] >> space & 1:
                return side
        return self.rules.board.fort_owner[space]

    def can_besiege(self, units: int, space: int) -> bool:
        """Return whether units can besiege a fort: at least one army, or as many corps as the fort's LF (15.2.1)."""
        return bool(units & self.rules.armies) or units.bit_count() >= self.fort_values[space]

    # -- derived data -----------------------------------------------------------------

    def rebuild(self) -> None:
        """Recompute all derived data."""
        self.reached = SupplyCache()
        on_map = self.rules.board.on_map
        #: Units by space or box.
        self.units_at: list[int] = [0] * len(on_map)
        #: Units on the map by side.
        self.standing: list[int] = [0, 0]
        self.occupied: list[int] = [0, 0]
        #: By side: spaces that are full (10.1.1).
        self.full: list[int] = [0, 0]
        self.besieged: int = 0
        units_at, sides = self.units_at, self.rules.side_of
        for unit, space in enumerate(self.loc):
            units_at[space] |= 1 << unit
            if on_map[space]:
                self.standing[sides[unit]] |= 1 << unit
                self.occupied[sides[unit]] |= 1 << space
        for side in (0, 1):
            for space in members(self.occupied[side]):
                if self.units_at[space].bit_count() >= self.rules.stacking_limit:
                    self.full[side] |= 1 << space
        self.refresh_forts()
        for space in members(self.rules.board.forts | self.built[0] | self.built[1]):
            self._refresh_siege(space)
        self.refresh_closed()

    def refresh_forts(self) -> None:
        """Recompute the strength of each fort, and the forts that are not printed on the map."""
        board = self.rules.board
        #: Strength of the fort in each space, 0 for none.
        self.fort_values: list[int] = board.fort_value
        built = [0, 0]
        for raised in self.rules.tables.forts:
            found = raised(self)
            self.fort_values = self.fort_values[:]
            for space, (owner, strength) in found.items():
                self.fort_values[space] = strength
                built[owner] |= 1 << space & ~board.forts
        #: By side: spaces with a fort that is not printed on the map.
        self.built: tuple[int, int] = (built[0], built[1])

    def refresh_closed(self) -> None:
        """Recompute which spaces nobody may enter: neutrals and beaches without a marker."""
        self.closed: int = self.rules.closed_spaces(self)

    def _refresh_siege(self, space: int) -> None:
        """Recompute whether a fort is besieged: by an army, or by as many corps as its LF (15.2.1)."""
        rules = self.rules
        flag = 1 << space
        self.besieged &= ~flag
        if not self.forts_destroyed & flag:
            enemies = self.units_at[space] & rules.units_of_side[1 - self.fort_owner(space)]
            if enemies and self.can_besiege(enemies, space):
                self.besieged |= flag

    # -- copying and saving -------------------------------------------------------------

    def copy(self) -> State:
        """Return an independent copy."""
        twin = object.__new__(State)
        twin.rules = self.rules
        twin.turn, twin.round, twin.phase = self.turn, self.round, self.phase
        twin.phasing, twin.vp, twin.combined = self.phasing, self.vp, self.combined
        twin.us_entry, twin.russian, twin.tsar_fell_count = self.us_entry, self.russian, self.tsar_fell_count
        twin.reduced, twin.forts_destroyed, twin.trench_1 = self.reduced, self.forts_destroyed, self.trench_1
        twin.trench_2, twin.trench_cp, twin.beachhead = self.trench_2, self.trench_cp, self.beachhead
        twin.beach_used, twin.ne_outside, twin.failed_entrench = self.beach_used, self.ne_outside, self.failed_entrench
        twin.cards_used, twin.limits_used, twin.reshuffle_due = self.cards_used, self.limits_used, self.reshuffle_due
        twin.neutral_entry_turn, twin.battles = self.neutral_entry_turn, self.battles
        twin.greek_limited, twin.ana_held = self.greek_limited, self.ana_held
        twin.control, twin.war_status = self.control[:], self.war_status[:]
        twin.commitment, twin.mandated = self.commitment[:], self.mandated[:]
        twin.hand, twin.deck, twin.discard = self.hand[:], self.deck[:], self.discard[:]
        twin.removed, twin.table = self.removed[:], self.table[:]
        twin.swapped_in, twin.swapped_out = self.swapped_in[:], self.swapped_out[:]
        twin.loc, twin.units_at, twin.standing = self.loc[:], self.units_at[:], self.standing[:]
        twin.occupied, twin.full = self.occupied[:], self.full[:]
        twin.besieged, twin.closed, twin.reached = self.besieged, self.closed, self.reached
        twin.fort_values, twin.built = self.fort_values, self.built
        twin.rp, twin.at_war, twin.events = self.rp.copy(), self.at_war.copy(), self.events.copy()
        twin.actions = [self.actions[0][:], self.actions[1][:]]
        twin.missed = [self.missed[0][:], self.missed[1][:]]
        twin.reinforced, twin.marks = self.reinforced[:], self.marks.copy()
        twin.operation = self.operation.copy() if self.operation else None
        twin.combat = self.combat.copy() if self.combat else None
        return twin

    def dump(self) -> dict[str, Any]:
        """Return the position as JSON; big sets as hexadecimal text."""
        data: dict[str, Any] = {name: pack(getattr(self, name)) for name in _PLAIN}
        for name in _PAIRS:
            first, second = getattr(self, name)
            data[name] = [pack(first), pack(second)]
        data["loc"] = _pack_locations(self.loc)
        data["rp"], data["at_war"], data["events"] = self.rp, self.at_war, list(self.events.items())
        data["actions"], data["missed"], data["reinforced"] = self.actions, self.missed, self.reinforced
        data["marks"] = {name: pack(value) for name, value in self.marks.items()}
        data["operation"] = self.operation.dump() if self.operation else None
        data["combat"] = self.combat.dump() if self.combat else None
        return data

    @classmethod
    def load(cls, rules: Ruleset, data: dict[str, Any]) -> State:
        """Rebuild a position; raises KeyError, TypeError or ValueError for other data, including unknown fields."""
        if data.keys() != _STORED:
            raise ValueError(f"other fields: {sorted(data.keys() ^ _STORED)}")
        state = object.__new__(cls)
        state._clear(rules)
        for name in _PLAIN:
            setattr(state, name, unpack(data[name]))
        for name in _PAIRS:
            first, second = data[name]
            setattr(state, name, [unpack(first), unpack(second)])
        state.loc = _unpack_locations(data["loc"], len(state.loc))
        state.rp, state.at_war = dict(data["rp"]), dict(data["at_war"])
        state.events = dict(data["events"])
        state.actions = [[(kind, card) for kind, card in side] for side in data["actions"]]
        state.missed = [list(side) for side in data["missed"]]
        state.reinforced = list(data["reinforced"])
        if data["marks"].keys() != state.marks.keys():
            raise ValueError(f"the ruleset has other marks than {sorted(data['marks'])}")
        state.marks = {name: unpack(value) for name, value in data["marks"].items()}
        state.operation = Operation.load(data["operation"]) if data["operation"] else None
        state.combat = Combat.load(data["combat"]) if data["combat"] else None
        state.rebuild()
        return state


def _pack_locations(loc: list[int]) -> str:
    """Return the locations as text, three hexadecimal digits per unit."""
    return "%03x" * len(loc) % tuple(loc)


def _unpack_locations(text: str, count: int) -> list[int]:
    if len(text) != 3 * count:
        raise ValueError(f"{len(text)} digits for {count} units")
    return [int(text[at : at + 3], 16) for at in range(0, len(text), 3)]
