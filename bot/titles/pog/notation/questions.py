"""Free-form questions, and the look-up that answers each: `is the BEF on the map?`, `how many RP do I have`.

A question never becomes an order, and a look-up changes nothing, so guessing the topic is safe.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.table import Table
from bot.table.typed_text import tokens
from bot.titles.pog.commands import SEATS
from bot.titles.pog.notation import theatres
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import Mentions, Space, Unit, mentions
from bot.titles.pog.notation.stacks import units_in
from bot.titles.pog.notation.units import FULL_WORDS, REDUCED_WORDS

#: Maximum number of words that make a line a question by its beginning.
_BEGINNING = 3
#: Orders that a line with a question mark may describe.
_ORDERS = ("attack", "move", "entrench", "sr", "rp", "lose", "retreat", "advance", "activate", "play")
_WHERE = frozenset({"where", "whereto", "how"})
_OF_CARDS = frozenset({"card", "ops", "op", "rp", "rps", "sr", "srs", "event", "events", "played"})
#: Last words of a question about what something does.
_DOING = frozenset({"do", "does", "say", "says", "mean", "means"})
#: How a question begins that asks what somebody or a space has.
_HAVING = frozenset({"does", "do"})
#: Uses of a card that an attack can follow.
_FIGHTING = frozenset({"ops"})
#: The look-up for terrain effects.
_TERRAIN = "rules terrain"
#: The look-up for the rules of supply.
_SUPPLY = "rules supply"
#: The rules of what is paid for with points, by the command that spends them.
_PRICES = {"sr": "strategic redeployment", "rp": "17.1"}
#: The word before a condition.
_CONDITION = "if"
#: Words before the units or space being attacked.
_ENEMY = frozenset({"against", "vs", "versus"})
#: Words that ask something in the middle of a line.
_ASKING = frozenset(
    {
        "what",
        "whats",
        "how",
        "which",
        "who",
        "whos",
        "where",
        "wheres",
        "when",
        "why",
        "odds",
        "chance",
        "chances",
        "cost",
        "costs",
        "price",
    }
)
#: Maximum number of words of a question.
_LONGEST = 40


def answered(lexicon: Lexicon, words: Sequence[str], *, marked: bool = False) -> str:
    """Return the command that answers a question, "" for a statement or an unknown topic; `marked` if it has a question mark."""
    if place := _reported(lexicon, words) or _nearby(lexicon, words):
        return place
    later = marked or _ends_with_question(words)
    if len(words) > _LONGEST or not (asks(lexicon, words) or (later and _asks_later(lexicon, words))):
        return ""
    found = mentions(lexicon, words, range(len(lexicon.book.content.cards)))
    topic = _topic(lexicon, _timeless(lexicon, words) if found.spaces or found.units else words)
    return (
        _of_comers(lexicon, found, words, topic)
        or _of_costs(lexicon, found, words)
        or _of_price(lexicon, words)
        or _of_card(lexicon, found, words, topic)
        or _of_attack(lexicon, found, words, topic)
        or _of_topic(lexicon, found, words, topic)
        or _look_up_named(lexicon, found, words)
        or _look_up_named(lexicon, _strip_possessives(lexicon, words), words)
    )


def _reported(lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return the look-up of a space or unit of which a line only says that its state is asked for: `Lwów status`; "" for another line."""
    if len(words) <= 1 or words[-1] not in lexicon.order_words.reporting:
        return ""
    found = mentions(lexicon, words[:-1])
    named = len(found.spaces) + len(found.units) == 1 and not found.others and not found.cards and not found.uses
    return _look_up_named(lexicon, found, words) if named else ""


def _nearby(lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return the look-up of who is near the space at the end of a line that says no more than whose units: `germans near Lomza`; else ""."""
    near = lexicon.order_words.nearby
    at = next((at for at, word in enumerate(words) if word in near), 0)
    behind, found = words[at + 1 :], mentions(lexicon, words)
    behind = behind[1:] if behind[:1] == ["to"] else behind
    if not at or len(found.spaces) != 1 or found.spaces[0].text != " ".join(behind) or found.cards or found.uses:
        return ""
    others = {word for _, word in found.others if word not in near} - {"to"}
    plain = all(_names_no_unit(unit) for unit in found.units) and others <= lexicon.order_words.about_units
    return f"units near {found.spaces[0].text}" if plain and (found.units or others) else ""


def prices(lexicon: Lexicon, words: Sequence[str]) -> list[str]:
    """Return the commands that spend the points of which a question asks how many a unit costs; all of them where it names none."""
    known, said = lexicon.order_words, set(words)
    counts = words[:2] in (["how", "many"], ["how", "much"]) or said & known.costs
    if not counts or not said & known.priced_units or not said & known.paying or said & known.owned:
        return []
    return [command for command in known.prices if said & known.prices[command]] or [*known.prices]


def price_rule(command: str) -> str:
    """Return the look-up of what a command that spends points costs."""
    return f"rules {_PRICES[command]}"


def _of_price(lexicon: Lexicon, words: Sequence[str], decided: str = "") -> str:
    """Return the rule that says how many points a unit costs, if it is named for what, or the decision tells; else ""."""
    meant = prices(lexicon, words)
    sure = meant if len(meant) == 1 else [command for command in meant if command == decided]
    return price_rule(sure[0]) if sure else ""


def _of_card(lexicon: Lexicon, found: Mentions, words: Sequence[str], topic: str) -> str:
    """Return the look-up of a card for a question about what it does or its OPS; "" for another question."""
    title = _of_what(words) if not (found.units or found.spaces) else ""
    title = title if found.cards or not topic or title in lexicon.cards.by_name else ""
    goer = _unit_asked_about(lexicon, found, words, topic)
    known = bool(found.cards) and not goer and (topic == "panel" or bool(_OF_CARDS.intersection(words)))
    if title or known:
        return f"card {found.cards[0][1] if found.cards else title}"  # possibly misspelled
    if (
        not goer
        and not topic.startswith("rules")
        and lexicon.order_words.verbs["reach"].intersection(words)
        and words[0] in _WHERE
        and not found.spaces
        and found.units
    ):
        return "panel"  # `where can my russians go`
    return f"units {goer}" if goer else ""


def _of_comers(lexicon: Lexicon, found: Mentions, words: Sequence[str], topic: str) -> str:
    """Return the look-up of the units that can reach the one space named, if no unit is named; "" for another question."""
    named = any(unit.wish.label or unit.wish.unit is not None for unit in found.units)
    if len(found.spaces) != 1 or topic == "odds" or named:
        return ""
    before = words[: found.spaces[0].at]
    if before[-1:] and before[-1] in lexicon.book.words.table("commands.words")["from"]:
        return ""
    comes = lexicon.order_words.comers.intersection(before[:_BEGINNING]) and lexicon.order_words.verbs[
        "reach"
    ].intersection(before)
    return f"units reaching {found.spaces[0].text}" if comes else ""


def _unit_asked_about(lexicon: Lexicon, found: Mentions, words: Sequence[str], topic: str) -> str:
    """Return the unit whose reach is asked about, "" for none."""
    goer = next((one for one in found.units if one.wish.label or one.wish.unit is not None), None)
    goes = topic not in ("odds", "supply") and lexicon.order_words.verbs["reach"].intersection(words)
    return goer.text if goer is not None and goes else ""


def _of_attack(lexicon: Lexicon, found: Mentions, words: Sequence[str], topic: str) -> str:
    """Return the odds of an attack asked about, or the panel if no target is named; "" for another question."""
    known = lexicon.order_words.verbs
    fights = topic == "panel" and known["attack"].union(lexicon.order_words.fights).intersection(words)
    may = not topic and lexicon.order_words.wondering.intersection(words[:_BEGINNING])  # `what can hit nancy`
    if found.spaces and _attacks_from(lexicon, found, words):
        return "odds"  # `what can nancy hit`, `what can I attack from nancy`: who attacks from there
    if found.spaces and (topic == "odds" or ((topic == "panel" or may) and known["attack"].intersection(words))):
        return _odds(lexicon, found)
    if found.units or known["activate"].intersection(words):
        return ""
    return "odds" if topic == "odds" or fights else ""


def _attacks_from(lexicon: Lexicon, found: Mentions, words: Sequence[str]) -> bool:
    """Return whether a question names the space from which somebody could attack, and no target: it asks what could be attacked."""
    attack, first = lexicon.order_words.verbs["attack"], found.spaces[0]
    if len(found.spaces) > 1 or not lexicon.order_words.wondering.intersection(words[: first.at]):
        return False
    led = words[first.at - 1] in lexicon.book.words.table("commands.words")["from"]
    behind = first.at < len(words) - 1 and words[-1] in attack and not attack.intersection(words[: first.at])
    return behind or (led and bool(attack.intersection(words[: first.at])))


def _of_costs(lexicon: Lexicon, found: Mentions, words: Sequence[str]) -> str:
    """Return the look-up of what it costs to activate the one own space, or the spaces attacked from, that a question names."""
    known = lexicon.order_words
    if not found.spaces or not known.costs.intersection(words) or known.other_costs.intersection(words):
        return ""
    if not known.activating.intersection(words):
        return ""
    target = _target(lexicon, found) if known.verbs["attack"].intersection(words) else None
    spaces = [one for one in found.spaces if one is not target] or found.spaces
    return f"units costing {', '.join(one.text for one in spaces)}"


def _of_topic(lexicon: Lexicon, found: Mentions, words: Sequence[str], topic: str) -> str:
    """Return the look-up for the topic of a question, "" if a place or units answer it."""
    topic = "supply" if topic == _SUPPLY and (found.spaces or found.units) else topic  # `can warsaw trace supply`
    if topic == "supply":
        # Units in a condition at the end of the question are not asked about.
        end = next((at for at, word in enumerate(words) if word == _CONDITION), len(words))
        nation = next((unit.wish.nation for unit in found.units if unit.wish.nation and unit.at < end), "")
        return f"supply {_side(lexicon, nation)}" if nation else "supply"
    has = words[0] in _HAVING and "have" in words and "have to" not in " ".join(words)
    there = has or lexicon.order_words.asking_what_is.intersection(words[:2]) or topic == _TERRAIN
    seen = (
        topic.startswith("rules")
        and there
        and (has or not _DOING.intersection(words))
        and (found.spaces or found.units)
    )
    idle = topic == "status" and words[0] == "why" and any(unit.wish.army is not None for unit in found.units)
    return "" if seen or idle or topic in ("odds", "units") else topic


def _strip_possessives(lexicon: Lexicon, words: Sequence[str]) -> Mentions:
    """Return what words name when possessive endings are removed: `blockades values`."""
    bare = [word.removesuffix("s") for word in words]
    return mentions(lexicon, bare, range(len(lexicon.book.content.cards)))


def about(lexicon: Lexicon, table: Table, line: str) -> str:
    """Return the look-up for a line with a question mark; a line that would otherwise be an order asks for its odds."""
    words = lexicon.counted(tokens(line))
    if len(words) > _LONGEST:
        return ""
    if seen := theatres.shown(lexicon, words) or _nearby(lexicon, words):
        return seen
    found = mentions(lexicon, words, range(len(lexicon.book.content.cards)))
    if costs := _of_costs(lexicon, found, words):
        return costs
    if asks(lexicon, words):
        return answered(lexicon, words) or of_decision(lexicon, table, words)
    if found.cards and not (found.units or found.spaces or found.uses or found.others):
        return f"card {found.cards[0][1]}"
    topic = _topic(lexicon, words)
    if topic == "odds" and found.spaces and _ASKING.intersection(words):
        return _odds(lexicon, found)  # `chances at verdun`
    if len(found.spaces) == 1 and not found.units and not found.cards and _about_place(lexicon, found):
        return f"units {found.spaces[0].text}"
    if (
        topic
        and topic != "odds"
        and not found.spaces
        and not found.others
        and all(_names_no_unit(unit) for unit in found.units)
    ):
        return topic  # `french rps`
    return _about_named(lexicon, table, found, topic)


def _about_named(lexicon: Lexicon, table: Table, found: Mentions, topic: str) -> str:
    """Return the look-up of the spaces, units and cards that a line with a question mark names, else of its topic."""
    words = found.words
    if topic == _TERRAIN and found.spaces and not (found.units or found.cards):
        return f"units {', '.join(one.text for one in found.spaces)}"
    if topic == "supply" and found.units and not found.spaces:
        return _of_topic(lexicon, found, words, topic)
    if found.units or found.spaces:
        return answered(lexicon, words, marked=True) or _of_order(lexicon, table, found)
    return topic


def of_decision(lexicon: Lexicon, table: Table, words: Sequence[str]) -> str:
    """Return the panel for a question about what is allowed at the player's decision: `where may they run to`; "" for another one."""
    known = lexicon.order_words
    if table.mine and (price := _of_price(lexicon, words, table.face.commands[0])):
        return price
    may = known.wondering.intersection(words)
    return "panel" if table.mine and may and asks(lexicon, words) and not known.verbs["not"].intersection(words) else ""


def _of_order(lexicon: Lexicon, table: Table, found: Mentions) -> str:
    """Return the odds of an attack that a line would order without its question mark, else of what it names: `sedan from koblenz?`."""
    enemy = table.game.state.control[1 - table.side]
    targets = [one for one in found.spaces if enemy >> one.space & 1 and not units_in(table, one.space)]
    if len(targets) == 1 and table.face.commands[0] in ("attack", "activate", "play") and {*found.uses} <= _FIGHTING:
        return _odds(lexicon, found, targets[0])
    return _look_up_named(lexicon, found, found.words)


def _about_place(lexicon: Lexicon, found: Mentions) -> bool:
    """Return whether a line with one space contains no order: `fort in metz`, `units around metz`."""
    ordered = {word for name in _ORDERS for word in lexicon.order_words.verbs[name]}
    return not found.dashes and not found.manners and not ordered.intersection(word for _, word in found.others)


def asks(lexicon: Lexicon, words: Sequence[str]) -> bool:
    """Return whether words begin like a question."""
    return any(" ".join(words[:length]) in lexicon.order_words.asking for length in range(1, _BEGINNING + 1))


def _asks_later(lexicon: Lexicon, words: Sequence[str]) -> bool:
    """Return whether words ask something after a condition or the like: `if metz attacks nancy what are the odds`."""
    return bool(_ASKING.intersection(words)) or _topic(lexicon, words) in ("odds", "supply")


def _ends_with_question(words: Sequence[str]) -> bool:
    """Return whether the last of several clauses begins like a question: `if I hit metz with FR 2, what odds`."""
    at = max((at for at, word in enumerate(words) if word == ","), default=-1)
    return at > 0 and bool(_ASKING.intersection(words[at + 1 : at + 2]))


def _topic(lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return the command of the first topic whose words all occur in a line."""
    said = f" {' '.join(words)} "
    return next(
        (command for parts, command in lexicon.order_words.topics if all(f" {word} " in said for word in parts)), ""
    )


def _timeless(lexicon: Lexicon, words: Sequence[str]) -> list[str]:
    """Return words without a time at the end, which is no topic of a question about a place: `can he hit sedan next turn`."""
    said = " ".join(words)
    return next(
        (said.removesuffix(f" {one}") for one in lexicon.order_words.times if said.endswith(f" {one}")), said
    ).split()


def _of_what(words: Sequence[str]) -> str:
    """Return the subject of "what does … do" or "what does … say"; "" for another question."""
    asked = words[0] == "whats" or words[:2] == ["what", "does"]
    last = len(words) - (words[-1] == "again")
    return " ".join(words[1 if words[0] == "whats" else 2 : last - 1]) if asked and words[last - 1] in _DOING else ""


def _target(lexicon: Lexicon, found: Mentions) -> Space:
    """Return the space asked about: the first one after a word for an attack, else the first of all."""
    aimed = lexicon.order_words.verbs["attack"] | _ENEMY | {"on", "into", "at"}
    led = [one for one in found.spaces if one.at and found.words[one.at - 1] in aimed]
    return led[0] if led else found.spaces[0]


def _odds(lexicon: Lexicon, found: Mentions, target: Space | None = None) -> str:
    """Return the odds of an attack on the space asked about, with the attackers named."""
    target = target or _target(lexicon, found)
    origins = [space for space in found.spaces if space is not target]
    before = {unit.at: set(found.words[max(0, unit.at - 2) : unit.at]) for unit in found.units}
    with_units = ", ".join(
        unit.text
        for unit in found.units
        if not _names_no_unit(unit)
        and (unit.wish.label or not origins)
        and (unit.at > target.at or not _ENEMY & before[unit.at])
    )
    more = f" with {with_units}" if with_units else f" from {', '.join(one.text for one in origins)}" if origins else ""
    return f"odds {target.text}{more}"


def _names_no_unit(unit: Unit) -> bool:
    """Return whether units are named by nation only, or as all: `can the Russians attack`."""
    wish = unit.wish
    return wish.everything or (wish.army is None and not wish.label and wish.unit is None)


def _side(lexicon: Lexicon, nation: str) -> str:
    units = lexicon.book.content.units
    return next((SEATS[unit.side] for unit in units if unit.nation == nation), "")


def _look_up_named(lexicon: Lexicon, found: Mentions, words: Sequence[str]) -> str:
    """Return the look-up of what is named: a space, units, a card."""
    if found.spaces:
        return f"units {found.spaces[0].text}"
    units = [unit for unit in found.units if unit.wish.nation or unit.wish.label]
    if units:
        wish = units[0].wish
        if not wish.label and wish.army is None and wish.unit is None and wish.reduced is None:
            state = next((word for word in words if word in REDUCED_WORDS | FULL_WORDS), "")
            return f"units {wish.nation} {state}".rstrip()
        state = next((word for word in words if wish.reduced is None and not wish.label and word in REDUCED_WORDS), "")
        return f"units {units[0].text} {state}".rstrip()
    if found.cards:
        return f"card {found.cards[0][1]}"
    return "units reduced" if REDUCED_WORDS & set(words) else ""


__all__ = ["about", "answered", "asks", "of_decision", "price_rule", "prices"]
