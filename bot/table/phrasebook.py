"""Phrases people type in their own words, from the files of the host and a title, mapped to commands.

A file contains patterns, not single lines: `(end|finish) [movement|moves]` is a word of the first group, optionally
followed by one of the second; `<show>` is a group defined in the table `sets`; `*` in the middle stands for arbitrary
words. Patterns and lines are compared in lower case without punctuation, articles and plurals, so a file doesn't list
those variants.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from bot.narration.texts import Texts
from bot.table.definitions import Definitions
from bot.table.phrase_table import KINDS, NUMBER, SHOW, PhraseTable
from bot.table.self_correction import correction_pattern
from bot.table.shorthand import Shorthand
from bot.table.typed_text import EditIndex, phrase

#: Punctuation at the end of a sentence, meaningless in an order.
_MARKS = re.compile(r"[\s!.?…]+$")
#: Parts of a pattern: a group, an optional group, a named group, plain words.
_PART = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|<(\w+)>|([^()\[\]<>]+)")
_SET = re.compile(r"<(\w+)>")
#: A sign before a number, which is no separator: `undo -1` is not `undo 1`.
_SIGN = re.compile(r"(?<!\S)([-+–—−])\s*(?=\d)")
#: Most leading words that stand for a command.
LONGEST = 6
#: Most words of a whole-line phrase.
_PHRASE = 12
#: Placeholder in a command for the words matched by the star.
_REST = "*"
#: Fewest letters of a plural.
_PLURAL = 3
#: Words whose form with an s is not a plural but short for "is".
_ASKING = frozenset({"what", "where", "when", "who", "how", "why"})
#: Cached phrasebooks, one per language and title.
_KEPT = 16
#: Cached normalised words.
_WORDS = 2048


@dataclass(frozen=True, slots=True)
class Decision:
    """Phrases understood only at some decisions; with no kinds, at every decision that can be ended."""

    kinds: frozenset[str]
    means: Mapping[str, str]
    orders: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Frame:
    """Words before and after something: `what does * do`."""

    before: str
    after: str
    command: str


@dataclass(slots=True)
class Phrasebook:
    """Everything understood in one language in games of one title."""

    #: Courtesies before and after an order, not part of it; and words ignored within a phrase.
    before: frozenset[str]
    behind: frozenset[str]
    amid: frozenset[str]
    #: Questions what a term is.
    definitions: Definitions = field(default_factory=lambda: Definitions((), {}))
    #: Two leading words that name something although the first one is also a courtesy: `first army`.
    kept: frozenset[str] = frozenset()
    #: Beginnings of requests, which are not questions in spite of the question mark.
    requests: frozenset[str] = frozenset()
    #: Beginnings of questions whether something may be done, and the words that make them requests.
    modals: frozenset[str] = frozenset()
    #: Beginnings of questions whose first word otherwise stands for a look-up: `where can`.
    asking: frozenset[str] = frozenset()
    polite: frozenset[str] = frozenset()
    #: Words for the other player or side, of whom a question asks nothing that is wished for: `can he attack`.
    others: frozenset[str] = frozenset()
    #: Words that ask what something costs, in a line without figures.
    pricing: frozenset[str] = frozenset()
    #: A correction within a line: `sedan, no wait, verdun`.
    correcting: re.Pattern[str] = re.compile("(?!)")
    #: Words that negate a sentence.
    denials: frozenset[str] = frozenset()
    #: Beginnings of lines that ask to see what follows.
    seeing: re.Pattern[str] = re.compile("(?!)")
    #: Words beside which a typo may turn an order round.
    hedges: frozenset[str] = frozenset()
    #: Words that add nothing to a phrase.
    fillers: frozenset[str] = frozenset()
    #: Phrases that add nothing, anywhere in a line.
    chat: re.Pattern[str] = re.compile("(?!)")
    #: Clauses that say for how long somebody is away.
    away: re.Pattern[str] = re.compile("(?!)")
    #: Short forms of words.
    shorthand: Shorthand = field(default_factory=lambda: Shorthand.of({}, (), {}))
    #: Filler words after the name of a look-up.
    filling: frozenset[str] = frozenset()
    #: Whole lines by key, with their command: everywhere, before a game has begun, and in a lesson.
    anywhere: PhraseTable = field(default_factory=lambda: PhraseTable({}, ()))
    lobby: PhraseTable = field(default_factory=lambda: PhraseTable({}, ()))
    lesson: PhraseTable = field(default_factory=lambda: PhraseTable({}, ()))
    #: Answers to a question; an answer that names an action is mapped to the order that must have been asked about.
    yes: Mapping[str, str] = field(default_factory=dict)
    no: frozenset[str] = frozenset()
    #: First words of a line, or of a part of one, with their command.
    orders: Mapping[str, str] = field(default_factory=dict)
    #: The single words among them, once a misspelt one was typed.
    _beginnings: EditIndex | None = None
    decisions: Sequence[Decision] = ()
    #: Separators of orders in one line besides the semicolon.
    joints: re.Pattern[str] = re.compile("(?!)")
    #: Separators between complete orders, the safest first: commas and "and" also separate names within one.
    parting: Sequence[re.Pattern[str]] = ()
    #: Phrases with words before and after something, by first word.
    frames: Mapping[str, Sequence[_Frame]] = field(default_factory=dict)
    #: Everything understood at some decision.
    of_decisions: frozenset[str] = frozenset()
    #: The first words of whole lines, which are no short forms of commands.
    beginnings: frozenset[str] = frozenset()
    #: All words of which phrases are made.
    known_words: frozenset[str] = frozenset()

    def key(self, text: str) -> str:
        """Normalise a text: lower case without punctuation, articles and plurals; numbers keep their sign."""
        return self._joined(_words(text))

    def keys(self, pattern: str, sets: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """Yield the key of each line of a pattern; its parts are normalised once, not once in every line."""
        parts = [[self._kept_and_whole(_words(text)) for text in choices] for choices in _choices(pattern, sets)]
        for line in itertools.product(*parts):
            kept = " ".join([words for words, _ in line if words])
            yield kept or " ".join([words for _, words in line if words])

    def _joined(self, words: Iterable[str]) -> str:
        """Join normalised words for comparison."""
        kept, whole = self._kept_and_whole(words)
        return kept or whole

    def _kept_and_whole(self, words: Iterable[str]) -> tuple[str, str]:
        """Return normalised words without plurals and those ignored within a phrase; and all of them."""
        whole = " ".join(words).split()
        return " ".join([_singular(word) for word in whole if word not in self.amid]), " ".join(whole)

    def plainly(self, line: str) -> str:
        """Strip courtesies around a line and punctuation at its end."""
        line = _MARKS.sub("", line.strip())
        small = [_normalise_word(word) for word in line.split()]
        begin, end = 0, len(small)
        while end - begin > _PHRASE or not self._is_phrase(small[begin:end]):
            named = " ".join(small[begin : begin + 2]) in self.kept
            first = 0 if named else _length(small[begin : begin + LONGEST + 1], self.before, end - begin)
            last = _length(
                small[max(begin + first, end - LONGEST - 1) : end][::-1], self.behind, end - begin - first, back=True
            )
            if not first and not last:
                break
            begin, end = begin + first, end - last
        whole = end - begin == len(small)
        return line if whole else _MARKS.sub("", _inner(line, begin, len(small) - end).strip(" ,"))

    def wondered(self, line: str) -> str:
        """Strip the words that ask whether something is possible: `could I attack metz`; "" for other lines."""
        words = line.split()
        for length in range(LONGEST, 0, -1):
            if len(words) > length and " ".join(_normalise_word(word) for word in words[:length]) in self.modals:
                theirs = _normalise_word(words[length]) in self.others
                return "" if theirs else " ".join(words[length:])
        return ""

    def requests_it(self, line: str) -> bool:
        """Return whether a line contains a polite word."""
        return not self.polite.isdisjoint(_normalise_word(word) for word in line.split())

    def term(self, line: str) -> str:
        """Return the term of the glossary of which a line asks what it is: `what's a mandated offensive`; "" for another line."""
        return self.definitions.term(_words(line))

    def prices(self, line: str) -> bool:
        """Return whether a line asks what something costs: `sr cost for an army`; not one that gives the figure."""
        words = [_normalise_word(word) for word in line.split()]
        return not self.pricing.isdisjoint(words) and not any(letter.isdigit() for letter in line)

    def corrects(self, line: str) -> bool:
        """Return whether a line takes back a part of itself: `27ib.. no, 14ib`, `to v36, no wait, u36`; not `sedan, no flank`."""
        return self.correcting.search(line) is not None

    def _is_phrase(self, small: Sequence[str]) -> bool:
        """Return whether words form a phrase as they are: `what now`, `i am the entente`."""
        key = self._joined(small)
        return self.knows(key)

    def knows(self, key: str) -> bool:
        """Return whether a key is that of a whole line at some moment."""
        return key in self.anywhere or key in self.of_decisions or key in self.lobby or key in self.lesson

    def ordered(self, piece: str, own: Mapping[str, str] | None = None, least: int = 1) -> str:
        """Replace the first words of a piece of a line by the command they stand for; "" if they stand for none.

        Args:
            piece: as typed.
            own: commands by first words at the present decision, which take precedence.
            least: the fewest words to match.
        """
        said = piece.split()
        small = [_normalise_word(word) for word in said[:LONGEST]]
        if " ".join(small[:2]) in self.asking:
            return ""
        for length in range(len(small), least - 1, -1):
            if not small[length - 1]:
                continue  # punctuation is no word of a phrase
            key = self._joined(small[:length])
            command = (own or {}).get(key) or self.orders.get(key)
            if command is not None:
                return " ".join([command, *said[length:]])
        return ""

    def parted(self, line: str) -> str:
        """Separate the orders of a line by semicolons, where it says `then` or names the next order after a comma."""
        return self.joints.sub("; ", line)

    def around(self, line: str) -> str:
        """Return the command of a phrase with words before and after something, "" if it matches none."""
        words = line.split()
        small = [_normalise_word(word) for word in words]
        frames = self.frames.get(self._joined(small[:1]), ()) if words else ()
        for one in frames:
            first = next((at for at in range(1, LONGEST) if self._joined(small[:at]) == one.before), 0)
            lasts = range(max(first + 1, len(words) - LONGEST), len(words)) if first else ()
            if last := next((at for at in lasts if self._joined(small[at:]) == one.after), 0):
                return one.command.replace(_REST, " ".join(words[first:last]))
        return ""

    def plainer(self, line: str) -> str:
        """Return a line without phrases that add nothing, and with its short forms spelled out."""
        plain = self.chat.sub(" ", self.shorthand.spelled_out(line.replace("’", "'").replace("'", "")))
        return re.sub(r"^[\s,;.!]+|[\s,;]+$", "", re.sub(r"\s*,(?:\s*,)+", ",", " ".join(plain.split())))

    def misspelt(self, word: str) -> list[str]:
        """Return the orders begun by words that differ from one by one letter."""
        if self._beginnings is None:
            self._beginnings = EditIndex(word for word in self.orders if " " not in word)
        return [self.orders[one] for one in self._beginnings.near(word)]


def _separator_pattern(then: Sequence[str], orders: Sequence[str], opening: Sequence[str]) -> re.Pattern[str]:
    """Return the separators of orders: "then", a comma or "and" before an order, a colon before an operation."""
    first, second, third = ("|".join(re.escape(word) for word in words) or "(?!)" for words in (then, orders, opening))
    return re.compile(
        rf"(?<=[^\W\d_]{{3}})\.\s+(?=(?-i:[A-Z]))|\s?,?\s(?:and\s)?(?:{first})[,:]?\s|(?:\s?,\s(?:and\s)?|\sand\s)(?=(?:{second})\s)|\s?:\s(?=(?:{third})\s)",
        re.IGNORECASE,
    )


def _filler_pattern(phrases: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of phrases that add nothing, the longest first."""
    named = "|".join(sorted((re.escape(one) for one in phrases), key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{named})(?![\w-])", re.IGNORECASE)


def _away_pattern(phrases: Sequence[str], times: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of a clause that says for how long somebody is away: `back in 5`, `brb 10 min`."""
    first, units = ("|".join(sorted(map(re.escape, words), key=len, reverse=True)) for words in (phrases, times))
    clause = rf"(?:{first})(?:\s+(?:\d{{1,3}}\s?(?:{units})?|{units})(?!\w))+"
    return re.compile(rf"(?:^|[,;.!]\s*)\s*{clause}\s*(?=$|[,;.!])", re.IGNORECASE)


def _split_patterns(then: Sequence[str], joining: Sequence[str]) -> Sequence[re.Pattern[str]]:
    """Return three separator patterns, each more permissive: punctuation and "then"; also commas; also "and"."""
    first, second = ("|".join(re.escape(word) for word in words) or "(?!)" for words in (then, joining))
    behind = rf"\s*(?:\b(?:{second})\s+)?(?:\b(?:{first})\b,?\s+)?"
    ends = rf"\.\s+{behind}|(?:,\s*|\s+)(?:(?:{second})\s+)?(?:{first})\b,?\s"
    signs = (rf"[;\n]{behind}|{ends}", rf"[;\n,]{behind}|{ends}", rf"[;\n,&]{behind}|{ends}|\s(?:{second})\s")
    return [re.compile(one, re.IGNORECASE) for one in signs]


def _length(words: Sequence[str], known: frozenset[str], most: int, *, back: bool = False) -> int:
    """Return the length of the known phrase at the beginning, fewer than `most` words; 0 if there is none."""
    for length in range(min(LONGEST, len(words), most - 1), 0, -1):
        said = words[:length]
        if " ".join(reversed(said) if back else said) in known:
            return length
    return 0


def _inner(line: str, first: int, last: int) -> str:
    """Return a line without its first and last words; the spacing of the others stays."""
    if first:
        line = line.split(maxsplit=first)[first]
    return line.rsplit(maxsplit=last)[0] if last else line


def _words(text: str) -> Iterator[str]:
    """Yield the normalised words of a text."""
    return (_normalise_word(word) for word in _SIGN.sub(r"\1", text).split())


@lru_cache(maxsize=_WORDS)
def _normalise_word(word: str) -> str:
    """Normalise a word to lower case without punctuation; a number keeps its sign."""
    sign = _SIGN.match(word)
    return f"{sign[1]}{phrase(word)}" if sign is not None else phrase(word)


def _singular(word: str) -> str:
    if len(word) < _PLURAL or not word.endswith("s") or word.endswith("ss") or word[:-1] in _ASKING:
        return word
    if word.endswith("ies") and len(word) > _PLURAL + 1:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]


def _expand_pattern(pattern: str, sets: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Expand a pattern to all its lines."""
    return (" ".join(parts) for parts in itertools.product(*_choices(pattern, sets)))


def _choices(pattern: str, sets: Mapping[str, Sequence[str]]) -> list[Sequence[str]]:
    """Return the parts of a pattern, each with all it may be."""
    choices: list[Sequence[str]] = []
    for group, optional, name, plain in _PART.findall(pattern):
        if group or optional:
            each = [line for one in (group or optional).split("|") for line in _expanded_set(one, sets)]
            choices.append(["", *each] if optional else each)
        else:
            choices.append(sets[name] if name else [plain])
    return choices


def _expanded_set(part: str, sets: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Expand the set named in a part of a group; a part without one is returned unchanged."""
    found = _SET.search(part)
    return [part.replace(found[0], word) for word in sets[found[1]]] if found is not None else [part]


def _expanded_table(book: Phrasebook, words: Mapping[str, Any], sets: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Expand a table's patterns and return commands by key; the first of two equal keys counts."""
    found: dict[str, str] = {}
    for pattern, command in words.items():
        said = str(command)
        for key in book.keys(pattern, sets):
            found.setdefault(key, said)
    return found


@lru_cache(maxsize=_KEPT)
def phrasebook(texts: Texts) -> Phrasebook:
    """Return the phrasebook of a language, cached."""
    words = texts.table("phrasings")
    sets: dict[str, list[str]] = {**words["sets"], NUMBER: [KINDS[NUMBER]]}
    courtesy = words["courtesy"]
    before, behind = ({phrase(one) for one in courtesy[name]} for name in ("before", "behind"))
    book = Phrasebook(frozenset(before), frozenset(behind), frozenset(courtesy["amid"]))
    book.kept, book.filling = frozenset(courtesy["kept"]), frozenset(courtesy["filling"])
    book.requests = frozenset(book.key(one) for one in courtesy["requests"])
    book.modals, book.polite = frozenset(courtesy["modals"]), frozenset(courtesy["polite"])
    book.asking, book.others = frozenset(courtesy["asking"]), frozenset(courtesy["others"])
    book.denials, book.hedges = frozenset(courtesy["denials"]), frozenset(courtesy["hedges"])
    book.seeing = re.compile(rf"(?:{'|'.join(map(re.escape, courtesy['seeing']))})\s+(?=\S)", re.IGNORECASE)
    book.pricing = frozenset(courtesy["pricing"])
    book.correcting = correction_pattern(courtesy["correcting"], courtesy["correcting_apart"])
    book.definitions = Definitions.of(courtesy["defining"], texts)
    book.chat = _filler_pattern([*words["plainer"]["chat"], *words["plainer"].get("own", ())])
    book.fillers = frozenset(courtesy["fillers"])
    book.away = _away_pattern(courtesy["away"], courtesy["times"])
    shows = {book.key(one) for one in sets[SHOW]}
    book.anywhere, book.lobby, book.lesson = (
        PhraseTable(_expanded_table(book, words[name], {**sets, SHOW: [KINDS[SHOW]]}), shows)
        for name in ("anywhere", "lobby", "lesson")
    )
    book.yes, book.no = _expanded_table(book, words["yes"], sets), frozenset(_expanded_table(book, words["no"], sets))
    book.orders = _expanded_table(book, words["orders"], sets)
    book.joints = _separator_pattern(courtesy["then"], courtesy["orders"], courtesy["opening"])
    book.parting = _split_patterns(courtesy["then"], courtesy["joining"])
    groups = [
        Decision(
            frozenset(group.get("kinds", ())),
            _expanded_table(book, group.get("means", {}), sets),
            _expanded_table(book, group.get("orders", {}), sets),
        )
        for group in words["decisions"].values()
    ]
    book.decisions = sorted(groups, key=lambda group: not group.kinds)  # kind-specific phrases come first
    frames: dict[str, list[_Frame]] = {}
    for pattern, command in words["around"].items():
        for line in _expand_pattern(pattern, sets):
            first, _, last = line.partition(_REST)
            frames.setdefault(book.key(first).split()[0], []).append(
                _Frame(book.key(first), book.key(last), str(command))
            )
    book.frames = frames
    book.beginnings = frozenset(key.split()[0] for key in book.anywhere)
    book.of_decisions = frozenset(key for group in groups for key in group.means) | book.yes.keys() | book.no
    plain = [*before, *behind, *courtesy["filling"], *courtesy["fillers"], *book.modals, *words["plainer"]["chat"]]
    ordered = [key for group in groups for key in group.orders]
    keys = [*plain, *shows, *book.anywhere, *book.lobby, *book.lesson, *book.of_decisions, *book.orders, *ordered]
    framed = [part for about in frames.values() for one in about for part in (one.before, one.after)]
    spoken = {word for key in (*keys, *framed) for word in key.split()}
    book.known_words = frozenset(word for one in spoken for word in phrase(one).split())
    of_orders = {word for listed in words.get("spoken", {}).values() for one in listed for word in one.split()}
    book.shorthand = Shorthand.of(
        words["plainer"]["shorthand"], book.known_words | of_orders, words["plainer"]["sounds"]
    )
    return book


__all__ = ["LONGEST", "Decision", "Phrasebook", "phrasebook"]
