"""Find the longest lines of typed orders that play a recorded game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from benchmarks.positions import PogGame, Position, groups
from benchmarks.recorded import Made
from bot.service.acting.play import settle
from bot.table.refusal import Refusal
from bot.titles import table_of
from bot.titles.pog.notation import typed
from engine.errors import EngineError
from tests.support.facts import lexicon, names

#: Most characters of a line.
_LONGEST = 1200


def _typed(game: PogGame, orders: Sequence[str]) -> bool:
    """Apply typed orders; return True if dice were rolled."""
    table = table_of(game, int(game.actor or 0))
    for order in orders:
        name, _, text = order.partition(" ")
        table.check_chance(name)
        typed.ORDERS[name](lexicon(), table, text)
    settle(table, "en")
    return table.chance


def _tried(position: Position, orders: Sequence[str]) -> tuple[Position, bool] | None:
    game = position.copy()
    try:
        chance = _typed(game, orders)
    except (Refusal, EngineError, IndexError):
        return None
    after = position.after(game)
    return None if after is None else (after, chance)


def line(position: Position) -> tuple[str, Position] | None:
    """Return the longest line of natural orders that can be given before a die roll, with the position after it."""
    orders: list[str] = []
    reached: Position | None = None
    here = position
    while len(" /".join(orders)) < _LONGEST:
        # A command without arguments comes last, since on some platforms nothing can be typed after it.
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
    """Yield orders that may be next, those that do most first."""
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
    parts = groups(own)
    if first.decision == "move_unit":
        yield from _moves(position, parts)
    if first.decision == "attack":
        yield from _attacks(position, own)
    if first.decision == "sr_unit":
        sent = [_goes(position, key[1], members) for key, members in parts if key[0] == "sr"]
        for count in range(len(sent), 0, -1):
            yield "sr " + "; ".join(sent[:count])
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


def _moves(position: Position, found: Sequence[tuple[tuple[str, frozenset[str]], list[Made]]]) -> Iterator[str]:
    parts = [_goes(position, key[1], members) for key, members in found if key[0] == "move"]
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
    """Return units, their location, and their path."""
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
    """Return a unit as people type it: an army by its name, a corps by its type."""
    content = names().content
    if name not in content.unit_by_name:
        return name.replace("_", " ")
    unit = content.units[content.unit_by_name[name]]
    words = (unit.name if unit.army else unit.group).replace("_", " ")
    return words if unit.army or not position.game.state.is_reduced(unit.id) else f"{words} reduced"


__all__ = ["line"]
