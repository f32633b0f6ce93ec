"""A combat in one or two sentences: who, dice with modifiers, losses, retreat, advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.titles.pog.narration.fields import signed
from bot.titles.pog.narration.names import Names


def report(names: Names, battle: dict[str, Any]) -> str:
    """The story of a finished combat, from its battle record as plain JSON."""
    say = names.words.say
    parts = [opening(names, battle)]
    parts += [flank(names, battle)] if battle["flank"] in ("failed", "succeeded", "automatic") else []
    if battle["cards"]:
        parts.append(say("narration.battle.cards", cards=names.cards(card for _, card in battle["cards"])))
    parts += [fire(names, item) for item in battle["fires"]]
    parts += [losses(names, battle["losses"])] if battle["losses"] else []
    if battle["winner"] == "tie":
        parts.append(say("narration.battle.tie"))
    parts += [aftermath(names, battle)] if aftermath(names, battle) else []
    return " ".join(parts)


def opening(names: Names, battle: dict[str, Any]) -> str:
    """Who attacks whom, from where."""
    say = names.words.say
    reduced = sum(1 << unit for _, unit, flipped in battle["attackers"] if flipped)
    weak = sum(1 << unit for unit, flipped in battle["defenders"] if flipped)
    defenders = names.units((unit for unit, _ in battle["defenders"]), weak)
    if not defenders:
        defenders = say("narration.battle.fort_alone", factor=battle["fort"])
    origins = list(dict.fromkeys(space for space, _, _ in battle["attackers"]))
    return say(
        "narration.battle.opening",
        attackers=names.units((unit for _, unit, _ in battle["attackers"]), reduced),
        origins=names.spaces(origins),
        target=names.space(battle["target"]),
        defenders=defenders,
    )


def flank(names: Names, data: dict[str, Any]) -> str:
    """A flank attempt with its die, from a battle record or a flank event."""
    die, drm = data.get("flank_die", data.get("die", 0)), data.get("flank_drm", data.get("drm", 0))
    outcome = data["flank"] if "flank" in data else data["outcome"]
    if outcome == "automatic":
        return names.words.say("narration.battle.flank_automatic")
    if outcome not in ("failed", "succeeded"):
        return ""
    return names.words.say(f"narration.battle.flank_{outcome}", die=die, drm=signed(drm), total=die + drm)


def fire(names: Names, data: dict[str, Any]) -> str:
    """One fire: table, factors, column with shifts, die with modifiers, loss number."""
    say = names.words.say
    shifts = shifted(names, [(item["cause"], item["value"]) for item in data["shifts"]])
    drms = ", ".join(f"{cause(names, item['cause'])} {signed(item['value'])}" for item in data["drms"])
    column = str(data["column_before"])
    if data["column"] != data["column_before"]:
        column += f"→{data['column']}"
    return say(
        "narration.battle.fire",
        who=say("narration.battle.attacker" if data["attacker"] else "narration.battle.defender"),
        table=say(f"narration.battle.table_{data['table']}"),
        factors=data["factors"],
        column=column + shifts,
        die=f"**{data['die']}**" + (f" {drms} = {data['die_used']}" if drms else ""),
        losses=data["loss_number"],
    )


def shifted(names: Names, shifts: Sequence[tuple[str, int]]) -> str:
    """Why a fire is on another column than its factors give, behind that column; "" where it is not."""
    told = [f"{cause(names, what)} {signed(value)}" for what, value in shifts]
    return names.words.say("narration.battle.shifted", causes=names.words.listed(told)) if told else ""


def losses(names: Names, items: list[dict[str, Any]]) -> str:
    """Steps lost, equal ones counted."""
    told = [loss(names, item) for item in items]
    counted = dict.fromkeys(told)
    texts = [text if told.count(text) == 1 else f"{told.count(text)} × {text}" for text in counted]
    return names.words.say("narration.battle.losses", losses=", ".join(texts))


def loss(names: Names, item: dict[str, Any]) -> str:
    """One step lost."""
    unit, corps = item.get("unit"), item.get("corps")
    return names.words.say(
        f"narration.losses.{item['result']}" + ("_replaced" if corps is not None else ""),
        unit=names.unit(unit) if unit is not None else "",
        corps=names.unit(corps) if corps is not None else "",
    )


def aftermath(names: Names, battle: dict[str, Any]) -> str:
    """Retreats and advances."""
    say = names.words.say
    parts = []
    if battle["retreat"] in ("held", "barred", "waived"):
        parts.append(say(f"narration.battle.{battle['retreat']}"))
    for key in ("retreats", "advances"):
        ways: dict[tuple[int, ...], list[int]] = {}
        for unit, path in battle[key]:
            ways.setdefault(tuple(path), []).append(unit)
        for path, units in ways.items():
            verb = f"narration.battle.{key}" if path else f"narration.battle.{key}_nowhere"
            parts.append(say(verb, count=len(units), units=names.units(units), way=names.path(path)))
    return " ".join(parts)


def cause(names: Names, text: str) -> str:
    """Words for the cause of a modifier, such as "card:ap_04_pleve" or "terrain:forest"."""
    kind, _, name = text.partition(":")
    if kind == "card" and name in names.content.card_by_name:
        return names.card_title(names.content.card_by_name[name])
    for key in (f"narration.causes.{text}", f"names.terrain.{text}", f"names.spaces.{text}"):
        if names.words.has(key):
            return names.words.say(key)
    return (name or kind).replace("_", " ")
