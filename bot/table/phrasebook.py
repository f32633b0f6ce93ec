"""What people type in their own words, as the files of the host and of a title list it, and the command that each of it means.

A file has patterns, not single lines: `(end|finish) [movement|moves]` is a word of the first group, with or without one of the second;
`<show>` is a group that the table `sets` names; `*` in the middle stands for what is typed there. Patterns and lines are compared as small
words without marks, articles and plurals, so a file needs to list none of these.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from bot.narration.texts import Texts
from bot.table.typed_text import phrase

#: What ends a sentence and means nothing in an order.
_MARKS = re.compile(r"[\s!.?…]+$")
#: The parts of a pattern: a group, an optional group, a named group, plain words.
_PART = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|<(\w+)>|([^()\[\]<>]+)")
_SET = re.compile(r"<(\w+)>")
#: A sign before a number, which is no separator: `undo -1` is not `undo 1`.
_SIGN = re.compile(r"(?<!\S)([-+–—−])\s*(?=\d)")
#: Words at the beginning of a line at most that stand for a command.
LONGEST = 6
#: Words of a whole line at most that is a phrase.
_PHRASE = 12
#: What stands in a command for what is typed in the place of the star.
_REST = "*"
#: Letters of a plural at least.
_PLURAL = 3
#: Words of which a form with an s is no plural, but short for "is".
_ASKING = frozenset({"what", "where", "when", "who", "how", "why"})
#: Languages and titles of which the phrases are kept.
_KEPT = 16
#: Words of which the small form is kept.
_WORDS = 2048


@dataclass(frozen=True, slots=True)
class Decision:
    """What is understood at some decisions alone; without kinds at all that can be ended."""

    kinds: frozenset[str]
    means: Mapping[str, str]
    orders: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Around:
    """What is typed before and after something: `what does * do`."""

    before: str
    after: str
    command: str


@dataclass(slots=True)
class Phrasebook:
    """All that is understood in one language in the games of one title."""

    #: Said around an order, and part of none; and between words of a phrase.
    before: frozenset[str]
    behind: frozenset[str]
    amid: frozenset[str]
    #: Two words at the beginning that name something, though the first of them is said around orders as well: `first army`.
    kept: frozenset[str] = frozenset()
    #: How a request begins, which is no question for all its mark.
    requests: frozenset[str] = frozenset()
    #: How a line begins that asks whether something may be done, and words with which it is a request.
    modals: frozenset[str] = frozenset()
    #: How questions begin whose first word stands for a look-up elsewhere: `where can`.
    asking: frozenset[str] = frozenset()
    polite: frozenset[str] = frozenset()
    #: Words that turn round what is said with them.
    denials: frozenset[str] = frozenset()
    #: Words that add nothing beside a phrase.
    fillers: frozenset[str] = frozenset()
    #: What adds nothing wherever it is.
    chat: re.Pattern[str] = re.compile("(?!)")
    #: Filling words after the name of a look-up.
    filling: frozenset[str] = frozenset()
    #: Whole lines, by their key, with the command that they mean: everywhere, and while a game has not begun.
    anywhere: Mapping[str, str] = field(default_factory=dict)
    lobby: Mapping[str, str] = field(default_factory=dict)
    #: The answers to a question; those that name an act, with the order that must have been asked about.
    yes: Mapping[str, str] = field(default_factory=dict)
    no: frozenset[str] = frozenset()
    #: The first words of a line, or of a piece of one, with the command that they stand for.
    orders: Mapping[str, str] = field(default_factory=dict)
    decisions: Sequence[Decision] = ()
    #: What parts the orders of one line beside a semicolon.
    joints: re.Pattern[str] = re.compile("(?!)")
    #: What may part orders that each say all of theirs, the surest first: commas and "and" also part the names in one.
    parting: Sequence[re.Pattern[str]] = ()
    #: What is typed before and after something, by its first word.
    frames: Mapping[str, Sequence[_Around]] = field(default_factory=dict)
    #: Everything that is understood at some decision.
    of_decisions: frozenset[str] = frozenset()

    def key(self, text: str) -> str:
        """Return a text as phrases are compared: small words without marks, articles and plurals; numbers keep their sign."""
        return self._joined(_small(word) for word in _SIGN.sub(r"\1", text).split())

    def _joined(self, words: Iterable[str]) -> str:
        """Return small words as phrases are compared."""
        whole = " ".join(words).split()
        kept = [_singular(word) for word in whole if word not in self.amid]
        return " ".join(kept or whole)

    def plainly(self, line: str) -> str:
        """Return a line without words of courtesy around it and marks at its end."""
        line = _MARKS.sub("", line.strip())
        small = [_small(word) for word in line.split()]
        begin, end = 0, len(small)
        while end - begin > _PHRASE or not self._known(small[begin:end]):
            named = " ".join(small[begin : begin + 2]) in self.kept
            first = 0 if named else _length(small[begin : begin + LONGEST + 1], self.before, end - begin)
            last = _length(
                small[max(begin + first, end - LONGEST - 1) : end][::-1], self.behind, end - begin - first, back=True
            )
            if not first and not last:
                break
            begin, end = begin + first, end - last
        whole = end - begin == len(small)
        return line if whole else _MARKS.sub("", _without(line, begin, len(small) - end).strip(" ,"))

    def wondered(self, line: str) -> str:
        """Return a line without the words by which it asks whether something may be done: `could I attack metz`; "" for another one."""
        words = line.split()
        for length in (2, 1):
            if len(words) > length and " ".join(_small(word) for word in words[:length]) in self.modals:
                return " ".join(words[length:])
        return ""

    def requests_it(self, line: str) -> bool:
        """Return whether a line has a word of courtesy in it."""
        return not self.polite.isdisjoint(_small(word) for word in line.split())

    def _known(self, small: Sequence[str]) -> bool:
        """Return whether words are a phrase as they stand: `what now`, `i am the entente`."""
        key = self._joined(small)
        return key in self.anywhere or key in self.of_decisions or key in self.lobby

    def ordered(self, piece: str, own: Mapping[str, str] | None = None, least: int = 1) -> str:
        """Return a piece of a line with the command that its first words stand for, "" where they stand for none.

        Args:
            piece: as it was typed.
            own: what first words stand for at the present decision, before all others.
            least: how many words it must be at least.
        """
        said = piece.split()
        small = [_small(word) for word in said[:LONGEST]]
        if " ".join(small[:2]) in self.asking:
            return ""
        for length in range(len(small), least - 1, -1):
            if not small[length - 1]:
                continue  # a mark is no word of a phrase
            key = self._joined(small[:length])
            command = (own or {}).get(key) or self.orders.get(key)
            if command is not None:
                return " ".join([command, *said[length:]])
        return ""

    def parted(self, line: str) -> str:
        """Return a line whose orders are parted by semicolons, where it says `then` or names the next order after a comma."""
        return self.joints.sub("; ", line)

    def around(self, line: str) -> str:
        """Return the command that the words before and after something mean, "" where they mean none."""
        words = line.split()
        small = [_small(word) for word in words]
        frames = self.frames.get(self._joined(small[:1]), ()) if words else ()
        for one in frames:
            first = next((at for at in range(1, LONGEST) if self._joined(small[:at]) == one.before), 0)
            lasts = range(max(first + 1, len(words) - LONGEST), len(words)) if first else ()
            if last := next((at for at in lasts if self._joined(small[at:]) == one.after), 0):
                return one.command.replace(_REST, " ".join(words[first:last]))
        return ""

    def plainer(self, line: str) -> str:
        """Return a line without what adds nothing wherever it is."""
        plain = self.chat.sub(" ", line.replace("’", "'").replace("'", ""))
        return re.sub(r"^[\s,;.!]+|[\s,;]+$", "", re.sub(r"\s*,(?:\s*,)+", ",", " ".join(plain.split())))

    def known(self) -> Iterator[str]:
        """Every single word that begins an order."""
        return (word for word in self.orders if " " not in word)


def _joints(then: Sequence[str], orders: Sequence[str], opening: Sequence[str]) -> re.Pattern[str]:
    """Return what parts orders: a word for "then", a comma or "and" before the name of an order, a colon before one that opens an operation."""
    first, second, third = ("|".join(re.escape(word) for word in words) or "(?!)" for words in (then, orders, opening))
    return re.compile(
        rf"(?<=[^\W\d_]{{3}})\.\s+(?=(?-i:[A-Z]))|\s?,?\s(?:and\s)?(?:{first})[,:]?\s|(?:\s?,\s(?:and\s)?|\sand\s)(?=(?:{second})\s)|\s?:\s(?=(?:{third})\s)",
        re.IGNORECASE,
    )


def _chat(phrases: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of phrases that add nothing, the longest first."""
    named = "|".join(sorted((re.escape(one) for one in phrases), key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{named})(?![\w-])", re.IGNORECASE)


def _parting(then: Sequence[str], joining: Sequence[str]) -> Sequence[re.Pattern[str]]:
    """Return what parts orders: marks and words for "then"; commas too; a word for "and" too."""
    first, second = ("|".join(re.escape(word) for word in words) or "(?!)" for words in (then, joining))
    behind = rf"\s*(?:\b(?:{second})\s+)?(?:\b(?:{first})\b,?\s+)?"
    ends = rf"\.\s+{behind}|(?:,\s*|\s+)(?:(?:{second})\s+)?(?:{first})\b,?\s"
    signs = (rf"[;\n]{behind}|{ends}", rf"[;\n,]{behind}|{ends}", rf"[;\n,&]{behind}|{ends}|\s(?:{second})\s")
    return [re.compile(one, re.IGNORECASE) for one in signs]


def _length(words: Sequence[str], known: frozenset[str], most: int, *, back: bool = False) -> int:
    """Return how many words at the beginning are one of the known phrases, fewer than `most`; 0 if none are."""
    for length in range(min(LONGEST, len(words), most - 1), 0, -1):
        said = words[:length]
        if " ".join(reversed(said) if back else said) in known:
            return length
    return 0


def _without(line: str, first: int, last: int) -> str:
    """Return a line without words at its beginning and end; what parts the others stays."""
    if first:
        line = line.split(maxsplit=first)[first]
    return line.rsplit(maxsplit=last)[0] if last else line


@lru_cache(maxsize=_WORDS)
def _small(word: str) -> str:
    """Return a word as small words without marks; a number keeps its sign."""
    sign = _SIGN.match(word)
    return f"{sign[1]}{phrase(word)}" if sign is not None else phrase(word)


def _singular(word: str) -> str:
    if len(word) < _PLURAL or not word.endswith("s") or word.endswith("ss") or word[:-1] in _ASKING:
        return word
    if word.endswith("ies") and len(word) > _PLURAL + 1:
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]


def _spelled(pattern: str, sets: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """All lines that a pattern stands for."""
    choices: list[Sequence[str]] = []
    for group, optional, name, plain in _PART.findall(pattern):
        if group or optional:
            each = [line for one in (group or optional).split("|") for line in _named(one, sets)]
            choices.append(["", *each] if optional else each)
        else:
            choices.append(sets[name] if name else [plain])
    return (" ".join(parts) for parts in itertools.product(*choices))


def _named(part: str, sets: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """Return a part of a group with each word of the set that it names, or itself."""
    found = _SET.search(part)
    return [part.replace(found[0], word) for word in sets[found[1]]] if found is not None else [part]


def _table(book: Phrasebook, words: Mapping[str, Any], sets: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the commands of a table by the keys of all lines that its patterns stand for; the first of two counts."""
    found: dict[str, str] = {}
    for pattern, command in words.items():
        for line in _spelled(pattern, sets):
            found.setdefault(book.key(line), str(command))
    return found


@lru_cache(maxsize=_KEPT)
def phrasebook(texts: Texts) -> Phrasebook:
    """Return the phrases of a language, made once."""
    words = texts.table("phrasings")
    sets: dict[str, list[str]] = words["sets"]
    courtesy = words["courtesy"]
    before, behind = ({phrase(one) for one in courtesy[name]} for name in ("before", "behind"))
    book = Phrasebook(frozenset(before), frozenset(behind), frozenset(courtesy["amid"]))
    book.kept, book.filling = frozenset(courtesy["kept"]), frozenset(courtesy["filling"])
    book.requests = frozenset(book.key(one) for one in courtesy["requests"])
    book.modals, book.polite = frozenset(courtesy["modals"]), frozenset(courtesy["polite"])
    book.asking = frozenset(courtesy["asking"])
    book.denials = frozenset(courtesy["denials"])
    book.chat = _chat([*words["plainer"]["chat"], *words["plainer"].get("own", ())])
    book.fillers = frozenset(courtesy["fillers"])
    book.anywhere, book.lobby = (_table(book, words[name], sets) for name in ("anywhere", "lobby"))
    book.yes, book.no = _table(book, words["yes"], sets), frozenset(_table(book, words["no"], sets))
    book.orders = _table(book, words["orders"], sets)
    book.joints = _joints(courtesy["then"], courtesy["orders"], courtesy["opening"])
    book.parting = _parting(courtesy["then"], courtesy["joining"])
    groups = [
        Decision(
            frozenset(group.get("kinds", ())),
            _table(book, group.get("means", {}), sets),
            _table(book, group.get("orders", {}), sets),
        )
        for group in words["decisions"].values()
    ]
    book.decisions = sorted(groups, key=lambda group: not group.kinds)  # what is said of a kind comes first
    frames: dict[str, list[_Around]] = {}
    for pattern, command in words["around"].items():
        for line in _spelled(pattern, sets):
            first, _, last = line.partition(_REST)
            frames.setdefault(book.key(first).split()[0], []).append(
                _Around(book.key(first), book.key(last), str(command))
            )
    book.frames = frames
    book.of_decisions = frozenset(key for group in groups for key in group.means) | book.yes.keys() | book.no
    return book


__all__ = ["LONGEST", "Decision", "Phrasebook", "phrasebook"]
