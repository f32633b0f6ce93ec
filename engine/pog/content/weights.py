"""The computer's values for things, read from ``assets/pog/opponent/weights.toml``.

These are judgements, not rules: a plan, an attack and a loss are measured on one scale of victory points. A command fits them in
games between variants of the computer, and keeps what beats the shipped weights and older versions, whose weights are in
``assets/pog/opponent/older``; see ``benchmarks/weights``. How much is searched, and how the general searches, is no weight and is
kept with the search.

The models are validated when a file is read; in play they are plain records.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.pog.content.schema import Slug

#: Kinds of weights; the title is the unit.
Points = Annotated[float, Field(title="VP", ge=0)]
Change = Annotated[float, Field(title="VP")]
Share = Annotated[float, Field(title="share", ge=0, le=1)]
Factor = Annotated[float, Field(title="factor", ge=0)]
Count = Annotated[int, Field(title="number", ge=0)]
_STRICT = ConfigDict(extra="forbid")


def _means(text: str) -> Any:
    return Field(description=text)


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """What units are worth, and how much of it counts in which place."""

    __pydantic_config__ = _STRICT

    combat_factor: Annotated[Points, _means("a combat factor of a unit")]
    loss_factor: Annotated[Points, _means("a loss factor of a unit")]
    second_step: Annotated[Share, _means("of the reduced side, what the full side is worth beside its own factors")]
    reduced_at_most: Annotated[Share, _means("of the full side, what the reduced side is worth at most")]
    first_in_reserve: Annotated[Share, _means("left to the first corps of a nation in the Reserve Box")]
    spare_corps: Annotated[Count, _means("corps of a nation that count as its first")]
    in_reserve: Annotated[Share, _means("left to the other units in the Reserve Box")]
    eliminated: Annotated[Share, _means("left to an eliminated unit that may come back")]
    unsupplied: Annotated[
        tuple[Share, Share, Share, Share, Share, Share],
        _means("left to a unit without supply, by the actions left in the turn: none, one, two, three, four, more"),
    ]
    idle_step: Annotated[Share, _means("lost to a unit for each step between it and enemy ground")]
    idle_steps: Annotated[Count, _means("steps that count so at most")]
    at_the_end: Annotated[Share, _means("of units and aims that counts when the war is over")]
    each_turn: Annotated[Share, _means("of the same that counts beside it for each turn that is left")]
    at_most: Annotated[Share, _means("of the same that counts at most")]


@dataclass(frozen=True, slots=True, eq=False)
class Spaces:
    """What it is worth to hold a space."""

    __pydantic_config__ = _STRICT

    ground: Annotated[Points, _means("any space: a way of supply, room to retreat")]
    victory_space: Annotated[Points, _means("a VP space beside that")]
    capital: Annotated[Points, _means("a capital beside that")]
    port: Annotated[Points, _means("a port beside that")]
    lapses: Annotated[
        tuple[Share, Share, Share, Share, Share, Share],
        _means("lost of a VP space without supply, by the actions left in the turn: none, one, two, three, four, more"),
    ]


@dataclass(frozen=True, slots=True, eq=False)
class WarStatus:
    """What a point of war status is worth: it opens better decks (16.1)."""

    __pydantic_config__ = _STRICT

    until_limited_war: Annotated[Points, _means("a point that is missing to Limited War")]
    until_total_war: Annotated[Points, _means("a point that is missing to Total War")]
    after: Annotated[Points, _means("a further point")]
    each_turn_left: Annotated[Share, _means("of these that counts for each turn that is left, all of it at most")]
    long_war: Annotated[Count, _means("turns from which a scenario is long enough for war status to count")]


@dataclass(frozen=True, slots=True, eq=False)
class ResultWeights:
    """What a VP total means for the result of the war (5.0)."""

    __pydantic_config__ = _STRICT

    won: Annotated[Points, _means("a war that is won, in a game that is tried out")]
    level: Annotated[Points, _means("a step of the result: from defeat to a draw, from a draw to victory")]
    at_once: Annotated[Points, _means("the war won at once by automatic victory")]
    spread_at_the_end: Annotated[Points, _means("by how much the total may still change in the last round")]
    spread_each_round: Annotated[Points, _means("by how much more for each round before that")]
    spread_counted: Annotated[Points, _means("change beyond which the total promises no result yet")]
    few: Annotated[Points, _means("total up to which the Allies may win at once")]
    many: Annotated[Points, _means("total from which the Central Powers may win at once")]


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """How much a side's next options count."""

    __pydantic_config__ = _STRICT

    take: Annotated[Factor, _means("of open VP spaces that it may take")]
    strike: Annotated[Factor, _means("of stacks that it may attack")]
    cut_off: Annotated[Factor, _means("of stacks that it may cut off by marching")]
    cut_off_space: Annotated[Factor, _means("of VP spaces that it may cut off by marching")]
    cut_off_by_attack: Annotated[Factor, _means("of stacks that it may cut off by attacking others")]


@dataclass(frozen=True, slots=True, eq=False)
class Threats:
    """What a side stands to lose in the enemy's next actions."""

    __pydantic_config__ = _STRICT

    open_space: Annotated[
        tuple[Share, Share, Share, Share, Share, Share],
        _means(
            "how likely an open VP space falls, by the steps of the nearest enemy: none, one, two, three, four, five"
        ),
    ]
    open_fort: Annotated[
        tuple[Share, Share, Share, Share, Share, Share], _means("the same of one that only an intact fort holds")
    ]
    next_open_space: Annotated[Share, _means("kept by each further open space: the enemy's OPS are few")]
    struck: Annotated[
        tuple[Share, Share, Share, Share],
        _means("that counts of the best attack of the enemy, the second, third, fourth"),
    ]
    loss_point: Annotated[Points, _means("a loss point inflicted or suffered in such an attack")]
    thrown_back: Annotated[Points, _means("that a stack is thrown back from the front")]
    open_behind: Annotated[Points, _means("beside that for each open VP space two steps behind it")]
    army_absorbs: Annotated[Count, _means("loss points that a stack with an army can take")]
    corps_absorbs: Annotated[Count, _means("loss points that a stack of corps can take")]
    several_absorb: Annotated[Count, _means("loss points beside that where more than one unit stands")]
    attackers_absorb: Annotated[Count, _means("loss points that attackers can take")]
    cut: Annotated[
        tuple[Share, Share, Share],
        _means("that counts of stacks which the enemy may cut off within one, two, three steps"),
    ]
    lost_when_cut: Annotated[
        tuple[Share, Share, Share, Share, Share, Share],
        _means("of a unit lost once it is cut off, by the actions left to its side: none, one, two, three, four, more"),
    ]
    lost_when_cut_later: Annotated[Share, _means("of a unit lost where the enemy can do it only in the next turn")]
    next: Annotated[Prospects, _means("How much of what a side may do next counts where it acts next.")]
    later: Annotated[Prospects, _means("The same where its enemy can answer first.")]


@dataclass(frozen=True, slots=True, eq=False)
class Attacks:
    """When an attack is made, held back or improved (12.0)."""

    __pydantic_config__ = _STRICT

    least: Annotated[Points, _means("what an attack must promise to be made")]
    least_thought_of: Annotated[Change, _means("what it must promise for the general to think of it")]
    mandate: Annotated[Points, _means("a mandated offensive that is met (7.1.2)")]
    nobody_advances: Annotated[Points, _means("a retreat after which nobody may advance")]
    falls: Annotated[Share, _means("of lost combats after which the defender retreats")]
    falls_where_held: Annotated[Share, _means("of the same where terrain or a trench lets him stand")]
    card: Annotated[Points, _means("what a combat card must change to be spent")]
    flank: Annotated[Count, _means("the die, less its modifiers, up to which a flank attack is tried (12.3)")]
    hold: Annotated[Points, _means("what holding a space is worth beside the space, against a step for it (12.5.3)")]
    first_to_advance: Annotated[Change, _means("what the advance of a first unit must gain at least (12.7)")]


@dataclass(frozen=True, slots=True, eq=False)
class Moves:
    """When a stack moves or entrenches, and which destinations are examined first (11.0)."""

    __pydantic_config__ = _STRICT

    least: Annotated[Points, _means("what a march must gain to be made")]
    digging: Annotated[Points, _means("a try to dig in where the enemy stands near")]
    digging_for_space: Annotated[Share, _means("of a VP space's worth that such a try adds there")]
    enemy_ground: Annotated[Factor, _means("interest in an end on enemy ground")]
    front: Annotated[Factor, _means("interest in an end next to the enemy")]
    victory_space: Annotated[Factor, _means("interest in an end in a VP space")]
    near_enemy: Annotated[Factor, _means("interest in an end that nobody holds, divided by the enemy's steps to it")]


@dataclass(frozen=True, slots=True, eq=False)
class Actions:
    """How the uses of a card are weighed against each other (9.1)."""

    __pydantic_config__ = _STRICT

    follows: Annotated[Share, _means("that each further task of an operation keeps of its worth")]
    lasting: Annotated[Share, _means("of what operations and redeployments gain that lasts: the enemy undoes the rest")]
    orders_last: Annotated[
        Share, _means("of what the best orders gain against doing nothing that lasts a turn, for the general")
    ]
    free_task: Annotated[Factor, _means("OPS that a task which costs nothing is taken to cost")]
    other_use: Annotated[Share, _means("of what a card brings in its best other use that its use must beat")]
    drawn: Annotated[Points, _means("a card that is drawn into an empty hand, beside an operation without one")]
    next_drawn: Annotated[Share, _means("of that kept by each card more in the hand: it is played later")]
    opening: Annotated[Points, _means("to open the war as planned, for the general")]
    unweighed: Annotated[Points, _means("an idea that nobody has weighed, for the general")]


@dataclass(frozen=True, slots=True, eq=False)
class Supplies:
    """Redeployments and replacements (13.0, 17.0)."""

    __pydantic_config__ = _STRICT

    redeployment_least: Annotated[Points, _means("what a redeployment must gain for each point to be made")]
    replacement: Annotated[Share, _means("of a step's worth that replacement points stand for before they are spent")]


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """What the rest of the turn will do to a position, for the general."""

    __pydantic_config__ = _STRICT

    mandate: Annotated[Points, _means("a mandated offensive that was not met in the turn (7.1.2)")]
    mandate_early: Annotated[Share, _means("of that which counts in the first round already")]
    raids: Annotated[Share, _means("of what the enemy's best raids would bring beside what is expected of him")]
    each_raid: Annotated[tuple[Share, Share, Share], _means("that counts of his best raid, the second, the third")]


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """All weights of the computer."""

    __pydantic_config__ = _STRICT

    units: Units
    spaces: Spaces
    war_status: WarStatus
    result: ResultWeights
    threats: Threats
    attacks: Attacks
    moves: Moves
    actions: Actions
    supplies: Supplies
    outlook: Outlook


class Score(BaseModel):
    """Result of these weights against others in games they were not fitted in, with the 95 % Wilson interval."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    games: int
    won: int
    drawn: int
    lost: int
    rate: float
    low: float
    high: float
    vp: float


class WeightsOrigin(BaseModel):
    """How weights were made.

    Attributes:
        version: name of the weights.
        how: a description if no command made them; else the result of the command.
        command: the command that reproduces them, including its seed.
        date: the date passed to the command.
        games: number of games the computer played for it; `cpu_s` the seconds of one core they took.
        fitted: the weights that the command was allowed to change.
        against: validation results by older version and scenario.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Slug
    how: str
    command: str = ""
    date: str = ""
    games: int = 0
    cpu_s: int = 0
    fitted: tuple[str, ...] = ()
    against: dict[Slug, dict[Slug, Score]] = Field(default_factory=dict)


_ADAPTER = TypeAdapter(Weights)


@dataclass(frozen=True, slots=True)
class Version:
    """Weights with the record of how they were made."""

    made: WeightsOrigin
    weights: Weights


@cache
def load_weights() -> Version:
    """Return the shipped weights; raises pydantic.ValidationError (a ValueError) for an invalid file."""
    raw = _read(resources.files("assets") / "pog" / "opponent" / "weights.toml")
    return Version(WeightsOrigin.model_validate(raw.pop("made")), checked(raw))


def load_older() -> tuple[Version, ...]:
    """Return older versions of the weights by name; missing values are today's, obsolete ones are ignored."""
    folder = resources.files("assets") / "pog" / "opponent" / "older"
    now = dumped(load_weights().weights)
    found = []
    for path in sorted((path for path in folder.iterdir() if path.name.endswith(".toml")), key=lambda path: path.name):
        raw = _read(path)
        made = WeightsOrigin.model_validate(raw.pop("made"))
        found.append(Version(made, checked(laid_over(now, raw))))
    return tuple(found)


def checked(raw: dict[str, Any]) -> Weights:
    """Validate weights from plain values; raises pydantic.ValidationError (a ValueError) with what is wrong."""
    return _ADAPTER.validate_python(raw)


def dumped(weights: Weights) -> dict[str, Any]:
    """Return the plain values of weights, tuples as lists."""
    found: dict[str, Any] = _ADAPTER.dump_python(weights, mode="json")
    return found


def _read(path: Traversable) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def laid_over(now: dict[str, Any], older: dict[str, Any]) -> dict[str, Any]:
    """Return the plain values of older weights for today's computer: those it still uses, and its own where missing."""
    return {
        name: laid_over(value, older.get(name, {})) if isinstance(value, dict) else older.get(name, value)
        for name, value in now.items()
    }
