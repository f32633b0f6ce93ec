"""Choices that a player may leave to a rule of thumb: which steps are lost."""

from __future__ import annotations

from bot.table.table import Table
from bot.titles.pog.notation.decision_paragraphs import wrong_moment
from bot.titles.pog.notation.stacks import weakened
from engine.core.options import Choice

#: What may come first, by the words for it.
FIRST = {"corps": "corps", "armies": "armies", "army": "armies", "weakest": "weakest", "fort": "fort", "forts": "fort"}


def about_losses(table: Table) -> bool:
    """Return True if the present decision is about losses."""
    return table.face.standing == "losses"


def loss_choice(table: Table, first: str) -> Choice | None:
    """Return the step that is lost next: of what comes first, reducing before eliminating, the weaker before the stronger."""
    forts = table.may("hit_fort")
    if forts and first == "fort":
        return Choice("hit_fort", forts[0])
    verb = next((verb for verb in ("hit", "use") if table.may(verb)), "")
    if not verb:
        return Choice("hit_fort", forts[0]) if forts else None
    specs, reduced = table.game.state.rules.content.units, weakened(table)

    def rank(unit: int) -> tuple[int, int, int, int]:
        spec = specs[unit]
        half = bool(reduced >> unit & 1)
        later = {"corps": spec.army, "armies": not spec.army}.get(first, False)
        return (int(later), int(half), spec.reduced_cf if half else spec.cf, unit)

    return Choice(verb, min(table.may(verb), key=rank))


def lose_all(table: Table, first: str, part: str = "") -> int:
    """Take all losses that are asked now by the rule of thumb; returns how many choices that took.

    Raises:
        Refusal: nothing is asked about losses.
    """
    taken = 0
    if not about_losses(table) or not table.mine:
        raise wrong_moment(table, "defender_loss", part)
    while about_losses(table) and not table.chance:
        # Another side's losses leave nothing to choose here.
        choice = loss_choice(table, first)
        if choice is None:
            break
        table.do(*choice, part)
        taken += 1
    return taken


__all__ = ["FIRST", "about_losses", "lose_all", "loss_choice"]
