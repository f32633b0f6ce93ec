"""Sentences about the public markers of a ruleset; markers without a text are omitted."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bot.titles.pog.narration.names import Names
from engine.core.bits import members
from engine.pog.view import GameView, PlanView

#: Markers whose bits each have their own sentence.
_BITS = frozenset({"peace_closed", "neutral_powers"})
#: Meaning of a marker's number: a set of spaces, cards or units, or a turn.
_READ: dict[str, tuple[str, Callable[[Names, int], str]]] = {
    "nowhere": ("spaces", lambda names, value: names.spaces(members(value))),
    "entries_used": ("cards", lambda names, value: names.cards(members(value))),
    "dug_1": ("spaces", lambda names, value: names.spaces(members(value))),
    "dug_2": ("spaces", lambda names, value: names.spaces(members(value))),
    "isolated": ("units", lambda names, value: names.units(members(value))),
    **dict.fromkeys(
        ("new_forts_ap", "new_forts_cp", "forts_again_1", "forts_again_2"),
        ("spaces", lambda names, value: names.spaces(members(value))),
    ),
    **dict.fromkeys(
        tuple(f"oos_{grade}" for grade in range(1, 6)),
        ("units", lambda names, value: names.units(members(value))),
    ),
    "played_cards": ("cards", lambda names, value: names.cards(members(value))),
    "nowhere_due": ("turn", Names.turn),
    "kaiserschlacht": ("turn", Names.turn),
    "marne_until": ("turn", Names.turn),
}


def told(names: Names, marks: Iterable[tuple[str, int]], turn: int) -> list[str]:
    """Return a sentence for each marker in play, without those that have expired by this turn."""
    found: list[str] = []
    for name, value in marks:
        key = f"ui.markers.{name}"
        if not value or not names.words.has(key) or (name.endswith("_until") and value < turn):
            continue
        if name in _READ:
            field, read = _READ[name]
            found.append(names.words.say(key, **{field: read(names, value)}))
        elif isinstance(names.words.find(key), dict):
            numbers = [1 << bit for bit in members(value)] if name in _BITS else [value]
            found += [names.words.say(f"{key}.{number}") for number in numbers if names.words.has(f"{key}.{number}")]
        else:
            found.append(names.words.say(key, value=value))
    return found


def plans(names: Names, view: GameView) -> list[str]:
    """Return a sentence for each war plan still in play, with its state."""
    say = names.words.say
    told = [
        " ".join((say(f"ui.plans.{plan.name}"), *_otherwise(names, plan), say(f"ui.plans.standing.{plan.standing}")))
        for plan in view.plans
    ]
    return [*told, say("ui.plans.more")] if told else []


def _otherwise(names: Names, plan: PlanView) -> list[str]:
    """Return what a plan costs that is not carried out, unless it is for now."""
    key = f"ui.plans.otherwise.{plan.name}"
    return [names.words.say(key)] if plan.standing != "held" and names.words.has(key) else []


__all__ = ["plans", "told"]
