"""Public markers of rulesets as shown in pictures; a marker not in play isn't shown."""

from __future__ import annotations

from engine.pog.view import GameView
from renderer.pog.words import PogWords

#: Modifier that a failed attempt to entrench gives the next one, by marker.
_DIGGING = {"dug_1": -1, "dug_2": -2}


def _value(view: GameView, name: str) -> int:
    return next((value for mark, value in view.marks if mark == name), 0)


def _spaces(view: GameView, name: str) -> list[int]:
    """Return the spaces of a marker whose value is a set."""
    value = _value(view, name)
    return [space for space in range(value.bit_length()) if value >> space & 1]


def digging(view: GameView) -> dict[int, int]:
    """Return the entrenchment modifiers by space."""
    found: dict[int, int] = {}
    for name, drm in _DIGGING.items():
        for space in _spaces(view, name):
            found[space] = found.get(space, 0) + drm
    return found


def nowhere(view: GameView) -> int:
    """Return the beach from which there is no way on, -1 for none."""
    return next(iter(_spaces(view, "nowhere")), -1)


def nowhere_due(view: GameView) -> int:
    """Return the turn in which that marker is placed on the beach, 0 for none."""
    return _value(view, "nowhere_due")


def gauges(view: GameView) -> dict[str, int]:
    """Return the ruleset's own markers on the war status track."""
    return {name: value for name, value in view.marks if name in ("turmoil", "involvement")}


def plans(view: GameView, words: PogWords, side: int | None = None) -> list[str]:
    """Return the war plans of a side, or of both, each with its state."""
    return [
        words.get("plan_standing", plan.standing, plan=words.get("plans", plan.name))
        for plan in view.plans
        if side in (None, plan.side)
    ]


def goals(view: GameView, space: int) -> tuple[int, ...]:
    """Return the sides with a war plan, not yet lost, whose objective is a space, without duplicates."""
    return tuple(sorted({plan.side for plan in view.plans if space in plan.goals and plan.standing != "lost"}))


def signs(view: GameView) -> tuple[str, ...]:
    """Return the signs that this game's legend has besides the usual ones."""
    marks = {name for name, _ in view.marks}
    wanted = {"grade": "oos_1", "digging": "dug_1", "shallow": "dug_1", "nowhere": "nowhere", "goal": "plans"}
    return tuple(sign for sign, mark in wanted.items() if mark in marks)


__all__ = ["digging", "gauges", "goals", "nowhere", "nowhere_due", "plans", "signs"]
