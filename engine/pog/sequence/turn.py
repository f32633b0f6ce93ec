"""A whole game and its turns, phase by phase (6.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import members
from engine.core.frames import Flow
from engine.core.options import Choice, Options
from engine.pog import scenarios
from engine.pog.cards import lasting_events
from engine.pog.content.records import AP, CP
from engine.pog.rules import attrition, mandated, reinforcement, replacement, sieges, victory, war_status
from engine.pog.rules.rounds import action_rounds
from engine.pog.sequence.actions import TakeAction
from engine.pog.sequence.base import SIDE, CentralPowersDecision, PogGame
from engine.pog.sequence.cards_window import reveal_by_hand
from engine.pog.sequence.drawing import Discard, discardable, fill_hand, shuffle_in
from engine.pog.sequence.loss_steps import fall_of_fort
from engine.pog.sequence.optional_cards import ChooseOptionalCards
from engine.pog.sequence.replacements import SpendRp
from engine.pog.state import LEVELS, LIMITED

#: First step of the turn in which a war begins, by phase; the points of that phase are already adjusted.
_FIRST_STEPS = {"replacements": "ap_replacements"}


@dataclass(frozen=True, slots=True)
class War(Flow):
    """A game from the set-up to its end (4.0, 6.0)."""

    kind: ClassVar[str] = "war"
    steps: ClassVar[tuple[str, ...]] = (
        "set_up",
        "ap_optional_cards",
        "cp_optional_cards",
        "guns_of_august",
        "deal",
        "turn",
        "again",
    )

    def set_up(self, game: PogGame) -> None:
        """Set up units, trenches, control and mobilization decks (4.1, 4.2)."""
        scenarios.set_up(game.state)
        game.emit("setup", scenario=game.state.rules.scenario.name)

    def ap_optional_cards(self, game: PogGame) -> None:
        """Let the Allies secretly swap in optional cards, if agreed."""
        if game.state.rules.options.card_set == "secret":
            game.call(ChooseOptionalCards, side=AP)

    def cp_optional_cards(self, game: PogGame) -> None:
        """Then let the Central Powers do so."""
        if game.state.rules.options.card_set == "secret":
            game.call(ChooseOptionalCards, side=CP)

    def guns_of_august(self, game: PogGame) -> None:
        """Offer the CP the card at the start (4.3.1), or give it (5.7.4.3); not in a later start."""
        opening = game.state.rules.scenario.guns_of_august
        if opening == "must_open":
            take_guns(game)
        elif opening == "choice":
            game.call(ChooseGuns)

    def deal(self, game: PogGame) -> None:
        """Deal both hands, the Allies first (4.3.2); a later start deals in its draw phase."""
        if game.state.rules.start is None:
            fill_hand(game, AP, "deal")
            fill_hand(game, CP, "deal")

    def turn(self, game: PogGame) -> None:
        """Play one turn."""
        game.call(PlayTurn)

    def again(self, game: PogGame) -> None:
        """Advance the turn marker (6.0 H)."""
        state = game.state
        state.turn += 1
        state.actions = [[], []]
        state.reinforced = []
        state.limits_used = 0
        game.jump("turn")


def take_guns(game: PogGame) -> None:
    """Put Guns of August into the CP hand."""
    state = game.state
    flag = 1 << state.rules.card("cp_01_guns_of_august")
    state.deck[CP] &= ~flag
    state.hand[CP] |= flag
    game.emit("guns_of_august", taken=True)


@dataclass(frozen=True, slots=True)
class ChooseGuns(CentralPowersDecision):
    """The CP declares whether he starts with Guns of August in hand (4.3.1)."""

    kind: ClassVar[str] = "guns_of_august"
    verbs: ClassVar[dict[str, str]] = {"take": "", "leave": ""}

    def options(self, game: PogGame) -> Options:
        """Return take and leave."""
        return Options({"take": 1, "leave": 1})

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Take the card or leave it in the pile."""
        if choice.verb == "take":
            take_guns(game)
        else:
            game.emit("guns_of_august", taken=False)


@dataclass(frozen=True, slots=True)
class PlayTurn(Flow):
    """One turn (6.0 A to G)."""

    kind: ClassVar[str] = "turn"
    steps: ClassVar[tuple[str, ...]] = (
        "join", "mandated_offensives", "next_round", "cp_action", "ap_action", "more_rounds",
        "attrition", "siege", "score", "decide", "commitment", "end_of_scenario",
        "replacement_points", "ap_replacements", "cp_replacements", "combat_cards",
        "ap_discard", "ap_draw", "cp_discard", "cp_draw",
    )  # fmt: skip

    def join(self, game: PogGame) -> None:
        """Join a war in the middle of its turn, at the phase of its start."""
        start = game.state.rules.start
        if start is not None and start.turn == game.state.turn:
            game.jump(_FIRST_STEPS[start.phase])

    def mandated_offensives(self, game: PogGame) -> None:
        """Phase A: roll one die for each side (7.1.1)."""
        begin_turn(game)
        state = game.state
        for side in (AP, CP):
            die = game.die(f"mandated_offensive_{SIDE[side]}")
            state.mandated[side] = mandated.result_of(state, side, die)
            game.emit("mandated", side=side, die=die, nation=state.mandated[side])
            for happens in state.rules.tables.moments.offensive:
                happens(game, side)

    def next_round(self, game: PogGame) -> None:
        """Phase B: begin an action round (8.1.1)."""
        game.state.phase = "actions"
        game.state.round += 1

    def cp_action(self, game: PogGame) -> None:
        """Let the Central Powers act first (8.1.2)."""
        game.call(TakeAction, side=CP)

    def ap_action(self, game: PogGame) -> None:
        """Then let the Allies act."""
        game.call(TakeAction, side=AP)

    def more_rounds(self, game: PogGame) -> None:
        """Go back for the next round."""
        if game.state.round < action_rounds(game.state):
            game.jump("next_round")

    def attrition(self, game: PogGame) -> None:
        """Phase C: attrition (14.3.5, 14.3.6)."""
        state = game.state
        state.phase, state.round = "attrition", 0
        attrition.attrition(game)

    def siege(self, game: PogGame) -> None:
        """Phase D: roll for each besieged fort, Allied besiegers first (15.3)."""
        state = game.state
        state.phase = "siege"
        for side in (AP, CP):
            for space in members(state.besieged & state.rules.board.printed[1 - side]):
                roll_siege(game, space)

    def score(self, game: PogGame) -> None:
        """Segment E.1: score the VP of the War Status Phase."""
        state = game.state
        state.phase = "war_status"
        for happens in state.rules.tables.moments.turn_ends:
            happens(game)
        score_war_status_phase(game)
        war_status.update_tracks(state)

    def decide(self, game: PogGame) -> None:
        """Segments E.2 and E.3: check automatic victory and armistice."""
        state = game.state
        winner = victory.automatic(state)
        if winner is not None:
            victory.finish(game, "automatic_victory", winner)
        elif victory.armistice(state):
            victory.finish(game, "armistice")

    def commitment(self, game: PogGame) -> None:
        """Segment E.4: raise commitment levels (16.1.2)."""
        state = game.state
        turn = state.rules.content.turns[state.turn - 1]
        if not (turn.commitment_check and "rising_commitment" in state.rules.scenario.traits):
            return
        for side in (AP, CP):
            level = war_status.next_level(state, side)
            if level is None:
                continue
            war_status.raise_commitment(game, side, level)
            if side == CP and level == LIMITED:  # 16.1.3.1
                reinforcement.nation_enters(game, "tu")
                reinforcement.persia_takes_sides(game)

    def end_of_scenario(self, game: PogGame) -> None:
        """End the war after its last turn, or at Total War in the Limited War scenario (5.3.1, 5.4.1, 5.5.1)."""
        state = game.state
        ending = state.rules.scenario.ends_at_commitment
        if ending and any(LEVELS[level] == ending for level in state.commitment):
            victory.finish(game, "total_war")
        elif state.turn >= state.rules.scenario.last_turn:
            victory.finish(game, "turn_limit")

    def replacement_points(self, game: PogGame) -> None:
        """Begin phase F: adjust the points."""
        game.state.phase = "replacements"
        replacement.adjust_points(game)

    def ap_replacements(self, game: PogGame) -> None:
        """Segment F.1: the Allies spend their points."""
        game.call(SpendRp, side=AP)

    def cp_replacements(self, game: PogGame) -> None:
        """Segment F.2: the Central Powers spend theirs."""
        game.call(SpendRp, side=CP)

    def combat_cards(self, game: PogGame) -> None:
        """Remove unspent points and face-up combat cards (9.5.4.5), and begin phase G."""
        state = game.state
        replacement.lapse(game)
        state.phase = "draw"
        for side in (AP, CP):
            state.discard[side] |= state.table[side]
            state.table[side] = 0

    def ap_discard(self, game: PogGame) -> None:
        """Let the Allies discard and draw completely before the CP."""
        reveal_by_hand(game, discardable(game.state, AP))
        game.call(Discard, side=AP)

    def ap_draw(self, game: PogGame) -> None:
        """Fill the Allied hand."""
        draw(game, AP)

    def cp_discard(self, game: PogGame) -> None:
        """Let the CP discard."""
        reveal_by_hand(game, discardable(game.state, CP))
        game.call(Discard, side=CP)

    def cp_draw(self, game: PogGame) -> None:
        """Fill the CP hand."""
        draw(game, CP)


def begin_turn(game: PogGame) -> None:
    """Begin the turn, with everything that happens then."""
    state = game.state
    state.phase, state.round = "mandated_offensives", 0
    game.emit("turn", turn=state.turn, vp=state.vp)
    for happens in state.rules.tables.moments.turn_begins:
        happens(game)


def tracks_follow(game: PogGame) -> None:
    """Update the US entry and Russian capitulation tracks for the new turn (16.4.6)."""
    war_status.update_tracks(game.state)


#: What happens at the beginning of a turn.
TURN_BEGINS = (tracks_follow,)


def draw(game: PogGame, side: int) -> None:
    """Shuffle in cards that joined this turn, then fill the hand (16.1.3)."""
    state = game.state
    if state.reshuffle_due >> side & 1:
        state.reshuffle_due &= ~(1 << side)
        shuffle_in(game, side)
    fill_hand(game, side, "draw")


def roll_siege(game: PogGame, space: int) -> None:
    """Make one siege roll: above its LF the fort surrenders (15.3.2, 15.3.3)."""
    state = game.state
    fort = state.fort_values[space]
    drm = state.rules.content.turns[state.turn - 1].siege_drm
    die = game.die("siege")
    falls = sieges.falls(state, space, die)
    game.emit("siege_roll", space=space, die=die, drm=drm, fort=fort, falls=falls)
    if falls:
        fall_of_fort(game, space, cause="siege")


def score_war_status_phase(game: PogGame) -> None:
    """Score the VP of segment E.1: Blockade, missed offensives, neutral Italy."""
    state = game.state
    rules = state.rules
    turn = rules.content.turns[state.turn - 1]
    if turn.blockade and lasting_events.holds(state, "ap_02_blockade"):
        victory.score(game, "blockade")
    for side in (AP, CP):
        nation = mandated.due(state, side)
        if not nation:
            continue
        state.missed[side].append(state.turn)
        game.emit("mandate_missed", side=side, nation=nation)
        victory.score(game, f"{SIDE[side]}_missed_offensive")
    if LEVELS[state.commitment[AP]] == "total" and "it" not in state.at_war:
        victory.score(game, "italy_neutral")
