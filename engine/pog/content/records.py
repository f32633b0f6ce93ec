"""Compiled facts of Paths of Glory: frozen records with integer ids.

Everything here is read from ``assets/pog/*.toml`` by :mod:`engine.pog.content.loader`. Ids are
positions in the tuples of :class:`Content`; saved games rely on them, so data files only ever grow
at the end, and boxes keep their ids whatever spaces are added. Sides are the integers ``AP`` and ``CP``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.pog.content.nations import Nations
from engine.pog.content.records_tables import (
    ActivationRules,
    Drm,
    EntrenchRules,
    FireTable,
    FlankRules,
    MandatedGoal,
    MandatedTable,
    PeaceTerms,
    ReplacementChange,
    ReplacementCost,
    SrRules,
    TerrainEffect,
    Threshold,
    TrackBox,
    VpChange,
)
from engine.pog.content.records_wars import Scenario, Switch, VictoryLevel
from engine.pog.content.starts import Start

AP, CP = 0, 1
SIDE_NAMES = ("ap", "cp")


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the map, or one of the eight holding boxes.

    Rules 3.0 and 11.3. ``fort`` is both its combat factor and its loss factor (15.1), 0 for no fort.
    ``kind`` is ``map``, ``reserve``, ``eliminated``, ``permanently_eliminated`` or ``not_in_play``, and ``absent``
    for a space of the map that the ruleset plays without.
    """

    id: int
    name: str
    title: str
    map: str  # europe, near_east, both, box
    near_east: bool  # spaces printed on both maps play as Near East spaces
    nation: str
    printed_side: int | None  # the colour on the map: who controls it once its nation is at war
    start_control: int | None  # None: the nation is neutral in August 1914
    terrain: str  # clear, forest, mountain, swamp, desert
    fort: int
    port: int | None  # the only side that may ever use the port
    sources: frozenset[str]  # 'cp', or the nations of the units that trace supply to it
    capital_of: str | None
    vp_base: bool
    vp_historical: bool
    beach: bool  # an MEF invasion beach (9.5.3.5)
    edge_box: bool  # one of the five Russian boxes at the edge of the European map
    kind: str
    lat: float | None  # degrees north
    lon: float | None  # degrees east

    def scores(self, vp_set: str) -> bool:
        """Return True if the space counts for VP with one of the two sets of VP spaces (5.7.2)."""
        return self.vp_historical if vp_set == "historical" else self.vp_base


@dataclass(frozen=True, slots=True)
class Connection:
    """A line between two spaces, ``a`` < ``b`` by id. A dashed line serves ``nations`` only (11.3)."""

    a: int
    b: int
    dashed: bool
    nations: frozenset[str]  # empty for a solid line; 'all' on the lines to MEF beaches


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter: CF, LF and MF of both sides of the counter (rule 3.0), owner, and how it enters play.

    ``enters`` is ``setup``, the name of a card, or ``neutral_entry:`` and a nation.
    """

    id: int
    name: str
    title: str
    side: int
    nation: str
    parent: str  # the nation it counts as for activation and multinational attacks
    army: bool
    cf: int
    lf: int
    mf: int
    reduced_cf: int
    reduced_lf: int
    reduced_mf: int
    replaceable: bool
    near_east: bool  # may operate on the Near East map
    enters: str
    pool: str | None  # the replacement points that pay for it; None: cannot be rebuilt
    loss_priority: int  # order of the first loss when attacking (12.4.5), 0 for none
    group: str  # interchangeable counters share it; an army is its own group
    replaced_by: tuple[str, ...] = ()  # groups of corps that may replace an eliminated army (12.4.4)
    limits: frozenset[str] = frozenset()  # named exceptions of single counters, see units.toml


@dataclass(frozen=True, slots=True)
class Need:
    """One condition (or exclusion) on a card, such as ``Need('turn_min', ('2',))``."""

    kind: str
    args: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A unit that a card brings on, and the places to choose from, preferred first (9.5.3.3)."""

    unit: int
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A strategy card as printed (9.1): values in OPS, SR points, RP and war status points."""

    id: int
    name: str
    number: int
    title: str
    side: int
    deck: str  # mobilization, limited, total
    optional: bool
    ops: int
    sr: int
    rp: tuple[tuple[str, int], ...]  # pool and points, never 0; US points are never printed
    remove: bool  # printed asterisk: leaves the game after use as an event
    combat: bool
    once_per_turn: bool
    role: str  # attack, defense, either, none
    drm: int
    war_status: int
    ops_after_event: str  # no, yes, by_stripe
    needs: tuple[Need, ...]
    reinforcement_nation: str | None
    neutral_entry: str | None
    arrivals: tuple[Arrival, ...]
    excludes: tuple[Need, ...]  # prevents, cancels, cancelled_by ...: kind and the cards meant
    enables: tuple[str, ...]  # cards that this event makes playable
    limited_entry: str | None = None  # nation whose units are placed frozen (Salonika, 9.5.2.4)
    absent: bool = False  # the ruleset plays without it
    reading: str = ""  # the card set that changes this card; "" for the card as printed
    lasting: str = ""  # how long the event lasts: "turn", "war", or "" if it takes effect only once
    stand_in: bool = False  # the printed card of the ruleset is not known, so ours replaces it
    added: bool = False  # not one of the cards of the printed game


@dataclass(frozen=True, slots=True)
class SetupRow:
    """A unit or a trench of the August 1914 set-up (4.2, historical changes 5.7.1)."""

    space: int
    unit: int | None
    trench: int
    side: int
    reduced: bool
    scenario: str  # base, historical_add, historical_remove


@dataclass(frozen=True, slots=True)
class EntryRow:
    """What a neutral nation places when it enters the war (9.5.2, 16.1.3.1, Persia 11.1.13)."""

    nation: str
    unit: int | None
    place: str  # a space, or 'choice:bu' and 'choice:ro' for the owner's choice
    trench: int
    control: int | None
    reduced: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """A box of the turn track with its special rules."""

    number: int
    title: str
    season: str  # none, spring, summer, fall, winter
    year: int
    siege_drm: int  # 15.3
    desert_closed: bool  # no attacks out of or into deserts (15.2.5)
    blockade: bool  # the Blockade event costs its VP
    commitment_check: bool  # war commitment may rise (16.1)
    reinforcements: bool  # reinforcement cards may be played as events
    german_forts_closed: bool  # Russians may not enter, attack or besiege German forts (15.1.12)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Content:
    """All facts of the game. ``digest`` is the SHA-256 (hex) of the data files, ``ids`` the start of the SHA-256 of the names.

    Stored positions depend only on ``ids``: it changes if a space, unit or card changes its id, is added or is removed.
    Two contents are equal only if they are the same object, so that one can be a cache key.
    """

    spaces: tuple[Space, ...]
    connections: tuple[Connection, ...]
    units: tuple[Unit, ...]
    cards: tuple[Card, ...]
    setup: tuple[SetupRow, ...]
    entries: tuple[EntryRow, ...]
    turns: tuple[Turn, ...]  # turn n is turns[n - 1]
    army_fire: FireTable
    corps_fire: FireTable
    terrain: Mapping[str, TerrainEffect]
    flank: FlankRules
    standing_drms: tuple[Drm, ...]
    mandated: tuple[MandatedTable, MandatedTable]  # by side
    mandated_goals: Mapping[str, MandatedGoal]
    peace_terms: tuple[PeaceTerms, ...]
    replacement_costs: Mapping[str, ReplacementCost]
    replacement_changes: tuple[ReplacementChange, ...]
    pools: tuple[tuple[str, ...], tuple[str, ...]]  # by side
    thresholds: tuple[Threshold, ...]
    us_track: tuple[TrackBox, ...]
    russian_track: tuple[TrackBox, ...]
    vp_changes: Mapping[str, VpChange]
    sr: SrRules
    entrench: EntrenchRules
    activation: ActivationRules
    nations: Nations
    scenarios: Mapping[str, Scenario]
    starts: Mapping[str, Start]
    switches: Mapping[str, Switch]
    space_by_name: dict[str, int]
    unit_by_name: dict[str, int]
    card_by_name: dict[str, int]
    digest: str
    ids: str
    ruleset: str  # ruleset of these facts; "" for the base

    @property
    def every_pool(self) -> tuple[str, ...]:
        """The replacement pools of both sides in one tuple, which the argument of a choice indexes."""
        return (*self.pools[0], *self.pools[1])


__all__ = [
    "AP",
    "CP",
    "SIDE_NAMES",
    "ActivationRules",
    "Arrival",
    "Card",
    "Connection",
    "Content",
    "Drm",
    "EntrenchRules",
    "EntryRow",
    "FireTable",
    "FlankRules",
    "MandatedGoal",
    "MandatedTable",
    "Need",
    "PeaceTerms",
    "ReplacementChange",
    "ReplacementCost",
    "Scenario",
    "SetupRow",
    "Space",
    "SrRules",
    "Switch",
    "TerrainEffect",
    "Threshold",
    "TrackBox",
    "Turn",
    "Unit",
    "VictoryLevel",
    "VpChange",
]
