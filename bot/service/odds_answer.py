"""The `odds` command: reads target and attackers from words, answers with exact chances."""

from __future__ import annotations

import re
from fractions import Fraction

from bot.narration.names import Names
from bot.notation.lexicon import DASHES, Lexicon, tokens
from bot.notation.refusal import refuse
from bot.notation.units import choose, read_unit
from bot.service.odds import Fire, Odds, odds
from engine.pog.view import GameView, UnitView

_WITH, _FROM = ("with", "using", "by"), ("from",)


def odds_text(names: Names, lexicon: Lexicon, view: GameView, side: int | None, order: str) -> str:
    """`sedan from aachen, koblenz`, `sedan with ge 1, ge 2`, each with `+1` or `+1/+2` for DRMs of cards.

    Raises:
        Refusal: it cannot be read, or nobody is attacked.
    """
    text, drms = _drms(order)
    target, attackers = _read(lexicon, view, side, text)
    found = odds(names.content, view, target, attackers, drms)
    return _told(names, view, target, attackers, found, drms)


def _drms(order: str) -> tuple[str, tuple[int, int]]:
    match = re.search(r"([+-]\d)(?:\s*/\s*([+-]\d))?\s*$", order)
    if match is None:
        return order, (0, 0)
    return order[: match.start()], (int(match[1]), int(match[2] or 0))


def _read(lexicon: Lexicon, view: GameView, side: int | None, text: str) -> tuple[int, list[tuple[int, UnitView]]]:
    words = [word for word in tokens(text) if word not in DASHES]
    content = lexicon.book.content
    occupied = [space.space for space in view.spaces if space.units or space.fort in ("intact", "besieged")]
    read = lexicon.read_space(words, 0, occupied)
    if read is None:
        raise refuse("odds_form")
    target, at = read
    enemy = _defender(lexicon, view, target, side)
    own = {
        unit.unit: (space.space, unit)
        for space in view.spaces
        for unit in space.units
        if content.units[unit.unit].side != enemy and _adjacent(lexicon, space.space, target)
    }
    chosen: list[int] = []
    origins: list[int] = []
    while at < len(words):
        if words[at] in (*_WITH, *_FROM, ",", "and", "+"):
            at += 1
            continue
        unit = read_unit(lexicon, words, at)
        if unit is not None:
            reduced = sum(1 << number for number, (_, seen) in own.items() if seen.reduced)
            free = [number for number in own if number not in chosen]
            chosen += choose(lexicon, unit[0], free, lambda number: own[number][0], reduced)
            at = unit[1]
            continue
        place = lexicon.read_space(words, at, [space for space, _ in own.values()])
        if place is None:
            raise refuse("odds_form")
        origins.append(place[0])
        at = place[1]
    if not chosen:
        chosen = [number for number, (space, _) in own.items() if not origins or space in origins]
    if not chosen:
        raise refuse("odds_form")
    return target, [own[number] for number in chosen]


def _defender(lexicon: Lexicon, view: GameView, target: int, side: int | None) -> int:
    content = lexicon.book.content
    sides = {content.units[unit.unit].side for unit in view.spaces[target].units}
    if len(sides) == 1:
        enemy = sides.pop()
        if enemy != side:
            return enemy
    if view.spaces[target].fort in ("intact", "besieged"):
        return int(content.spaces[target].printed_side or 0)
    raise refuse("no_battle", "12.1", space=target)


def _adjacent(lexicon: Lexicon, space: int, target: int) -> bool:
    if space == target:
        return True
    return any({line.a, line.b} == {space, target} for line in lexicon.book.content.connections)


def _told(
    names: Names,
    view: GameView,
    target: int,
    attackers: list[tuple[int, UnitView]],
    found: Odds,
    drms: tuple[int, int],
) -> str:
    say = names.words.say
    reduced = sum(1 << unit.unit for space in view.spaces for unit in space.units if unit.reduced)
    side = names.content.units[attackers[0][1].unit].side
    enemies = [u.unit for u in view.spaces[target].units if names.content.units[u.unit].side != side]
    defenders = names.units(enemies, reduced) or say(
        "narration.battle.fort_alone", factor=names.content.spaces[target].fort
    )
    retreat = (
        Fraction(sum(n for (given, taken), n in found.results.items() if given > taken), 36) if enemies else Fraction(0)
    )
    lines = [
        say(
            "ui.answers.odds_head",
            target=names.space(target),
            attackers=names.units((unit.unit for _, unit in attackers), reduced),
            force=found.attacker.factors,
            attacker_table=say(f"narration.battle.table_{found.attacker.table_name}"),
            attacker_column=_column(found.attacker),
            defenders=defenders,
            against=found.defender.factors,
            defender_table=say(f"narration.battle.table_{found.defender.table_name}"),
            defender_column=_column(found.defender),
        ),
        say(
            "ui.answers.odds_win",
            win=percent(found.chance("win")),
            tie=percent(found.chance("tie")),
            lose=percent(found.chance("lose")),
            retreat=percent(retreat),
        ),
        say("ui.answers.odds_losses", to_defender=_spread(found, "defender"), to_attacker=_spread(found, "attacker")),
    ]
    if drms != (0, 0):
        lines.append(say("ui.answers.odds_advantage", attacker_drm=f"{drms[0]:+d}", defender_drm=f"{drms[1]:+d}"))
    if found.flank_drm is not None:
        lines.append(say("ui.answers.odds_flank", drm=f"+{found.flank_drm}", chance=percent(found.flank_chance())))
    return "\n".join(lines)


def _column(fire: Fire) -> str:
    before, after = fire.table.columns[fire.before], fire.table.columns[fire.column]
    return str(after) if before == after else f"{before}→{after}"


def _spread(found: Odds, side: str) -> str:
    return ", ".join(f"{losses}: {percent(chance)}" for losses, chance in found.losses(side).items())


def percent(chance: Fraction) -> str:
    """A chance in percent and as it is: "58 % (21/36)"."""
    thirty_sixths = chance * 36
    return f"{float(chance) * 100:.0f} % ({thirty_sixths.numerator}/36)" if chance else "0 %"
