"""The opening of the war: three declarations, two powers that can stay neutral, and Holland (4.3.4, 16.1.3.1, 18)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Flow
from engine.core.options import Choice, Options
from engine.pog.cards.events import note_event
from engine.pog.combat_state import Combat
from engine.pog.content.records import AP, CP
from engine.pog.rules import reinforcement, war_status
from engine.pog.rulesets.suicide.supply import GRADES
from engine.pog.rulesets.theme import Theme
from engine.pog.sequence.actions import ChooseAction, PlayEvent, TakeAction, must_open_with_guns
from engine.pog.sequence.base import CentralPowersDecision, PogGame
from engine.pog.state import LIMITED, State
from engine.pog.tables import CardRule, Closing, Tables

#: The mark that stores which of these powers are neutral, as bits.
NEUTRAL = "neutral_powers"
POWERS = ("fr", "br")
#: The Belgians stay passive as long as France is neutral.
_WITH = {"fr": ("fr", "be"), "br": ("br",)}
_GUNS, _FACE = "cp_01_guns_of_august", "cp_08_race_to_the_sea"
#: War status that the Invasion of Holland adds to that of Guns of August (4.3.4.1).
_INVASION = 1
#: CP war status after both cards (4.3.4.1).
_BOTH = 3
#: 16.2.2: involvement at which Great Britain enters.
_BRITISH_ENTRY = 8
#: German armies whose mobilisation is disrupted by a war against Russia first, and their starting spaces.
_DISRUPTED = (("ge_1_army", "essen"), ("ge_2_army", "koblenz"), ("ge_3_army", "berlin"))


# -- neutral powers ---------------------------------------------------------------------


def neutral(state: State) -> frozenset[str]:
    """Return the neutral powers."""
    return frozenset(power for number, power in enumerate(POWERS) if state.marks[NEUTRAL] >> number & 1)


def excused(state: State, nation: str) -> bool:
    """Return whether a power owes no offensive: a neutral one, even if rolled before the declaration made it neutral (7.1; ours)."""
    return nation in neutral(state)


def standing_still(state: State) -> int:
    """Return the units of neutral powers, which do not act and cannot be attacked."""
    rules = state.rules
    return sum(rules.of_parent.get(nation, 0) for power in neutral(state) for nation in _WITH[power])


def neutral_ground(state: State, unit: int) -> int:
    """Return their territory, which is closed to the Central Powers."""
    return state.rules.board.lands(*sorted(neutral(state)))


GROUND = Closing("neutral_power", "16.1.3.1", lambda rules: rules.units_of_side[CP], spaces=neutral_ground)


def enter(game: PogGame, power: str) -> None:
    """Let a power join the Allies."""
    state = game.state
    if power in neutral(state):
        state.marks[NEUTRAL] &= ~(1 << POWERS.index(power))
        game.emit("enters_war", nation=power)


def brought_in(state: State, side: int, space: int) -> str | None:
    """Return the neutral power that joins the Allies if this side enters or attacks a space (16.1.3); None if none does."""
    west = state.rules.board.lands("be", "ho", "fr") >> space & 1
    return "fr" if side == CP and west and NEUTRAL in state.marks and "fr" in neutral(state) else None


def invaded(game: PogGame, space: int, side: int, before: int | None) -> None:
    """Bring France into the war when the CP gain a space of Belgium or Holland (ours)."""
    if power := brought_in(game.state, side, space):
        enter(game, power)


def attacked(game: PogGame, combat: Combat) -> None:
    """Bring France into the war when the CP attack there."""
    if power := brought_in(game.state, combat.side, combat.target):
        enter(game, power)


def settle(game: PogGame, side: int) -> None:
    """Bring France in after an action: a CP unit at a Belgian or Dutch fort, a French reinforcement, or Limited War (16.1.3.1)."""
    state = game.state
    there = state.occupied[CP] & state.rules.board.lands("be", "ho", "fr")
    if there or "fr" in state.reinforced:
        enter(game, "fr")
    if state.commitment[CP] >= LIMITED:
        for power in POWERS:
            enter(game, power)


def british_entry(game: PogGame, side: int, points: int) -> None:
    """Bring Great Britain in at once when the marker reaches 8 (16.2.2)."""
    if game.state.marks["involvement"] >= _BRITISH_ENTRY:
        enter(game, "br")


def british_cards(state: State, side: int) -> int:
    """Return the British reinforcement cards, which cannot be played while Great Britain is neutral."""
    if side != AP or "br" not in neutral(state):
        return 0
    return mask(c for c in members(state.hand[AP]) if state.rules.content.cards[c].reinforcement_nation == "br")


# -- the declaration --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpeningAction(TakeAction):
    """An action; the first one of the CP begins with the declaration."""

    def choose(self, game: PogGame) -> None:
        """Ask for the declaration before the first CP action (4.3.4)."""
        if not must_open_with_guns(game.state, self.side):
            TakeAction.choose(self, game)
            return
        game.state.phasing, game.state.cards_used = self.side, 0
        game.call(ChooseOpening)


@dataclass(frozen=True, slots=True)
class ChooseOpening(CentralPowersDecision):
    """4.3.4: the Schlieffen Plan, Moltke's variation, or Russia first; the last two are ours."""

    kind: ClassVar[str] = "war_opening"
    verbs: ClassVar[dict[str, str]] = {"schlieffen": "", "moltke": "", "russia_first": ""}
    forced: ClassVar[bool] = False

    def options(self, game: PogGame) -> Options:
        """Return all three."""
        return Options(dict.fromkeys(self.verbs, 1))

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Make the declaration and continue with the action."""
        state = game.state
        card = state.rules.card(_GUNS)
        game.emit("opening", side=CP, kind=choice.verb)
        if choice.verb == "russia_first":
            russia_first(game)
            game.goto(ChooseAction)
            return
        state.hand[CP] &= ~(1 << card)
        state.removed[CP] |= 1 << card
        state.actions[CP].append(("event", card))
        game.emit("action", side=CP, round=state.round, kind="event", card=card)
        if choice.verb == "schlieffen":
            game.goto(SchlieffenPlan)
        else:
            game.goto(PlayEvent, card=card)


def russia_first(game: PogGame) -> None:
    """Begin without war in the west: Guns of August is discarded, three armies begin disrupted (4.3.4.3)."""
    state = game.state
    card = state.rules.card(_GUNS)
    state.hand[CP] &= ~(1 << card)
    state.discard[CP] |= 1 << card
    for name, space in _DISRUPTED:
        unit = state.rules.content.unit_by_name[name]
        state.place(unit, state.rules.board.space(space))
        state.flip(unit, True)
    state.marks[NEUTRAL] = (1 << len(POWERS)) - 1


@dataclass(frozen=True, slots=True)
class SchlieffenPlan(Flow):
    """Guns of August, and the Invasion of Holland, the second face of Race to the Sea (4.3.4.1)."""

    kind: ClassVar[str] = "schlieffen_plan"
    steps: ClassVar[tuple[str, ...]] = ("status", "guns", "holland")

    def status(self, game: PogGame) -> None:
        """Score the second card before the attacks, since both are played at once (9.5.1.3)."""
        war_status.raise_by(game, CP, _INVASION)

    def guns(self, game: PogGame) -> None:
        """Play Guns of August as in Deluxe."""
        game.call(PlayEvent, card=game.state.rules.card(_GUNS))

    def holland(self, game: PogGame) -> None:
        """Bring Holland into the war, open the coast, and remove the card from hand or pile."""
        state = game.state
        card = state.rules.card(_FACE)
        for pile in (state.hand, state.deck):
            pile[CP] &= ~(1 << card)
        state.removed[CP] |= 1 << card
        game.reveal()
        note_event(game, CP, card)
        if state.war_status[CP] < _BOTH:  # saved during the attacks by a version that scored it here
            war_status.raise_by(game, CP, _INVASION)
        reinforcement.nation_enters(game, "ho")


# -- laws -------------------------------------------------------------------------------


def laws(state: State) -> Iterator[str]:
    """Check that marks are where they can be: at most one grade per unit; existing powers."""
    seen = 0
    for name in GRADES:
        if state.marks[name] & seen:
            yield "a unit has two grades of being out of supply"
        seen |= state.marks[name]
    if seen >> len(state.loc):
        yield "a grade without a unit"
    if state.marks[NEUTRAL] >> len(POWERS):
        yield "an unknown power is neutral"


def amended(tables: Tables) -> Tables:
    """Return the tables with powers that can be neutral, and the declaration."""
    moments = tables.moments
    return replace(
        tables,
        kept_cards=(*tables.kept_cards, _FACE),
        marks={**tables.marks, NEUTRAL: 0},
        frozen=(*tables.frozen, standing_still),
        neutral_nations=(*tables.neutral_nations, neutral),
        offensives_excused=(*tables.offensives_excused, excused),
        barred=(*tables.barred, GROUND),
        card_uses=(*tables.card_uses, CardRule("nation_neutral", "9.4.1", frozenset({"event"}), british_cards)),
        laws=(*tables.laws, laws),
        moments=replace(
            moments,
            control=(*moments.control, invaded),
            combat_over=(*moments.combat_over, attacked),
            war_status=(*moments.war_status, british_entry),
            action_over=(*moments.action_over, settle),
        ),
    )


OPENING = Theme(amended, replaced=(OpeningAction,), added=(ChooseOpening, SchlieffenPlan))
