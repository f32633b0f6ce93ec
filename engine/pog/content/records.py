"""Compiled facts of Paths of Glory: frozen records with integer ids.

Everything here is read from ``assets/pog/*.toml`` by :mod:`engine.pog.content.loader`. Ids are
positions in the tuples of :class:`Content`; saved games rely on them, so data files only ever grow
at the end, and boxes keep their ids whatever spaces are added. Sides are the integers ``AP`` and ``CP``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NewType

from engine.pog.content.nations import Nations
from engine.pog.content.starts import Start

AP, CP = 0, 1
SIDE_NAMES = ("ap", "cp")

SpaceId = NewType("SpaceId", int)
UnitId = NewType("UnitId", int)
CardId = NewType("CardId", int)


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the map, or one of the eight holding boxes.

    Rules 3.0 and 11.3. ``fort`` is its combat and loss factor in one (15.1), 0 for no fort.
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
        """True if the space counts for VP on one of the two maps (5.7.2)."""
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
    """One counter: CF, LF and MF of both sides (rule 3.0), owner, and how it comes into play.

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
    """A unit that a card brings on, and the places to choose from, best known first (9.5.3.3)."""

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
    reading: str = ""  # the card set that reads differently here; "" for the card as printed
    stand_in: bool = False  # the print of the ruleset's own card is not known, so ours stands for it


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
    """A box of the turn track with what is special about it."""

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


@dataclass(frozen=True, slots=True)
class FireTable:
    """A fire table (12.2.8): loss numbers by die (rows) and fire factors (columns)."""

    columns: tuple[int, ...]  # smallest number of factors in each column
    rows: tuple[tuple[int, ...], ...]  # die 1 to 6

    def column_for(self, factors: int) -> int:
        """Index of the column for a total of factors; too small a total uses the first column."""
        return max(0, bisect_right(self.columns, factors) - 1)

    def result(self, column: int, die: int) -> int:
        """Loss number; a column off the table and a die off 1..6 are held to the edge (12.2.8-9)."""
        row = self.rows[min(max(die, 1), 6) - 1]
        return row[min(max(column, 0), len(row) - 1)]


@dataclass(frozen=True, slots=True)
class TerrainEffect:
    """What terrain or a trench does to combat; shifts in columns, negative to the left (12.2.8)."""

    name: str  # clear, forest, desert, mountain, swamp, trench_1, trench_2
    attacker_shift: int
    defender_shift: int
    may_stand: bool  # the defender may cancel a retreat for one step (12.5.3)
    stops_advance: bool  # an advance must stop on entering (12.7.3)
    flank_allowed: bool  # a flank attempt against it is possible (12.3.1)

    @property
    def trench(self) -> bool:
        """True for works that were dug, false for the ground."""
        return self.name.startswith("trench_")


@dataclass(frozen=True, slots=True)
class FlankRules:
    """Flank attempts (12.3): the modified die that succeeds, and the DRM for each flanking space."""

    success: int
    drm_per_space: int


@dataclass(frozen=True, slots=True)
class Drm:
    """A standing die modifier outside cards: attacks made only from ``space`` (12.2.7)."""

    space: int
    drm: int
    lifted_by: str  # card
    lifted_for: int  # side


@dataclass(frozen=True, slots=True)
class MandatedTable:
    """Mandated offensives of a side (7.0): boxes from left to right, and the box for die 1 to 6."""

    side: int
    boxes: tuple[str, ...]  # 'fr', 'ah_it' ...; the last is 'none'
    results: tuple[str, ...]

    def result(self, die: int) -> str:
        """Box for a modified die; the roll is held to 1..6 (7.1.9)."""
        return self.results[min(max(die, 1), 6) - 1]


@dataclass(frozen=True, slots=True)
class MandatedGoal:
    """What attack fulfils a mandated offensive (7.1.3 to 7.1.7)."""

    name: str
    side: int
    attackers: frozenset[str]  # nations, one unit of which must attack
    defenders: frozenset[str]  # nations, one unit of which must be attacked; empty: any enemy unit
    lands: frozenset[str]  # nations one of which must own the space; empty: anywhere
    italian_front: bool  # AH (IT): Italy, Italian units, or units supplied through Italy (7.1.6)
    becomes: str | None  # the result to read instead while its enemy is neutral or beaten
    cancelled_by: str | None  # card after which the result is none


@dataclass(frozen=True, slots=True)
class PeaceTerms:
    """A line of the peace terms table (16.5): VP change for die 1 to 6."""

    side: int
    vp_min: int | None  # the offer needs at least so many VP
    vp_max: int | None
    combined_min: int
    combined_max: int | None
    results: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReplacementCost:
    """Price of a replacement in half RP (17.1): a step of a corps is one, of an army two."""

    action: str  # flip_army, flip_corps, rebuild_corps_reduced ...
    half_points: int


@dataclass(frozen=True, slots=True)
class ReplacementChange:
    """A change of the RP of the Replacement Phase, made in this order; no pool falls below 0 (5.7.3, 16.4.7, 17.1.8)."""

    name: str
    pool: str
    points: int
    cap: int | None  # at most so many may be spent
    when: str  # turn_played, in_effect, cp_total_war, each_ap_rp_card
    trait: str | None  # of the scenarios in which it is made; None: in all
    card: str | None


@dataclass(frozen=True, slots=True)
class Threshold:
    """A war status or VP total at which something happens (5.2, 16.1 to 16.4)."""

    counter: str  # own, cp, combined, combined_russian_vp, cp_russian_vp, vp_min, vp_max
    value: int
    effect: str


@dataclass(frozen=True, slots=True)
class TrackBox:
    """A box of the US entry or Russian capitulation track (16.3, 16.4)."""

    name: str
    card: str | None  # the event that enters it
    reversible: bool  # the marker may fall back to the box before it


@dataclass(frozen=True, slots=True)
class VpChange:
    """A line of the victory point table: ``vp`` is positive for the CP (5.1.2)."""

    cause: str
    when: str  # event, action, war_status_phase, game_end
    vp: int
    trait: str | None  # of the scenarios in which it counts; None: in all
    card: str | None


@dataclass(frozen=True, slots=True)
class SrRules:
    """Strategic redeployment (13.0): prices in SR points, limits in corps a turn."""

    corps_cost: int
    army_cost: int
    near_east_groups: frozenset[str]  # AP corps that may go to or from the Near East by sea or Reserve
    near_east_sea_free: bool  # other AP corps go there by sea, without a limit
    box_barred: frozenset[str]  # nations whose corps never go to the Reserve Box
    near_east_ap_per_turn: int
    russian_between_maps_per_turn: int
    near_east_cp_per_turn: int  # corps that are not Turkish
    near_east_cp_exempt: frozenset[str]  # nations that never count
    box_without_capital: frozenset[str]  # nations whose box stays open without a capital (13.1.11)


@dataclass(frozen=True, slots=True)
class EntrenchRules:
    """Entrench rolls (11.2): a die up to the LF of the army succeeds."""

    max_level: int
    repeat_drm: int  # on the next attempt of the army after a failure (11.2.10)
    repeat_nations: frozenset[str]
    markers: int = 0  # of each side, 0: no limit


@dataclass(frozen=True, slots=True)
class ActivationRules:
    """Prices of activation in OPS that are numbers (9.2)."""

    automatic_ops: int  # without playing a card (8.1.3)
    near_east_attack_spaces: int  # a round, AP only (9.2.7)
    beachhead_army: int  # 9.2.7.1
    beachhead_corps: int
    be_as_br_spaces: frozenset[int]  # where Belgian and British units count as one nationality
    us_as_fr_lands: frozenset[str]  # nations in whose spaces US and French units do
    stacking_limit: int  # units of one side in a space (10.1)


@dataclass(frozen=True, slots=True)
class VictoryLevel:
    """CP wins at ``cp_min`` VP or more, AP at ``ap_max`` or less, else a draw (5.3 to 5.7)."""

    conditions: tuple[
        str, ...
    ]  # all of them: 'played:' or 'not_played:' and a card, 'held:SIDE:SPACE' in supply at the end
    cp_min: int
    ap_max: int


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario (5.3 to 5.5, 5.7) as traits, switches and numbers; rules ask for these, never for its name."""

    name: str
    title: str
    last_turn: int
    vp_set: str  # base or historical
    start_vp: int
    hand_size: int
    trench_modifiers: bool  # 11.2.10
    peace_terms: bool  # 16.5
    guns_of_august: str  # choice, must_open or past
    start: str | None  # the position with which it begins, None: August 1914
    ends_at_commitment: str | None  # limited war: total (5.4.1)
    turn_1_br_offensive: str  # what a British result is read as on turn 1 (5.7.4.5)
    traits: frozenset[str]  # see scenarios.toml
    ruleset: str  # by which it is played, see `engine.pog.rulesets`
    levels: tuple[VictoryLevel, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A question that the text of a ruleset leaves open; the first value holds unless players choose another."""

    name: str
    values: tuple[str, ...]
    entries: tuple[str, ...]
    proposal: bool
    #: Where players meet it: paragraphs, cards by id, and kinds of decision, or one verb of such a kind (`kind:verb`).
    rules: tuple[str, ...] = ()
    cards: frozenset[int] = frozenset()
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Content:
    """All facts of the game. ``digest`` is the SHA-256 (hex) of the data files, ``ids`` the beginning of that of the names.

    Stored positions hang on ``ids`` alone: it is another if a space, unit or card has another id, is new or is gone.
    Two contents are equal only if they are the same object, so that one may be a cache key.
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
    ruleset: str  # whose facts these are; "" for those of the base

    @property
    def every_pool(self) -> tuple[str, ...]:
        """The pools of replacement points of both sides in a row: what a choice of one counts in."""
        return (*self.pools[0], *self.pools[1])
