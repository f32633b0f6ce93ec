"""Where the record may differ without the engine being wrong, and what the engine does not know yet.

The record's own list of departures (its README, section 6) is the source of every allowance here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.conformance.trace import Line

if TYPE_CHECKING:
    from engine.pog import PathsOfGlory
    from tests.conformance.replay import Replay


class Support:
    """Which events and combat cards the rules know."""

    def __init__(self, system: PathsOfGlory) -> None:
        content, tables = system.content, system.rules.tables
        self.events = set(tables.events)
        self.combat = {content.cards[card].name for card in tables.combat_cards}
        for card in content.cards:
            if card.arrivals and card.reinforcement_nation and not card.combat and not card.neutral_entry:
                self.events.add(card.name)
        self.kinds = set(system.frames._classes)

    def unsupported(self, line: Line) -> str:
        """Why a line cannot be played, or ""."""
        if line.verb == "event" and line.arg not in self.events:
            return f"event {line.arg}"
        if line.verb == "play" and line.arg not in self.combat:
            return f"combat card {line.arg}"
        return "" if line.kind in self.kinds else f"decision {line.kind}"

    def hides(self, line: Line, verb: str, arg: str | None) -> bool:
        """True for a recorded option that the engine cannot offer yet."""
        return (verb == "event" and arg not in self.events) or (verb == "play" and arg not in self.combat)

    def only_unplayable(self, line: Line) -> bool:
        """True for a declined card window all of whose cards are unknown here, or forbidden (section 6)."""
        forbidden = {arg for verb, arg, _ in line.disputed if verb == "play"}
        cards = set(line.legal.get("play", ()))
        return line.verb == "finish" and bool(cards) and not (cards - forbidden) & self.combat

    def feedable(self, line: Line) -> bool:
        """True for a line whose dice the engine may want before its choice is made."""
        return self.only_unplayable(line) or line.kind in ("brusilov_option", "withdrawal_step") or _only_ends(line)


def words(replay: Replay, options: Any) -> str:
    """The engine's options as text."""
    return " ".join(f"{verb} {arg}" if arg else verb for verb, arg in sorted(replay._offered(options), key=str))


def option(replay: Replay, line: Line, how: str, verb: str, arg: str | None) -> str:
    """The name of the allowance that covers an option offered by one of both only, or ""."""
    if how == "extra" and (line.kind, verb) == ("move_unit", "finish"):
        return "move_unit.finish: an extra way to end the step"
    if how == "extra" and (line.kind, verb) == ("advance", "finish") and line.context("stack"):
        return "advance.finish with a stack"
    if how == "missing":
        return _dead_end(replay, line, verb, arg)
    return _missing_there(replay, line, verb, arg)


def _missing_there(replay: Replay, line: Line, verb: str, arg: str | None) -> str:
    """Options that the record lacks although they are legal (section 6)."""
    state = replay.game.state
    if (line.kind, verb, arg) == ("choose_action", "event", "ap_31_mef") and "tu" not in state.at_war:
        return "MEF before Turkey is at war, 9.5.3.4"
    if (line.kind, arg) == ("sr_destination", "brussels") and line.context("unit") == "be_corps_01":
        return "a Belgian corps to its capital, 13.1.8"
    if (line.kind, arg) == ("sr_destination", "medina") and line.context("unit") == "tu_sn_corps":
        return "the Senussi over Aqaba - Medina, 12.1.11.2"
    if (line.kind, verb) == ("attack", "add") and line.context("attackers"):
        return _partner_follows(replay, line, str(arg))
    if (line.kind, arg) == ("attacker_loss", "br_cnd_corps") and "br_aus_corps" in line.legal.get("hit", ()):
        return "CND as first loss while AUS attacks too, 12.4.5"
    return ""


def _partner_follows(replay: Replay, line: Line, unit: str) -> str:
    """12.1.11.1: several nations from several spaces need a common space; units come in any order."""
    units = replay.game.state.rules.content.units
    group = [units[replay.names.arg("unit", name)] for name in (*line.context("attackers"), unit)]
    places = {replay.game.state.loc[member.id] for member in group}
    if len({member.parent for member in group}) > 1 and len(places) > 1:
        return "attack.add before the partner that makes it possible"
    return ""


def step(replay: Replay, asked: str) -> str:
    """The way out of a step that the engine asks for and the record does not, or ""."""
    state = replay.game.state
    if asked == "landwehr":
        return "finish" if _OUT_OF_THE_GAME in replay.report.allowed else ""
    trench = state.combat is not None and state.trench(state.combat.target)[0]
    if asked == "attacker_cards":
        offered = {replay.names.name("card", card) for card in replay.game.options().of("play")}
        return "finish" if offered <= _TRENCH_CARDS else ""
    return {"trench_cards": "finish", "brusilov_option": "decline"}.get(asked, "") if not trench else ""


def _only_ends(line: Line) -> bool:
    """A single unit under way that can do nothing but stop."""
    return line.kind == "move_on" and set(line.legal) <= {"stop", "drop"} and len(line.context("stack")) == 1


def passed_by(replay: Replay, line: Line) -> str:
    """Why a recorded choice needs no answer here: all of its options come to the same, or ""."""
    state = replay.game.state
    options = set(line.legal)
    if _only_ends(line):
        return "move_on with nothing but an end"
    if line.kind == "advance" and line.verb == "finish" and options == {"add", "finish"}:
        target = replay.names.spaces[line.context("space")]
        if state.units_of(line.side, target).bit_count() >= _LIMIT:
            return "advance into a full space"
    if line.kind == "brusilov_option" and not _defended(replay, line):
        return "Brusilov option against a lone fort, 15.1.6"
    if line.kind == "landwehr" and line.verb == "flip" and _out_of_the_game(replay, str(line.arg)):
        return _OUT_OF_THE_GAME
    return ""


def _defended(replay: Replay, line: Line) -> bool:
    target = replay.names.spaces[line.context("target")]
    sides = replay.game.state.rules.side_of
    return any(
        place == target and sides[replay.names.played_by[unit]] != line.side
        for unit, place in enumerate(replay.expected.loc)
    )


_OUT_OF_THE_GAME = "Landwehr flips a counter that has left the game"


def _out_of_the_game(replay: Replay, unit: str) -> bool:
    board = replay.game.state.rules.board
    place = replay.expected.loc[replay.names.units[unit]]
    return place >= board.size and place not in board.reserve


def _dead_end(replay: Replay, line: Line, verb: str, arg: str | None) -> str:
    """The record offers steps after which the end it demands cannot be reached (10.1.2, 15.1.1).

    It refuses an overstacked space or a siege without strength only at the end of the step.
    """
    if line.kind == "landwehr" and _out_of_the_game(replay, str(arg)):
        return _OUT_OF_THE_GAME
    if line.kind == "sr_destination":
        there = _own(replay, replay.names.spaces[str(arg)])
        points, armies = int(line.context("points")), replay.game.state.rules.armies
        stuck = not points or (there & ~armies == 0 and points < _ARMY_SR)
        return "SR into a full space that nobody can leave" if there.bit_count() >= _LIMIT and stuck else ""
    if (line.kind, verb) == ("sr_unit", "pick"):
        # the record looks for a destination only afterwards; a pick it takes must be legal here
        return "a unit picked for SR that has nowhere to go"
    if (line.kind, verb) == ("advance", "add"):
        there = _own(replay, replay.names.spaces[line.context("space")]).bit_count()
        full = there + len(line.context("stack")) >= _LIMIT
        return "advance into a full space" if full else ""
    if line.kind not in ("move_on", "move_stack"):
        return ""
    stack = sum(1 << replay.names.arg("unit", unit) for unit in line.context("stack"))
    if verb == "step":
        return _dead_step(replay, line, stack, replay.names.spaces[str(arg)])
    here = replay.names.spaces[line.context("at")] if line.kind == "move_on" else -1
    if verb in ("stop", "drop") and here >= 0:
        left_there = stack if verb == "stop" else 1 << replay.names.arg("unit", arg)
        if _full_for_good(replay, here, left_there, stack & ~left_there):
            return "stop in a full space that nobody leaves"
    return ""


def _dead_step(replay: Replay, line: Line, stack: int, to: int) -> str:
    state = replay.game.state
    rules = state.rules
    side = line.side
    if (state.intact_forts(1 - side) & ~state.besieged) >> to & 1 and not rules.can_besiege(
        stack | state.units_of(side, to), to
    ):
        return "step into a fort that cannot be besieged"
    moved = int(line.context("moved") or 0) + 1
    left = min(rules.movement(state, unit) for unit in _units(stack)) - moved
    if left <= 0 and _full_for_good(replay, to, stack):
        return "last step into a full space that nobody leaves"
    return ""


def _full_for_good(replay: Replay, space: int, stack: int, passing: int = 0) -> bool:
    """More units than may stack once `stack` ends there, and none of the others could still leave."""
    state = replay.game.state
    operation = state.operation
    assert operation is not None
    there = _own(replay, space) & ~passing
    waiting = there & ~stack & ~operation.moved if operation.move >> space & 1 else 0
    return (there | stack).bit_count() > _LIMIT and not waiting


def _own(replay: Replay, space: int) -> int:
    state = replay.game.state
    return state.units_of(state.phasing, space) if space < state.rules.board.size else 0


def _units(units: int) -> list[int]:
    return [unit for unit in range(units.bit_length()) if units >> unit & 1]


_LIMIT = 3
_ARMY_SR = 4
#: The record offers no second card that cancels trenches where none is left.
_TRENCH_CARDS = frozenset({"cp_44_von_hutier", "cp_49_michael", "cp_50_blucher", "cp_51_peace_offensive"})
