"""What a typed line means at a moment of a game: the command for words that are none.

The words are those of a `Phrasebook`; what units, spaces and cards mean without a command the title says. An act that costs
something is never guessed: a phrase means one thing at the decision under which it is listed, and orders are asked about as ever
where something would lapse.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass

from bot.narration.texts import Texts
from bot.table.phrasebook import LONGEST, Phrasebook, phrasebook
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.typed_text import legible
from bot.titles import title_of
from bot.titles.vocabulary import Vocabulary

#: What parts the pieces of a line.
_PIECE = re.compile(r"([;\n]\s*)")
#: Words of a line at most in which phrases are looked for.
_GUESSED = 24
#: What ends the present decision, where nobody does anything more.
_ENDS = frozenset({"done", "hold"})
#: What parts the entries of a list: a stroke between blanks, a number with a bracket, and one with a point where the first entry has it.
_STROKE, _NUMBERED, _POINTED = (
    re.compile(r"\s+/\s+"),
    re.compile(r"(?:^|[\s,;]+)[1-9a-h]\)\s+(?=\w)"),
    re.compile(r"(?:^|[\s,;]+)[1-9]\.\s+(?=\w)"),
)
#: A paragraph of the rules, named by its sign.
_RULE = re.compile(r"^§+\s*(\S+)$")


@dataclass(frozen=True, slots=True)
class Moment:
    """The game of whoever types a line.

    Attributes:
        table: the game as its decider meets it; None where none is played, or whoever types has no seat in it.
        lobby: whether it has not begun.
        asked: whether a question waits for the answer of whoever types.
        orders: the names of the orders that it is asked about.
    """

    table: Table | None = None
    lobby: bool = False
    asked: bool = False
    orders: frozenset[str] = frozenset()

    @property
    def before(self) -> int:
        """The number of the turn before the present one."""
        game = self.table.game if self.table is not None else None
        return max(1, title_of(game).moment(game)[0] - 1) if game is not None else 1


@dataclass(frozen=True, slots=True)
class Meaning:
    """The command line that somebody means, or that they say yes to the question that was asked."""

    line: str
    yes: bool = False


class Interpreter:
    """Finds what a line means, in the words of a title in one language."""

    def __init__(self, vocabulary: Vocabulary, words: Texts) -> None:
        self._vocabulary, self._words, self._language = vocabulary, words, words.language
        self._book: Phrasebook = phrasebook(words)

    def plainly(self, line: str) -> str:
        """Return a line without words of courtesy, marks at its end and filling words."""
        said = _RULE.sub(r"rules \1", self._book.plainly(_unlisted(legible(line))))
        if self._book.requests_it(line) and (wish := self._book.wondered(said)) and not self._means_by_itself(said):
            said = self._book.plainly(wish)  # `could I please use blockade for ops`
        return self._looked_up(said)

    def asks(self, line: str) -> bool:
        """Return whether a line as it was typed is a question, and no request with a question mark: `could you flip FR 5?`."""
        begun = self._book.key(" ".join(line.split()[: len("could you".split())]))
        requested = begun in self._book.requests or (self._book.requests_it(line) and self._wish(line))
        return line.rstrip().endswith("?") and not requested

    def wonders(self, line: str) -> str:
        """Return what a line asks whether it may be done, as if it were ordered: `can I move sedan and paris`; "" for another one, or a request."""
        return "" if self._book.requests_it(line) else self._wish(line)

    def _wish(self, line: str) -> str:
        """Return a line without the words by which it asks whether something may be done, "" for another one."""
        said = self._book.plainly(legible(line))
        return "" if self._means_by_itself(said) else self._book.wondered(said)

    def _means_by_itself(self, said: str) -> bool:
        """Return whether a line is a phrase as it stands: `can I undo`."""
        key, book = self._book.key(said), self._book
        return key in book.anywhere or key in book.of_decisions or key in book.lobby

    def free(self, said: str) -> bool:
        """Return whether a line means the same at every moment."""
        book, key = self._book, self._book.key(said)
        if key in book.of_decisions or key in book.lobby:
            return False
        return "{" not in book.anywhere[key] if key in book.anywhere else self._taken(said)

    def meaning(self, said: str, moment: Moment, *, question: bool = False) -> Meaning:
        """Return what a line means at a moment: itself where it is a command, or nothing is known of it.

        A `question` that begins with no command is looked up before it is an order, as far as the title knows what it is about.
        """
        book, key, table = self._book, self._book.key(said), moment.table
        if (answer := self._answered(said, key, moment)) is not None:
            return answer
        bare = self._vocabulary.by_name.get(said)
        if bare is not None and bare.alone and not self._here(key, moment):
            return Meaning(said)  # whatever a phrase of the same words may mean
        if found := self._whole(key, moment):
            return Meaning(found)
        if book.yes.get(key) == "yes" and table is not None:
            return Meaning("panel")  # nothing was asked that this would answer
        if question and table is not None and self._may_ask(said):
            title = title_of(table.game)
            if look := title.asked(title.offer_context(table, self._language), said):
                return Meaning(look)
        said = self._ordered(said, table)
        if (again := book.key(said)) != key and (found := self._whole(again, moment)):
            return Meaning(found)
        if table is not None and not table.mine and key in book.of_decisions:
            return Meaning("done")  # it is the other side's decision that this would end
        command = self._vocabulary.by_name.get(_first(said))
        if table is None or self._taken(said) or (command is not None and command.part != "looking"):
            return Meaning(said)
        title = title_of(table.game)
        return Meaning(title.meant(title.offer_context(table, self._language), said) or said)

    def _answered(self, said: str, key: str, moment: Moment) -> Meaning | None:
        """Return the answer to the question that was asked, None for another line."""
        said_yes = self._book.yes.get(key, "")
        if moment.asked and said_yes and (said_yes == "yes" or said_yes in moment.orders):
            return Meaning(said, yes=True)
        return Meaning("panel") if moment.asked and key in self._book.no else None

    def _may_ask(self, said: str) -> bool:
        """Return whether a line is no command; what an order does is asked without its stroke: `attack sedan?`."""
        name = _first(said)
        return name not in self._vocabulary.by_name or (name in self._vocabulary.orders and not said.startswith("/"))

    def guesses(self, said: str, moment: Moment) -> list[str]:
        """Return what words within a line mean at the present decision, or while a game has not begun; those of several words first."""
        book, words = self._book, said.split()[:_GUESSED]
        denied = book.denials.intersection(book.key(word) for word in words)
        for lengths in (range(LONGEST, 1, -1), (1,)):
            runs = [
                book.key(" ".join(words[at : at + length]))
                for length in lengths
                for at in range(len(words) - length + 1)
            ]
            # What is said within a line that says no means the opposite, but where that is in it.
            meant = dict.fromkeys(
                self._here(key, moment)
                for key in runs
                if key not in book.yes.keys() | book.no and (not denied or not denied.isdisjoint(key.split()))
            )
            if found := [line for line in meant if line and line != "panel"]:
                return found
        return []

    def covered(self, said: str, moment: Moment) -> str:
        """Return what a line means at the present decision that is made of phrases for one thing and of words that add nothing; "" for another one."""
        book, words, found, at = self._book, said.split(), set[str](), 0
        if len(words) > _GUESSED:
            return ""
        while at < len(words):
            runs = [
                (length, self._covers(" ".join(words[at : at + length]), moment)) for length in range(LONGEST, 0, -1)
            ]
            length, meant = next(((length, meant) for length, meant in runs if meant), (1, ""))
            if meant:
                found.add(meant)
            elif (key := book.key(words[at])) and key not in book.fillers:
                return ""
            at += length
        if found <= _ENDS:
            return min(found, default="")  # said in two ways
        return min(found) if len(found) == 1 and found != {"panel"} else ""

    def _covers(self, words: str, moment: Moment) -> str:
        """Return what a run of words means at a moment: at the present decision, or everywhere, where it costs nothing."""
        key = self._book.key(words)
        if key in self._book.fillers:
            return ""
        meant = self._whole(key, moment)
        command = self._vocabulary.by_name.get(_first(meant))
        return (
            meant
            if meant
            and (
                self._here(key, moment)
                or _first(meant) == "undo"
                or (command is not None and command.part == "looking")
            )
            else ""
        )

    def _here(self, key: str, moment: Moment) -> str:
        """Return what a phrase means at the present decision, or while a game has not begun; "" where that is nothing."""
        book, table = self._book, moment.table
        if table is not None and table.mine:
            for group in book.decisions:
                if key in group.means and (table.kind in group.kinds if group.kinds else _ends(table)):
                    return group.means[key]
        return book.lobby.get(key, "") if moment.lobby else ""

    def _whole(self, key: str, moment: Moment) -> str:
        """Return what a whole line means at a moment, by its key; "" where that is nothing."""
        book = self._book
        if here := self._here(key, moment):
            return here
        meant = book.anywhere.get(key, "")
        return meant.format(before=moment.before) if "{" in meant else meant

    def _ordered(self, said: str, table: Table | None) -> str:
        """Return a line with the names of the commands that its words stand for."""
        if _first(said) == "choose":
            return said
        known, mine = self._vocabulary.by_name, table is not None and table.mine
        if _first(said) not in known and (around := self._book.around(said)):
            return self._looked_up(around)
        verbs = table.game.decision.verbs if table is not None and mine else ()
        own = self._own_orders(table) if table is not None and mine else {}
        parts = _PIECE.split(self._book.parted(said))
        for at, one in enumerate(parts):
            if _PIECE.fullmatch(one):
                continue
            # A command or a choice by its name comes first, but where more words than that are those of an order.
            least = 2 if _first(one) in verbs or _first(one) in known else 1
            if ordered := self._book.ordered(one, own, least):
                parts[at] = self._shown(ordered)
        return self._looked_up("".join(parts))

    def _own_orders(self, table: Table) -> dict[str, str]:
        """Return what first words stand for at the present decision alone."""
        found: dict[str, str] = {}
        for group in self._book.decisions:
            if table.kind in group.kinds:
                found |= group.orders
        return found

    def _shown(self, piece: str) -> str:
        """Return a look-up without another one before it: `show score`, `show map russia`."""
        name, _, rest = piece.partition(" ")
        command = self._vocabulary.by_name.get(name)
        if command is None or command.part != "looking" or not rest:
            return piece
        bare = self._looked_up(piece).partition(" ")[2]
        other = self._vocabulary.by_name.get(_first(bare))
        looks = other is not None and other.part == "looking"
        return self._book.anywhere.get(self._book.key(bare), "") or (bare if looks else piece)

    def _looked_up(self, said: str) -> str:
        """Return a look-up without the filling words after it."""
        command = self._vocabulary.by_name.get(_first(said))
        if command is None or command.part != "looking":
            return said
        name, *rest = said.split()
        while len(rest) > 1 and rest[0].casefold() in self._book.filling:
            rest = rest[1:]
        return " ".join([name, *rest])

    def _taken(self, line: str) -> bool:
        """Return whether a line begins with a command that takes all that follows, or with an order."""
        known, name = self._vocabulary, _first(line)
        if name not in known.by_name:
            return False
        with contextlib.suppress(Refusal):
            return name in known.orders or bool(known.by_name[name].parse(line.partition(" ")[2], self._words))
        return False


def _unlisted(line: str) -> str:
    """Return a list in one line as its entries with semicolons between: `Lomza M / Warsaw M`, `1) RU 2 to Tannenberg 2) ...`."""
    line = _STROKE.sub("; ", line)
    for mark in (_NUMBERED, _POINTED):
        if line[:1] in ("1", "a") and mark.match(line):
            line = mark.sub("; ", line).removeprefix("; ")
    return line


def _first(line: str) -> str:
    return line.partition(" ")[0].removeprefix("/").casefold()


def _ends(table: Table) -> bool:
    """Return whether the present decision is one that its player ends or passes."""
    return bool(table.face.quits or table.face.ending or {"done", "pass"} & set(table.face.commands))


__all__ = ["Interpreter", "Meaning", "Moment"]
