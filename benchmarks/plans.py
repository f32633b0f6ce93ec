"""How a sensible player would carry out a recorded game: with the fewest presses on the panel, or in whole lines.

What the record says one by one may be said at once and in another order, as long as the position at the end of the
player's turn to decide is the same, dice included. Each control of the panel (each line) is tried on a copy of the
position: what it does must be part of what the record still wants, and the rest of it must lead to the same end.
Nothing here knows a platform; a plan names controls by the order in their token.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import takewhile

from benchmarks.recorded import Made, Script, possible
from bot.narration.names import names
from bot.notation import compact, typed
from bot.notation.lexicon import lexicon
from bot.notation.refusal import Refusal
from bot.notation.table import Table
from bot.replies import tokens
from bot.replies.model import Menu, Select
from bot.replies.panel import panel
from bot.service.play import settle
from engine.core.game import Game
from engine.errors import EngineError
from engine.pog.state import State

PogGame = Game[State]
#: Choices that are told apart by the units they name; what else they say (the way) is the player's affair.
_BY_UNITS = {"move_unit": "move", "move_stack": "move", "move_on": "move", "sr_unit": "sr", "sr_destination": "sr"}
#: A line is not longer than this.
_LONGEST = 1200


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a player does; exactly one of `line`, `orders`, `screen` is set, or none: the panel is opened."""

    side: int
    #: Number of the action that it belongs to, 0 before the first.
    number: int = 0
    line: str = ""
    orders: tuple[str, ...] = ()
    screen: str = ""
    #: Decision that was answered first, and the use of a card if it began an action.
    decision: str = ""
    action: str = ""
    fights: int = 0
    #: Spaces that the action activates.
    spaces: int = 0

    @property
    def gives_order(self) -> bool:
        """True unless it only shows something."""
        return bool(self.line or self.orders)

    @property
    def opens(self) -> bool:
        """True if it opens the panel."""
        return not (self.line or self.orders or self.screen)


class Position:
    """A position of the plan: the game, and the choices that the record still wants."""

    def __init__(self, script: Script, game: PogGame, rest: tuple[Made, ...]) -> None:
        self.script, self.game, self.rest = script, game, rest

    @classmethod
    def begin(cls, script: Script) -> Position:
        """Before the first choice."""
        return cls(script, script.begin(), script.choices)

    def copy(self) -> PogGame:
        """The game once more."""
        return Game.restore(self.game.system, json.loads(json.dumps(self.game.snapshot())), self.script)

    @cached_property
    def own(self) -> tuple[Made, ...]:
        """What the present player still does before anybody else decides or another action begins."""
        return _own(self.rest, self.game.actor)

    def after(self, game: PogGame) -> Position | None:
        """The position after what a copy has done, None if the record does not want that."""
        if not game.fresh:
            return None
        rest = _renamed(self.rest, game)
        own = self.own if rest is self.rest else _own(rest, self.game.actor)
        made = [Made(entry.side or 0, entry.decision, entry.choice) for entry in game.fresh]
        done = [one for one in made if one.side == self.game.actor]
        # Of equal counters one is taken for whoever is asked, the other side too.
        others = tuple(one for one in made if one.side != self.game.actor)
        if rest[len(own) : len(own) + len(others)] != others:
            return None
        aim = self._aim if rest is self.rest and not others else _end(self.copy(), (*own, *others))
        exactly = own[len(done) :] if list(own[: len(done)]) == done else None
        for left in (exactly, _minus(own, done), _without(own, done)):
            if left is not None and _end(_copied(game, self.script), left) == aim:
                kept = _still_asked(game, self.script, left)
                return Position(self.script, game, (*kept, *rest[len(own) + len(others) :]))
        return None

    @cached_property
    def _aim(self) -> str:
        return _end(self.copy(), self.own)


def _own(rest: Sequence[Made], side: int | None) -> tuple[Made, ...]:
    own: list[Made] = []
    for made in rest:
        if made.side != side or (own and made.decision == "choose_action"):
            break
        own.append(made)
    return tuple(own)


def _renamed(rest: tuple[Made, ...], game: PogGame) -> tuple[Made, ...]:
    """Where one of equal counters was taken for the player and the record took its twin, they change names."""
    for entry in game.fresh:
        verb, _, taken = entry.choice.partition(" ")
        if not entry.automatic:
            continue
        twins = (
            one
            for one in rest
            if (one.side, one.decision, one.text.partition(" ")[0]) == (entry.side, entry.decision, verb)
        )
        recorded = next((one.text.partition(" ")[2] for one in twins), taken)
        if recorded != taken:
            names = {recorded: taken, taken: recorded}
            rest = tuple(_with_names(one, names) for one in rest)
    return rest


def _with_names(made: Made, names: dict[str, str]) -> Made:
    verb, _, name = made.text.partition(" ")
    return Made(made.side, made.decision, f"{verb} {names[name]}") if name in names else made


def _copied(game: PogGame, script: Script) -> PogGame:
    return Game.restore(game.system, json.loads(json.dumps(game.snapshot())), script)


def _groups(choices: Iterable[Made]) -> list[tuple[tuple[str, frozenset[str]], list[Made]]]:
    """Choices that belong together, with what tells the group apart from others."""
    groups: list[tuple[tuple[str, frozenset[str]], list[Made]]] = []
    for made in choices:
        kind = _BY_UNITS.get(made.decision, "")
        verb, _, name = made.text.partition(" ")
        begins = verb in ("pick", "entrench", "finish", "leave")
        if kind and groups and groups[-1][0][0] == kind and not begins:
            (_, units), members = groups[-1]
            more = {name} if verb == "add" else set()
            groups[-1] = (kind, units | more), [*members, made]
        elif kind and verb in ("pick", "step", "stop", "drop", "to", "add"):
            # Without a pick it is the stack that is under way.
            groups.append(((kind, frozenset({name} if verb == "pick" else {"under way"})), [made]))
        else:
            groups.append(((f"{made.decision} {made.text}", frozenset()), [made]))
    return groups


def _minus(wanted: Sequence[Made], done: Sequence[Made]) -> tuple[Made, ...] | None:
    """What is left to do, word for word in any order."""
    left = list(wanted)
    for made in done:
        if made not in left:
            return None
        left.remove(made)
    return tuple(left)


def _without(wanted: Sequence[Made], done: Sequence[Made]) -> tuple[Made, ...] | None:
    """What is left to do; None where something was done that is not wanted."""
    groups = _groups(wanted)
    counted = Counter(key for key, _ in _groups(done))
    left: list[Made] = []
    for key, members in groups:
        if counted[key]:
            counted[key] -= 1
        else:
            left += members
    return None if +counted else tuple(left)


def _still_asked(game: PogGame, script: Script, left: Sequence[Made]) -> tuple[Made, ...]:
    """What is left without what the game takes by itself."""
    trial, kept = _copied(game, script), []
    for made in left:
        choice = possible(trial, made)
        if choice is not None:
            trial.apply(choice)
            kept.append(made)
    return tuple(kept)


def _end(game: PogGame, choices: Sequence[Made]) -> str:
    """The position after these choices; what is not asked any more has been taken by itself."""
    try:
        for made in choices:
            choice = possible(game, made)
            if choice is not None:
                game.apply(choice)
    except (EngineError, IndexError):
        return ""
    return json.dumps([game.state.dump(), game.actor, game.stack and game.decision.kind, game.counter], sort_keys=True)


# ------------------------------------------------------------------------------------------ by panel


def _pressed(position: Position, orders: Sequence[str]) -> Position | None:
    game = position.copy()
    table = Table(game, int(game.actor or 0))
    try:
        for order in orders:
            compact.carry_out(table, order)
        settle(table, names())
    except (Refusal, EngineError, IndexError):
        return None
    return position.after(game)


def _menu(position: Position, body: str) -> Menu:
    game = position.copy()
    return panel("game", Table(game, int(game.actor or 0)), names(), "", body=body).menu or Menu()


def _rows(menu: Menu) -> Iterator[tuple[list[str], int]]:
    """Tokens of each menu and button, and how many may be chosen at once."""
    for row in menu.rows:
        if isinstance(row, Select):
            yield [option.token for option in row.options], row.most
        else:
            yield from (([button.token], 1) for button in row)


def _best_press(position: Position, menu: Menu) -> tuple[tuple[str, ...], Position] | None:
    """The press that leaves the least to do."""
    best: tuple[tuple[str, ...], Position] | None = None
    for row, most in _rows(menu):
        orders = [parsed.body for parsed in map(tokens.parse, row) if parsed.kind == "order"]
        for number, order in enumerate(orders):
            after = _pressed(position, (order,))
            chosen: tuple[str, ...] = (order,)
            if after is None:
                continue
            for further in orders[number + 1 :] if most > 1 else ():
                longer = _pressed(position, (*chosen, further)) if len(chosen) < most else None
                if longer is not None:
                    chosen, after = (*chosen, further), longer
            if best is None or len(after.rest) < len(best[1].rest):
                best = chosen, after
    return best


def _screens(menu: Menu) -> list[str]:
    bodies = [token.body for row, _ in _rows(menu) for token in map(tokens.parse, row) if token.kind == "screen"]
    return [body for body in bodies if body.startswith("panel:")]


def _presses(position: Position) -> tuple[list[str], tuple[str, ...], Position] | None:
    """Pages to open one after another, then what to press."""
    menu = _menu(position, "panel")
    found = _best_press(position, menu)
    if found is not None:
        return [], *found
    ways = [[body] for body in _screens(menu)]
    seen = {way[0] for way in ways}
    while ways:
        way = ways.pop(0)
        menu = _menu(position, way[-1])
        found = _best_press(position, menu)
        if found is not None:
            return way, *found
        for body in _screens(menu):
            if body not in seen and len(way) < 4:
                seen.add(body)
                ways.append([*way, body])
    return None


# ------------------------------------------------------------------------------------------ typed


def _typed(game: PogGame, orders: Sequence[str]) -> bool:
    """Carry out typed orders; True if a die was rolled."""
    table = Table(game, int(game.actor or 0))
    for order in orders:
        name, _, text = order.partition(" ")
        table.check_chance(name)
        typed.ORDERS[name](lexicon(), table, text)
    settle(table, names())
    return table.chance


def _tried(position: Position, orders: Sequence[str]) -> tuple[Position, bool] | None:
    game = position.copy()
    try:
        chance = _typed(game, orders)
    except (Refusal, EngineError, IndexError):
        return None
    after = position.after(game)
    return None if after is None else (after, chance)


def _line(position: Position) -> tuple[str, Position] | None:
    """As much as can be said before a die, in orders as people type them."""
    orders: list[str] = []
    reached: Position | None = None
    here = position
    while len(" /".join(orders)) < _LONGEST:
        # A command without arguments takes nothing behind it where commands are forms to fill in.
        for order in sorted(_orders(here), key=lambda order: order == "done" and not orders):
            tried = _tried(position, (*orders, order))
            if tried is not None and (reached is None or len(tried[0].rest) < len(reached.rest)):
                break
        else:
            break
        orders.append(order)
        reached, chance = tried
        here = reached
        if (
            orders == ["done"]
            or chance
            or here.game.actor != position.game.actor
            or here.own[:1] == ()
            or _new_action(here)
        ):
            break
    return (" /".join(orders), reached) if reached is not None else None


def _new_action(position: Position) -> bool:
    return bool(position.game.stack) and position.game.decision.kind == "choose_action"


def _orders(position: Position) -> Iterator[str]:
    """Orders that might do the next thing, those that do most first."""
    own, words = position.own, names()
    if not own:
        return
    first = own[0]
    verb, _, arg = first.text.partition(" ")
    content = words.content
    if first.decision == "choose_action":
        yield f"play {words.card(content.card_by_name[arg])} as {verb}" if arg else "play auto"
    if first.decision == "activate":
        yield "activate " + "; ".join(_activations(own))
    groups = _groups(own)
    if first.decision == "move_unit":
        yield from _moves(position, groups)
    if first.decision == "attack":
        yield from _attacks(position, own)
    if first.decision == "sr_unit":
        parts = [_goes(position, key[1], members) for key, members in groups if key[0] == "sr"]
        for count in range(len(parts), 0, -1):
            yield "sr " + "; ".join(parts[:count])
    if first.decision in ("defender_loss", "attacker_loss"):
        hits = [made.text.partition(" ")[2] for made in own if made.decision == first.decision]
        yield "lose " + ", ".join(_unit(position, hit) for hit in hits)
    if first.decision == "advance" and verb == "add":
        group = ", ".join(_unit(position, unit) for unit in _names(own, "add"))
        yield f"advance {group} {'-'.join(_way(own))}"
    yield "done"
    yield f"choose {first.text.replace('_', ' ')}"
    kind = position.game.decision.verbs.get(verb, "")
    if kind == "unit":
        yield f"choose {verb.replace('_', ' ')} {_unit(position, arg)}"


def _activations(own: Sequence[Made]) -> Iterator[str]:
    words = names()
    for verb, use in (("for_movement", "move"), ("for_combat", "attack")):
        marked = [made.text.partition(" ")[2] for made in own if made.text.startswith(f"{verb} ")]
        if marked:
            yield ", ".join(words.space(words.content.space_by_name[name]) for name in marked) + f" {use}"


def _moves(position: Position, groups: Sequence[tuple[tuple[str, frozenset[str]], list[Made]]]) -> Iterator[str]:
    parts = [_goes(position, key[1], members) for key, members in groups if key[0] == "move"]
    for count in range(len(parts), 0, -1):
        yield "move " + "; ".join(parts[:count])


def _attacks(position: Position, own: Sequence[Made]) -> Iterator[str]:
    words = names()
    targets = _names(own, "target")
    if targets:
        first = next(number for number, made in enumerate(own) if made.text.startswith("target "))
        units = ", ".join(_unit(position, name) for name in _names(own[:first], "add"))
        yield f"attack {words.space(words.content.space_by_name[targets[0]])} with {units}"


def _goes(position: Position, units: Iterable[str], members: Sequence[Made]) -> str:
    """Units, where they stand, and the way that they go."""
    ids = [names().content.unit_by_name[unit] for unit in sorted(units) if unit in names().content.unit_by_name]
    origin = [names().space(position.game.state.loc[ids[0]])] if ids else []
    way = "-".join([*origin, *_way(members)])
    return f"{', '.join(_unit(position, unit) for unit in sorted(units))} {way}"


def _way(members: Sequence[Made]) -> list[str]:
    content = names().content
    return [names().space(content.space_by_name[to]) for to in (*_names(members, "step"), *_names(members, "to"))]


def _names(choices: Iterable[Made], verb: str) -> list[str]:
    return [made.text.partition(" ")[2] for made in choices if made.text.startswith(f"{verb} ")]


def _unit(position: Position, name: str) -> str:
    """A unit as people type it: an army by its name, a corps by its kind."""
    content = names().content
    if name not in content.unit_by_name:
        return name.replace("_", " ")
    unit = content.units[content.unit_by_name[name]]
    words = (unit.name if unit.army else unit.group).replace("_", " ")
    return words if unit.army or not position.game.state.is_reduced(unit.id) else f"{words} reduced"


# ------------------------------------------------------------------------------------------ whole games


@cache
def plan(script: Script, manner: str, actions: int) -> tuple[Step, ...]:
    """Everything that both players do in so many actions, by "panel" or "typed"."""
    return tuple(_steps(script, manner, actions))


def _steps(script: Script, manner: str, actions: int) -> Iterator[Step]:
    position, last, begun = Position.begin(script), -1, 0
    while position.game.stack and position.own:
        side, first = int(position.game.actor or 0), position.own[0]
        if first.decision == "choose_action":
            if begun == actions:
                return
            begun += 1
        # What lies between two rounds of actions, e.g. replacements, belongs to none of them.
        number = begun if position.game.state.phase == "actions" else 0
        told = partial(Step, side, number=number, decision=first.decision)
        action = first.text.partition(" ")[0] if first.decision == "choose_action" else ""
        begins = partial(told, action=action, **_extent(position, side)) if action else told
        found = _presses(position) if manner == "panel" else None
        if found is not None:
            pages, orders, position = found
            if side != last:
                yield told()
            yield from (told(screen=page) for page in pages)
            yield begins(orders=orders)
        else:
            line = _line(position)
            if line is None:
                raise RuntimeError(f"{script.name}: nothing means {position.own[:4]}")
            text, position = line
            yield begins(line=text)
        last = side


def _extent(position: Position, side: int) -> dict[str, int]:
    """Attacks of the action that begins here, and spaces that it activates."""
    rest = list(takewhile(lambda made: made.decision != "choose_action", position.rest[1:]))
    verbs = Counter(made.text.partition(" ")[0] for made in rest if made.side == side)
    return {"fights": verbs["target"], "spaces": verbs["for_movement"] + verbs["for_combat"]}


__all__ = ["Step", "plan"]
