"""The words of a line by what each of them, or a run of them, can be: a unit, a space, a card, a word of an order, or nothing that is known."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from bot.table.refusal import Refusal
from bot.table.table import Table, units_of
from bot.table.typed_text import DASHES, one_edit, tokens
from bot.titles.pog.notation.activation_orders import LETTERS
from bot.titles.pog.notation.card_orders import MODES
from bot.titles.pog.notation.lexicon import Lexicon
from bot.titles.pog.notation.mentions import Mentions, mentions
from bot.titles.pog.notation.spoken.contexts import in_context
from bot.titles.pog.notation.spoken.tags import STOPS, Tagged, leads
from bot.titles.pog.notation.stacks import stands
from bot.titles.pog.notation.units import ARMY_WORDS, CORPS_WORDS, UnitWish

#: Minimum number of letters of a word, and of an order word, in which one letter may be wrong, and of an abbreviated
#: name.
_SLIP, _SPELLED, _BEGUN = 4, 5, 3
#: Words before a card number, and after it; the most points of a card.
_CARDS, _USED, _POINTS = frozenset({"ap", "cp", "card", "no", "nr", "number", "#"}), frozenset({"as", "for"}), 5
#: Commands of decisions at which steps are counted.
_STEPS = frozenset({"lose", "rp"})
#: Words after a number that counts units, as opposed to one that doesn't.
_COUNTED = ARMY_WORDS | CORPS_WORDS | {"armies", "units", "unit", "of"}
#: Words around "one" that form phrases, and nouns it counts.
_PHRASED = frozenset({"no", "each", "every", "another", "other", "as", "with"})
_OPS = frozenset("op ops operation rp sr step steps loss hit more point free single action each".split())
#: Words after a number of steps.
_OF_STEPS = frozenset({"on", "from", "off", "to", "for", "x", "more"})
#: Words before "first" for who comes first.
_GOES = frozenset({"goes", "dies", "is", "flips", "go", "comes", "it"})
_BOTH, _ONE, _FIRSTLY = "both", "one", "firstly"
_SIGNS = {_BOTH: "~", _ONE: "~~"}
#: The possessive ending, except in contractions: `pleve's ops`.
_POSSESSIVE = re.compile(r"(?<=\w)(?<!\bit)(?<!\bthat)(?<!\blet)(?<!\bhe)(?<!\bshe)(?<!\bthere)['’]s\b", re.IGNORECASE)
#: Words and signs before a number of steps or points.
_SPENT = frozenset(
    {"(", "+", "-", "–", "gets", "get", "takes", "take", "loses", "lose", "spend", "spends", "needs", "costs"}
)
#: Maximum number of words of a name of the reserve.
_BOX = 3
#: Kinds of words that must never be ignored, however they are written.
_KEPT = frozenset({"not", "open", "without", "stays"})


def tagged(lexicon: Lexicon, table: Table, line: str) -> list[Tagged]:
    """Return the words of a line tagged by what they can be."""
    answer, said = table.face.commands[0], tokens(_POSSESSIVE.sub("", line))
    plain = [word for one in said for word in lexicon.order_words.instead.get(one, one).split()]
    words = _numbers_as_figures(lexicon, plain, steps=answer in _STEPS)
    words = _reserve_last(lexicon, words) if answer == "sr" else words
    cards = units_of(table.game.state.hand[table.side])
    found_in = mentions(lexicon, words, cards)
    named = {item.at: item for item in _read_names(lexicon, found_in, words, steps=answer in _STEPS)}
    if answer == "play":
        named |= {item.at: item for item in _read_card_numbers(lexicon, words, cards)}
    found, at = list[Tagged](), 0
    while at < len(words):
        item = _read_letter(lexicon, answer, words, at) or _read_item(lexicon, table, words, at, named)
        found.append(item)
        at = max(item.end, at + 1)
    return in_context(found, steps=answer in _STEPS or answer == "choose")


def _numbers_as_figures(lexicon: Lexicon, words: Sequence[str], *, steps: bool) -> list[str]:
    """Return words with numbers as figures; "both" and "one" stay words where they don't count units named after them."""
    kept = list[str]()
    for at, word in enumerate(words):
        behind, before = words[at + 1] if at + 1 < len(words) else "", words[at - 1] if at else ""
        boxed = bool(lexicon.reserve.intersection(words[at + 2 : at + 3]))
        units = behind in _COUNTED or (behind in lexicon.nations and not boxed)
        points = behind in _OPS or before in _PHRASED or (steps and behind in _OF_STEPS)
        if word == _BOTH and behind in lexicon.nations and behind.endswith("s"):
            kept.append(_SIGNS[_BOTH])  # `both russians`
        elif word == _BOTH:
            kept.append("2" if units and behind != "of" else _SIGNS[_BOTH])
        else:
            # `one of the armies` leaves open which; corps in the reserve are alike.
            alike = behind != "of" or lexicon.reserve.union(CORPS_WORDS).intersection(words[at + 2 : at + 5])
            kept.append(_SIGNS[_ONE] if word == _ONE and not ((units and alike) or points) else word)
    plain = {sign: word for word, sign in _SIGNS.items()}
    counted = [plain.get(word, word) for word in lexicon.counted(kept)]
    for at in range(len(counted) - 1):
        numbers = counted[at] == "army" and counted[at + 1].isdecimal() and not (at and counted[at - 1][:1].isdecimal())
        if numbers and counted[at + 2 : at + 3] not in (["corps"], ["c"], ["armies"], ["army"], ["steps"]):
            counted[at : at + 2] = counted[at + 1], "army"  # `army 2 to tannenberg`
    return [_FIRSTLY if word == "1st" and _is_order(lexicon, counted, at) else word for at, word in enumerate(counted)]


def _reserve_last(lexicon: Lexicon, words: Sequence[str]) -> list[str]:
    """Return words with the Reserve Box after several corps that are said to be of it: `two reserve corps`."""
    found = list(words)
    for at in range(1, len(words) - 1):
        if words[at - 1].isdecimal() and words[at] in lexicon.reserve and words[at + 1] in CORPS_WORDS:
            found[at : at + 2] = [words[at + 1], "from", words[at]]
            return found
    return found


def _is_order(lexicon: Lexicon, words: Sequence[str], at: int) -> bool:
    """Return whether "first" gives the order of things and isn't a unit's number: `corps first`, `first fr 5`."""
    before, behind = words[at - 1] if at else "", words[at + 1 :]
    ended = not behind or not behind[0].isalnum() or behind[0] in ("then", "and")
    named = before[-1:].isdecimal() or before in CORPS_WORDS | ARMY_WORDS | {"armies"} or before in lexicon.spaces
    named = named or (
        ended and (before in _GOES or (at > 1 and words[at - 2][:1].isdecimal() and before[:1].isdecimal()))
    )
    numbered = len(behind) > 1 and behind[0] in lexicon.nations and behind[1][:1].isdecimal()
    return (named and not (behind[:1] and behind[0] in ARMY_WORDS)) or numbered


def _read_item(lexicon: Lexicon, table: Table, words: Sequence[str], at: int, names: Mapping[int, Tagged]) -> Tagged:
    """Return the item that begins at a word: the longest name or turn of speech."""
    if words[at] in MODES and table.face.commands[0] == "play":
        return Tagged("use", at, words[at], frozenset({MODES[words[at]]}))
    named, phrase = names.get(at), _phrase(lexicon, words, at)
    cut = min(
        (begin for begin in names if phrase is not None and at < begin < phrase.end < names[begin].end), default=0
    )
    phrase = (
        _phrase(lexicon, words[:cut], at) if cut else phrase
    )  # `not` before `the corps`, which `not the` would part
    if phrase is not None and (named is None or phrase.end > named.end or phrase.end - at > 1 == named.end - at):
        return phrase if phrase.end - at > 1 or named is None else named
    word = words[at]
    if named is not None:
        return named
    if not word.isalnum():
        return Tagged("mark", at, word)
    if word in MODES:
        return Tagged("use", at, word, frozenset({MODES[word]}))
    return (
        _correct_typo(lexicon, table, word, at)
        or _complete_space(lexicon, table, words, at)
        or Tagged("word", at, word)
    )


def _read_names(lexicon: Lexicon, found: Mentions, words: Sequence[str], *, steps: bool) -> Iterator[Tagged]:
    """Yield the units, spaces and cards of a line; next to `steps` a number counts those."""
    for unit in found.units:
        behind, before = words[unit.at + 1 : unit.at + 2], words[unit.at - 1] if unit.at else ""
        points = steps and ((behind and behind[0] in _OF_STEPS) or before in _SPENT)
        counts = unit.text.isdecimal() and (points or before in MODES)
        if unit.wish.everything and unit.wish.nation:  # `all russians`
            yield Tagged("unit", unit.at, unit.text, frozenset({"all"}), wish=replace(unit.wish, everything=False))
        elif unit.wish.everything:
            yield Tagged("word", unit.at, unit.text, frozenset({"all"}))
        elif not counts and not (unit.text.startswith("(") and unit.text.strip("() ").isdecimal()):
            yield Tagged("unit", unit.at, unit.text, wish=unit.wish)
    for space in found.spaces:
        yield Tagged("space", space.at, space.text, spaces=frozenset({space.space}))
    for card, text in found.cards:
        if (at := _find_words(words, text.split())) >= 0:
            yield Tagged("card", at, text, card=card)
    at = 0
    while at < len(words):
        end = next((end for end in range(at + _BOX, at, -1) if " ".join(words[at:end]) in lexicon.reserve), 0)
        if end:
            text = " ".join(words[at:end])
            yield Tagged("space", at, text, spaces=frozenset(lexicon.spaces[text]))
        at = max(end, at + 1)


def _read_card_numbers(lexicon: Lexicon, words: Sequence[str], hand: Collection[int]) -> Iterator[Tagged]:
    """Yield cards in hand named by their numbers: `2 for ops`, `ap 2`."""
    for at, word in enumerate(words):
        behind, before = words[at + 1 : at + 2], words[at - 1] if at else ""
        before = words[at - 2] if before == "(" and at > 1 else before  # `reinforcements (32)`
        used = (
            (behind and (behind[0] in _USED or (behind[0] in MODES and int(word or 0) > _POINTS)))
            if word.isdecimal()
            else False
        )
        told = lexicon.order_words.spoken.get
        reinforces = any("reinforcing" in told(one, ()) for one in (before, *behind))
        if word.isdecimal() and (used or before in _CARDS or reinforces):
            meant = [card for card in hand if lexicon.book.content.cards[card].number == int(word)]
            yield from (Tagged("card", at, word, card=card) for card in meant[:1])


def _read_letter(lexicon: Lexicon, answer: str, words: Sequence[str], at: int) -> Tagged | None:
    """Return the use of a space, or a corps, that a letter stands for; None for another word: `nancy (a)`, `m: lomza`, `ge4 + c`."""
    word, behind = words[at], words[at + 1] if at + 1 < len(words) else ","
    if answer in ("play", "activate"):
        closed = behind in (",", "and", ")", ";", "|", ":", "-", "–", "+") and (at or behind == ":")
        closed = closed or _between_spaces(lexicon, words, at)
        if word in LETTERS and closed:
            return Tagged("word", at, word, frozenset({"letter", LETTERS[word]}))
    elif word == "c" and (at == 0 or not words[at - 1].isdecimal()):
        return Tagged("unit", at, word, wish=UnitWish("c", army=False))
    return None


def _between_spaces(lexicon: Lexicon, words: Sequence[str], at: int) -> bool:
    """Return whether a word is right behind the name of a space and right before another one: `warsaw m lomza m`."""
    named = any(lexicon.space_at(words[:at], begin) is not None for begin in range(max(0, at - _BOX), at))
    return named and lexicon.space_at(words, at + 1) is not None


def _find_words(words: Sequence[str], named: Sequence[str]) -> int:
    """Return the position of consecutive words, -1 if a dash is between them."""
    return next((at for at in range(len(words)) if list(words[at : at + len(named)]) == list(named)), -1)


def _phrase(lexicon: Lexicon, words: Sequence[str], at: int) -> Tagged | None:
    """Return the longest phrase that begins at a word, None if there is none."""
    known = lexicon.order_words.spoken
    for end in range(min(len(words), at + lexicon.order_words.longest), at, -1):
        text = " ".join(words[at:end])
        if text in known:
            return Tagged("word", at, text, known[text])
    return None


def _correct_typo(lexicon: Lexicon, table: Table, word: str, at: int) -> Tagged | None:
    """Return the space or order word that a word is a typo of, None if there is none or the match is ambiguous."""
    if len(word) < _SLIP or not word.isalpha():
        return None
    names = [name for name in lexicon.close_names(word) if " " not in name]
    if len(word) >= _SPELLED:
        near = lexicon.order_words.spelled.near(word)
        kinds = {lexicon.order_words.spoken.get(known, frozenset()) for known in near}
        if lexicon.order_words.doubts.near(word):
            return Tagged("word", at, word, frozenset({"open"}))
        if near and names:
            return None  # `tarow`: throw, or Tarnow
        if any(kind & _KEPT for kind in kinds):
            return Tagged("word", at, word, frozenset({"open"}))  # `staays`: who stays is not guessed
        if near:
            return Tagged("word", at, word, frozenset().union(*kinds), slip=at == 0)
    meant = {min(lexicon.spaces[name]) for name in names if len(lexicon.spaces[name]) == 1}
    if len(meant) == 1:
        return Tagged("space", at, word, spaces=frozenset(meant), slip=True)
    if len(word) >= _SPELLED:
        titles = {card: lexicon.book.card_title(card) for card in units_of(table.game.state.hand[table.side])}
        like = [card for card, title in titles.items() if any(one_edit(word, one) for one in tokens(title))]
        if len(like) == 1:
            return Tagged("card", at, word, card=like[0], slip=True)
    return None


def _complete_space(lexicon: Lexicon, table: Table, words: Sequence[str], at: int) -> Tagged | None:
    """Return the space abbreviated by a word, among those with own units and their neighbours: `lom-tan`."""
    near = {stands(table, unit.id) for unit in lexicon.book.content.units if unit.side == table.side}
    near |= {space for one in near for space in lexicon.book.neighbours[one]}
    with suppress(Refusal):
        found = lexicon.read_space(words, at, near) if len(words[at]) >= _BEGUN and words[at].isalpha() else None
        if found is not None:
            dashed = bool(DASHES.intersection(words[max(0, at - 1) : found[1] + 1]))
            return Tagged("space", at, " ".join(words[at : found[1]]), spaces=frozenset({found[0]}), slip=not dashed)
    return None


__all__ = ["STOPS", "Tagged", "leads", "tagged"]
