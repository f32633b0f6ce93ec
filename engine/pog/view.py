"""What one viewer may know of a position, as plain frozen records.

A view is built by copying allowed facts out of the state (never by deleting from
it): see `engine.pog.viewing`. Renderer and bot read only these records. Ids are the
integers of the view's content; sides are 0 (Allied Powers) and 1 (Central Powers).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.pog.content.records import Content


@dataclass(frozen=True, slots=True)
class UnitView:
    """One counter on the map or in a box."""

    unit: int
    reduced: bool
    supplied: bool
    #: What it did in the current action round: "", "moved", "attacked" or "retreated".
    mark: str = ""
    #: Grade of its out-of-supply marker, 0 if the ruleset has no grades.
    grade: int = 0


@dataclass(frozen=True, slots=True)
class SpaceView:
    """One space with everything in it; fort is "none", "intact", "besieged" or "destroyed"."""

    space: int
    control: int | None
    units: tuple[UnitView, ...] = ()
    trench: int = 0
    trench_side: int | None = None
    fort: str = "none"
    #: Marker of the current operation: "", "move" or "attack".
    activated: str = ""
    #: CF and LF of the fort, None for the printed strength.
    fort_strength: int | None = None


@dataclass(frozen=True, slots=True)
class SideView:
    """The cards, tracks and boxes of one side.

    `hand` holds card ids only for the viewer who owns them and is None for everybody
    else; all other fields are public.
    """

    hand: tuple[int, ...] | None
    hand_size: int
    deck_size: int
    discard: tuple[int, ...]
    removed: tuple[int, ...]
    combat_cards: tuple[int, ...]
    war_status: int
    #: "mobilization", "limited" or "total".
    commitment: str
    #: Nation code of the mandated offensive still to be met, "none" or "met".
    mandated: str
    #: Actions of this turn in order: (kind, card id or None).
    actions: tuple[tuple[str, int | None], ...]
    #: Replacement points recorded this turn by pool, in half points.
    rp: tuple[tuple[str, int], ...]
    reserve: tuple[UnitView, ...] = ()
    eliminated: tuple[UnitView, ...] = ()
    permanently_eliminated: tuple[int, ...] = ()
    #: Cards face up in the ruleset's own pile, None if it has none.
    zone: tuple[int, ...] | None = None
    #: Whether the mandated offensive need not be made, like a French one after the mutiny (7.1.8).
    excused: bool = False


@dataclass(frozen=True, slots=True)
class Modifier:
    """One cause of a die modifier or column shift, e.g. ("card:ap_04_pleve", 1)."""

    cause: str
    value: int


@dataclass(frozen=True, slots=True)
class AimView:
    """One side's fire before its die roll (12.2.7, 12.2.8); columns are indices from 0."""

    side: int
    attacker: bool
    table: str
    factors: int
    column_before: int
    column: int
    shifts: tuple[Modifier, ...]
    drms: tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class FireView(AimView):
    """One fire table look-up (12.2.8, 12.2.9); columns are lower bounds of combat factors."""

    die: int
    die_used: int
    loss_number: int


@dataclass(frozen=True, slots=True)
class Prospect:
    """A combat before its dice: how each side fires, and the DRM of a flank attempt."""

    target: int
    attackers: tuple[int, ...]
    #: Units that defend, and units there that retreated earlier in the round and do not (12.5.6).
    defenders: tuple[int, ...]
    caught: tuple[int, ...]
    #: How each side fires, None if it cannot (12.3.3).
    attacker: AimView | None
    defender: AimView | None
    #: DRM of a flank attempt, None if impossible.
    flank_drm: int | None


@dataclass(frozen=True, slots=True)
class LossView:
    """One step lost, and the corps that replaced an army.

    `result` is "reduced", "eliminated", "permanently", "fort" or "restored". `cause` says why a unit was lost if not by
    taking a step: "caught" while retreating (12.5.6), "overstacked" (10.1.3), or "with_corps", as an army whose
    replacement corps could not retreat (12.5.4). `spared` are the units of its side in the combat that could not take the
    step in its place, with the reason of each (`engine.pog.rules.losses.NextLoss`); empty if there was another choice.
    """

    side: int
    unit: int | None
    result: str
    corps: int | None = None
    cause: str = ""
    spared: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BattleView:
    """A whole combat from declaration to advance, for the battle report."""

    number: int
    target: int
    attacker: int
    #: (space, unit, reduced at the start) for every attacker.
    attackers: tuple[tuple[int, int, bool], ...]
    #: (unit, reduced at the start) for every defender.
    defenders: tuple[tuple[int, bool], ...]
    fort: int
    trench: int
    terrain: str
    #: "", "impossible", "not attempted", "failed", "succeeded" or "automatic".
    flank: str = ""
    flank_die: int = 0
    flank_drm: int = 0
    cards: tuple[tuple[int, int], ...] = ()
    fires: tuple[FireView, ...] = ()
    losses: tuple[LossView, ...] = ()
    #: (unit, spaces entered in order; empty if it could not retreat).
    retreats: tuple[tuple[int, tuple[int, ...]], ...] = ()
    advances: tuple[tuple[int, tuple[int, ...]], ...] = ()
    #: "attacker", "defender", "tie", "cancelled" or "" while it is still being fought.
    winner: str = ""
    #: "", "required", "held" (an extra step was paid), "barred" (by a card) or "waived" (nobody would advance).
    retreat: str = ""


@dataclass(frozen=True, slots=True)
class PlanView:
    """A side's war plan that has not ended.

    `standing` is "open", "held" (fulfilled for now, which counts at the end of the turn) or "lost" (it cannot be
    carried out any more, which costs its side a VP at the end of the turn unless something supersedes it). `goals` are
    the spaces it requires, empty if it concerns a whole front.
    """

    name: str
    side: int
    standing: str
    goals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything one viewer may know of a game.

    `viewer` is 0 or 1 for a seat and None for a spectator. `spaces` holds every map space by
    its id; the contents of the boxes are in `sides`, and the entries of `spaces` at box ids are empty. `content` holds
    the facts of this game, to which all ids refer; views of games with other facts are never equal.
    """

    content: Content = field(repr=False)
    viewer: int | None
    scenario: str
    vp_set: str
    turn: int
    #: Counted from 1 during the action phase, else 0.
    action_round: int
    #: "setup", "mandated_offensives", "actions", "attrition", "siege", "war_status",
    #: "replacements", "draw" or "over".
    phase: str
    #: Side whose action it is (not necessarily the one to decide), if any.
    phasing: int | None
    #: Side that must decide now, None when the game is over.
    to_decide: int | None
    vp: int
    combined_war_status: int
    cp_russian_vp: int
    us_entry: int
    russian_capitulation: int
    #: Nations at war that were neutral in August 1914, with their turn of entry.
    at_war: tuple[tuple[str, int], ...]
    #: Cards whose lasting event is in force.
    in_force: tuple[int, ...]
    beachhead: int | None
    spaces: tuple[SpaceView, ...] = ()
    sides: tuple[SideView, ...] = ()
    #: OPS left while spaces are activated, and SR points left while units are redeployed; None at other times.
    ops_left: int | None = None
    sr_left: int | None = None
    #: The current combat, None outside one.
    battle: BattleView | None = None
    #: How that combat will be fought, until the first die is rolled; None afterwards.
    prospect: Prospect | None = None
    #: (winner 0/1 or None for a draw, reason, final VP) when the game is over.
    result: tuple[int | None, str, int] | None = None
    #: The ruleset's public markers: (name, number or set).
    marks: tuple[tuple[str, int], ...] = ()
    #: Powers of August 1914 that the ruleset keeps neutral, by nation code.
    neutral: tuple[str, ...] = ()
    #: Action rounds of the turn under current conditions.
    rounds: int = 6
    #: VP at which the CP, and the AP, would win if the game ended now.
    wins_at: tuple[int, int] = (0, 0)
    #: Open questions of the ruleset: (switch, value in force).
    switches: tuple[tuple[str, str], ...] = ()
    #: Spaces whose defenders have a trench without a marker.
    shallow: tuple[int, ...] = ()
    #: War plans that have not ended.
    plans: tuple[PlanView, ...] = ()


@dataclass(frozen=True, slots=True)
class ActionMarks:
    """What happened in the last action, for drawing arrows and framing a close-up."""

    #: (units, spaces from start to end).
    moves: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    #: (attacking spaces, target space).
    attacks: tuple[tuple[tuple[int, ...], int], ...] = ()
    #: Further spaces worth showing.
    focus: tuple[int, ...] = ()
    #: The units of each attack, in the order of `attacks`; () if not known.
    attackers: tuple[tuple[int, ...], ...] = ()


__all__ = [
    "ActionMarks",
    "AimView",
    "BattleView",
    "FireView",
    "GameView",
    "LossView",
    "Modifier",
    "PlanView",
    "Prospect",
    "SideView",
    "SpaceView",
    "UnitView",
]
