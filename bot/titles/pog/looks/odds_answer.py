"""The `odds` command: parses target and attackers, and answers with exact chances."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from bot.table.refusal import Ambiguous, Refusal, refuse
from bot.table.table import Table, units_of
from bot.table.typed_text import DASHES, tokens
from bot.titles import table_of
from bot.titles.pog.looks.odds import Fire, Odds, odds
from bot.titles.pog.narration.battles import shifted
from bot.titles.pog.narration.names import Names
from bot.titles.pog.narration.written_figures import signed
from bot.titles.pog.notation import actions, attackers
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import mentions
from bot.titles.pog.notation.stacks import stands, weakened
from bot.titles.pog.notation.units import UnitWish, choose, read_unit
from engine.core.bits import mask
from engine.core.game import Game
from engine.errors import Reason
from engine.pog.rules import mandated
from engine.pog.rules.sieges import falls
from engine.pog.view import GameView, UnitView

#: Word groups (of the order words) that separate a force from its target, and those that link units and spaces of a
#: force.
_TARGET, _FORCE = ("on", "to"), ("with", "from", "via", "and", "fill")
#: Refusal codes for text that couldn't be parsed.
_UNREAD = frozenset(
    {"odds_form", "not_understood", "unknown_space", "no_place_here", "no_unit_here", "something_missing"}
)
#: The faces of a die.
_DIE = range(1, 7)
#: Reasons worded for the asker's own units; each has a variant for the other side's units.
_SAID_OF_OWN = frozenset({"no_such_unit", "no_units_there", "nobody_near"})


def odds_text(names: Names, lexicon: Lexicon, view: GameView, game: Game[Any], side: int | None, order: str) -> str:
    """Parse `sedan from aachen, koblenz`, `sedan with ge 1, ge 2` or `koblenz on sedan`, each with `+1` or `+1/+2` for card DRMs.

    `side` is the asker's, None for a spectator. Only units that can attack now are counted.

    Raises:
        Refusal: it can't be parsed, nothing would be attacked, or a named unit or space can't take part.
    """
    text, drms = _drms(order)
    try:
        target, force = _read(lexicon, view, game, side, text)
    except Refusal as refusal:
        other = _in_order(lexicon, game, side, text, refusal.reason.code)
        if not other:
            raise
        target, force = _read(lexicon, view, game, side, other)
    found = odds(game.state, target, [unit.unit for _, unit in force], drms)
    told = _odds_text(names, view, target, force, found, drms) + _offensive(names, game, target, force)
    return f"{told}\n{_siege(names, game, target)}" if game.state.besieged >> target & 1 else told


def _offensive(names: Names, game: Game[Any], target: int, force: list[tuple[int, UnitView]]) -> str:
    """Return on a line of its own that an attack meets the mandated offensive, "" if it doesn't."""
    units = mask(unit.unit for _, unit in force)
    side = game.state.rules.side_of[force[0][1].unit]
    return (
        "\n" + names.words.say("ui.offensives.this") if mandated.satisfied_by(game.state, side, units, target) else ""
    )


def _siege(names: Names, game: Game[Any], target: int) -> str:
    """Return the chance that a besieged fort surrenders to a siege roll this turn."""
    chance = Fraction(sum(falls(game.state, target, die) for die in _DIE), len(_DIE))
    return names.words.say("ui.answers.odds_siege", space=names.space(target), chance=percent(chance))


def _in_order(lexicon: Lexicon, game: Game[Any], side: int | None, text: str, why: str) -> str:
    """Return a text rearranged with its target first: `ge 4 at nancy`, `nancy and verdun attack metz`, `the 5th in cambrai with the 3rd`.

    Returns "" if it names no target, or if it was understood and refused on its merits; units named inside the target
    are taken for the enemy's.
    """
    found = mentions(lexicon, lexicon.counted(tokens(text)))
    known = lexicon.order_words.harmless | lexicon.order_words.verbs["attack"]
    enemy = game.state.control[1 - side] if side is not None else 0
    target = next((one for one in found.spaces if enemy >> one.space & 1), None)
    if target is None or not {word for _, word in found.others} <= known:
        return ""
    enemies = [unit for unit in found.units if unit.at < target.at and found.words[target.at - 1] == "in"]
    units = [unit.text for unit in found.units if not unit.wish.everything and unit not in enemies]
    origins = [one.text for one in found.spaces if one is not target]
    if why not in _UNREAD and not (enemies and (units or origins)):
        return ""
    force = f" with {', '.join(units)}" if units else f" from {', '.join(origins)}" if origins else ""
    return f"{target.text}{force}"


def _drms(order: str) -> tuple[str, tuple[int, int]]:
    match = re.search(r"([+-]\d)(?:\s*/\s*([+-]\d))?\s*$", order)
    if match is None:
        return order, (0, 0)
    return order[: match.start()], (int(match[1]), int(match[2] or 0))


def _read(
    lexicon: Lexicon, view: GameView, game: Game[Any], side: int | None, text: str
) -> tuple[int, list[tuple[int, UnitView]]]:
    before, words = _split_at_target(lexicon, [word for word in tokens(text) if word not in DASHES])
    occupied = [space.space for space in view.spaces if space.units or space.fort in ("intact", "besieged")]
    read = lexicon.read_space(words, 0, occupied)
    unit = read_unit(lexicon, words, 0)
    if not words or (unit is not None and (read is None or unit[1] > read[1])):
        raise refuse("odds_form")
    if read is None:
        raise lexicon.unknown(words, 0)
    target, at = read
    if lexicon.book.content.spaces[target].kind != "map":
        raise refuse("no_battle", "12.1", space=target)
    table = attackers.planned(table_of(game, 1 - _defender(lexicon, view, target, side)))
    own = {
        unit.unit: (space.space, unit)
        for space in view.spaces
        for unit in space.units
        if lexicon.book.content.units[unit.unit].side == table.side
    }
    wishes, origins = _named_force(lexicon, [*before, *words[at:]], [space for space, _ in own.values()])
    declared = [] if wishes or origins else [unit for unit in _declared_attackers(game, target) if unit in own]
    try:
        chosen = declared or _chosen(lexicon, table, target, wishes, origins)
    except Refusal as refusal:
        raise (refusal if table.side == side else _reworded_for_enemy(refusal, table.side, target)) from None
    return target, [own[number] for number in chosen]


def _group_words(lexicon: Lexicon, groups: Iterable[str]) -> frozenset[str]:
    """Return the words of some groups of order words."""
    found = lexicon.book.words.table("commands.words")
    return frozenset(word for name in groups for word in found[name])


def _split_at_target(lexicon: Lexicon, words: list[str]) -> tuple[list[str], list[str]]:
    """Return the force named before the target, as in `koblenz on sedan`, and the words from the target on."""
    parting = _group_words(lexicon, _TARGET)
    on = next((at for at, word in enumerate(words) if word in parting), None)
    return ([], words) if on is None else (words[:on], words[on + 1 :])


def _reworded_for_enemy(refusal: Refusal, attacker: int, target: int) -> Refusal:
    """Return a refusal about the asker's units, reworded for an attack by the other side."""
    reason = refusal.reason
    if reason.code not in _SAID_OF_OWN:
        return refusal
    data = {"space": target, **reason.data, "side": attacker}
    return Refusal(Reason(f"their_{reason.code}", reason.rule, data), refusal.part)


def _declared_attackers(game: Game[Any], target: int) -> list[int]:
    """Return the attackers of a space in the current combat, even if they have left; [] if there is no combat there."""
    combat = game.state.combat
    return units_of(combat.attackers) if combat is not None and combat.target == target else []


def _named_force(lexicon: Lexicon, words: list[str], prefer: list[int]) -> tuple[list[UnitWish], list[int]]:
    """Return the units and spaces named besides the target."""
    wishes: list[UnitWish] = []
    origins: list[int] = []
    beside = _group_words(lexicon, _FORCE) | {",", "+"}
    at = 0
    while at < len(words):
        if words[at] in beside:
            at += 1
            continue
        unit, place = read_unit(lexicon, words, at), lexicon.read_space(words, at, prefer)
        if unit is not None and (place is None or unit[1] >= place[1] or unit[0].unit is not None):
            wishes.append(unit[0])
            at = unit[1]
        elif place is not None:
            origins.append(place[0])
            at = place[1]
        else:
            raise lexicon.unknown(words, at)
    return wishes, origins


def _chosen(lexicon: Lexicon, table: Table, target: int, wishes: list[UnitWish], origins: list[int]) -> list[int]:
    """Return the attackers: exactly the named units, or all that can attack now.

    Raises:
        Refusal: a named unit can't, or none can.
    """
    units = [unit for unit in attackers.eligible(table) if not origins or stands(table, unit) in origins]
    near = [unit for unit in units if attackers.why_out_of_reach(table, unit, target) is None]
    fit = [unit for unit in near if attackers.why_not(table, unit, target) is None]
    if not wishes or any(wish.everything for wish in wishes):
        chosen = _payable(table, attackers.able(table, target, near), must=False)
        chosen = attackers.able(table, target, chosen)
    else:
        chosen = []
        for wish in wishes:
            chosen += _units_meant(
                lexicon, table, wish, ([u for u in some if u not in chosen] for some in (fit, near, units))
            )
        for unit in chosen:
            if (reason := attackers.why_not(table, unit, target)) is not None:
                raise Refusal(reason)
        _payable(table, chosen, must=True)
        if (reason := attackers.why_not_together(table, chosen, target)) is not None:
            raise Refusal(reason)
    for origin in origins:
        if not any(stands(table, unit) == origin for unit in chosen):
            raise Refusal(attackers.why_nobody_from(table, origin, target, chosen))
    if not chosen:
        alone = (attackers.why_not_alone(table, unit, target) for unit in fit)
        why = attackers.why_nobody(table, target) or next(filter(None, alone), None)
        raise Refusal(why) if why is not None else refuse("nobody_can_attack", "12.1.4", space=target)
    return chosen


def _units_meant(lexicon: Lexicon, table: Table, wish: UnitWish, groups: Iterable[list[int]]) -> list[int]:
    """Return the units that a wish means: from the first group with a match, most likely group first."""
    trouble: Refusal | None = None
    for group in groups:
        try:
            return choose(lexicon, wish, group, partial(stands, table), weakened(table))
        except Ambiguous:
            raise
        except Refusal as refusal:
            trouble = refusal
    assert trouble is not None
    raise trouble


def _payable(table: Table, units: list[int], *, must: bool) -> list[int]:
    """During activation, return the units whose spaces the OPS can pay for; if all `must` be, refuse otherwise."""
    if table.kind != "activate" or not table.mine:
        return units
    marked, open_ = table.game.state.operation.attack, table
    paid: set[int] = set()
    for space in dict.fromkeys(stands(table, unit) for unit in units):
        there = open_ if marked >> space & 1 else open_.attempt(("for_combat", space))
        if there is None:
            if must:
                actions.activate(open_.trial(), space, "attack")
            continue
        open_ = there
        paid.add(space)
    return [unit for unit in units if stands(table, unit) in paid]


def _defender(lexicon: Lexicon, view: GameView, target: int, side: int | None) -> int:
    content = lexicon.book.content
    sides = {content.units[unit.unit].side for unit in view.spaces[target].units}
    fort = view.spaces[target].fort in ("intact", "besieged")
    if len(sides) == 1:
        there = sides.pop()
        if there != side or not fort:
            return there
    if fort:
        return int(content.spaces[target].printed_side or 0)
    raise refuse("no_battle", "12.1", space=target)


def _odds_text(
    names: Names,
    view: GameView,
    target: int,
    force: list[tuple[int, UnitView]],
    found: Odds,
    drms: tuple[int, int],
) -> str:
    say = names.words.say
    reduced = sum(1 << unit.unit for space in view.spaces for unit in space.units if unit.reduced)
    # only full-strength units force a losing defender to retreat (12.5.2)
    pushed = bool(found.defenders) and not all(unit.reduced for _, unit in force)
    retreat = found.chance("win") if pushed else Fraction(0)
    lines = [
        say(
            "ui.answers.odds_head",
            target=names.space(target),
            attackers=names.units((unit.unit for _, unit in force), reduced),
            attack=_fire(names, found.attacker),
            defenders=_defenders(names, target, found, reduced),
            defence=_fire(names, found.defender),
        ),
        say(
            "ui.answers.odds_win",
            win=percent(found.chance("win")),
            tie=percent(found.chance("tie")),
            lose=percent(found.chance("lose")),
            retreat=percent(retreat),
        ),
        say(
            "ui.answers.odds_losses",
            to_defender=_spread(names, found, "defender"),
            to_attacker=_spread(names, found, "attacker"),
        ),
    ]
    if found.caught:
        lines.append(say("ui.answers.odds_caught", units=names.units(found.caught, reduced)))
    return "\n".join([*lines, *_modifiers(names, found, drms)])


def _modifiers(names: Names, found: Odds, drms: tuple[int, int]) -> Iterator[str]:
    """Yield the lines about dice modifiers: those asked for (`drms`) and those that apply anyway."""
    say = names.words.say
    counted = [fire.drm if fire else 0 for fire in (found.attacker, found.defender)]
    if drms != (0, 0) or counted != [0, 0]:
        told = [
            say(f"ui.answers.odds_{who}_drm", drm=signed(drm))
            for who, drm in zip(("attacker", "defender"), counted, strict=True)
            if drm
        ]
        yield say("ui.answers.odds_advantage", drms=names.words.listed(told)) if told else say("ui.answers.odds_no_drm")
    if found.flank_drm:
        yield say("ui.answers.odds_flank", drm=signed(found.flank_drm), chance=percent(found.flank_chance()))
    elif found.flank_drm is not None:
        yield say("ui.answers.odds_flank_plain", chance=percent(found.flank_chance()))


def _defenders(names: Names, target: int, found: Odds, reduced: int) -> str:
    """Return what fights back: units, else the fort, else units that can't fight."""
    if found.defenders or not found.defender:
        return names.units(found.defenders or found.caught, reduced)
    return names.words.say("narration.battle.fort_alone", factor=names.content.spaces[target].fort)


def _fire(names: Names, fire: Fire | None) -> str:
    say = names.words.say
    if fire is None:
        return say("ui.answers.odds_no_fire")
    before, after = fire.table.columns[fire.before], fire.table.columns[fire.column]
    column = (str(after) if before == after else f"{before}→{after}") + shifted(names, fire.shifts)
    table = say(f"narration.battle.table_{fire.table_name}")
    return say("ui.answers.odds_fire", factors=fire.factors, table=table, column=column)


def _spread(names: Names, found: Odds, side: str) -> str:
    shares = found.losses(side).items()
    return ", ".join(
        names.words.say("ui.answers.odds_share", losses=loss, chance=percent(part)) for loss, part in shares
    )


def best_attackers(lexicon: Lexicon, table: Table, target: int) -> list[int]:
    """Return all units that can attack a space together now; refuse if none can."""
    return _chosen(lexicon, table, target, [], [])


def percent(chance: Fraction) -> str:
    """Return a probability in percent and as a fraction: "58 % (21/36)"."""
    thirty_sixths = chance * 36
    return f"{float(chance) * 100:.0f} % ({thirty_sixths.numerator}/36)" if chance else "0 %"
