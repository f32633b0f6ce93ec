"""Action rounds: each side plays a card in one of its ways, or acts without one (8.0, 9.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.bits import mask, members
from engine.core.frames import Flow
from engine.core.options import Choice, Options
from engine.errors import Reason
from engine.pog.cards import legality
from engine.pog.cards.events import note_event
from engine.pog.cards.piles import put_away
from engine.pog.content.records import AP, CP
from engine.pog.rules import reinforcement, replacement, victory, war_status
from engine.pog.sequence.arrivals import arrive
from engine.pog.sequence.base import PhasingDecision, PogGame
from engine.pog.sequence.operations import Operate
from engine.pog.sequence.peace import AnswerPeace, may_offer_peace, why_no_peace
from engine.pog.sequence.redeploy import PickForSr
from engine.pog.state import TOTAL, State
from engine.pog.tables import CardRule


@dataclass(frozen=True, slots=True)
class TakeAction(Flow):
    """One action of one side (8.1)."""

    kind: ClassVar[str] = "action"
    steps: ClassVar[tuple[str, ...]] = ("choose", "close")
    side: int

    def choose(self, game: PogGame) -> None:
        """Make the side the active one and ask for its action."""
        state = game.state
        state.phasing = self.side
        state.cards_used = 0
        for happens in state.rules.tables.moments.action_begins:
            happens(game, self.side)
        game.call(ChooseAction)

    def close(self, game: PogGame) -> None:
        """Apply what happens at the end of an action; then no side is active."""
        state = game.state
        for happens in state.rules.tables.moments.action_over:
            happens(game, self.side)
        state.phasing = -1
        game.emit("action_over", side=self.side, round=state.round)


def forget_failed_digging(state: State, side: int) -> None:
    """Remove the marks of failed entrench attempts after an action without an operation (11.2.10)."""
    state.failed_entrench &= ~state.rules.units_of_side[side]


def high_seas_fleet(game: PogGame, side: int) -> None:
    """Score the VP when the next Allied action ends, unless it was Grand Fleet (CP 25)."""
    if side != AP:
        return
    state = game.state
    sortie = ("event", state.rules.card("cp_25_high_seas_fleet"))
    answer = ("event", state.rules.card("ap_33_grand_fleet"))
    if state.actions[CP][-1] == sortie and state.actions[AP][-1] != answer:
        victory.score(game, "high_seas_fleet")


def tracks_follow(game: PogGame, side: int) -> None:
    """Update the tracks of US entry and Russian capitulation after the action (16.3, 16.4)."""
    war_status.update_tracks(game.state)


#: What happens at the end of an action.
ACTION_OVER = (high_seas_fleet, tracks_follow)


def must_open_with_guns(state: State, side: int) -> bool:
    """Return whether the CP must play Guns of August first: in the historical game, unless the card was swapped out (5.7.4.3)."""
    first = side == CP and state.turn == 1 and not state.actions[CP]
    if not first or state.rules.scenario.guns_of_august != "must_open":
        return False
    return not (state.discard[CP] | state.removed[CP]) >> state.rules.card("cp_01_guns_of_august") & 1


def event_only(state: State, card: int) -> bool:
    """Return whether the card is late Italy or Romania, playable as an event only (9.5.2.5)."""
    return _late_entries(state) and state.rules.content.cards[card].neutral_entry in ("it", "ro")


def _late_entries(state: State) -> bool:
    return state.commitment[CP] == TOTAL and state.commitment[AP] != TOTAL


def influenza(state: State) -> bool:
    """Return whether nobody may play a card for replacement points this turn (AP 65)."""
    return state.events.get(state.rules.card("ap_65_influenza")) == state.turn


def _last_action(state: State, side: int) -> str:
    return state.actions[side][-1][0] if state.actions[side] else ""


def events_only(state: State, side: int) -> int:
    """Return the cards in hand that may be played as events only."""
    if not _late_entries(state):
        return 0
    return mask(card for card in members(state.hand[side]) if event_only(state, card))


#: Ways in which cards may not be played.
CARD_USES = (
    CardRule("event_only", "9.5.2.5", frozenset({"ops", "sr", "rp"}), events_only),
    CardRule(
        "influenza", "", frozenset({"rp"}), lambda state, side: -1 if influenza(state) else 0,
        lambda state, card: {"card": state.rules.card("ap_65_influenza")},
    ),
    CardRule(
        "no_second_sr", "9.3.3", frozenset({"sr"}), lambda state, side: -1 if _last_action(state, side) == "sr" else 0
    ),
    CardRule(
        "no_second_rp", "9.4.3", frozenset({"rp"}), lambda state, side: -1 if _last_action(state, side) == "rp" else 0
    ),
)  # fmt: skip


def playable(state: State, side: int) -> dict[str, int]:
    """Return by way of playing the cards in hand that no rule forbids, and whose event is possible (9.1.3)."""
    found = dict.fromkeys(("event", "ops", "sr", "rp"), state.hand[side])
    for rule in state.rules.tables.card_uses:
        closed = rule.closed(state, side)
        for verb in rule.verbs if closed else ():
            found[verb] &= ~closed
    events = 0
    for card in members(found["event"]):
        if playable_as_event(state, card):
            events |= 1 << card
    found["event"] = events
    return found


def playable_as_event(state: State, card: int) -> bool:
    """Return True if the card's event can be played as the action now (9.5)."""
    rules = state.rules
    spec = rules.content.cards[card]
    event = rules.tables.events.get(spec.name)
    if legality.unmet(state, card, event.waives if event else frozenset()) is not None:
        return False
    if event is not None:
        return bool(event.playable(state))
    if spec.combat or not spec.arrivals or spec.neutral_entry:
        return False
    return reinforcement.can_place_all(state, card)


@dataclass(frozen=True, slots=True)
class ChooseAction(PhasingDecision):
    """Play a card for its event, OPS, SR or RP; operate without one; offer peace."""

    kind: ClassVar[str] = "choose_action"
    verbs: ClassVar[dict[str, str]] = {
        "event": "card", "ops": "card", "sr": "card", "rp": "card", "auto_op": "", "peace": "",
    }  # fmt: skip
    forced: ClassVar[bool] = False

    def options(self, game: PogGame) -> Options:
        """Return the actions of 8.1.3, without consecutive SR and RP (9.3.3, 9.4.3)."""
        state = game.state
        side = state.phasing
        if must_open_with_guns(state, side):
            return Options({"event": 1 << state.rules.card("cp_01_guns_of_august")})
        return Options(
            {
                **playable(state, side),
                "auto_op": 1,
                "peace": int(may_offer_peace(state, side)),
            }
        )

    def explain(self, game: PogGame, choice: Choice) -> Reason:
        """Return why a card cannot be played this way."""
        state = game.state
        if must_open_with_guns(state, state.phasing):
            return Reason("must_open_with_guns", "5.7.4.3", {})
        if choice.verb == "peace" and (against := why_no_peace(state, state.phasing)) is not None:
            return against
        if not state.hand[state.phasing] >> choice.arg & 1:
            return Reason("card_not_in_hand", "9.1.3", {"card": choice.arg})
        for rule in state.rules.tables.card_uses:
            if choice.verb in rule.verbs and rule.closed(state, state.phasing) >> choice.arg & 1:
                return Reason(rule.name, rule.rule, rule.data(state, choice.arg))
        event = state.rules.tables.events.get(state.rules.content.cards[choice.arg].name)
        need = legality.unmet(state, choice.arg, event.waives if event else frozenset())
        data = {"card": choice.arg, "need": need.kind if need else "", "args": need.args if need else ()}
        return Reason("event_not_playable", "9.5.1", data)

    def resolve(self, game: PogGame, choice: Choice) -> None:
        """Log the action, put the card away, and carry it out."""
        state = game.state
        side = state.phasing
        card = choice.arg if self.verbs[choice.verb] else -1
        state.actions[side].append((_counts_as(state, choice), card))
        game.emit("action", side=side, round=state.round, kind=choice.verb, card=card if card >= 0 else None)
        operates = choice.verb in ("ops", "auto_op")
        if not operates and not (choice.verb == "event" and gives_ops(state, card)):
            forget_failed_digging(state, side)
        ops = state.rules.content.activation.automatic_ops
        points = 0
        if card >= 0:
            spec = state.rules.content.cards[card]
            ops, points = spec.ops, spec.sr
            state.hand[side] &= ~(1 << card)
            put_away(state, side, card, choice.verb)
        if choice.verb == "event":
            game.goto(PlayEvent, card=card)
        elif operates:
            game.goto(Operate, ops=ops, card=card)
        elif choice.verb == "sr":
            game.goto(PickForSr, points=points)
        elif choice.verb == "rp":
            record_rp(game, card)
        else:
            game.goto(AnswerPeace, offerer=side)


def _counts_as(state: State, choice: Choice) -> str:
    """Return the kind of action to log; Salonika counts as an SR (9.3.3)."""
    if choice.verb != "event":
        return choice.verb
    event = state.rules.tables.events.get(state.rules.content.cards[choice.arg].name)
    return event.counts_as if event else "event"


def record_rp(game: PogGame, card: int) -> None:
    """Record a card's replacement points (9.4.1, 17.1.8)."""
    state, points = game.state, replacement.points_of(game.state, card)
    for pool, value in points.items():
        state.rp[pool] = state.rp.get(pool, 0) + 2 * value
    side = state.rules.content.cards[card].side
    game.emit("rp", side=side, points=tuple((pool, 2 * v) for pool, v in points.items()))


def gives_ops(state: State, card: int) -> bool:
    """Return whether the card's OPS can be used after its event (9.1.3, 5.7.4.7)."""
    spec = state.rules.content.cards[card]
    stripe = spec.ops_after_event == "by_stripe" and "stripe_ops" in state.rules.scenario.traits
    return spec.ops_after_event == "yes" or stripe


@dataclass(frozen=True, slots=True)
class PlayEvent(Flow):
    """A card played as its event: war status, the effect, then OPS if the card gives them."""

    kind: ClassVar[str] = "event"
    steps: ClassVar[tuple[str, ...]] = ("score", "effect", "operate")
    card: int

    def score(self, game: PogGame) -> None:
        """Score war status and the introductory scenario's VP (9.5.1.3)."""
        state = game.state
        spec = state.rules.content.cards[self.card]
        note_event(game, spec.side, self.card)

    def effect(self, game: PogGame) -> None:
        """Carry out the card's effect; reinforcement cards are data only (9.5.3)."""
        state = game.state
        spec = state.rules.content.cards[self.card]
        event = state.rules.tables.events.get(spec.name)
        if event is not None:
            event.play(game)
        else:
            arrive(game, self.card)

    def operate(self, game: PogGame) -> None:
        """Begin the operation of cards that also give their OPS (9.1.3, 5.7.4.7)."""
        state = game.state
        if gives_ops(state, self.card):
            spec = state.rules.content.cards[self.card]
            game.call(Operate, ops=spec.ops, card=self.card, event=True)
