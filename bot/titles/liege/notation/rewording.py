"""Simplification of refused lines: removes chatty words, and a heading of units that the orders name again.

`11th and 38th brigades: 11th to T34, 38th to V33` becomes `11th to T34; 38th to V33`. Only lines refused as typed are
simplified.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.lexicon import LiegeLexicon, lexicon
from bot.titles.liege.notation.mentions import asks, scan
from bot.titles.liege.notation.spelling import respelled
from engine.liege.state import LiegeState

#: Separators between a line's orders.
_CLAUSES: Final = re.compile(r"[;,\n]\s*(?:and\s+|but\s+|while\s+)?")
#: A clause separated only by a conjunction.
_AND: Final = re.compile(r"\s(?:and|but|while)\s+(?=[^;,\n]*$)", re.IGNORECASE)
_PARTS: Final = re.compile(
    r"\s+/\s+|[;,\n]\s*(?:and\s+)?|\s+and\s+(?=\S+\s+(?:to|goes|marches|moves)\b)", re.IGNORECASE
)


def reworded(context: OfferContext, line: str) -> list[str]:
    """Return simpler paraphrases of a line, closest first; [] if there are none, or the line is a question."""
    if not context.table.mine or asks(context, line):
        return []
    known = lexicon(cast("LiegeBook", context.names))
    spelt = respelled(known, line)
    if known.open & {known.key(word) for word in spelt.split()}:
        return []
    plain = " ".join(known.chat.sub(" ", _expand_likewise(known, known.with_repeated_types(spelt))).split())
    head, _, rest = plain.partition(":")
    bare = rest and not known.scan(known.with_repeated_types(head))[0]
    said = [spelt, plain, *_drop_heading(known, plain), *([rest.strip()] if bare else [])]
    said += [moved for first in said if (moved := _moving(known, first)) != first]
    said += [kept for first in said if (kept := _without_denied(known, first))]
    said += [turned for first in said if (turned := _there_already(context, known, first))]
    said += [apart for first in said if (apart := _apart(known, first)) != first]
    return [one for one in dict.fromkeys(said) if one and one != line]


def _apart(known: LiegeLexicon, line: str) -> str:
    """Return a line with its parts as orders of their own; as it is if one only says who stays, or speaks of those named before it."""
    parts = [part for part in _PARTS.split(line) if part]
    if any(known.those.search(part) for part in parts[1:]) or any(_says_stay(known, part) for part in parts):
        return line
    return "; ".join(parts)


def _expand_likewise(known: LiegeLexicon, line: str) -> str:
    """Replace "likewise" by what the previous units do: `kmk3 looks at V35, skm1 too`."""
    parts, before, looks = _CLAUSES.split(line), "", ""
    for at, clause in enumerate(parts):
        parts[at] = part = known.alike.sub(looks, clause) if looks else clause
        items, others = known.scan(part)
        facing = next((one for one in items if one.kind == "facing"), None)
        looks = part[part.index(facing.text) :] if facing is not None else looks
        if before and items and all(item.kind in ("unit", "group") for item in items) and set(others) & known.same:
            parts[at] = f"{' '.join(item.text for item in items)} {before}"
        elif items and items[0].kind in ("unit", "group"):
            first = next((one for one in items if one.kind not in ("unit", "group")), None)
            before = part[part.index(first.text) :] if first is not None else ""
    parts = _all_facing(known, parts)
    return "; ".join(parts) if before and parts != _CLAUSES.split(line) else line


def _all_facing(known: LiegeLexicon, parts: list[str]) -> list[str]:
    """Distribute a facing stated once for all orders at the end: `everyone facing SW`."""
    kinds = [item.kind for item in known.scan(parts[-1])[0]]
    if len(parts) <= 1 or kinds[:2] != ["all", "facing"]:
        return parts
    facing = next(item for item in known.scan(parts[-1])[0] if item.kind == "facing")
    looks = parts[-1][parts[-1].index(facing.text) :]
    if any(item.kind == "facing" for part in parts[:-1] for item in known.scan(part)[0]):
        return parts
    return [f"{part} {looks}" for part in parts[:-1]]


def _moving(known: LiegeLexicon, line: str) -> str:
    """Remove clauses about units that stay, which need no order: `15bm is rearguard and stays`."""
    parts = [one for part in _CLAUSES.split(line) for one in (part, *_AND.split(part)[1:]) if one.strip()]
    idle = [part for part in parts if _says_stay(known, part)]
    if not idle or len(idle) == len(parts):
        return line
    for part in idle:
        line = re.sub(
            rf"(?:^|[;,\n]\s*(?:and\s+|but\s+)?|\s(?:and|but|while)\s+){re.escape(part.strip())}(?=\s*(?:[;,\n]|$))",
            "",
            line,
        )
    return f"{line.strip(' ;,')}{_left_out(known, line, idle)}"


def _left_out(known: LiegeLexicon, line: str, idle: Sequence[str]) -> str:
    """Return the exclusion of units that stay from a line about all: `not the hq, everyone else in`; "" for another line."""
    if not any(item.kind == "all" for item in known.scan(known.with_repeated_types(line))[0]):
        return ""
    items = [item for part in idle for item in known.scan(known.with_repeated_types(part))[0]]
    named = [item.text for item in items if item.kind in ("unit", "group", "number")]
    return f" except {' '.join(named)}" if named else ""


def _without_denied(known: LiegeLexicon, line: str) -> str:
    """Return a line without clauses that say what isn't done elsewhere: `dont shoot barchon, shoot fleron`; "" for another line.

    What remains must name the places and units itself: neither what is denied, nor "all", nor "it".
    """
    parts = [part.strip() for part in _CLAUSES.split(line) if part.strip()]
    denied = [part for part in parts if _denies(known, part)]
    kept = [part for part in parts if part not in denied]
    if not denied or not kept:
        return ""
    out, left = (
        [item for part in said for item in known.scan(known.with_repeated_types(part))[0]] for said in (denied, kept)
    )
    words = {known.key(word) for part in kept for word in part.split()}
    places = [{item.ids for item in items if item.kind in ("hex", "fort")} for items in (out, left)]
    units = [
        {one for item in items if item.kind in ("unit", "group", "number") for one in item.ids} for items in (out, left)
    ]
    unclear = words & (known.clause["pronouns"] | known.others) or any(item.kind == "all" for item in left)
    if unclear or bool(places[0]) > bool(places[1]) or places[0] & places[1] or units[0] & units[1]:
        return ""
    return "; ".join(kept)


def _denies(known: LiegeLexicon, part: str) -> bool:
    """Return whether a clause begins with a word that denies, names something, and has only words of orders besides."""
    items, others = known.scan(known.with_repeated_types(part))
    first = known.key(part.split(maxsplit=1)[0])
    orders = frozenset().union(*known.verbs.values())
    return first in known.clause["denials"] and bool(items) and set(others) <= orders | known.harmless | known.staying


def _says_stay(known: LiegeLexicon, part: str) -> bool:
    """Return whether a clause only says that units stay or do nothing: `the guns stay out`, `27ib not`."""
    items, others = known.scan(known.with_repeated_types(part))
    if (
        not known.staying & {known.key(word) for word in part.split()}
        or not set(others) <= known.staying | known.idle | known.harmless
    ):
        return False
    verbs = {*others, *(known.key(item.text) for item in items[1:] if item.kind == "all")}  # `the guns rest at v36`
    if any(item.kind == "hex" for item in items) and not (known.staying | known.idle) & verbs:
        return False  # `the rest at v35` go or fire there
    return all(item.kind in ("unit", "group", "all", "number", "at", "hex") for item in items) and any(
        item.kind in ("unit", "group", "all", "number") for item in items
    )


def _there_already(context: OfferContext, known: LiegeLexicon, line: str) -> str:
    """Return a march of several units with those already there turned instead: `11ib, 38ib to V34 facing W34`; "" for other lines."""
    said, names = scan(context, line), cast("LiegeBook", context.names)
    units, facing = said.of("unit"), next((at for at, item in enumerate(said.items) if item.kind == "facing"), -1)
    goals = [item for item in said.items[: facing if facing >= 0 else None] if item.kind == "hex"]
    if context.table.kind != "march" or len(units) <= 1 or not goals or len(said.of("facing")) > 1:
        return ""
    state, movers = cast("LiegeState", context.table.game.state), list[str]()
    there = list[str]()
    for item in units:
        own = [one for one in item.ids if names.facts.units[one].side == context.table.side]
        if len(own) != 1:
            return ""
        (there if state.at[own[0]] in goals[-1].ids else movers).append(names.short(own[0]))
    looks = " ".join(item.text for item in said.items[facing:]) if facing >= 0 else ""
    if (
        not there
        or not movers
        or set(said.others) - known.harmless - known.filling - known.verbs["march"] - known.verbs["turn"]
    ):
        return ""
    turned = f"; turn {' '.join(there)} {looks}" if looks else ""
    return f"march {' '.join(movers)} {' '.join(item.text for item in goals)} {looks}{turned}"


def _drop_heading(known: LiegeLexicon, line: str) -> Iterator[str]:
    """Yield a line without a heading of units that it names again, each with the unit type from the heading."""
    head, mark, rest = line.partition(":")
    units = {item.ids for item in known.scan(known.with_repeated_types(head))[0] if item.kind == "unit"}
    if not mark or len(units) < 2:
        return
    kind = next((letters for word in reversed(head.split()) if (letters := word.lstrip("0123456789.")).isalpha()), "")
    for said in (rest, known.with_types(rest, kind)):
        again = {item.ids for item in known.scan(said)[0] if item.kind == "unit"}
        if again and all(any(set(one) & set(other) for other in units) for one in again):
            yield said.strip()


__all__ = ["reworded"]
