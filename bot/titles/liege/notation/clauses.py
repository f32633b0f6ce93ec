"""Lines of several orders, parsed by a small grammar into clauses: units, action, goal and facing.

`11ib to T34 facing N and 38ib to V33`, `27 face N, 14 face NE, 11 to T34`, `34th marches to U36 and turns south, the
others stay`

A clause begins with new units once the clause before has an action. What is said once for all applies to each: a
facing, or the same action as before. Units that stay are left out; if all others stay, the phase ends. Each clause is
read as a line of its own, in the position after the clauses before it. The line means its clauses in sequence, if each
means one possible order and nothing is left over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, cast

from bot.table.offers import OfferContext
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.notation.lexicon import Item, LiegeLexicon, lexicon
from bot.titles.liege.notation.mentions import joint, spelled
from engine.liege.facts import ALLIED

#: Placeholder words for commas and sentence ends while a line is parsed.
_COMMA, _STOP = "xcommax", "xstopx"
_COMMAS: Final = re.compile(r"\s*,\s*")
_STOPS: Final = re.compile(
    r"\s*[;\n]\s*|\s+/\s+|(?:(?<=\w\w)|(?<=\s[nsNS]))(?<!\binf)(?<!\bdiv)(?<!\bbde)(?<!\bcav)(?<!\bbrig)(?<!\s\d\d)(?<!^\d\d)[.!]\s+",
    re.IGNORECASE,
)
_COLON: Final = re.compile(r":")
#: Decisions at which orders have a target.
_ATTACKS: Final = frozenset({"barrage", "shelling", "bombarding", "assaults", "combat", "attack"})
#: Decisions at which forts fire, if they are the side's own.
_FIRING: Final = frozenset({"barrage", "shelling"})
#: Decisions that accept lines of several orders.
_SEVERAL_ORDERS: Final = frozenset({"march", "barrage", "assaults", "combat", "afterwards"})
_WHO, _WHERE = frozenset({"unit", "group", "number", "all"}), frozenset({"hex", "fort"})
#: Words between names that lead to other units, or to where units are.
_LINKS: Final = frozenset({"with", "after", "via", "to", "at", "before"})
#: Maximum number of clauses of a line.
MOST: Final = 8


@dataclass(slots=True)
class Clause:
    """A part of a line about the same units.

    Attributes:
        said: its words.
        who: those that name units.
        goal: whether a place is named after the units.
        first: whether a place is named before the units.
        look: the words for the facing.
        acts: whether an action is named after the units.
        stays: whether the units stay.
        named: whether a unit is named individually, rather than with all others.
        same: whether the units do the same as others.
        partly: whether a manner is named: with guns alone, by force, in firing position.
        out: units excluded from `who`.
    """

    said: list[str] = field(default_factory=list)
    who: list[str] = field(default_factory=list)
    goal: bool = False
    first: bool = False
    look: list[str] = field(default_factory=list)
    acts: bool = False
    stays: bool = False
    named: bool = False
    same: bool = False
    partly: bool = False
    out: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        """Return whether it already says what its units do, so that further units begin another clause."""
        return bool(self.who) and bool(self.goal or self.look or self.stays or self.same)

    @property
    def text(self) -> str:
        """Return its words as a line."""
        return " ".join(self.said)


@dataclass(frozen=True, slots=True)
class Piece:
    """A name or word of a line, by its role there: who, where, look, how, link, act, stay, same, pause, stop, word."""

    kind: str
    text: str
    key: str = ""
    item: Item | None = None


def clauses(context: OfferContext, line: str) -> list[str] | None:
    """Return the clauses of a line as separate lines, with `hold` and `done` to end the phase; None if it has only one."""
    if context.table.kind not in _SEVERAL_ORDERS:
        return None
    found = _Parser(context).parse(list(_split(context, line)))
    if not 1 < len(found) <= MOST:
        return None
    return _LineMaker(lexicon(cast("LiegeBook", context.names)), aimed=context.table.kind in _ATTACKS).lines(found)


def _split(context: OfferContext, line: str) -> Iterator[Piece]:
    """Yield the names and words of a line in order."""
    known = lexicon(cast("LiegeBook", context.names))
    whole = known.over.sub(f" {_STOP} done", known.with_counts_spelled_out(line.strip(" .!?,;")))
    marked = _STOPS.sub(f" {_STOP} ", _COLON.sub(" ", known.with_repeated_types(whole)))
    text = _COMMAS.sub(f" {_COMMA} ", spelled(known, marked))
    text = known.effort.sub(" ", text) if context.table.kind in _ATTACKS else text
    named = known.scan(text)[0]
    items = {item.at: item for at, item in enumerate(named) if not joint(named, at)}
    words = known.split(text)
    own_forts = context.table.side == ALLIED and context.table.kind in _FIRING
    acts = frozenset().union(*known.verbs.values()) - known.harmless - known.filling
    at = 0
    while at < len(words):
        item, word = items.get(at), known.key(words[at])
        if item is None and word in known.others:
            yield Piece("who", words[at], word, Item("all", (), words[at]))
            at += 1
            continue
        if item is None:
            yield Piece(_kind_of_word(known, word, acts), words[at], word)
            at += 1
            continue
        kind = "who" if item.kind in _WHO or (item.kind == "fort" and own_forts) else item.kind
        kind = "where" if kind in _WHERE else "look" if kind in ("side", "facing") else kind
        kind = "link" if kind in _LINKS else "how" if kind in ("partly", "forced", "deploy") else kind
        yield Piece(kind, item.text, word, item)
        at += len(known.split(item.text))


def _kind_of_word(known: LiegeLexicon, word: str, acts: frozenset[str]) -> str:
    """Return the role of a word that names nothing."""
    for kind, words in (
        ("stop", (_STOP.casefold(),)),
        ("pause", (_COMMA.casefold(), *known.clause["joints"])),
        ("except", known.naming["excepting"] | {"not"}),
        ("relative", known.clause["relatives"]),
        ("same", known.same),
        ("stay", known.staying),
        ("link", known.naming["inside"] | known.naming["joining"] | known.clause["links"]),
        ("act", acts),
    ):
        if word in words:
            return kind
    return "word"


class _Parser:
    """Groups pieces into clauses."""

    def __init__(self, context: OfferContext) -> None:
        self._aimed = context.table.kind in _ATTACKS
        self._arrives = bool(context.table.may("arrive")) if context.table.kind == "march" else False
        self._known = lexicon(cast("LiegeBook", context.names))
        self._found: list[Clause] = []
        self._now = Clause()
        self._gap: list[Piece] = []
        self._last: Piece | None = None
        self._ahead = ""
        self._looking = self._excepting = False

    def parse(self, pieces: Sequence[Piece]) -> list[Clause]:
        """Return the clauses of a line."""
        for at, piece in enumerate(pieces):
            self._ahead = pieces[at + 1].kind if at + 1 < len(pieces) else ""
            if piece.kind == "stop":
                self._close()
            elif piece.kind == "pause" and not (piece.key == "but" and self._is_exclusion(pieces, at)):
                self._gap.append(piece)
            else:
                self._add(piece)
            if piece.key not in self._known.naming["articles"] or piece.item is not None:
                self._last = piece
        self._close()
        return self._found

    def _is_exclusion(self, pieces: Sequence[Piece], at: int) -> bool:
        """Return whether a "but" excludes units from those before it: `everyone but 38ib`."""
        before = pieces[at - 1].item if at else None
        return before is not None and before.kind in ("all", "group")

    def _add(self, piece: Piece) -> None:
        now, paused = self._now, bool(self._gap)
        articles = self._known.naming["articles"] - self._known.clause["several"]
        if paused and piece.key in articles and piece.item is None:
            self._gap.append(piece)  # belongs to the next units
            return
        if piece.kind == "relative" and paused and now.who:
            who = [*now.who, *now.out][-1]
            self._close()
            self._append(Piece("who", who, item=Item("unit", (), who)))
            return
        gap = [one.text for one in self._gap if one.kind == "word" or one.key in ("and", "also")]
        if self._begins_clause(piece, paused=paused):
            self._close()
            gap = [one for one in gap if self._known.key(one) in self._known.naming["articles"]]
        self._now.said += gap
        self._gap = []
        self._append(piece)

    def _begins_clause(self, piece: Piece, *, paused: bool) -> bool:
        """Return whether a piece begins a new clause."""
        now, last = self._now, self._last
        if self._excepting or (last is not None and last.kind in ("link", "except") and not self._dug_in(piece)):
            return False
        if piece.kind == "who":
            return now.complete or (bool(now.who) and now.acts and (paused or piece.key in self._known.others))
        if piece.kind == "where":
            return paused and self._aimed and now.first and bool(now.who)
        if piece.kind == "act":
            return paused and (now.stays or (now.complete and self._ahead == "who"))  # `11ib to t34, then turn 38ib`
        if piece.key in self._known.clause["denials"] | self._known.clause["nobody"]:
            return paused and now.complete and not self._aimed
        return piece.kind == "word" and paused and now.complete and piece.key in self._known.clause["several"]

    def _dug_in(self, piece: Piece) -> bool:
        """Return whether the link before "the rest" ends the verb of others: `27 digs in rest nothing`."""
        last, ahead = self._last, self._now.said[-2:][:1]
        verbs = self._known.verbs["dig"]
        digs = last is not None and last.key in verbs and bool(ahead) and self._known.key(ahead[0]) in verbs
        return digs and piece.key in self._known.others

    def _append(self, piece: Piece) -> None:
        """Add a piece to the clause."""
        now, kind = self._now, piece.kind
        now.said.append(piece.text)
        looking, self._looking = self._looking and kind in ("where", "look", "link", "word"), False
        self._excepting = kind == "except" or (self._excepting and kind in ("who", "word"))
        if kind == "who" and self._excepting:
            now.out.append(piece.text)
        elif kind == "who":
            now.who.append(piece.text)
            now.named |= piece.item is not None and piece.item.kind != "all"
        elif kind == "look" or (kind == "where" and looking):
            now.look.append(piece.text)
            self._looking = kind == "look" and piece.item is not None and piece.item.kind == "facing"
        elif kind == "where":
            located = self._last is not None and self._last.key in self._known.clause["locating"] and not self._arrives
            now.goal |= bool(now.who) and not located
            now.first |= not now.who
        elif kind == "link" and looking:
            self._looking = True
            now.look.append(piece.text)
        elif kind in ("act", "how"):
            now.acts |= bool(now.who)
            now.partly |= kind == "how"
        elif kind in ("stay", "same"):
            now.stays |= kind == "stay"
            now.same |= kind == "same"

    def _close(self) -> None:
        if self._now.said:
            self._found.append(self._now)
        self._now, self._gap = Clause(), []
        self._looking = self._excepting = False


class _LineMaker:
    """Turns clauses into lines, repeating in each what is said for several."""

    def __init__(self, known: LiegeLexicon, *, aimed: bool) -> None:
        self._known, self._aimed = known, aimed
        self._found: list[Clause] = []

    def lines(self, found: Sequence[Clause]) -> list[str] | None:
        """Return clauses as lines; None if one of them says nothing on its own."""
        ends, held = list[str](), False
        for at, clause in enumerate(found):
            if self._is_end(clause) and at + 1 == len(found):
                ends.append("done")
            elif clause.stays and clause.who and not clause.goal:
                held |= not clause.named
            elif not self._says_nothing(clause) and not self._merge(clause):
                return None
        if held:
            ends = ["hold the rest"]
        idle = [clause for clause in found if clause.stays and clause.named and not clause.goal]
        stayed = [who for clause in idle for who in clause.who]
        if any(who in stayed for clause in self._found for who in clause.who):
            return None
        for clause in self._found:
            if stayed and not clause.named and clause.who:  # all others
                rest = {word for word in clause.said if self._known.key(word) in self._known.others}
                everybody = (
                    [] if set(clause.who) - rest else [self._known.everyone]
                )  # `everyone else` names all already
                said = [one for word in clause.said for one in (everybody if word in rest else [word])]
                clause.said = [*said, "except", *stayed]
        return [*(clause.text for clause in self._found), *ends] or None

    def _is_end(self, clause: Clause) -> bool:
        words = [self._known.key(word) for word in clause.said]
        return bool(set(words) & self._known.clause["ends"]) and not clause.who and not clause.goal and not clause.first

    def _says_nothing(self, clause: Clause) -> bool:
        """Return whether a clause after another one only says that nobody digs, which needs no order: `34 to u36, no digging`."""
        words = [self._known.key(word) for word in clause.said]
        alone = bool(self._found) and not clause.who and not clause.goal and not clause.first
        denied = self._known.clause["denials"] | self._known.clause["nobody"]
        return alone and words[0] in denied and set(words[1:]) <= self._known.verbs["dig"]

    def _same_target(self, clause: Clause, before: Clause) -> bool:
        """Return whether a clause only names more who act on the same place: `mortars at barchon, howitzers at barchon as well`."""
        known = self._known
        items, others = known.scan(clause.text)
        verbs = known.verbs["fire"] | known.verbs["attack"] | known.clause["helping"] | known.same
        places, those = (
            {(item.kind, item.ids) for item in found if item.kind in ("hex", "fort")}
            for found in (items, known.scan(before.text)[0])
        )
        plain = set(others) <= known.harmless | known.filling | verbs
        return bool(clause.who) and bool(before.who) and clause.named and len(places) == 1 and places == those and plain

    def _merge(self, clause: Clause) -> bool:
        """Add a clause, as it is or merged into those before it; return False if neither is possible."""
        before = self._found[-1] if self._found else None
        if clause.look and not clause.goal and not clause.named and before is not None:
            several = clause.who or set(map(self._known.key, clause.said)) & self._known.clause["several"]
            without = [one for one in (self._found if several else [before]) if not one.look]
            for one in without:
                one.said += ["facing", *_facing_words(clause.look, self._known)]
                one.look = clause.look
            return bool(without)
        alike = clause.who and clause.same and not clause.goal and not clause.look
        if before is not None and alike and not self._aimed:  # else they act on one target together
            shared = [word for word in before.said if word not in before.who]
            self._found.append(
                Clause([*clause.who, *shared], clause.who, goal=before.goal, look=before.look, named=True)
            )
            return True
        if self._aimed and before is not None and self._same_target(clause, before):
            at = max((at for at, word in enumerate(before.said) if word in before.who), default=-1) + 1
            before.said[at:at] = clause.who
            before.who += clause.who
            return True
        helps = self._aimed and clause.who and not clause.goal and not clause.first
        if helps and before is not None and (before.goal or before.first):
            plain = self._known.clause["helping"] | self._known.same
            joined = [word for word in clause.said if self._known.key(word) not in plain]
            at = (
                max((at for at, word in enumerate(before.said) if word in before.who), default=len(before.said) - 1) + 1
            )
            before.said[at:at] = joined
            before.who += clause.who
            return True
        scouts = before is not None and set(map(self._known.key, clause.said)) & self._known.verbs["scout"]
        if before is not None and not clause.who and (scouts or (clause.partly and not clause.first)):
            before.said += clause.said  # `9kd to w33, then scout x34`
            return True
        self._found.append(clause)
        return bool(clause.who or clause.first)


def _facing_words(look: Sequence[str], known: LiegeLexicon) -> list[str]:
    """Return the words for a facing or direction without verbs and prepositions."""
    return [
        word
        for word in look
        if all(item.kind in ("side", "hex", "fort") for item in known.scan(word)[0]) and known.scan(word)[0]
    ]


__all__ = ["MOST", "clauses"]
