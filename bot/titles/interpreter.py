"""Interpretation of free-form lines: which command a typed line means at a given moment of a game.

The phrases come from a `Phrasebook`; the title interprets lines that name units, spaces and cards without a command. An
action with a cost is never guessed: a phrase has one meaning at the decision it is listed under, and orders that would
let something lapse are confirmed as usual.
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

#: Separators between the pieces of a line.
_PIECE = re.compile(r"([;\n]\s*)")
#: Only this many words of a line are searched for phrases.
_GUESSED = 24
#: Commands that end the present decision when the player has nothing more to do.
_ENDS = frozenset({"done", "hold"})
#: Commands without an object that act: a question in their words is answered with the panel.
_ACTS = _ENDS | {"pass", "undo"}
#: The command that looks up a rule.
RULES = "rules"
#: The command before whose subject nothing is redundant.
_HELP = "help"
#: List separators: a spaced slash, a number with a bracket, and a number with a full stop (only if the first entry has
#: it).
_STROKE, _NUMBERED, _POINTED = (
    re.compile(r"\s+/\s+"),
    re.compile(r"(?:^|[\s,;]+)[1-9a-h]\)\s+(?=\w)"),
    re.compile(r"(?:^|[\s,;]+)[1-9]\.\s+(?=\w)"),
)
#: What parts sentences.
_SENTENCES = re.compile(r"\.{2,}\s*|…\s*|[.!?]\s+|\s+[-–—]+\s+")
#: The number of an order before a colon: `Attack #1: ...`.
_LABEL = re.compile(r"^([^\W\d_]+)\s*#\s*\d+\s*:\s+")
#: A figure after a number and before a word, which may be a number or stand for "to" or "for": `fr 3 2 dig`.
_FIGURE = re.compile(r"\d(?:st|nd|rd|th)?\s+[24]\s+([^\W\d_]+)")
#: How a question begins whether something is possible.
_CAN = "can i"
#: A rules paragraph, cited with a section sign.
_RULE = re.compile(r"^§+\s*(\S+)$")


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of the game of the player who types a line.

    Attributes:
        table: the game as its decider sees it; None without a game, or if the player has no seat in it.
        lobby: whether the game hasn't begun.
        lesson: whether it is a lesson's practice game.
        asked: whether a question to this player is open.
        orders: the names of the orders that the question is about.
    """

    table: Table | None = None
    lobby: bool = False
    lesson: bool = False
    asked: bool = False
    orders: frozenset[str] = frozenset()

    @property
    def before(self) -> int:
        """Number of the previous turn, at least 1."""
        game = self.table.game if self.table is not None else None
        return max(1, title_of(game).moment(game)[0] - 1) if game is not None else 1


@dataclass(frozen=True, slots=True)
class Meaning:
    """The command line that is meant, or `yes` as the answer to the open question."""

    line: str
    yes: bool = False


class Interpreter:
    """Interprets lines in a title's phrases in one language."""

    def __init__(self, vocabulary: Vocabulary, words: Texts) -> None:
        self._vocabulary, self._words, self._language = vocabulary, words, words.language
        self._book: Phrasebook = phrasebook(words)

    def plainly(self, line: str) -> str:
        """Return a line without polite phrases, closing punctuation and filler words."""
        figured = self._book.shorthand.without_figures(legible(line))
        figured = self._book.away.sub("", figured).strip(" ,;.!") or figured
        said = _RULE.sub(r"rules \1", self._book.plainly(self._without_colon(_list_as_line(figured))))
        said = self._as_show(self._as_can(said))
        if self._book.requests_it(line) and (wish := self._book.wondered(said)) and not self._is_known_phrase(said):
            said = self._book.plainly(wish)  # `could I please use blockade for ops`
        return self._without_fillers(said)

    def _without_colon(self, line: str) -> str:
        """Return a line without the colon after the name of a command that gives no order: `odds: nancy into metz`."""
        name, colon, rest = line.partition(":")
        known = self._vocabulary.by_name.keys() - self._vocabulary.orders
        return (
            f"{name} {rest.strip()}" if colon and rest.strip() and name.removeprefix("/").casefold() in known else line
        )

    def _as_show(self, said: str) -> str:
        """Return a line that asks to see something as one that says so: `can I see the map of Poland`."""
        found = self._book.seeing.match(said.replace("'", ""))
        return (
            said if found is None or self._is_known_phrase(said) else f"show {said.replace(chr(39), '')[found.end() :]}"
        )

    def _as_can(self, said: str) -> str:
        """Return a line that asks at length whether something is possible as one that does so in short: `would it be possible to move`."""
        wish = self._book.wondered(said)
        taken = len(said.split()) - len(wish.split())
        return f"{_CAN} {wish}" if wish and taken > len(_CAN.split()) else said

    def asks(self, line: str) -> bool:
        """Return whether a line as typed is a question, and not a request with a question mark (`could you flip FR 5?`)."""
        begun = self._book.key(" ".join(line.split()[: len("could you".split())]))
        requested = begun in self._book.requests or (self._book.requests_it(line) and self._possibility_question(line))
        return (line.rstrip().endswith("?") or self._book.prices(line)) and not requested

    def wonders(self, line: str) -> str:
        """Return the order in a line that asks whether it is possible (`can I move sedan and paris`); "" for other lines and for requests."""
        return "" if self._book.requests_it(line) else self._possibility_question(line)

    def _possibility_question(self, line: str) -> str:
        """Return a line without the words that ask whether something is possible, "" if it has none."""
        said = self._book.plainly(legible(line))
        seen = self._book.seeing.match(said) is not None
        return "" if seen or self._is_known_phrase(said) else self._book.wondered(said)

    def _is_known_phrase(self, said: str) -> bool:
        """Return whether a line is a known phrase as it is: `can I undo`."""
        return self._book.knows(self._book.key(said))

    def unclear(self, said: str) -> bool:
        """Return whether a line corrects itself, or a figure in it may be another number or a word: `fr 3 2 dig`; it is only proposed."""
        if self._book.corrects(said):
            return True
        found = _FIGURE.search(said)
        return found is not None and (
            found[1].casefold() in self._vocabulary.orders or found[1].casefold() in self._book.orders
        )

    def free(self, said: str) -> bool:
        """Return whether a line means the same at every moment."""
        book, key = self._book, self._book.key(said)
        if key in book.of_decisions or key in book.lobby or key in book.lesson:
            return False
        if book.term(said):
            return True
        return "{" not in book.anywhere[key] if key in book.anywhere else self._is_order(said)

    def meaning(self, said: str, moment: Moment, *, question: bool = False) -> Meaning:
        """Return the meaning of a line at a moment: the line itself if it is a command or unknown.

        A `question` that starts with no command is read as a look-up before an order, as far as the title understands
        its subject.
        """
        book, key, table = self._book, self._book.key(said), moment.table
        if (answer := self._answer_meaning(said, key, moment, question=question)) is not None:
            return answer
        found, bare = self._meaning_of_line(key, moment), self._vocabulary.by_name.get(said)
        if bare is not None and bare.alone and not self._meaning_of_phrase(key, moment):
            return Meaning(said)  # even if a phrase has the same words
        if found:
            asks_about = question and _first(found) in self._vocabulary.orders
            return Meaning(self._asked_about(said, table) or found if asks_about else found)
        if book.yes.get(key) == "yes" and table is not None:
            return Meaning("panel")  # there is no open question that this would answer
        if table is not None and (look := self._answering_look(said, table, question=question)):
            return Meaning(look)
        said = self._with_command_names(said, table)
        if (again := book.key(said)) != key and (found := self._meaning_of_line(again, moment)):
            return Meaning(found)
        if table is not None and not table.mine and key in book.of_decisions:
            return Meaning("done")  # this would end the other side's decision
        command = self._vocabulary.by_name.get(_first(said))
        if (
            table is None
            or (command is None and self.unclear(said))
            or self._is_order(said)
            or (command is not None and command.part != "looking")
        ):
            return Meaning(said)
        title = title_of(table.game)
        return Meaning(title.meant(title.offer_context(table, self._language), said) or said)

    def _asked_about(self, said: str, table: Table | None) -> str:
        """Return what a question means whose words are those of an order: `best shot?` fires at nothing, `dig all?` digs nowhere."""
        if _first(said) not in self._vocabulary.orders:
            return said
        return self._answering_look(said, table, question=True) if table is not None else ""

    def _answer_meaning(self, said: str, key: str, moment: Moment, *, question: bool) -> Meaning | None:
        """Return the meaning of a line as an answer to the open question, as talk between the players or as a question what a term is, None if it is none of these."""
        if self._book.away.fullmatch(said):
            return Meaning("panel")  # `back in 5` is said to the other player
        said_yes = self._book.yes.get(key, "")
        if moment.asked and said_yes and (said_yes == "yes" or (said_yes in moment.orders and not question)):
            return Meaning(said, yes=True)
        phrased = self._meaning_of_line(key, moment)
        if not phrased and self._takes_back(self._book.wondered(said), moment):
            return Meaning("undo")  # `can I take that card back`
        if question and moment.table is not None and (phrased in _ACTS - {"undo"} or (not phrased and said in _ACTS)):
            return Meaning("panel")  # `done?` ends nothing; `can I take that back?` is a wish
        if moment.asked and key in self._book.no:
            return Meaning("panel")
        if question and (look := self._last_question(said, moment)):
            return Meaning(look)
        # `what's a mandated offensive`, and not what the present one is
        return Meaning(f"{RULES} {term}") if (term := self._book.term(said)) else None

    def _last_question(self, said: str, moment: Moment) -> str:
        """Return the look-up that the last sentence of a question means alone: `flip the corps... what's left on FR 6?`; "" for none."""
        *before, last = _SENTENCES.split(said)
        if not before or not last.strip():
            return ""
        meant = self.meaning(self.plainly(self._book.plainer(last)), moment, question=True).line
        command = self._vocabulary.by_name.get(_first(meant))
        looks = meant == "panel" or (command is not None and command.part == "looking")
        return meant if looks else ""

    def _takes_back(self, wish: str, moment: Moment) -> bool:
        """Return whether what is wished for is that something is taken back."""
        return bool(wish) and self._meaning_of_line(self._book.key(self._book.plainly(wish)), moment) == "undo"

    def _answering_look(self, said: str, table: Table, *, question: bool) -> str:
        """Return the look-up that answers a question, or the rule that a line asks for without its mark: `can i flank sedan`."""
        if not self._may_ask(said) or not (question or self._possibility_question(said)):
            return ""
        title = title_of(table.game)
        look = title.asked(title.offer_context(table, self._language), said)
        return look if question or _first(look) == RULES else ""

    def _may_ask(self, said: str) -> bool:
        """Return whether a line isn't a command; an order without its slash can be a question about it: `attack sedan?`."""
        name = _first(said)
        return name not in self._vocabulary.by_name or (name in self._vocabulary.orders and not said.startswith("/"))

    def guesses(self, said: str, moment: Moment) -> list[str]:
        """Return what phrases within a line mean at the present decision or in the lobby, longer phrases first."""
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
                self._meaning_of_phrase(key, moment)
                for key in runs
                if key not in book.yes.keys() | book.no and (not denied or not denied.isdisjoint(key.split()))
            )
            if found := [line for line in meant if line and line != "panel"]:
                return found
        return []

    def covered(self, said: str, moment: Moment) -> str:
        """Return the one meaning of a line that consists only of phrases for it and of filler words; "" for other lines."""
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
            return min(found, default="")  # several phrases for the same thing
        return min(found) if len(found) == 1 and found != {"panel"} else ""

    def _covers(self, words: str, moment: Moment) -> str:
        """Return what a run of words means at a moment: at the present decision, or a phrase valid everywhere that costs nothing."""
        key = self._book.key(words)
        if key in self._book.fillers:
            return ""
        meant = self._meaning_of_line(key, moment)
        command = self._vocabulary.by_name.get(_first(meant))
        return (
            meant
            if meant
            and (
                self._meaning_of_phrase(key, moment)
                or _first(meant) == "undo"
                or (command is not None and command.part == "looking")
            )
            else ""
        )

    def _meaning_of_phrase(self, key: str, moment: Moment) -> str:
        """Return what a phrase means in a lesson, at the present decision or in the lobby; "" for nothing."""
        book, table = self._book, moment.table
        if moment.lesson and key in book.lesson:
            return book.lesson[key]
        if table is not None and table.mine:
            for group in book.decisions:
                if key in group.means and (table.kind in group.kinds if group.kinds else _can_end(table)):
                    return group.means[key]
        return book.lobby.meaning(key) if moment.lobby else ""

    def _meaning_of_line(self, key: str, moment: Moment) -> str:
        """Return what a whole line, given by its key, means at a moment; "" for nothing."""
        book = self._book
        if here := self._meaning_of_phrase(key, moment):
            return here
        return book.anywhere.meaning(key, moment.before)

    def whole_phrase(self, line: str) -> str:
        """Return what a line means as a phrase that is the same at every moment; "" if it is none."""
        return self._book.anywhere.meaning(self._book.key(self.plainly(line)))

    def _with_command_names(self, said: str, table: Table | None) -> str:
        """Return a line with its wording replaced by the command names it stands for."""
        if _first(said) == "choose":
            return said
        known, mine = self._vocabulary.by_name, table is not None and table.mine
        if _first(said) not in known and (around := self._book.around(said)):
            return self._without_fillers(around)
        verbs = table.game.decision.verbs if table is not None and mine else ()
        own = self._own_orders(table) if table is not None and mine else {}
        parts = _PIECE.split(self._book.parted(said))
        for at, one in enumerate(parts):
            if _PIECE.fullmatch(one):
                continue
            # A command or a choice by its name comes first, but where more words than that are those of an order.
            least = 2 if _first(one) in verbs or _first(one) in known else 1
            if ordered := self._book.ordered(one, own, least):
                parts[at] = self._without_show(ordered)
        return self._without_fillers("".join(parts))

    def _own_orders(self, table: Table) -> dict[str, str]:
        """Return the first words that mean an order at the present decision only."""
        found: dict[str, str] = {}
        for group in self._book.decisions:
            if table.kind in group.kinds:
                found |= group.orders
        return found

    def _without_show(self, piece: str) -> str:
        """Return a look-up without a redundant one in front of it: `show score`, `show map russia`."""
        name, _, rest = piece.partition(" ")
        command = self._vocabulary.by_name.get(name)
        if command is None or command.part != "looking" or not rest or name == _HELP:
            return piece
        bare = self._without_fillers(piece).partition(" ")[2]
        other = self._vocabulary.by_name.get(_first(bare))
        looks = other is not None and other.part == "looking"
        return self._book.anywhere.get(self._book.key(bare), "") or (bare if looks else piece)

    def _without_fillers(self, said: str) -> str:
        """Return a look-up without filler words after its name."""
        command = self._vocabulary.by_name.get(_first(said))
        if command is None or command.part != "looking":
            return said
        name, *rest = said.split()
        while len(rest) > 1 and rest[0].casefold() in self._book.filling:
            rest = rest[1:]
        return " ".join([name, *rest])

    def _is_order(self, line: str) -> bool:
        """Return whether a line begins with a command that accepts the rest of it, or with an order."""
        known, name = self._vocabulary, _first(line)
        if name not in known.by_name:
            return False
        with contextlib.suppress(Refusal):
            return name in known.orders or bool(known.by_name[name].parse(line.partition(" ")[2], self._words))
        return False


def _list_as_line(line: str) -> str:
    """Return a one-line list with semicolons between its entries: `Lomza M / Warsaw M`, `1) RU 2 to Tannenberg 2) ...`."""
    line = _LABEL.sub(r"\1 ", _STROKE.sub("; ", line))
    for mark in (_NUMBERED, _POINTED):
        if line[:1] in ("1", "a") and mark.match(line):
            line = mark.sub("; ", line).removeprefix("; ")
    return line


def _first(line: str) -> str:
    return line.partition(" ")[0].removeprefix("/").casefold()


def _can_end(table: Table) -> bool:
    """Return whether the present decision can be ended or passed by its player."""
    return bool(table.face.quits or table.face.ending or {"done", "pass"} & set(table.face.commands))


__all__ = ["RULES", "Interpreter", "Meaning", "Moment"]
