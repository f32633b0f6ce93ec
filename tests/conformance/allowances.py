"""Where the record's options may differ without the engine being wrong.

The record's own list of departures (its README, section 6) is the source. Every allowance is worked
out for the position at hand; what the rulebook decides against the trace as a whole stands one by
one in `departures.toml`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.core.bits import mask, members
from engine.pog.rules import activation, losses, redeployment, stacking, targets
from engine.pog.rules import combat as fight
from tests.conformance import room
from tests.conformance.trace import Line

if TYPE_CHECKING:
    from tests.conformance.checks import Checks

_FULL = "a full space that cannot be put right, 10.1.2"
_OUT_OF_THE_GAME = "Landwehr flips a counter that has left the game"
#: The record offers no second card that cancels trenches where none is left.
_TRENCH_CARDS = frozenset({"cp_44_von_hutier", "cp_49_michael", "cp_50_blucher", "cp_51_peace_offensive"})


def words(replay: Checks, options: Any) -> str:
    """The engine's options as text."""
    return " ".join(f"{verb} {arg}" if arg else verb for verb, arg in sorted(replay.offered(options), key=str))


def option(replay: Checks, line: Line, how: str, verb: str, arg: str | None) -> str:
    """The name of the allowance that covers an option offered by one of both only, or ""."""
    tests = _MISSING_HERE if how == "missing" else _MISSING_THERE
    test = tests.get((line.kind, verb))
    return test(replay, line, arg or "") if test else ""


# -- options the record lacks although they are legal (section 6) ------------------------------


def _end_of_moves(replay: Checks, line: Line, arg: str) -> str:
    """Nobody has to move (9.2.8); the record ends the step space by space."""
    state = replay.game.state
    assert state.operation is not None
    if state.operation.pledge or stacking.overstacked(state, state.phasing):
        return ""
    return "move_unit.finish: one way to end the step at once"


def _stay_behind(replay: Checks, line: Line, arg: str) -> str:
    """12.7.1: units may advance; the record lets a gathered group only go."""
    if line.context("stack") and not line.context("advanced"):
        return "advance.finish: a gathered group need not go, 12.7.1"
    return ""


def _card(replay: Checks, line: Line, arg: str) -> str:
    state = replay.game.state
    if arg == "ap_31_mef" and "tu" not in state.at_war:
        return "MEF before Turkey is at war, 9.5.3.4"
    return ""


def _second_trench_card(replay: Checks, line: Line, arg: str) -> str:
    """12.2.4 and 12.2.6 let several be played; the record stops at the first that leaves no trench."""
    state = replay.game.state
    assert state.combat is not None
    cards = state.rules.content.cards
    played = {cards[card].name for card in members(state.combat.cards[state.combat.side])}
    return (
        "attacker_cards.play: a second card that cancels trenches"
        if arg in _TRENCH_CARDS and played & _TRENCH_CARDS
        else ""
    )


def _sr_goal(replay: Checks, line: Line, arg: str) -> str:
    if (line.context("unit"), arg) == ("be_corps_01", "brussels"):
        return "a Belgian corps to its capital, 13.1.8"
    if (line.context("unit"), arg) == ("tu_sn_corps", "medina"):
        return "the Senussi over Aqaba - Medina, 12.1.11.2"
    return ""


def _partner_follows(replay: Checks, line: Line, unit: str) -> str:
    """12.1.11.1: several nations from several spaces need a common space; units come in any order."""
    game, names = replay.game, replay.names
    group = sum(1 << names.arg("unit", name) for name in (*line.context("attackers"), unit))
    if not line.context("attackers") or _common_space(replay, group):
        return ""
    eligible = sum(1 << unit for unit in game.options().of("add"))
    for partner in members(eligible & ~group):
        whole = group | 1 << partner
        goals = replay.game.state.rules.board.all
        for member in members(whole):
            goals &= targets.possible(game.state, member, alone=False)
        if goals and _common_space(replay, whole):
            return "attack.add before the partner that makes it possible, 12.1.11.1"
    return ""


def _common_space(replay: Checks, group: int) -> bool:
    """True if one nation attacks, or one space, or one of the spaces holds every nation of the group."""
    loc, units = replay.game.state.loc, replay.game.state.rules.content.units
    nations = {units[unit].parent for unit in members(group)}
    by_space: dict[int, set[str]] = {}
    for unit in members(group):
        by_space.setdefault(loc[unit], set()).add(units[unit].parent)
    return len(nations) == 1 or any(found == nations for found in by_space.values())


def _canadians(replay: Checks, line: Line, arg: str) -> str:
    if arg == "br_cnd_corps" and "br_aus_corps" in line.legal.get("hit", ()):
        return "CND as first loss while AUS attacks too, 12.4.5"
    return ""


def _order_of_losses(replay: Checks, line: Line, arg: str) -> str:
    """12.4.3: a loss that comes to the same remains as those of the record, in another order."""
    combat = fight.combat_of(replay.game.state)
    force = losses.force_of(replay.game.state, combat.defenders, combat.fort)
    number = combat.to_defender - combat.taken
    hits = losses.legal_hits(replay.game.state, force, number)
    recorded = {replay.names.arg("unit", name) for name in line.legal.get("hit", ())}
    extra = replay.names.arg("unit", arg)
    ends: dict[bool, set[Any]] = {True: set(), False: set()}
    for hit in hits:
        if hit.unit == extra or hit.unit in recorded:
            ends[hit.unit == extra] |= _remains(replay, hit.after, number - hit.price)
    same = ends[True] and ends[True] <= ends[False]
    return "defender_loss: the same losses in another order, 12.4.3" if same else ""


def _remains(replay: Checks, force: losses.Force, number: int) -> set[losses.Force]:
    hits = losses.legal_hits(replay.game.state, force, number)
    if not hits:
        return {force}
    return {end for hit in hits for end in _remains(replay, hit.after, number - hit.price)}


# -- options the record offers although they lead nowhere ----------------------------------------


def _flip(replay: Checks, line: Line, arg: str) -> str:
    return _OUT_OF_THE_GAME if _out_of_the_game(replay, arg) else ""


def _out_of_the_game(replay: Checks, unit: str) -> bool:
    board = replay.game.state.rules.board
    place = replay.expected.loc[replay.names.units[unit]]
    return not board.on_map[place] and place not in board.reserve


def _sr_dead_end(replay: Checks, line: Line, arg: str) -> str:
    """13.1.3: each unit once an action; 10.1.2: the limits hold when the points are spent."""
    decision, state = replay.game.decision, replay.game.state
    unit, done = replay.names.arg("unit", line.context("unit")), int(getattr(decision, "done", 0))
    to = replay.names.spaces[arg]
    if state.rules.board.beaches >> to & 1 and to != state.beachhead:
        return "SR to a beach without the marker, 11.1.10"
    if "tu" not in state.at_war and not _reached_without_persia(replay, line.context("from"), to):
        return "SR through Persia before Turkish entry, 11.1.13"
    if room.own(state, to, line.side).bit_count() < room.LIMIT:
        return ""
    return "" if room.sr_works(state, unit, to, int(line.context("points")), done) else f"SR into {_FULL}"


def _reached_without_persia(replay: Checks, origin: str, to: int) -> bool:
    """True if friendly spaces outside Persia and Turkey join the two, or the sea might."""
    state = replay.game.state
    board = state.rules.board
    start = replay.names.spaces[origin]
    if origin != "basra" or not board.on_map[to] or board.ports[0] & ~board.lands("ru") >> to & 1:
        return True
    way = state.control[0] & ~board.lands("pe", "tu")
    seen = border = 1 << start
    while border:
        spread = 0
        for space in members(border):
            spread |= board.common[space]
        border = spread & way & ~seen
        seen |= border
    return bool(seen >> to & 1)


def _sr_nowhere(replay: Checks, line: Line, arg: str) -> str:
    """The record looks for a destination only when a unit is picked; a full space is left in any order."""
    decision, state = replay.game.decision, replay.game.state
    unit, done = replay.names.arg("unit", arg), int(getattr(decision, "done", 0))
    points = int(getattr(decision, "points", 0))
    over = stacking.overstacked(state, state.phasing)
    if over and not any(state.units_at[space] >> unit & 1 for space in members(over)):
        return "SR: whoever stands too many goes first"
    return "" if room.sr_ends(state, unit, points, done) else "a unit picked for SR that has nowhere to go"


def _advance_dead_end(replay: Checks, line: Line, arg: str) -> str:
    """12.7.1: as many as the space takes, and those beyond it that a longer retreat opened."""
    state = replay.game.state
    there = room.own(state, replay.names.spaces[line.context("space")], line.side).bit_count()
    if there + len(line.context("stack")) < room.LIMIT + _beyond(replay, line):
        return ""
    return f"advance into {_FULL}"


def _beyond(replay: Checks, line: Line) -> int:
    """12.7.3: places in the spaces that the retreat passed through, by the record's own lines."""
    state, names = replay.game.state, replay.names
    target = names.spaces[line.context("space")]
    stops = fight.terrain_effect(state, target).stops_advance or state.unbesieged_forts(1 - line.side) >> target & 1
    if line.context("retreat_length") < 2 or stops:
        return 0
    vacated: set[int] = set()
    for passed in reversed(replay.lines[: replay.lines.index(line)]):
        if passed.kind == "attack":
            break
        if (passed.kind, passed.verb) == ("retreat", "step") and not passed.context("path"):
            vacated.add(names.spaces[str(passed.arg)])
    open_to = [space for space in vacated if not state.occupied[1 - line.side] >> space & 1]
    return sum(room.LIMIT - room.own(state, space, line.side).bit_count() for space in open_to)


def _wait(replay: Checks, line: Line, arg: str) -> str:
    """The record's word for the engine's `finish`, where the gathered group cannot enter yet."""
    asked = line.context("stack") and not line.context("advanced") and "finish" in replay.game.options().masks
    return "advance.stop before the first step is finish" if asked else ""


def _dead_step(replay: Checks, line: Line, arg: str) -> str:
    """10.1.2, 11.1.8, 15.1.1: the step is over with too many units, or with a fort not besieged."""
    state = replay.game.state
    to = replay.names.spaces[arg]
    stack = _stack(replay, line)
    if state.unbesieged_forts(1 - line.side) >> to & 1:
        if not room.siege_thinkable(state, stack, to):
            return "step into a fort that cannot be besieged, 15.1.1"
    elif not room.stack_ends(state, stack, to, int(line.context("moved") or 0) + 1):
        return f"step into {_FULL}"
    return ""


def _dead_stop(replay: Checks, line: Line, arg: str) -> str:
    stack = _stack(replay, line)
    part = 1 << replay.names.arg("unit", arg) if arg else stack
    here = replay.names.spaces[line.context("at")]
    if room.may_end(replay.game.state, stack, part, here, {}):
        return _drop_alone(replay, stack & ~part, part, here, line)
    return f"stop in {_FULL}"


def _drop_alone(replay: Checks, rest: int, part: int, here: int, line: Line) -> str:
    """Part of a stack may stay, but the others then find no end."""
    moved = int(line.context("moved") or 0)
    state = replay.game.state
    ways = room.ways(state, rest, here) if rest else iter(())
    left = rest and min(state.rules.movement(state, unit) for unit in members(rest)) > moved
    onward = left and any(room.stack_ends(state, rest, space, moved + 1) for space in ways)
    if rest and not onward and not room.may_end(state, rest | part, rest | part, here, {}):
        return "drop from a stack that then finds no end, 10.1.2"
    return ""


def _stack(replay: Checks, line: Line) -> int:
    return sum(1 << replay.names.arg("unit", unit) for unit in line.context("stack"))


def _lone_london(replay: Checks, line: Line, arg: str) -> str:
    """12.1.10: the record offers London whenever it can be paid, though units there attack along with others only."""
    state = replay.game.state
    board, operation = state.rules.board, state.operation
    at = replay.names.spaces[arg]
    if operation is None or at != board.space("london"):
        return ""
    left = operation.ops - activation.cost(state, line.side, at, attack=True)
    near = 0
    for unit in members(room.own(state, at, line.side)):
        near |= board.lines[unit][at] & (state.occupied[1 - line.side] | state.intact_forts(1 - line.side))
    # 12.1.11.1: the line is for British units, so the partner's space has some
    theirs = members(board.lands("fr", "be") & state.occupied[line.side] & ~operation.move)
    continent = mask(space for space in theirs if state.units_at[space] & state.rules.of_parent["br"])
    for target in members(near):
        for partner in members(board.joined[target] & continent):
            if operation.attack >> partner & 1 or activation.cost(state, line.side, partner, attack=True) <= left:
                return ""
    return "activation of London where nobody could join those there, 12.1.10"


_Test: TypeAlias = Callable[["Checks", Line, str], str]
_MISSING_THERE: dict[tuple[str, str], _Test] = {
    ("move_unit", "finish"): _end_of_moves,
    ("advance", "finish"): _stay_behind,
    ("choose_action", "event"): _card,
    ("attacker_cards", "play"): _second_trench_card,
    ("sr_destination", "to"): _sr_goal,
    ("attack", "add"): _partner_follows,
    ("attacker_loss", "hit"): _canadians,
    ("defender_loss", "hit"): _order_of_losses,
}
_MISSING_HERE: dict[tuple[str, str], _Test] = {
    ("activate", "for_combat"): _lone_london,
    ("landwehr", "flip"): _flip,
    ("sr_destination", "to"): _sr_dead_end,
    ("sr_unit", "pick"): _sr_nowhere,
    ("advance", "add"): _advance_dead_end,
    ("advance", "stop"): _wait,
    ("move_stack", "step"): _dead_step,
    ("move_on", "step"): _dead_step,
    ("move_on", "stop"): _dead_stop,
    ("move_on", "drop"): _dead_stop,
}


# -- options the record itself marks as disputed ---------------------------------------------------


def disputed(replay: Checks, line: Line, arg: str | None, reason: str) -> str:
    """Why an option that the record calls forbidden may be offered, or ""."""
    if reason in ("peer_would_hand_the_attack_to_the_wrong_side", "retreat_into_enemy_trench"):
        return f"{reason}: not forbidden, the source handles it wrongly"
    if reason == "sn_to_reserve":
        return f"{reason}: a corps may (13.1.9), and 13.2.1 bars the ANA alone"
    if reason == "salonika_from_near_east":
        return f"{reason}: doubtful, not forbidden"
    if reason == "ana_leaves_near_east":
        # 13.2.1 closes the sea and the Reserve Box to it, not the way over Constantinople
        unit = replay.names.arg("unit", line.context("unit"))
        state = replay.game.state
        if redeployment.overland(state, unit, state.loc[unit]) >> replay.names.spaces[arg or ""] & 1:
            return f"{reason}: overland, 13.2.1"
    return ""


# -- decisions that only one of both asks --------------------------------------------------------


def step(replay: Checks, asked: str) -> str:
    """The way out of a step that the engine asks for and the record does not, or ""."""
    state = replay.game.state
    trench = state.combat is not None and state.trench(state.combat.target)[0]
    if asked.startswith("open_") and not replay.game.options().of("play"):
        return "finish"  # asked by public knowledge; the record asks only who holds a card
    asked = asked.removeprefix("open_")
    if asked == "attacker_cards":
        offered = {replay.names.name("card", card) for card in replay.game.options().of("play")}
        return "finish" if offered <= _TRENCH_CARDS else ""
    return {"trench_cards": "finish", "brusilov_option": "decline"}.get(asked, "") if not trench else ""


def only_forbidden(line: Line) -> bool:
    """True for a declined card window all of whose cards are disputed (section 6)."""
    cards = set(line.legal.get("play", ()))
    return line.verb == "finish" and bool(cards) and cards <= {arg for verb, arg, _ in line.disputed if verb == "play"}


def feedable(line: Line) -> bool:
    """True for a line whose dice the engine may want before its choice is made."""
    return only_forbidden(line) or line.kind in ("brusilov_option", "withdrawal_step") or _only_ends(line)


def _only_ends(line: Line) -> bool:
    """A single unit under way that can do nothing but stop."""
    return line.kind == "move_on" and set(line.legal) <= {"stop", "drop"} and len(line.context("stack")) == 1


def passed_by(replay: Checks, line: Line) -> str:
    """Why a recorded choice needs no answer here: all of its options come to the same, or ""."""
    if _only_ends(line):
        return "move_on with nothing but an end"
    if line.kind == "advance" and line.verb == "finish" and set(line.legal) == {"add", "finish"}:
        return _advance_dead_end(replay, line, "")
    if line.kind == "brusilov_option" and not _defended(replay, line):
        return "Brusilov option against a lone fort, 15.1.6"
    if line.kind == "landwehr":
        offered = [str(line.arg)] if line.verb == "flip" else line.legal.get("flip", [])
        return _OUT_OF_THE_GAME if all(_out_of_the_game(replay, unit) for unit in offered) else ""
    return ""


def _defended(replay: Checks, line: Line) -> bool:
    target = replay.names.spaces[line.context("target")]
    sides = replay.game.state.rules.side_of
    return any(
        place == target and sides[replay.names.played_by[unit]] != line.side
        for unit, place in enumerate(replay.expected.loc)
    )
