"""Lines without a command: finds the order meant by the units, spaces or card they begin with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.table.typed_text import DASHES, tokens
from bot.titles.pog.commands import PLAYED, SEATS
from bot.titles.pog.notation import activation_orders, aims, flank_wording, questions, theatres
from bot.titles.pog.notation.button_labels import labelled
from bot.titles.pog.notation.card_orders import AUTO_WORDS, LONGER_TURNS, MODES, automatic, bare_use
from bot.titles.pog.notation.flank_wording import MANNERS
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import mentions
from bot.titles.pog.notation.name_tables import LONGEST
from bot.titles.pog.notation.stacks import units_in
from bot.titles.pog.notation.units import read_unit

#: Separators between the pieces of a line.
_PIECE = re.compile(r"[;\n]")
#: Separators between a card with its use and what is done with it.
_AFTER_CARD = re.compile(r"\s*[:,.]\s+|\s+[-–—]\s+")
#: A side, turn, round or action typed before the order: `AP action 1 -`, `T1R1:`.
_MOMENT = re.compile(
    r"(?:\s*(?:ap|cp|allies|turn|round|action|impulse|t|r|a|ar|opening|aug(?:ust)?|sept?(?:ember)?|fall|winter|spring|summer|first)"
    r"\s*\d*(?:st|nd|rd|th)?\b[\s:,.–—-]*)+(?:with\s+)?",
    re.IGNORECASE,
)
#: Commands of the decisions before units move, at which a line can also move units or activate spaces.
_BEFORE = ("play", "activate")
#: What units named first do, by the command that answers the decision.
_WITH_UNITS = {
    "play": "move", "activate": "move", "move": "move", "attack": "attack", "sr": "sr", "rp": "rp", "lose": "lose",
    "retreat": "retreat", "advance": "advance",
}  # fmt: skip
#: Words for no card at all, which don't name an action on their own.
_NOTHING = frozenset({"none", "nothing", "no card", "without card"})
#: Filler words and signs at the beginning of a line.
_ADDS_NOTHING = DASHES | {"only", "just", "from", "the", "out", "of"}
#: Minimum number of words of a line that begins with units or spaces.
_FEWEST = 2
#: Maximum number of words of a choice's name.
_VERB = 3
#: Commands about a side, which can be asked by a space or a nation.
_LOOKS = frozenset({"supply"})
_WITH = frozenset({"with", "w", "using", "use"})
#: Words and signs between listed names.
_LISTING = frozenset({",", "and", "+", "plus"})
_WAY = frozenset({"to", "into", "from", "via", "through"})
_POINTS = frozenset({"all", "the", "my", "of", "our", "remaining", "every"})
_AFTER_ATTACK = _WITH | {"from"}
#: Words and signs between the origin of an attack and its target.
_INTO = DASHES | {"to", "into", "on", "against", "vs"}
#: Fillers before such a word: `the 5th army is reduced`, `serbs in belgrade to attack`.
_DOING = frozenset({"is", "are", "gets", "get", "was", "will", "to", "can", "should", "must", "shall", "tries", "now"})
#: What a word in the middle or at the end of a line can order, by the command that answers the decision.
_DONE = {
    "play": ("attack", "entrench", "move"), "activate": ("attack", "entrench", "move"), "move": ("entrench", "move", "attack"),
    "attack": ("attack",), "sr": ("sr",), "rp": ("rp",), "lose": ("lose",), "retreat": ("retreat",), "advance": ("advance",),
}  # fmt: skip


def meant(lexicon: Lexicon, table: Table, line: str) -> str:
    """Return the line with the order it means in front, "" if none is found."""
    words = lexicon.counted(tokens(_PIECE.split(line)[0]))
    while len(words) > 1 and words[0] in _ADDS_NOTHING:
        line = line.lstrip(" ->→–—") if words[0] in DASHES else line.partition(" ")[2]
        words = words[1:]
    if len(words) > _FEWEST and words[0] in lexicon.nations and words[1] == ":":
        line, words = _of_nation(lexicon, line, words)  # `Russians: RU 2 Tannenberg`
    if words and words[0] in PLAYED | _LOOKS:
        return _looked_at(lexicon, words)
    if (
        look := theatres.shown(lexicon, words)
        or questions.answered(lexicon, words)
        or questions.of_decision(lexicon, table, words)
    ):
        return look
    if not table.mine:
        return _too_early(lexicon, table, words, line)
    if not words:
        return ""
    if named := _card_alone(lexicon, table, words, line):
        return named
    if _answer(table) == "play" and table.face.between and (played := _of_card(lexicon, table, line)):
        return f"play {played}"
    if verb := labelled(lexicon, table, line):
        return f"choose {verb.replace('_', ' ')}"
    if " ".join(words) in lexicon.spaces and (answer := _place_as_order(lexicon, table, " ".join(words))):
        return f"{answer} {line}"
    return (
        _by_verb(table, words, line)
        or _final_verb_order(lexicon, table, words, line)
        or _of_units(lexicon, table, words, line)
    )


def _of_nation(lexicon: Lexicon, line: str, words: Sequence[str]) -> tuple[str, list[str]]:
    """Return a line without the nation at its head, which is kept with a unit that has none: `serbs: corps to nis`."""
    nation, _, rest = line.partition(":")
    first = read_unit(lexicon, words, _FEWEST)
    if first is not None and not first[0].nation and not first[0].everything and first[0].unit is None:
        return f"{nation.strip()} {rest.strip()}", [words[0], *words[_FEWEST:]]
    return rest.strip(), [*words[_FEWEST:]]


def _card_alone(lexicon: Lexicon, table: Table, words: Sequence[str], line: str) -> str:
    """Return what a line that is the name of a card means: playing it as a combat card, or else looking at it if it is in hand."""
    named = lexicon.cards.by_name.get(" ".join(words), set())
    if "play" in table.game.decision.verbs and named & set(table.may("play")):
        return f"play {line}"
    in_hand = named & set(units_of(table.game.state.hand[table.side]))
    return f"card {line}" if in_hand and _answer(table) != "play" else ""


def _numbers_card(lexicon: Lexicon, table: Table, word: str) -> bool:
    """Return whether a word is the number of a card in hand."""
    hand, cards = units_of(table.game.state.hand[table.side]), lexicon.book.content.cards
    return word.isdecimal() and any(cards[card].number == int(word) for card in hand)


def _of_card(lexicon: Lexicon, table: Table, line: str) -> str:
    """Return a line that plays a card in the form `play` reads, "" for another one; a card number alone names no use."""
    if _numbers_card(lexicon, table, line.strip()):
        return line
    return _drop_turn_label(lexicon, table, line) or (
        line if _names_card_use(lexicon, line) else _card_first(lexicon, line)
    )


def _too_early(lexicon: Lexicon, table: Table, words: Sequence[str], line: str) -> str:
    """Return a line that names units, a space or a card as an order, for the waiting side to be refused; "" for other lines."""
    cards = [card.id for card in lexicon.book.content.cards if card.side == table.side]
    unit, card = read_unit(lexicon, words, 0), next(iter(mentions(lexicon, words[:LONGEST], cards).cards), None)
    named = lexicon.space_at(words, 0) is not None or (card is not None and words[0] == card[1].split()[0])
    return f"choose {line}" if named or unit is not None else ""


def _looked_at(lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return the supply look-up for a space (of the own side) or for a nation."""
    if words[0] not in _LOOKS or len(words) == 1:
        return ""
    if nation := lexicon.nations.get(words[1]):
        units = lexicon.book.content.units
        return f"{words[0]} {SEATS[next(unit.side for unit in units if unit.nation == nation)]}"
    return words[0] if _is_place(lexicon, words[1:]) else ""


def _place_as_order(lexicon: Lexicon, table: Table, name: str) -> str:
    """Return the command for a line that is only a place, if that answers where something goes; "" at other decisions."""
    if table.kind == "rebuild":
        return "rp"
    verbs = table.game.decision.verbs.items() if _answer(table) == "choose" else ()
    asked = [verb for verb, kind in verbs if kind == "space" and lexicon.spaces[name] & set(table.may(verb))]
    return "choose" if len(asked) == 1 else ""


def _by_verb(table: Table, words: Sequence[str], line: str) -> str:
    """Return the choice of the present decision that a line begins with: `discard mutiny`, `take`."""
    verbs = table.game.decision.verbs
    for length in range(min(_VERB, len(words)), 0, -1):
        verb = "_".join(words[:length])
        if verb in verbs and table.may(verb) and bool(verbs[verb]) == (length < len(words)):
            return f"choose {line}"
    return ""


def _answer(table: Table) -> str:
    """Return the main command that answers the present decision."""
    return table.face.commands[0]


def _names_card_use(lexicon: Lexicon, line: str) -> bool:
    """Return whether a card is named with its use, or an action without a card."""
    words = bare_use(lexicon, _PIECE.split(line)[0])
    said = " ".join(words)
    used = len(words) > 1 and (words[0] in MODES or words[-1] in MODES)
    return used or automatic(words) or (said in AUTO_WORDS and said not in _NOTHING) or said in LONGER_TURNS


def _card_first(lexicon: Lexicon, line: str) -> str:
    """Return a line that begins with a card and its use, with a semicolon after them: `pleve for ops - move metz`; else ""."""
    for mark in _AFTER_CARD.finditer(line):
        head = line[: mark.start()]
        if _names_card_use(lexicon, head):
            return f"{head}; {line[mark.end() :]}"
    return ""


def _drop_turn_label(lexicon: Lexicon, table: Table, line: str) -> str:
    """Return a card with its use and what follows, without the turn or action typed before it: `cp1: goa event`; else ""."""
    mark = _MOMENT.match(line)
    rest = line[mark.end() :].strip() if mark is not None else ""
    hand = units_of(table.game.state.hand[table.side])
    if not rest or not mentions(lexicon, lexicon.counted(tokens(_PIECE.split(rest)[0]))[:LONGEST], hand).cards:
        return ""
    return _card_first(lexicon, rest) or (rest if _names_card_use(lexicon, rest) else "")


def _final_verb_order(lexicon: Lexicon, table: Table, words: Sequence[str], line: str) -> str:
    """Return the meaning of a line with a word for an attack, a move or an entrenchment after its spaces."""
    if words[0] in MANNERS and len(words) > 1:
        return f"attack {line}"
    answer = _answer(table)
    if answer in aims.AGAINST and (manner := _in_a_manner(lexicon, table, line)):
        return manner
    if answer in aims.AGAINST and (aimed := aims.attack(lexicon, table, words)):
        return f"{aimed}{_pieces_after_first(line)}"
    if (
        answer in _BEFORE
        and activation_orders.groups(words)
        and _is_place(lexicon, words)
        and not _combat(lexicon, table, words)
    ):
        return f"activate {line}"
    for order in _DONE.get(answer, ()):
        if at := _verb_at(lexicon, words, order):
            before = words[: at - 1] if at > 1 and words[at - 1] in _DOING else words[:at]
            after: Sequence[str] = _drop_fillers(lexicon, words[at + 1 :])
            if order == "rp" and mentions(lexicon, after).units and all(word in _POINTS for word in before):
                before = []  # `all the RPs on the 8th`
            if order == "lose" and after[1:2] and after[1] in lexicon.order_words.verbs["after"]:
                return ""  # `takes the second hit`: who takes the first isn't said
            if not after and answer in _BEFORE and (marked := _marked_spaces(lexicon, table, before, order)):
                return f"activate {marked} {order}"
            if order == "attack" and after[:1] == ["by"]:
                by = after[1:]  # `metz is attacked by fr 2`
                after = ["with" if read_unit(lexicon, by, 0) is not None else "from", *by]
            if order == "attack" and after and after[0] not in _AFTER_ATTACK:
                before, after = _target_first(lexicon, table, before, after)
            return " ".join([order, *before, *after, _pieces_after_first(line)]).strip()
    return _target_first_attack(lexicon, table, words, line) if answer == "attack" and len(words) > 1 else ""


def _in_a_manner(lexicon: Lexicon, table: Table, line: str) -> str:
    """Return the attack meant by a line that ends with its manner, keeping that last: `koblenz & metz vs sedan, no flank`; else ""."""
    first = _PIECE.split(line)[0]
    bare, manner = flank_wording.manner(first)
    words = lexicon.counted(tokens(bare))
    if not manner or not words or not (meant := _final_verb_order(lexicon, table, words, bare)).startswith("attack "):
        return ""
    return f"{meant} {'front' if manner == 'frontal' else manner}{line[len(first) :]}"


def _marked_spaces(lexicon: Lexicon, table: Table, words: Sequence[str], order: str) -> str:
    """Return the spaces that are activated by words before a verb with nothing behind it; "" for none."""
    reads = {"attack": _own_only, "move": _listed_spaces}.get(order)
    return reads(table, lexicon, words) if reads is not None else ""


def _own_only(table: Table, lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return the spaces of units named with them: `serbs in belgrade`; "" if no unit or a space without units is named."""
    found = mentions(lexicon, words)
    stacks = all(units_in(table, one.space) for one in found.spaces)
    return ", ".join(one.text for one in found.spaces) if found.units and stacks else ""


def _listed_spaces(table: Table, lexicon: Lexicon, words: Sequence[str]) -> str:
    """Return several spaces of one's own that are listed, and are no way: `the russians at lomza and warsaw`; "" for others."""
    found = mentions(lexicon, words)
    bare = found.dashes or {word for _, word in found.others} - _LISTING - {"at", "in", "the", "all", "both"}
    if bare or len(found.spaces) < _FEWEST or any(unit.wish.label for unit in found.units):
        return ""
    return _own_only(table, lexicon, [*words]) if found.units else ""


def _target_first(
    lexicon: Lexicon, table: Table, before: Sequence[str], after: Sequence[str]
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the words of an attack's target and of its attackers, from the names before the verb and after it."""
    if read_unit(lexicon, before, 0) is not None:
        named = mentions(lexicon, before)
        everybody = named.spaces and not any(unit.wish.label or unit.wish.army is not None for unit in named.units)
        return after, ["from", *(one.text for one in named.spaces)] if everybody else ["with", *before]
    return (before, ["from", *after]) if aims.is_enemy(lexicon, table, before) else (after, ["from", *before])


def _target_first_attack(lexicon: Lexicon, table: Table, words: Sequence[str], line: str) -> str:
    """Return the attack meant by its target with its attackers, or by a way into it: `sedan with ge 1`, `koblenz -> sedan`."""
    if not _is_place(lexicon, words):
        return ""
    if _AFTER_ATTACK & set(words):
        return f"attack {line}"
    at = next((at for at, word in enumerate(words) if word in _INTO), 0)
    if at and aims.is_enemy(lexicon, table, words[at + 1 :]) and not aims.is_enemy(lexicon, table, words[:at]):
        return " ".join(["attack", *words[at + 1 :], "from", *words[:at]])
    return ""


def _combat(lexicon: Lexicon, table: Table, words: Sequence[str]) -> bool:
    """Return whether a line attacks an enemy space: `metz attack from nancy`, `nancy attack metz`, `metz attack`."""
    at = _verb_at(lexicon, words, "attack")
    if not at or words[at + 1 : at + 2] == [","] or activation_orders.MOVE_WORDS & set(words):
        return False
    if words[at + 1 : at + 2] and words[at + 1] in _AFTER_ATTACK:
        return True
    own = [one.space for one in mentions(lexicon, words[:at]).spaces if units_in(table, one.space)]
    return aims.is_enemy(lexicon, table, words[at + 1 :]) or (not own and aims.is_enemy(lexicon, table, words[:at]))


def _verb_at(lexicon: Lexicon, words: Sequence[str], order: str) -> int:
    """Return the position of an order's verb after units or spaces that begin the line; 0 if there is none."""
    at = next((at for at, word in enumerate(words) if at and word in lexicon.order_words.verbs[order]), 0)
    at = 0 if at and words[at - 1] == "by" else at  # `by rail`
    return at if at and (read_unit(lexicon, words, 0) is not None or _is_place(lexicon, words)) else 0


def _drop_fillers(lexicon: Lexicon, words: Sequence[str]) -> list[str]:
    """Return words without the fillers after a verb: `loses a step`, `digs in`."""
    rest, after = list(words), lexicon.order_words.verbs["after"]
    while rest and (rest[0] in after or (rest[0] == "1" and (len(rest) == 1 or rest[1] in after))):
        rest = rest[1:]
    return rest


def _pieces_after_first(line: str) -> str:
    """Return the pieces after the first one."""
    rest = _PIECE.split(line)[1:]
    return f"; {'; '.join(rest)}" if rest else ""


def _is_place(lexicon: Lexicon, words: Sequence[str]) -> bool:
    with suppress(Refusal):
        return lexicon.read_space(words, 0, ()) is not None
    return True  # several places begin like this


def _is_list_of_stacks(lexicon: Lexicon, table: Table, words: Sequence[str]) -> bool:
    """Return whether words are a list of own stacks, and not a way from one to another."""
    if not _LISTING & set(words) or _WAY & set(words):
        return False
    found = mentions(lexicon, words)
    if found.dashes:
        return False
    others = {word for _, word in found.others} - _LISTING
    return (
        not found.units
        and not others
        and len(found.spaces) > 1
        and all(units_in(table, one.space) for one in found.spaces)
    )


def _only_stays(lexicon: Lexicon, words: Sequence[str]) -> bool:
    """Return whether words say of several units that they stay, and nothing else."""
    found, stays = mentions(lexicon, words), lexicon.order_words.verbs["stay"]
    said = {word for _, word in found.others}
    others = said - stays - lexicon.order_words.harmless - {","}
    return len(found.units) > 1 and not found.spaces and bool(said & stays) and not others


def _of_units(lexicon: Lexicon, table: Table, words: Sequence[str], line: str) -> str:
    """Return what units, or a way over spaces, mean at the present decision."""
    order = _WITH_UNITS.get(_answer(table), "choose" if table.face.one_by_one else "")
    if " ".join(word for word in words if word not in DASHES) in lexicon.spaces:  # Brest-Litovsk is no way
        return f"{order} {line}" if order in ("retreat", "advance") else ""  # if nothing else can be meant
    if not order or (len(words) < _FEWEST and not any(letter.isdecimal() for letter in "".join(words))):
        return ""
    if order == "move" and _answer(table) in _BEFORE and _is_list_of_stacks(lexicon, table, words):
        return f"activate {line}"  # it doesn't say what for, so ask
    if order in ("advance", "move") and _only_stays(lexicon, words):
        return ""  # `ge 3, ge 4 stay`: no order to those named first
    begin = 1 if order == "attack" and words[0] in _WITH else 0
    if read_unit(lexicon, words, begin) is not None or (order == "move" and _is_place(lexicon, words)):
        return f"{order} {line}"
    return ""


__all__ = ["meant"]
