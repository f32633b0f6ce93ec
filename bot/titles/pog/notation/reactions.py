"""Choices that a player may leave to a simple rule: which steps to lose."""

from __future__ import annotations

from bot.table.table import Table
from bot.titles.pog.notation.decision_paragraphs import wrong_moment
from bot.titles.pog.notation.stacks import weakened
from engine.core.options import Choice

#: What can be lost first, by its words.
FIRST = {"corps": "corps", "armies": "armies", "army": "armies", "weakest": "weakest", "fort": "fort", "forts": "fort"}


def about_losses(table: Table) -> bool:
    """Return True if the present decision is about losses."""
    return table.face.standing == "losses"


def loss_choice(table: Table, first: str) -> Choice | None:
    """Return the next step to lose: the preferred kind first, reducing before eliminating, weaker before stronger."""
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
    """Take all losses due now by a simple rule; return the number of choices made.

    Raises:
        Refusal: no losses are due.
    """
    taken = 0
    if not about_losses(table) or not table.mine:
        raise wrong_moment(table, "defender_loss", part)
    while about_losses(table) and not table.chance:
        # Another side's losses allow no choice here.
        choice = loss_choice(table, first)
        if choice is None:
            break
        table.do(*choice, part)
        taken += 1
    return taken


__all__ = ["FIRST", "about_losses", "lose_all", "loss_choice"]
