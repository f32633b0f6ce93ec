"""Schemas of the numeric tables: pydantic models of the fact files that do not describe single pieces."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.pog.content.schema import Deck, File, Pool, Row, Side, Slug, Small, SpaceNation, Text, Trait, UnitNation


# --------------------------------------------------------------------------------------------- combat
class FireTableSpec(File):
    """One fire table: columns by their smallest number of factors, six rows for the die."""

    columns: list[Annotated[int, Field(ge=0, le=16)]]
    rows: Annotated[list[list[Annotated[int, Field(ge=0, le=7)]]], Field(min_length=6, max_length=6)]


class FireFile(Row):
    """``fire.toml``."""

    army: FireTableSpec
    corps: FireTableSpec


#: Rows that the terrain table must have; a ruleset may have more.
TERRAINS = ("clear", "forest", "desert", "mountain", "swamp", "trench_1", "trench_2")


class TerrainRow(Row):
    """Column shifts and permissions of a terrain or a trench level."""

    name: Slug
    attacker: Annotated[int, Field(ge=-2, le=2)]
    defender: Annotated[int, Field(ge=-2, le=2)]
    may_stand: bool
    stops_advance: bool
    flank: bool


class DrmRow(Row):
    """A die modifier of attacks made only from one space."""

    space: Slug
    drm: Annotated[int, Field(ge=-5, le=5)]
    lifted_by: Slug
    lifted_for: Side


class FlankSpec(File):
    """Numbers of the flank attempt."""

    success: Annotated[int, Field(ge=1, le=6)]
    drm_per_space: Small


class TerrainFile(File):
    """``terrain.toml``."""

    terrain: list[TerrainRow]
    standing_drms: list[DrmRow]
    flank: FlankSpec


# ------------------------------------------------------------------------------- offensives and peace
Offensive = Literal["fr", "br", "it", "ru", "ah", "ah_it", "tu", "ge", "none"]


class MandatedTableRow(Row):
    """Boxes and die results of a side."""

    side: Side
    boxes: list[Offensive]
    results: Annotated[list[Offensive], Field(min_length=6, max_length=6)]


class MandatedGoalRow(Row):
    """What fulfils a mandated offensive."""

    name: Offensive
    side: Side
    attackers: Annotated[list[UnitNation], Field(min_length=1)]
    defenders: list[UnitNation] = Field(default_factory=list)
    lands: list[SpaceNation] = Field(default_factory=list)
    italian_front: bool = False
    becomes: Offensive | None = None
    cancelled_by: Slug | None = None


class MandatedFile(File):
    """``mandated_offensives.toml``."""

    tables: Annotated[list[MandatedTableRow], Field(min_length=2, max_length=2)]
    goals: list[MandatedGoalRow]


class PeaceRow(Row):
    """A line of the peace terms table."""

    side: Side
    vp_min: int | None = None
    vp_max: int | None = None
    combined_min: Annotated[int, Field(ge=0)]
    combined_max: Annotated[int, Field(ge=0)] | None = None
    results: Annotated[list[Annotated[int, Field(ge=-1, le=1)]], Field(min_length=6, max_length=6)]


class PeaceFile(File):
    """``peace.toml``."""

    terms: list[PeaceRow]


# ------------------------------------------------------------------- replacements, war status, victory
class CostRow(Row):
    """Price of a replacement in half points."""

    action: Slug
    half_points: Annotated[int, Field(ge=1, le=4)]


class ReplacementChangeRow(Row):
    """A change made in the Replacement Phase."""

    name: Slug
    pool: Pool
    points: Annotated[int, Field(ge=-4, le=4)] = 0
    cap: Small | None = None
    when: Literal["turn_played", "in_effect", "cp_total_war", "each_ap_rp_card"]
    trait: Trait | None = None
    card: Slug | None = None


class ReplacementsFile(File):
    """``replacements.toml``."""

    pools_ap: list[Pool]
    pools_cp: list[Pool]
    costs: list[CostRow]
    changes: list[ReplacementChangeRow]


class ThresholdRow(Row):
    """A total and its effect."""

    counter: Literal["own", "cp", "combined", "combined_russian_vp", "cp_russian_vp", "vp_min", "vp_max"]
    value: Annotated[int, Field(ge=0, le=40)]
    effect: Slug


class TrackRow(Row):
    """A box of a track."""

    name: Slug
    card: Slug | None = None
    reversible: bool = False


class WarStatusFile(File):
    """``war_status.toml``."""

    thresholds: list[ThresholdRow]
    us_track: list[TrackRow]
    russian_track: list[TrackRow]


class VpRow(Row):
    """A line of the victory point table."""

    cause: Slug
    when: Literal["event", "action", "war_status_phase", "turn", "game_end"]
    vp: Annotated[int, Field(ge=-3, le=3)]
    trait: Trait | None = None
    card: Slug | None = None


class VictoryPointsFile(File):
    """``victory_points.toml``."""

    changes: list[VpRow]


# ----------------------------------------------------------------------------- operations and scenarios
class ActivationSpec(File):
    """Prices of activation and the stacking limit."""

    automatic_ops: Small
    near_east_attack_spaces: Small
    beachhead_army: Small
    beachhead_corps: Small
    be_as_br_spaces: list[Slug]
    us_as_fr_lands: list[SpaceNation]
    stacking_limit: Small


class SrSpec(File):
    """Prices and limits of strategic redeployment."""

    corps_cost: Small
    army_cost: Small
    near_east_groups: list[Slug]
    near_east_sea_free: bool = False
    near_east_alone: bool = False
    box_barred: list[UnitNation] = Field(default_factory=list)
    near_east_ap_per_turn: Small
    russian_between_maps_per_turn: Small
    near_east_cp_per_turn: Small
    near_east_cp_exempt: list[UnitNation]
    box_without_capital: list[UnitNation]


class EntrenchSpec(File):
    """Numbers of the entrench roll."""

    max_level: Small
    repeat_drm: Annotated[int, Field(ge=-3, le=0)]
    repeat_nations: list[UnitNation]
    #: Number of markers of each side; 0 for no limit.
    markers: Annotated[int, Field(ge=0, le=99)] = 0


class OperationsFile(Row):
    """``operations.toml``."""

    activation: ActivationSpec
    sr: SrSpec
    entrench: EntrenchSpec


class LevelRow(Row):
    """Victory levels under conditions; one without conditions always applies."""

    conditions: list[Text] = Field(default_factory=list)
    cp_min: int
    ap_max: int


class ScenarioRow(Row):
    """A scenario; what it does not name is off."""

    name: Slug
    title: Text
    start_vp: Annotated[int, Field(ge=0, le=20)]
    last_turn: Annotated[int, Field(ge=1, le=20)]
    hand_size: Annotated[int, Field(ge=7, le=8)]
    vp_set: Literal["base", "historical"] = "base"
    trench_modifiers: bool = False
    peace_terms: bool = False
    guns_of_august: Literal["choice", "must_open", "past"] = "choice"
    start: Slug | None = None
    ends_at_commitment: Deck | None = None
    turn_1_br_offensive: Offensive = "br"
    traits: list[Trait] = Field(default_factory=list)
    ruleset: Slug = "deluxe"
    levels: Annotated[list[LevelRow], Field(min_length=1)]


class SwitchRow(Row):
    """A question that the ruleset's text leaves open, with its possible values; the first is the default."""

    name: Annotated[str, Field(pattern=r"^[a-z]+\.[a-z]+(_[a-z]+)*$")]
    values: Annotated[list[Slug], Field(min_length=1)]
    #: Entries of the ruleset's specification that depend on it.
    entries: Annotated[list[Text], Field(min_length=1)]
    #: False if the text exists but is ambiguous; True if there is no text, so the rule is ours.
    proposal: bool
    #: Where players meet it: paragraphs, cards, and kinds of decision, or one verb of such a kind (`kind:verb`).
    rules: list[Text] = Field(default_factory=list)
    cards: list[Slug] = Field(default_factory=list)
    asked: list[Text] = Field(default_factory=list)


class ScenariosFile(File):
    """``scenarios.toml``."""

    scenarios: list[ScenarioRow]
    switches: list[SwitchRow] = Field(default_factory=list)


class SideTotals(Row):
    """A number for each side."""

    ap: int
    cp: int


class DeckTotals(Row):
    """Cards of one side by commitment level."""

    mobilization: int
    limited: int
    total: int


class SideDecks(Row):
    """The decks of each side."""

    ap: DeckTotals
    cp: DeckTotals


class TotalsFile(File):
    """``totals.toml``: what the printed game contains."""

    map_spaces: int
    connections: int
    dashed_connections: int
    units: int
    armies: int
    cards: int
    setup: int
    entries: int
    turns: int
    war_status: SideTotals
    decks: SideDecks
    optional_decks: SideDecks
    corps: dict[Slug, int]
