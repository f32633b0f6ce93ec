"""Player actions as atomic choices; each function works on ids and the loaded game.

A failure leaves the table half-way, so the caller discards the game. Steps that the order implies (such as ending the
activation before the first move) are made and noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.table.refusal import Refusal, refuse
from bot.table.table import Ask, Table, units_of
from bot.titles.pog.notation import movement_refusals, redeployment_refusals, routes, waiting_units
from bot.titles.pog.notation.decision_paragraphs import commands, wrong_moment
from bot.titles.pog.notation.refusal_reasons import explain
from bot.titles.pog.notation.stacks import stands
from engine.core.options import Choice
from engine.errors import ChanceError, Reason

#: The verbs that end a decision, in order of preference.
ENDINGS = ("finish", "stop", "leave", "decline", "stay", "frontal", "retreat")


def activate(table: Table, space: int, use: str, part: str = "") -> None:
    """Place a Move or Attack marker; `use` is "move" or "attack" (9.2.5)."""
    operation, combat = table.game.state.operation, table.game.state.combat
    moving = table.mine and table.kind != "activate" and combat is None
    if moving and operation is not None and not operation.ops:
        raise refuse("no_ops_left", "9.2.1", part, space=space)
    expect(table, part, "activate")
    table.do("for_combat" if use == "attack" else "for_movement", space, part)


def leads_to(table: Table, part: str, *kinds: str) -> bool:
    """Return False if ending the present decision of an operation would end the operation as well.

    Raises:
        Refusal: the decision can't end yet, or armies roll to entrench when it ends.
    """
    if not table.mine or table.kind in kinds or not table.face.ending or table.blind:
        return True  # a trial table is discarded, so nothing really ends
    trial = table.trial()
    try:
        end_earlier(trial, part, *kinds)
    except ChanceError:
        operation = table.game.state.operation
        if operation is not None and operation.digging and operation.attack:
            raise refuse("trenches_first", "11.2.2", part) from None
        return False
    return trial.mine and trial.kind in kinds


def end_earlier(table: Table, part: str, *kinds: str, asks: str = "move_wastes") -> None:
    """End decisions of the operation until one of the kinds is due, wherever that leads.

    OPS lost by that are confirmed with the message `asks`.
    """
    with table.asking(_in_words(table.ask, asks)):
        _end_earlier(table, part, *kinds)


def _in_words(ask: Ask | None, code: str) -> Ask | None:
    if ask is None:
        return None

    def question(table: Table, verb: str, arg: int) -> Reason | None:
        reason = ask(table, verb, arg)
        return reason and Reason(code, reason.rule, reason.data)

    return question


def _end_earlier(table: Table, part: str, *kinds: str) -> None:
    for _ in range(6):
        before = table.kind
        if before in kinds or not table.mine:
            break
        ending = table.title.face(before).ending
        if not ending or not table.offers(ending):
            _promise_first(table, part)
            if ending and table.field("stack", 0):
                raise refuse("stack_waits", "11.1.1", part, units=tuple(units_of(table.field("stack"))))
            break
        idle = tuple(units_of(waiting_units.unmoved(table))) if "attack" in kinds else ()
        left = table.game.state.operation.ops if before == "activate" else 0
        later = tuple(units_of(waiting_units.in_reserve(table))) if "attack" in kinds else ()
        if before == "move_unit" and table.ask is not None:
            _ask_about_moves(table, idle, part)
        table.do(ending, 0, part)
        if before == "activate" and left:
            table.notes.append(("ended_activation", {"count": left}))
        if before == "move_unit":
            key = "ended_movement_unmoved" if idle else "ended_movement_reserve" if later else "ended_movement"
            table.notes.append((key, {"units": idle or later} if idle or later else {}))


def _ask_about_moves(table: Table, idle: tuple[int, ...], part: str) -> None:
    """Confirm an attack that ends the movement of units: they lose all of it (9.2.8), or their way to a war plan's goal (9.2.10)."""
    if idle:
        from_where = tuple(dict.fromkeys(stands(table, unit) for unit in idle))
        table.questions.append(Refusal(Reason("moves_lapse", "9.2.8", {"units": idle, "origins": from_where}), part))
        return
    late, goals = waiting_units.misses_plan(table)
    if late:
        table.questions.append(Refusal(Reason("moves_narrow", "9.2.10", {"units": late, "spaces": goals}), part))


def end_activation(table: Table) -> None:
    """End the activation, losing unused OPS; do nothing if none are left (9.2.2)."""
    if table.mine and table.kind == "activate":
        table.do("stop")


def end_movement(table: Table) -> None:
    """End the movement of the operation unless it has already ended; units that haven't moved stay (11.1)."""
    while table.mine and table.kind in ("move_unit", "move_stack", "move_on"):
        table.do(table.face.ending)


def move(
    table: Table,
    units: Sequence[int],
    way: Sequence[int],
    part: str = "",
    along: Sequence[int] = (),
    taken: Sequence[int] = (),
) -> None:
    """Move units of one space together along a way; all of them stop in its last space (11.1).

    Spaces of the way need not be adjacent: the shortest legal path between them is taken. `along` are units that go
    with them as far as their movement allows, `taken` are spaces of the way that are taken in passing (11.1.4). Units
    of a moving stack that aren't named stay where it is.
    """
    if not units:
        raise refuse("which_units", part=part)
    origin = stands(table, units[0])
    if table.game.state.rules.content.spaces[origin].kind != "map":
        raise refuse("not_on_map", "11.1.1", part, unit=units[0])
    strangers = [unit for unit in (*units, *along) if stands(table, unit) != origin]
    if strangers:
        raise refuse("not_together", "11.1.1", part, units=tuple(units))
    if len(way) > 1 and way[0] == origin:
        way = way[1:]
    if not way:
        raise refuse("where_to", part=part)
    if tuple(way) == (origin,):
        raise refuse("moves_nowhere", "11.1", part, units=tuple(units), space=origin)
    if table.kind == "activate":
        mark(table, [origin], "move", part)
    state = table.game.state
    parting = len({state.rules.movement(state, unit) for unit in units}) > 1
    waits = waiting_units.waiting(table, origin)
    before = table.trial() if parting or waits else table
    try:
        _set_out(table, [*units, *along], part)
        routes.follow(table, way, part, staying=along, taken=taken)
    except Refusal as refusal:
        if waits:
            refusal = waiting_units.others_first(before, units, way, refusal, move)
        raise _with_an_order(before, refusal, origin) from None


def _set_out(table: Table, units: Sequence[int], part: str) -> None:
    """Make exactly these units the next to move; the other units of a moving stack are left where it is."""
    stack = units_of(table.field("stack", 0)) if table.kind == "move_on" else []
    if not set(units) <= set(stack):
        gather(table, units, part)
        return
    for unit in stack:
        if unit not in units:
            table.do("drop", unit, part)


def _with_an_order(before: Table, refusal: Refusal, origin: int) -> Refusal:
    """Name the order that moves those units of a stack that can reach its goal, if that order works."""
    reason = refusal.reason
    if reason.code != "left_behind":
        return refusal
    data: dict[str, Any] = {**reason.data, "origin": origin}
    try:
        move(before, data["goers"], [data["space"]])
    except ChanceError:
        pass
    except Refusal:
        return Refusal(Reason("movement_ends", reason.rule, data), refusal.part, refusal.legal)
    return Refusal(Reason(reason.code, reason.rule, data), refusal.part)


def go_on(table: Table, way: Sequence[int], part: str = "") -> None:
    """Move the whole gathered stack to the end of a way."""
    if table.kind not in ("move_stack", "move_on") or not table.mine:
        raise refuse("way_ended", part=part, space=way[-1])
    routes.follow(table, way, part)


def mark(table: Table, spaces: Iterable[int], use: str, part: str = "") -> None:
    """Activate those of the spaces that aren't activated yet, during activation."""
    operation = table.game.state.operation
    if operation is None:
        return
    marked = operation.attack if use == "attack" else operation.move
    for space in dict.fromkeys(spaces):
        if not marked >> space & 1:
            activate(table, space, use, part)


def gather(table: Table, units: Sequence[int], part: str = "") -> None:
    """Make exactly these units the stack that moves next."""
    origin = stands(table, units[0])
    if table.kind == "move_stack":
        begun = set(units_of(table.field("stack", 0)))
        if table.field("origin") == origin and begun <= set(units):
            for unit in units:
                if unit not in begun:
                    table.do("add", unit, part)
            return
        if begun:
            raise refuse("stack_waits", "11.1.1", part, units=tuple(begun))
    if not leads_to(table, part, "move_unit"):
        why = movement_refusals.why_no_mover(table, units[0])
        raise Refusal(why, part, table.present()) if why is not None else wrong_moment(table, "move_unit", part)
    end_earlier(table, part, "move_unit")
    expect(table, part, "move_unit")
    table.do("pick", units[0], part)
    for unit in units[1:]:
        expect(table, part, "move_stack")
        table.do("add", unit, part)


def entrench(table: Table, unit: int, part: str = "") -> None:
    """Entrench with an army instead of moving it (11.2.1)."""
    if (never := movement_refusals.why_never_digs(table, unit)) is not None:
        raise Refusal(never, part)
    if table.kind == "activate":
        mark(table, [stands(table, unit)], "move", part)
    gather(table, [unit], part)
    try:
        table.do("entrench", 0, part)
    except Refusal as refusal:
        # Anything else the stack could do, such as adding units, is no entrenching.
        raise Refusal(refusal.reason, refusal.part) from None


def redeploy(table: Table, units: Sequence[int], space: int, part: str = "") -> None:
    """Redeploy units strategically to a space or the Reserve Box (13.1)."""
    for unit in units:
        if (
            table.closed is not None
            and (why := redeployment_refusals.why_not_after(table, table.closed, unit)) is not None
        ):
            raise Refusal(why, part)
        expect(table, part, "sr_unit")
        verb = sent_by(table, unit, space)
        near = None if verb == "near" or table.offers("pick", unit) else _after_near_redeployment(table, unit)
        if near is not None and (dear := redeployment_refusals.why_not_sent(table, unit)) is not None:
            # Only the cheaper way is left, and it leads elsewhere: name those spaces.
            raise Refusal(dear, part, near.legal("to"))
        table.do(verb, unit, part)
        table.do("to", space, part)


def _after_near_redeployment(table: Table, unit: int) -> Table | None:
    """Return the table after a unit begins to redeploy tactically; None if it can't."""
    return table.attempt(("near", unit)) if table.offers("near", unit) else None


def sent_by(table: Table, unit: int, space: int) -> str:
    """Return the verb that sends a unit to a space: "near" (cheaper, within its movement) if that reaches it, else "pick" (13.1.2)."""
    near = _after_near_redeployment(table, unit)
    return "near" if near is not None and near.offers("to", space) else "pick"


def lose(table: Table, units: Sequence[int], part: str = "") -> None:
    """Take step losses, one per unit named (12.4), or choose whose loss is restored or taken back (12.6.3)."""
    for unit in units:
        verb = next((verb for verb in ("use", "spend", "restore") if verb in _verbs(table)), "hit")
        table.do(verb, unit, part)


def retreat(table: Table, units: Sequence[int], way: Sequence[int], part: str = "") -> None:
    """Retreat units one after another along a way or to its last space (12.5).

    The last one may go by itself, where it has only one way.
    """
    if table.kind == "retreat_option":
        table.do("retreat", 0, part)
    due = to_retreat(table)
    for unit in units:
        if unit in due and unit not in to_retreat(table):
            routes.check_retreated(table, unit, way, part)
            continue
        retreats(table, unit, part)
        routes.follow(table, way, part, [unit])


def to_retreat(table: Table) -> Sequence[int]:
    """Return the units that can retreat next: the one under way, or one of all who have to."""
    current = table.field("unit", None) if table.kind == "retreat" else None
    return table.may("pick") or ((current,) if isinstance(current, int) and current >= 0 else ())


def retreats(table: Table, unit: int, part: str = "") -> None:
    """Make a unit the next to retreat, unless it already is (12.5.5)."""
    expect(table, part, "retreat")
    retreating = int(table.field("unit", -1))
    if retreating < 0:
        table.do("pick", unit, part)
    elif retreating != unit:
        why = movement_refusals.why_not_retreating(table, unit)
        raise Refusal(why or refuse("another_retreats", "12.5.5", unit=retreating).reason, part)


def hold(table: Table, unit: int, part: str = "") -> None:
    """Pay a step of a unit to cancel the retreat (12.5.3)."""
    expect(table, part, "retreat_option")
    table.do("hold", unit, part)


def advance(table: Table, units: Sequence[int], way: Sequence[int], part: str = "") -> None:
    """Advance units together along a way, by default into the defender's space (12.7), or declare the advance first where due (12.5.1).

    Raises:
        Refusal: the units may not advance, or no way is given and they are already past that space.
    """
    expect(table, part, "advance", "declare_advance")
    if table.kind == "declare_advance":
        declare(table, units, way, part)
        return
    for unit in units:
        if not table.field("stack", 0) >> unit & 1:
            table.do("add", unit, part)
    combat = table.game.state.combat
    if not way and combat is not None and table.offers("step", combat.target):
        way = (combat.target,)
    if not way:
        raise refuse("where_to", part=part)
    routes.follow(table, way, part)


def declare(table: Table, units: Sequence[int], way: Sequence[int], part: str = "") -> None:
    """Declare the units that will occupy the space of a beaten defender (12.5.1)."""
    space = int(table.field("space"))
    if way and way[-1] != space:
        raise refuse("no_place_here", part=part, space=way[-1])
    for unit in units:
        if not table.field("stack", 0) >> unit & 1:
            table.do("add", unit, part)
    table.do("declare", 0, part)


def end(table: Table, part: str = "") -> str:
    """End or pass the present decision and return the verb that did it."""
    table.check_chance(part)
    for verb in ENDINGS:
        if table.offers(verb):
            table.do(verb, 0, part)
            return verb
    expect(table, part)
    _promise_first(table, part)
    decision = table.game.decision
    for verb in ENDINGS:
        if verb in decision.verbs and (why := decision.explain(table.game, Choice(verb))).code != "not_possible_now":
            raise Refusal(why, part, table.present())
    raise refuse("cannot_pass", part=part, decision=table.kind, commands=commands(table))


def _promise_first(table: Table, part: str) -> None:
    """Refuse with the specific reason if movement can't end because of a siege that must be kept (11.1.8)."""
    ending = table.face.ending
    if table.mine and ending and not table.offers(ending) and explain(table, ending, 0) is not None:
        table.do(ending, 0, part)


def _verbs(table: Table) -> Iterable[str]:
    return table.game.decision.verbs if table.game.stack else ()


def expect(table: Table, part: str, *kinds: str) -> None:
    """Refuse unless it is this side's decision, and of one of the kinds if any are given."""
    table.check_chance(part)
    if not table.game.stack:
        raise refuse("game_over", part=part)
    if not table.mine:
        raise refuse("not_your_decision", part=part, side=table.game.actor)
    if kinds and table.kind not in kinds:
        raise wrong_moment(table, kinds[0], part)
