"""Open markers of rulesets as pictures show them; a marker that lies nowhere is not shown."""

from __future__ import annotations

from engine.pog.view import GameView
from renderer.pog.words import PogWords

#: What a failed attempt to entrench adds to the next, by its marker.
_DIGGING = {"dug_1": -1, "dug_2": -2}


def _value(view: GameView, name: str) -> int:
    return next((value for mark, value in view.marks if mark == name), 0)


def _spaces(view: GameView, name: str) -> list[int]:
    """Return the spaces of a marker that is a set."""
    value = _value(view, name)
    return [space for space in range(value.bit_length()) if value >> space & 1]


def digging(view: GameView) -> dict[int, int]:
    """By space what is added to the die of whoever digs there."""
    found: dict[int, int] = {}
    for name, drm in _DIGGING.items():
        for space in _spaces(view, name):
            found[space] = found.get(space, 0) + drm
    return found


def nowhere(view: GameView) -> int:
    """Return the beach from which there is no way on, -1 for none."""
    return next(iter(_spaces(view, "nowhere")), -1)


def nowhere_due(view: GameView) -> int:
    """Return the turn in which that marker comes onto the beach, 0 for none."""
    return _value(view, "nowhere_due")


def gauges(view: GameView) -> dict[str, int]:
    """Markers of their own on the track of war status."""
    return {name: value for name, value in view.marks if name in ("turmoil", "involvement")}


def plans(view: GameView, words: PogWords, side: int | None = None) -> list[str]:
    """War plans of a side, or of both, each with how it stands."""
    return [
        words.get("plan_standing", plan.standing, plan=words.get("plans", plan.name))
        for plan in view.plans
        if side in (None, plan.side)
    ]


def goals(view: GameView, space: int) -> tuple[int, ...]:
    """Return the sides of which a war plan that is not lost leads to a space, each once."""
    return tuple(sorted({plan.side for plan in view.plans if space in plan.goals and plan.standing != "lost"}))


def signs(view: GameView) -> tuple[str, ...]:
    """Signs that the legend of this game has besides the usual ones."""
    marks = {name for name, _ in view.marks}
    wanted = {"grade": "oos_1", "digging": "dug_1", "shallow": "dug_1", "nowhere": "nowhere", "goal": "plans"}
    return tuple(sign for sign, mark in wanted.items() if mark in marks)


__all__ = ["digging", "gauges", "goals", "nowhere", "nowhere_due", "plans", "signs"]
