"""Schemas of the fact files: pydantic models, one for each file of ``assets/pog``.

Unknown keys and wrong types are refused. The models exist only while loading; play uses the records.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Side = Literal["ap", "cp"]
SpaceNation = Literal[
    "br",
    "fr",
    "be",
    "it",
    "ge",
    "ah",
    "ru",
    "sb",
    "mn",
    "al",
    "gr",
    "bu",
    "ro",
    "tu",
    "pe",
    "kw",
    "ar",
    "eg",
    "ho",
    "none",
]
UnitNation = Literal[
    "br",
    "fr",
    "be",
    "it",
    "ge",
    "ah",
    "ru",
    "sb",
    "mn",
    "gr",
    "bu",
    "ro",
    "tu",
    "us",
    "ana",
    "aus",
    "cnd",
    "pt",
    "sn",
    "ho",
]
Pool = Literal["a", "br", "fr", "it", "ru", "us", "ah", "bu", "ge", "tu"]
Deck = Literal["mobilization", "limited", "total"]
#: Traits of a scenario, for rules and rows that apply to some scenarios only; see ``scenarios.toml``.
Trait = Literal[
    "rising_commitment",
    "armistice",
    "asterisk_vp",
    "bids",
    "changed_trenches",
    "sedan_rp",
    "late_entrench",
    "late_italy",
    "stripe_ops",
    "final_vp",
]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$")]
Text = Annotated[str, Field(min_length=1)]
Small = Annotated[int, Field(ge=0, le=9)]
Factors = Annotated[list[Annotated[int, Field(ge=0, le=5)]], Field(min_length=3, max_length=3)]


class Row(BaseModel):
    """A row or a file: strict, closed, frozen; any row can carry its source and remarks."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    source: Text | None = None
    note: Text | None = None
    errata: Text | None = None


class Piece(Row):
    """A row with an id in saved games: a ruleset that does not use it marks it absent instead of removing it."""

    absent: bool = False


class File(Row):
    """A fact file, which names the source of its facts."""

    source: Text


# ------------------------------------------------------------------------------------------------ map
class SpaceRow(Piece):
    """A map space; see the head of ``spaces.toml``."""

    name: Slug
    title: Text
    map: Literal["europe", "near_east", "both"]
    nation: SpaceNation
    side: Side
    start: Literal["ap", "cp", "neutral"] | None = None
    terrain: Literal["clear", "forest", "mountain", "swamp", "desert"] = "clear"
    fort: Annotated[int, Field(ge=0, le=3)] = 0
    port: Side | None = None
    sources: list[UnitNation | Literal["cp"]] = []
    capital_of: UnitNation | None = None
    vp: Literal["both", "base", "historical"] | None = None
    special: Literal["beach", "edge_box"] | None = None
    lat: Annotated[float, Field(ge=24, le=60)]
    lon: Annotated[float, Field(ge=-2, le=50.5)]


class BoxRow(Row):
    """A holding box off the map."""

    name: Slug
    title: Text
    side: Side
    kind: Literal["reserve", "eliminated", "permanently_eliminated", "not_in_play"]


class SpacesFile(File):
    """``spaces.toml``."""

    spaces: list[SpaceRow]
    boxes: list[BoxRow]
    #: Id of the first box; the spaces from that row on continue after the boxes.
    first_box: int = Field(ge=1)


class ConnectionRow(Row):
    """A line between two spaces; dashed if it names nations."""

    a: Slug
    b: Slug
    nations: list[UnitNation | Literal["all"]] = []


class ConnectionsFile(File):
    """``connections.toml``."""

    connections: list[ConnectionRow]


# ---------------------------------------------------------------------------------------------- units
Limit = Literal[
    "western_front",
    "immobile",
    "beachhead_supply",
    "supplied_in_near_east",
    "rebuilt_in_arabia",
    "holds_while_present",
    "near_east_attack_free",
    "needs_warsaw",
]


class UnitRow(Piece):
    """A counter; see the head of ``units.toml``."""

    name: Slug
    title: Text
    side: Side
    nation: UnitNation
    parent: UnitNation | None = None
    size: Literal["army", "corps"]
    full: Factors
    reduced: Factors
    pool: Pool | None = None
    near_east: bool = False
    enters: Text
    loss_priority: Annotated[int, Field(ge=0, le=4)] = 0
    group: Slug | None = None
    replaced_by: list[Slug] = []
    limits: list[Limit] = []


class UnitsFile(File):
    """``units.toml``."""

    units: list[UnitRow]


# ---------------------------------------------------------------------------------------------- cards
class CardRow(Piece):
    """A strategy card; see the head of ``cards.toml``."""

    name: Slug
    number: Annotated[int, Field(ge=1)]
    title: Text
    side: Side
    deck: Deck
    optional: bool = False
    ops: Annotated[int, Field(ge=2, le=5)]
    sr: Annotated[int, Field(ge=2, le=5)]
    rp: dict[Pool, Annotated[int, Field(ge=1, le=4)]]
    remove: bool = False
    combat: Literal["attack", "defense", "either"] | None = None
    once_per_turn: bool = False
    drm: Annotated[int, Field(ge=-3, le=3)] = 0
    war_status: Annotated[int, Field(ge=0, le=3)] = 0
    ops_after_event: Literal["no", "yes", "by_stripe"] = "no"
    lasting: Literal["", "turn", "war"] = ""
    needs: list[Text] = []
    excludes: list[Text] = []
    enables: list[Slug] = []
    neutral_entry: UnitNation | None = None
    limited_entry: UnitNation | None = None
    arrivals: list[Text] = []
    #: The printed card of the ruleset is not known: ours, to be replaced once it is found.
    stand_in: bool = False
    #: Not in the printed game, so the printed totals do not count it.
    added: bool = False


class CardsFile(File):
    """``cards.toml``."""

    cards: list[CardRow]


# --------------------------------------------------------------------------------------------- set-up
class SetupRowSpec(Row):
    """A unit or a trench in August 1914."""

    space: Slug
    unit: Slug | None = None
    trench: Annotated[int, Field(ge=0, le=2)] = 0
    side: Side
    reduced: bool = False
    scenario: Literal["base", "historical_add", "historical_remove"] = "base"


class SetupFile(File):
    """``setup.toml``."""

    setup: list[SetupRowSpec]


class EntryRowSpec(Row):
    """A unit, a trench or a control marker placed when a nation enters the war."""

    nation: SpaceNation
    unit: Slug | None = None
    trench: Annotated[int, Field(ge=0, le=2)] = 0
    control: Side | None = None
    place: Text
    reduced: bool = False


class EntryFile(File):
    """``entry.toml``."""

    entries: list[EntryRowSpec]


class TurnRow(Row):
    """A box of the turn track."""

    number: Annotated[int, Field(ge=1, le=20)]
    title: Text
    season: Literal["none", "spring", "summer", "fall", "winter"]
    year: Annotated[int, Field(ge=1914, le=1919)]
    siege_drm: Annotated[int, Field(ge=-3, le=0)] = 0
    desert_closed: bool = False
    blockade: bool = False
    commitment_check: bool = True
    reinforcements: bool = True
    german_forts_closed: bool = False


class TurnsFile(File):
    """``turns.toml``."""

    turns: list[TurnRow]
