"""The attacks that a side can make now, with their chances: `/odds` without a target, `what can I attack`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.titles import table_of
from bot.titles.pog import offensives
from bot.titles.pog.looks.odds import odds
from bot.titles.pog.looks.odds_answer import best_attackers, percent
from bot.titles.pog.notation import attackers
from bot.titles.pog.notation.stacks import stands, weakened
from engine.core.bits import mask, members
from engine.pog.rules import mandated

if TYPE_CHECKING:
    from bot.titles.pog.narration.names import Names
    from bot.titles.pog.notation.lexicon import Lexicon
    from engine.core.game import Game

#: Maximum number of attacks named.
_MOST = 12


@dataclass(frozen=True, slots=True)
class PossibleAttack:
    """A space that can be attacked: by which units at most, and the chance out of 1 that they win without cards."""

    target: int
    units: tuple[int, ...]
    win: Fraction


def possible_attacks(lexicon: Lexicon, table: Table) -> list[PossibleAttack]:
    """Return the attacks that the table's side can make now or once it has activated the spaces, the surest first (12.1)."""
    plan = attackers.planned(table)
    state, found = plan.game.state, list[PossibleAttack]()
    for target in members(state.occupied[1 - plan.side] | state.intact_forts(1 - plan.side)):
        if state.rules.content.spaces[target].kind != "map":
            continue
        try:
            units = best_attackers(lexicon, plan, target)
        except Refusal:
            continue
        found.append(PossibleAttack(target, tuple(units), odds(state, target, units).chance("win")))
    return sorted(found, key=lambda one: -one.win)


def possible_attacks_text(names: Names, lexicon: Lexicon, game: Game[Any], side: int) -> str:
    """Return the attacks that a side can make, each with its attackers and its chance; at most a dozen of them."""
    table, say = table_of(game, side), names.words.say
    operation = game.state.operation if table.mine else None
    when = "now" if table.mine and table.kind == "attack" else "marked" if operation and operation.attack else "once"
    found = possible_attacks(lexicon, table)
    if not found:
        return say(f"ui.answers.no_attacks_{when}")
    lines = [say(f"ui.answers.attacks_{when}"), *(_line(names, table, one) for one in found[:_MOST])]
    if more := len(found) - _MOST:
        lines += [say("ui.answers.more_attacks", count=more)] if more > 0 else []
    state = game.state
    met = any(mandated.satisfied_by(state, side, mask(one.units), one.target) for one in found)
    lines += [told] if (told := offensives.told(names, state, side, met=met)) else []
    return "\n".join([*lines, say("ui.answers.attacks_figures", space=names.space(found[0].target).casefold())])


def _line(names: Names, table: Table, attack: PossibleAttack) -> str:
    origins = dict.fromkeys(stands(table, unit) for unit in attack.units)
    line = names.words.say(
        "ui.answers.attack_possible",
        target=names.space(attack.target),
        attackers=names.units(attack.units, weakened(table)),
        spaces=", ".join(names.space(space) for space in origins),
        win=percent(attack.win),
    )
    return offensives.marked(names, table.game.state, table.side, line, attack.units, attack.target)


__all__ = ["PossibleAttack", "possible_attacks", "possible_attacks_text"]
