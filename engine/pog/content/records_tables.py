"""Compiled tables and tracks: combat, offensives, peace, replacements, war status, victory, and numeric prices."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FireTable:
    """A fire table (12.2.8): loss numbers by die (rows) and fire factors (columns)."""

    columns: tuple[int, ...]  # smallest number of factors in each column
    rows: tuple[tuple[int, ...], ...]  # die 1 to 6

    def column_for(self, factors: int) -> int:
        """Return the index of the column for a total of factors; too small a total uses the first column."""
        return max(0, bisect_right(self.columns, factors) - 1)

    def result(self, column: int, die: int) -> int:
        """Return the loss number; columns and dice beyond the table are clamped to its edges (12.2.8-9)."""
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
        """True for trenches, False for terrain."""
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
        """Return the box for a modified die roll, clamped to 1..6 (7.1.9)."""
        return self.results[min(max(die, 1), 6) - 1]


@dataclass(frozen=True, slots=True)
class MandatedGoal:
    """Which attack fulfils a mandated offensive (7.1.3 to 7.1.7)."""

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
    vp_min: int | None  # the offer needs at least this many VP
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
    """A change of RPs in the Replacement Phase, in this order; no pool falls below 0 (5.7.3, 16.4.7, 17.1.8)."""

    name: str
    pool: str
    points: int
    cap: int | None  # spending limit
    when: str  # turn_played, in_effect, cp_total_war, each_ap_rp_card
    trait: str | None  # applies only in scenarios with this trait; None: in all
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
    card: str | None  # the event that moves the marker here
    reversible: bool  # the marker can return to the box before it


@dataclass(frozen=True, slots=True)
class VpChange:
    """A line of the victory point table: ``vp`` is positive for the CP (5.1.2)."""

    cause: str
    when: str  # event, action, war_status_phase, game_end
    vp: int
    trait: str | None  # counts only in scenarios with this trait; None: in all
    card: str | None


@dataclass(frozen=True, slots=True)
class SrRules:
    """Strategic redeployment (13.0): prices in SR points, limits in corps a turn."""

    corps_cost: int
    army_cost: int
    near_east_groups: frozenset[str]  # AP corps that may go to or from the Near East by sea or Reserve Box
    near_east_sea_free: bool  # other AP corps may go there by sea, without a limit
    near_east_alone: bool  # for corps of these groups, spaces on both maps are not in the Near East
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
    """Activation prices in OPS that are plain numbers (9.2)."""

    automatic_ops: int  # without playing a card (8.1.3)
    near_east_attack_spaces: int  # a round, AP only (9.2.7)
    beachhead_army: int  # 9.2.7.1
    beachhead_corps: int
    be_as_br_spaces: frozenset[int]  # where Belgian and British units count as one nationality
    us_as_fr_lands: frozenset[str]  # nations in whose spaces US and French units do
    stacking_limit: int  # units of one side in a space (10.1)
