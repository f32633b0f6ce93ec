"""Combat reports in a few sentences: participants, dice with modifiers, losses, retreat, advance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from bot.titles.pog.narration.names import Names
from bot.titles.pog.narration.written_figures import signed
from engine.core.bits import mask


def report(names: Names, battle: dict[str, Any]) -> str:
    """Return the report of a finished combat, from its battle record as plain JSON."""
    parts = [opening(names, battle)]
    parts += [flank(names, battle)] if battle["flank"] in _FLANKED else []
    parts += [card_played(names, side, card) for side, card in battle["cards"]]
    parts += _fire_order(names, battle)
    return " ".join([*parts, *outcome(names, battle), *_route_texts(names, battle)])


def _fire_order(names: Names, battle: dict[str, Any]) -> list[str]:
    """Return fires and losses in combat order: after a flank attempt one side takes losses before it fires (12.3.3)."""
    fires, lost = battle["fires"], list(battle["losses"])
    if battle["flank"] not in _FLANKED or len(fires) < 2:
        return [*(fire(names, one) for one in fires), *([losses(names, lost)] if lost else [])]
    told: list[str] = []
    for one in fires:
        hit = 1 - battle["attacker"] if one["attacker"] else battle["attacker"]
        own = [item for item in lost if item["side"] == hit]
        told += [fire(names, one), *([losses(names, own)] if own else [])]
    return told


def opening(names: Names, battle: dict[str, Any]) -> str:
    """Return who attacks whom from where, from a battle record."""
    return _attack(
        names,
        attackers=[unit for _, unit, _ in battle["attackers"]],
        defenders=[unit for unit, _ in battle["defenders"]],
        reduced=mask(unit for unit, weak in (*(one[1:] for one in battle["attackers"]), *battle["defenders"]) if weak),
        origins=list(dict.fromkeys(space for space, _, _ in battle["attackers"])),
        target=battle["target"],
        fort=battle["fort"],
    )


def declared(names: Names, data: dict[str, Any]) -> str:
    """Return who attacks whom from where, from the event; older versions recorded no defenders."""
    if "defenders" in data:
        return _attack(names, **{**{key: data[key] for key in _DECLARED}, "reduced": mask(data["reduced"])})
    return names.words.say("narration.events.attack", count=len(data["attackers"]), **names.worded(data))


#: Fields of an attack event.
_DECLARED = ("attackers", "defenders", "reduced", "origins", "target", "fort")


def _attack(
    names: Names, *, attackers: Sequence[int], defenders: Sequence[int], reduced: int, origins: Sequence[int], target: int,
    fort: int,
) -> str:  # fmt: skip
    first = names.units(attackers, reduced)
    return names.words.say(
        "narration.battle.opening",
        count=len(attackers),
        attackers=f"{first[:1].upper()}{first[1:]}",  # they begin the sentence: `Reduced SB 1 from Belgrade attacks`
        origins=names.spaces(origins),
        target=names.space(target),
        defenders=names.units(defenders, reduced) or names.words.say("narration.battle.fort_alone", factor=fort),
    )


def card_played(names: Names, side: int, card: int) -> str:
    """Return a combat card and its side."""
    short = names.words.say(f"ui.sides_short.{names.seats[side]}")
    return names.words.say("narration.events.combat_card", side=short, card=names.card(card))


#: Outcomes of a flank attempt that was made.
_FLANKED = ("failed", "succeeded", "automatic")


def flank(names: Names, data: dict[str, Any]) -> str:
    """Return a flank attempt with its die roll, from a battle record or a flank event."""
    die, drm = data.get("flank_die", data.get("die", 0)), data.get("flank_drm", data.get("drm", 0))
    outcome = data["flank"] if "flank" in data else data["outcome"]
    if outcome == "automatic":
        return names.words.say("narration.battle.flank_automatic")
    if outcome not in ("failed", "succeeded"):
        return ""
    told = names.words.say(f"narration.battle.flank_{outcome}", roll=roll(names, die, drm, "totalled"))
    pin = names.words.say("narration.battle.pinned", space=names.space(data["pin"])) if "pin" in data else ""
    return f"{pin} {told}".strip()


def roll(names: Names, die: int, drm: int, modified: str = "modified") -> str:
    """Return a die roll with its modifier, if any; `modified` selects the text for a modified roll."""
    if not drm:
        return names.words.say("narration.roll.plain", die=die)
    total = {"total": die + drm} if modified == "totalled" else {}
    return names.words.say(f"narration.roll.{modified}", die=die, drm=signed(drm), **total)


def fire(names: Names, data: dict[str, Any]) -> str:
    """Return one fire: table, factors, column with shifts, die with modifiers, loss number."""
    say = names.words.say
    shifts = shifted(names, [(item["cause"], item["value"]) for item in data["shifts"]])
    before, after = data["column_before"], data["column"]
    column = str(before) if after == before else say("narration.battle.column_shifted", before=before, column=after)
    return say(
        "narration.battle.fire",
        who=say("narration.battle.attacker" if data["attacker"] else "narration.battle.defender"),
        table=say(f"narration.battle.table_{data['table']}"),
        factors=data["factors"],
        column=column + shifts,
        die=_die(names, data),
        losses=data["loss_number"],
    )


def _die(names: Names, data: dict[str, Any]) -> str:
    """Return a die roll and its effective value, which is never below 1 or above 6 (12.2.9)."""
    die, used = data["die"], data["die_used"]
    total = die + sum(item["value"] for item in data["drms"])
    key = "die_most" if used < total else "die_least" if used > total else "die_changed" if data["drms"] else "die"
    drms = ", ".join(_modifier(names, item["cause"], item["value"]) for item in data["drms"])
    return names.words.say(f"narration.battle.{key}", die=die, drms=drms, used=used)


def _modifier(names: Names, what: str, value: int) -> str:
    return names.words.say("narration.battle.modifier", cause=cause(names, what), value=signed(value))


def shifted(names: Names, shifts: Sequence[tuple[str, int]]) -> str:
    """Return why a fire was shifted to another column, in parentheses; "" if it wasn't."""
    told = [_modifier(names, what, value) for what, value in shifts]
    return names.words.say("narration.battle.shifted", causes=names.words.listed(told)) if told else ""


def losses(names: Names, items: list[dict[str, Any]], *, complete: bool = True) -> str:
    """Return the steps lost, with identical ones counted, then the units that went for another cause.

    Why units had to take them is told of `complete` losses only: a list that grows stays the last sentence.
    """
    say = names.words.say
    texts = losses_alone(names, [item for item in items if not item.get("cause")])
    told = [say("narration.battle.losses", losses=texts)] if texts else []
    others = (item for item in items if item.get("cause"))
    for (why, result, corps), group in groupby(others, key=itemgetter("cause", "result", "corps")):
        told.append(_departure_reasons(names, why, result, corps, [item["unit"] for item in group]))
    return " ".join((*told, *(_forced(names, items) if complete else ())))


def _forced(names: Names, items: Iterable[dict[str, Any]]) -> list[str]:
    """Return why units had to take losses, one sentence for those of the same reasons (12.4)."""
    spared: dict[str, dict[tuple[int, str], None]] = {}
    first: dict[str, int] = {}
    for item in items:
        if item.get("spared"):
            name = names.unit(item["unit"])
            first.setdefault(name, item["unit"])
            spared.setdefault(name, {}).update(dict.fromkeys((unit, why) for unit, why in item["spared"]))
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, others in spared.items():
        groups.setdefault(tuple(dict.fromkeys(why for _, why in others)), []).append(name)
    told = []
    for hit in groups.values():
        pairs = dict.fromkeys(pair for name in hit for pair in spared[name] if names.unit(pair[0]) not in hit)
        if pairs:
            units, reasons = names.units(first[name] for name in hit), reasons_spared(names, pairs)
            told.append(names.words.say("narration.spared.text", units=units, reasons=reasons))
    return told


def reasons_spared(names: Names, spared: Collection[tuple[int, str]]) -> str:
    """Return why units cannot take a loss, one clause for each reason."""
    clauses = []
    for why in dict.fromkeys(why for _, why in spared):
        units = [unit for unit, reason in spared if reason == why]
        clauses.append(names.words.say(f"narration.spared.{why}", count=len(units), units=names.units(units)))
    return "; ".join(clauses)


def losses_alone(names: Names, items: Iterable[dict[str, Any]]) -> str:
    """Return steps lost as a list, with identical ones counted."""
    counted = Counter(loss(names, item) for item in items)
    return ", ".join(
        text if count == 1 else names.words.say("narration.battle.several", count=count, loss=text)
        for text, count in counted.items()
    )


def _departure_reasons(names: Names, why: str, result: str, corps: int | None, units: Sequence[int]) -> str:
    """Return why units went other than by taking steps."""
    say = names.words.say
    return say(
        f"narration.gone.{why}" + ("_by" if corps is not None else ""),
        count=len(units),
        units=names.units(units),
        result=say(f"narration.gone.results.{result}"),
        corps=names.unit(corps) if corps is not None else "",
    )


def loss(names: Names, item: dict[str, Any]) -> str:
    """Return one step loss, or why a unit went for another cause."""
    unit, corps = item.get("unit"), item.get("corps")
    if unit is not None and (why := item.get("cause")):
        return _departure_reasons(names, why, item["result"], corps, [unit])
    return names.words.say(
        f"narration.losses.{item['result']}" + ("_replaced" if corps is not None else ""),
        unit=names.unit(unit) if unit is not None else "",
        corps=names.unit(corps) if corps is not None else "",
    )


def no_loss(names: Names, data: dict[str, Any]) -> str:
    """Return why a loss number has no effect: all loss factors exceed it (12.4.3, 12.4.6)."""
    key, units = "narration.battle.no_loss", data["units"]
    words = {"least": data["least"], "number": data["number"]}
    if not units:
        return names.words.say(f"{key}_of_fort", **words)
    return names.words.say(key, count=len(units), units=names.units(units), **words)


def outcome(names: Names, battle: dict[str, Any], *, waived: bool = False) -> list[str]:
    """Return a tie, and why a beaten defender stays; `waived` if it has been said that nobody advances."""
    tie = [names.words.say("narration.battle.tie")] if battle["winner"] == "tie" else []
    stays = battle["retreat"] in ("held", "barred", "waived") and not (waived and battle["retreat"] == "waived")
    return [*tie, *([names.words.say(f"narration.battle.{battle['retreat']}")] if stays else [])]


def ways(names: Names, key: str, gone: Sequence[tuple[int, Sequence[int]]]) -> list[str]:
    """Return which units go or stay, one sentence per path; `key` is "retreats" or "advances"."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for unit, path in gone:
        alike.setdefault(tuple(path), []).append(unit)
    return [_route_text(names, key, units, path) for path, units in alike.items()]


def halts(names: Names, paths: Sequence[Sequence[int]]) -> list[str]:
    """Return why retreats stop in their first space, for those that could go on."""
    spaces = list(dict.fromkeys(path[-1] for path in paths))
    return [names.words.say("narration.battle.halts", spaces=names.spaces(spaces))] if spaces else []


def _route_text(names: Names, key: str, units: Sequence[int], path: Sequence[int]) -> str:
    """Return where units go and through which spaces, or that they stay."""
    spaces = [space for space, _ in groupby(path)]  # a step that stays in the same space is named once
    words: dict[str, Any] = {"count": len(units), "units": names.units(units)}
    if not spaces:
        return names.words.say(f"narration.battle.{key}_nowhere", **words)
    *through, last = spaces
    words["space"] = names.space(last)
    if not through:
        return names.words.say(f"narration.battle.{key}", **words)
    return names.words.say(f"narration.battle.{key}_through", way=names.path(through), **words)


def _route_texts(names: Names, battle: dict[str, Any]) -> list[str]:
    """Return the retreats and advances of a battle record."""
    return [text for key in ("retreats", "advances") for text in ways(names, key, battle[key])]


def cause(names: Names, text: str) -> str:
    """Return the text for the cause of a modifier, such as "card:ap_04_pleve" or "terrain:forest"."""
    kind, _, name = text.partition(":")
    if kind == "card" and name in names.content.card_by_name:
        return names.card_title(names.content.card_by_name[name])
    for key in (f"narration.causes.{text}", f"names.terrain.{text}", f"names.spaces.{text}"):
        if names.words.has(key):
            return names.words.say(key)
    return (name or kind).replace("_", " ")
