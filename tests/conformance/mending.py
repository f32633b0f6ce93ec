"""Going on after a difference: the engine is given the recorded position."""

from __future__ import annotations

from engine.core.game import Game
from engine.pog.content.records import AP, CP
from engine.pog.sequence.actions import ChooseAction, TakeAction
from engine.pog.sequence.turn import PlayTurn, War
from engine.pog.state import LEVELS, State
from tests.conformance.names import Translator
from tests.conformance.position import Expected


def impose(state: State, expected: Expected, names: Translator) -> None:
    """Make the engine's position the recorded one, as far as a record tells it."""
    rules = state.rules
    board = rules.board
    state.reduced = 0
    for unit, space in enumerate(expected.loc):
        played = names.played_by[unit]
        state.loc[played] = space
        if expected.reduced >> unit & 1:
            state.reduced |= 1 << played
    fields = expected.fields
    _impose_entries(state, fields["at_war"])
    for side in (AP, CP):
        wrong = state.control[side] & board.printed[1 - side] & ~expected.taken & ~names.arabia
        state.control[side] &= ~wrong
        state.control[1 - side] |= wrong
        taken = expected.taken & board.printed[1 - side]
        state.control[side] |= taken
        state.control[1 - side] &= ~taken
    state.trench_1 = state.trench_2 = state.trench_cp = 0
    for space, level, side in fields["trenches"]:
        state.set_trench(space, level, side)
    state.forts_destroyed = fields["forts"][0]
    _impose_tracks(state, fields)
    _impose_cards(state, fields)
    state.reinforced = list(fields["reinforced"])
    state.limits_used = fields["ne_limits_used"]
    state.beachhead = fields["mef"]
    state.ne_outside, state.failed_entrench = fields["ne_armies_outside"], names.here(fields["failed_entrench"])
    state.rebuild()


def _impose_entries(state: State, at_war: dict[str, int]) -> None:
    for nation, turn in at_war.items():
        if nation not in state.at_war:
            land = state.rules.board.lands(nation, "pe") if nation == "tu" else state.rules.board.lands(nation)
            for side in (AP, CP):
                state.control[side] |= land & state.rules.board.printed[side] & ~state.control[1 - side]
        state.at_war[nation] = turn


def _impose_tracks(state: State, fields: dict[str, object]) -> None:
    values: dict[str, object] = fields
    state.vp = values["vp"]  # type: ignore[assignment]
    status: tuple[int, int, int] = values["war_status"]  # type: ignore[assignment]
    state.war_status, state.combined = [status[0], status[1]], status[2]
    state.commitment = [LEVELS.index(level) for level in values["commitment"]]  # type: ignore[attr-defined]
    state.mandated = list(values["mo"])  # type: ignore[call-overload]
    state.missed = [list(turns) for turns in values["missed_mo"]]  # type: ignore[attr-defined]
    state.rp = {pool: int(2 * points) for pool, points in values["rp"].items()}  # type: ignore[attr-defined]
    tracks: dict[str, int] = values["tracks"]  # type: ignore[assignment]
    state.us_entry, state.russian = tracks["us_entry"], tracks["russian_capitulation"]
    state.tsar_fell_count = tracks["tsar_fell_cp_russian_vp"]


def _impose_cards(state: State, fields: dict[str, object]) -> None:
    values: dict[str, object] = fields
    for name, pair in (("hand", state.hand), ("discard", state.discard), ("removed_cards", state.removed)):
        pair[:] = values[name]  # type: ignore[call-overload]
    faceup: int = values["combat_cards"]  # type: ignore[assignment]
    due: tuple[bool, bool] = values["reshuffle_due"]  # type: ignore[assignment]
    state.reshuffle_due = due[0] | due[1] << 1
    for side in (AP, CP):
        state.table[side] = faceup & state.rules.cards_of_side[side]
        joined = 0
        for level in LEVELS[: state.commitment[side] + 1]:
            joined |= state.rules.deck_cards(state, side, level)
        seen = state.hand[side] | state.discard[side] | state.removed[side] | state.table[side]
        state.deck[side] = joined & ~seen
    events: dict[int, int] = values["events"]  # type: ignore[assignment]
    state.events.update(events)
    state.actions = [list(side) for side in values["actions"]]  # type: ignore[attr-defined]


def ask_again(game: Game[State]) -> None:
    """Work out the options of the pending decision anew and forget what could be undone."""
    if game.stack:
        game._options = game.decision.options(game)
    game.forget_undo()


def begin_action(game: Game[State], side: int, turn: int, action_round: int) -> None:
    """Put the engine before the given action, whatever it was doing."""
    state = game.state
    state.turn, state.round, state.phase, state.phasing = turn, action_round, "actions", side
    state.operation = state.combat = None
    state.cards_used = 0
    frames = game.system.frames
    turn_frame = frames.get(PlayTurn.kind)
    after = PlayTurn.steps.index("cp_action" if side == CP else "ap_action") + 1
    game.stack[:] = [
        (War(), War.steps.index("turn") + 1),
        (turn_frame(), after),
        (TakeAction(side=side), TakeAction.steps.index("close")),
        (frames.get(ChooseAction.kind)(), 0),
    ]
    ask_again(game)
