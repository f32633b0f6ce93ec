"""Tables for Banquet des Généraux, its war plans, and comparisons with a Deluxe table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.pog.rulesets.banquet import BANQUET
from tests.support.table import Table

GUNS = "cp_01_guns_of_august"


def banquet(**options: Any) -> Table:
    """Return a `Table` with the ruleset and its scenario."""
    return Table("banquet", rulebook=BANQUET, **options)


def both(**options: Any) -> Iterator[tuple[bool, Table]]:
    """Yield a Deluxe table, then one of the variant: whether it is the variant's, and the table."""
    yield False, Table("historical", **options)
    yield True, banquet(**options)


def ends(table: Table, side: int, unit: str, *path: str) -> bool:
    """Return whether a unit may step along a path and end there, in an operation that begins now."""
    table.operate(side).activate(table.where(unit))
    if not table.asks("move_unit") or unit not in table.offered("pick"):
        return False
    table.do(f"pick {unit}")
    for space in path:
        if space not in table.offered("step"):
            return False
        table.do(f"step {space}")
    return not table.asks("move_on") or table.allows("stop")


def sent(table: Table, side: int, unit: str) -> set[str]:
    """Return where a unit may redeploy to now."""
    table.redeploy(side, 9)
    return table.do(f"pick {unit}").offered("to") if unit in table.offered("pick") else set()


def advancing(table: Table) -> set[str]:
    """Return the attackers that may advance, after playing the first choice of everything before."""
    while not table.asks("advance", "activate", "choose_action"):
        table.do(table.game.text(next(iter(table.game.options()))))
    return table.offered("add") if table.asks("advance") else set()


def in_force(turn: int = 1, german: int = 1, plan: int = 7, **options: Any) -> Table:
    """Return an empty board in a game opened by Guns of August."""
    table = banquet(turn=turn, **options).played(GUNS, turn=1)
    table.state.marks |= {"plans": plan if turn == 1 else 0, "german_plan": german}
    table.state.marks["second_army"] = table.units("ru_2_army")
    return table


def fight(table: Table, target: str, *units: str, won: bool = True, advance: bool = False) -> Table:
    """Play an attack that is won, or lost, to its end."""
    table.dice(attacker=6 if won else 1, defender=1 if won else 6)
    over = len(table.events("combat_over"))
    table.attack(target, *units)
    while len(table.events("combat_over")) == over:
        if table.asks("declare_advance", "advance") and advance and table.offered("add"):
            table.do(f"add {min(table.offered('add'))}")
        elif table.asks("declare_advance") and table.allows("declare"):
            table.do("declare")
        elif table.asks("advance") and advance and table.offered("step"):
            table.do(f"step {target}")
        elif any(table.allows(verb) for verb in ("decline", "finish")):
            table.do(next(verb for verb in ("decline", "finish") if table.allows(verb)))
        else:
            table.do(table.game.text(next(iter(table.game.options()))))
    return table


def told(table: Table) -> list[tuple[str, str]]:
    """Return the fate of each plan."""
    return [(event["plan"], event["kind"]) for event in table.events("war_plan")]


def either(variant: bool, **options: Any) -> Table:
    """Return a table of the variant, or the same one of the historical game."""
    return banquet(**options) if variant else Table("historical", **options)
