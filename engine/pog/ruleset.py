"""One composed set of rules: content, board, scenario, options, and precomputed unit tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.core.bits import mask, members
from engine.errors import OptionsError, Reason
from engine.pog.board import Board, board_of
from engine.pog.content import Content
from engine.pog.content.overlay import card_set
from engine.pog.content.records import AP, CP, Scenario
from engine.pog.networks import usual_network
from engine.pog.tables import Tables, folded

if TYPE_CHECKING:
    from engine.pog.state import State

#: 9.1.4: hand size under the option for greater control.
EIGHT_CARD_HAND = 8
#: Maximum number of floods cached; the cache is emptied when full.
_FLOODS = 20_000


@dataclass(frozen=True, slots=True)
class GameOptions:
    """Options that players agree on when a game is created; None takes the scenario's own value.

    `windows` decides when a reaction window opens: "public" whenever public knowledge
    allows a card, "hand" only when the asked side really holds one (quicker, but not being
    asked gives something away). `bid` is (side that gave points, VP ceded) by 5.6.1.
    """

    scenario: str = "campaign"
    vp_spaces: str | None = None
    hand_size: int | None = None
    trench_modifiers: bool | None = None
    peace_terms: bool | None = None
    #: Cards 56 to 65: False leaves them out, True adds them all to their decks.
    optional_cards: bool = False
    #: "standard"; "secret" (each side secretly swaps in optional cards); "valiant" (a fixed
    #: list of swaps). The last two cannot be combined with `optional_cards`.
    card_set: str = "standard"
    windows: str = "public"
    bid: tuple[int, int] | None = None
    #: 5.6: draws count as Allied victories.
    tournament: bool = False
    #: Values chosen for questions that the ruleset leaves open: (name, value), by name.
    switches: tuple[tuple[str, str], ...] = ()

    def scenario_of(self, content: Content) -> Scenario:
        """Return the scenario with the players' changes; raises OptionsError if there is no such scenario."""
        if self.scenario not in content.scenarios:
            known = tuple(content.scenarios)
            raise OptionsError(Reason("unknown_war", "", {"war": self.scenario, "known": known}))
        scenario = content.scenarios[self.scenario]
        # "Adding more paths": a hand of eight goes with all the optional cards (9.1.4)
        eight = EIGHT_CARD_HAND if self.optional_cards else None
        chosen: dict[str, Any] = {
            "vp_set": self.vp_spaces,
            "hand_size": self.hand_size or eight,
            "trench_modifiers": self.trench_modifiers,
            "peace_terms": self.peace_terms,
        }
        changes = {name: value for name, value in chosen.items() if value is not None}
        return replace(scenario, **changes)


def switched(content: Content, chosen: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return the value of every switch of a ruleset, the default where none is chosen.

    Raises:
        OptionsError: there is no such switch, or it has no such value; carries those that exist.
    """
    found = {name: switch.values[0] for name, switch in content.switches.items()}
    for name, value in chosen:
        if name not in found:
            raise OptionsError(Reason("unknown_switch", "", {"switch": name, "known": ", ".join(found)}))
        values = content.switches[name].values
        if value not in values:
            raise OptionsError(Reason("switch_value", "", {"switch": name, "value": value, "known": ", ".join(values)}))
        found[name] = value
    return found


def _check(content: Content, options: GameOptions) -> None:
    """Raise ValueError for an invalid option value, OptionsError for options that conflict."""
    if options.card_set not in ("standard", "secret", "valiant"):
        raise ValueError(f"there is no card set {options.card_set!r}")
    if options.vp_spaces is not None and options.vp_spaces not in {one.vp_set for one in content.scenarios.values()}:
        raise ValueError(f"there are no VP spaces {options.vp_spaces!r}")
    if options.hand_size not in (None, 7, 8):
        raise ValueError(f"there is no hand of {options.hand_size!r}")
    if options.windows not in ("public", "hand"):
        raise ValueError(f"there are no windows {options.windows!r}")
    if options.card_set != "standard" and options.optional_cards:
        raise OptionsError(Reason("options_clash", "", {"card_set": options.card_set}))


class Ruleset:
    """Everything static about a game; shared by all its positions and never changed in play."""

    def __init__(self, content: Content, options: GameOptions, tables: Tables) -> None:
        _check(content, options)
        swaps: tuple[tuple[int, int], ...] = ()
        if options.card_set == "valiant":
            laid_over = card_set("valiant", content)
            content, swaps = laid_over.content, laid_over.swaps
        self.content = content
        #: Id of a card by its stable name.
        self.card: Callable[[str], int] = content.card_by_name.__getitem__
        self.options = options
        self.tables = tables
        self.switches = switched(content, options.switches)
        self.scenario = options.scenario_of(content)
        #: The starting position; None for August 1914.
        self.start = content.starts[self.scenario.start] if self.scenario.start else None
        if self.start is not None and options.card_set != "standard":
            raise OptionsError(Reason("cards_are_played", "", {"card_set": options.card_set}))
        self.board: Board = board_of(content)
        self.stacking_limit = content.activation.stacking_limit
        self._tables_of_units()
        self._sets_of_units()
        self._sets_of_cards(swaps)
        self.vp_spaces = mask(space.id for space in content.spaces if space.scores(self.scenario.vp_set))
        self.start_control = [
            mask(s.id for s in content.spaces if s.kind == "map" and s.start_control == side) for side in (AP, CP)
        ]
        #: Nations neutral at the start of the war, with their spaces.
        self.neutral_lands = {
            space.nation: self.board.lands(space.nation)
            for space in content.spaces
            if space.kind == "map" and space.start_control is None and not space.beach
        }
        self._closings()
        #: Cached floods: (network, ground, ports, start) -> spaces.
        self.floods: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        #: Cached connected areas of the map, by nation and ground.
        self.walks: dict[tuple[str, int], tuple[int, ...]] = {}

    def _closings(self) -> None:
        """Build which spaces the ruleset closes to whom, and which spaces units cannot leave."""
        tables = self.tables
        #: Looked up by `engine.pog.rules.areas`, by unit id.
        self.barred = folded(tables.barred, self)
        self.barred_in_retreat = folded(tables.barred, self, retreat=True)
        #: By unit id; empty where no entry closes anything.
        self.attack_bars = folded(tables.attack_bars, self) if tables.attack_bars else ()
        self.no_stop = folded(tables.no_stop, self)
        self.no_advance = folded(tuple(entry for entry in tables.no_stop if entry.advance), self)
        self.no_entry = folded(tables.no_entry, self)
        self.stays = folded(tables.stays, self)
        self.no_sea = folded(tables.no_sea, self)
        self.no_sr = folded(tables.no_sr, self)
        #: Whether any rule can keep units where they are.
        self.tied = bool(self.stays or tables.may_stack)
        self.untraced = folded(tables.untraced, self)
        self.strongholds = 0
        for spaces in tables.strongholds:
            self.strongholds |= spaces(self)
        #: Spaces in which a unit is not allowed to be.
        self.astray = folded(tuple(entry for entry in (*tables.barred, *tables.no_stop) if entry.strays), self)

    def _tables_of_units(self) -> None:
        """Build the tables indexed by unit id, and the networks by side."""
        units = self.content.units
        self.side_of = [unit.side for unit in units]
        #: Units with the same movement and supply rules share a number.
        kin = [(u.nation, u.army, u.near_east, u.limits, "" if u.army else u.group) for u in units]
        self.kin = [kin.index(rights) for rights in kin]
        #: By unit id: the supply network, and the spaces where none is needed; see `engine.pog.rules.supply`.
        self.networks = [self.tables.lines_of_supply.get(unit.nation, usual_network(unit)) for unit in units]
        self_supplied = {nation: spaces(self.board) for nation, spaces in self.tables.self_supplied.items()}
        self.lineless = [self_supplied.get(unit.nation, 0) for unit in units]
        #: By side: each network with the units that normally trace over it.
        self.units_of_network = tuple(
            [
                (number, mask(u.id for u in units if u.side == side and self.networks[u.id] == number))
                for number in sorted({self.networks[u.id] for u in units if u.side == side})
            ]
            for side in (AP, CP)
        )
        #: By unit id: the nation it counts as for activation and multinational attacks.
        self.parents = [unit.parent for unit in units]

    def _sets_of_units(self) -> None:
        """Build the sets of units by side, size, nation, group and limit."""
        units = self.content.units
        self.units_of_side = tuple(mask(u.id for u in units if u.side == side) for side in (AP, CP))
        self.armies = mask(u.id for u in units if u.army)
        self.near_east_armies = mask(u.id for u in units if u.army and u.near_east)
        #: Units that can never be on the Near East map (BEF, cavalry, MN and most armies).
        self.no_near_east = mask(u.id for u in units if not u.near_east)
        self.dotted = mask(u.id for u in units if not u.replaceable)
        self.of_nation: dict[str, int] = {}
        self.of_parent: dict[str, int] = {}
        self.of_group: dict[str, int] = {}
        self.limited: dict[str, int] = {}
        #: Units by the pool of replacement points that restores them.
        self.of_pool: dict[str, int] = {}
        for unit in units:
            flag = 1 << unit.id
            if unit.pool is not None:
                self.of_pool[unit.pool] = self.of_pool.get(unit.pool, 0) | flag
            self.of_nation[unit.nation] = self.of_nation.get(unit.nation, 0) | flag
            self.of_parent[unit.parent] = self.of_parent.get(unit.parent, 0) | flag
            self.of_group[unit.group] = self.of_group.get(unit.group, 0) | flag
            for limit in unit.limits:
                self.limited[limit] = self.limited.get(limit, 0) | flag
        #: Armies that can redeploy over land.
        self.marching = self.armies & ~self.limited.get("immobile", 0)
        #: Units that can draw supply from the beachhead.
        self.landed = self.limited.get("beachhead_supply", 0)

    def _sets_of_cards(self, swaps: tuple[tuple[int, int], ...]) -> None:
        """Build the sets of cards by side, in the game, and by combat window."""
        cards = self.content.cards
        self.cards_of_side = tuple(mask(c.id for c in cards if c.side == side) for side in (AP, CP))
        #: Cards in the decks, before secret swaps.
        self.cards_in_game = mask(
            c.id for c in cards if not c.absent and (self.options.optional_cards or not c.optional)
        )
        for out, into in (*swaps, *self._own_swaps()):
            self.cards_in_game = self.cards_in_game & ~(1 << out) | 1 << into
        self.combat_cards = mask(c.id for c in cards if c.combat)
        #: Combat cards by the window in which they can be played; trench cards also fit the ordinary one (12.2.4).
        self.cards_of_window = {
            window: mask(card for card, rule in self.tables.combat_cards.items() if rule.window in fitting)
            for window, fitting in (("", ("", "trench")), ("trench", ("trench",)), ("flank", ("flank",)))
        }

    def _own_swaps(self) -> list[tuple[int, int]]:
        """Return the ruleset's own card swaps; none if all optional cards are in."""
        if self.options.optional_cards:
            return []
        return [(self.card(out), self.card(into)) for pairs in self.tables.swaps for out, into in pairs(self)]

    # -- units ------------------------------------------------------------------------

    def nation_units(self, *nations: str) -> int:
        """Return the units of exactly these nations."""
        return sum(self.of_nation.get(nation, 0) for nation in nations)

    def factors(self, state: State, unit: int) -> int:
        """Return the current combat factor of a unit."""
        spec = self.content.units[unit]
        return spec.reduced_cf if state.reduced >> unit & 1 else spec.cf

    def loss_factor(self, state: State, unit: int) -> int:
        """Return the current loss factor of a unit."""
        spec = self.content.units[unit]
        return spec.reduced_lf if state.reduced >> unit & 1 else spec.lf

    def movement(self, state: State, unit: int) -> int:
        """Return the current movement factor of a unit."""
        spec = self.content.units[unit]
        return spec.reduced_mf if state.reduced >> unit & 1 else spec.mf

    # -- cards ------------------------------------------------------------------------

    def deck_cards(self, state: State, side: int, level: str) -> int:
        """Return the cards that join a side's draw pile at a commitment level (16.1)."""
        cards = self.cards_in_game & ~state.swapped_out[side] | state.swapped_in[side]
        return mask(
            card for card in members(cards & self.cards_of_side[side]) if self.content.cards[card].deck == level
        )

    # -- spaces -----------------------------------------------------------------------

    def closed_spaces(self, state: State) -> int:
        """Return the spaces that nobody may enter now: neutral nations and beaches (11.1.10, 11.1.11)."""
        closed = 0
        for spaces in self.tables.neutral:
            closed |= spaces(state)
        return closed

    def remember_flood(self, key: tuple[int, int, int, int], value: tuple[int, int]) -> None:
        """Cache a flood; see `engine.pog.rules.supply`."""
        if len(self.floods) >= _FLOODS:
            self.floods.clear()
        self.floods[key] = value

    def forget_floods(self) -> None:
        """Clear the caches of floods and connected areas."""
        self.floods.clear()
        self.walks.clear()

    def remember_walks(self, key: tuple[str, int], areas: tuple[int, ...]) -> None:
        """Cache connected areas; see `engine.pog.rules.supply`."""
        if len(self.walks) >= _FLOODS:
            self.walks.clear()
        self.walks[key] = areas


def options_from(data: Mapping[str, Any]) -> GameOptions:
    """Build game options from JSON; raises TypeError for unknown names."""
    values = dict(data)
    if values.get("bid") is not None:
        values["bid"] = tuple(values["bid"])
    if "switches" in values:
        values["switches"] = tuple(sorted(dict(values["switches"]).items()))
    return GameOptions(**values)
