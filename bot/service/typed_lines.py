"""Parsing of typed lines: the command of each part, whether it is confirmed, and what it opens."""

from __future__ import annotations

import contextlib
import re
from typing import Protocol

from bot.narration.texts import Texts
from bot.port import Inbound
from bot.service.input_limits import bounded
from bot.table import tokens
from bot.table.phrasebook import phrasebook
from bot.table.refusal import Refusal, perhaps, refuse
from bot.table.typed_text import alike, legible, one_edit, phrase
from bot.titles.roots import rooted
from bot.titles.vocabulary import Vocabulary

#: Orders chained in one line: `/play 12 as ops /activate koblenz move /move koblenz liege`.
_CHAIN = re.compile(r"\s+/(?=[a-z])")
#: Separates the pieces of an order; a piece can start the next order: `play 12 as ops; activate koblenz move`.
_PIECES = re.compile(r"[;\n]")
#: The confirmation word after an order.
_ANYWAY = re.compile(r"(?:^|[\s,;]+)anyway\s*$", re.IGNORECASE)
#: Maximum number of commands suggested for an unknown word.
_SUGGESTED = 3


class Spoken(Protocol):
    """What is needed to parse lines."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The known commands."""
        ...

    @property
    def words(self) -> Texts:
        """The texts of a language."""
        ...


def chained(tools: Spoken, line: str) -> list[tuple[str, str]]:
    """Return the parts of a line, each as command name and the rest; raise Refusal if one starts with no command."""
    # Free wording is kept as it is.
    if tools.vocabulary.own_words(line):
        return [named(tools, line)]
    parts = [order for part in _CHAIN.split(legible(bounded(line))) for order in _orders(tools, part)]
    return [named(tools, part) for part in parts]


def _orders(tools: Spoken, part: str) -> list[str]:
    """Return the orders of a part: after a semicolon, the name of an order starts the next one.

    Choices by name are left whole, since some are named like orders.
    """
    first, *pieces = _PIECES.split(part)
    meant = tools.vocabulary.fitting(_word(first))
    if not pieces or len(meant) != 1 or meant[0] not in tools.vocabulary.orders - {"choose"}:
        return [part]
    found = [first]
    for piece in pieces:
        if _starts_with_order(tools, piece):
            found.append(piece.strip().removeprefix("/"))
        elif piece.strip():
            found[-1] += f"; {piece.strip()}"
    return found


def _word(piece: str) -> str:
    words = piece.split(maxsplit=1)
    return words[0].removeprefix("/").casefold() if words else ""


def _starts_with_order(tools: Spoken, piece: str) -> bool:
    """Return True if a piece starts with an order's name."""
    return _word(piece) in tools.vocabulary.orders


def named(tools: Spoken, part: str) -> tuple[str, str]:
    """Return a line as command name and the rest; unambiguous abbreviations count if the command takes the rest."""
    word, _, rest = part.strip().partition(" ")
    name = word.casefold()
    if not word:
        raise refuse("no_command")
    fitting = [one for one in tools.vocabulary.fitting(name) if one == name or _goes_on(tools, one, name, rest)]
    if len(fitting) != 1:
        found = fitting or _similar_commands(tools, name)
        near = tools.words.listed([f"`/{one}`" for one in found], "or")
        sure = [one for one in found if one_edit(phrase(word), one)]
        raise perhaps(refuse("unknown_command", text=word, near=near), word, sure or found)
    return fitting[0], rest.strip()


def _goes_on(tools: Spoken, name: str, begun: str, rest: str) -> bool:
    """Return whether a command, of which the beginning was typed, accepts this text, as far as that is known without a game."""
    if not rest.strip() or name in tools.vocabulary.orders:
        return True
    if (
        begun != name
        and begun in phrasebook(tools.words).beginnings
        and tools.vocabulary.by_name[name].part != "looking"
    ):
        return False  # `war plans` warns nobody
    try:
        tools.vocabulary.by_name[name].parse(rest, tools.words)
    except Refusal:
        return False
    return True


def _similar_commands(tools: Spoken, name: str) -> list[str]:
    """Return the commands meant by an unknown word: those it stands for, or with similar spelling."""
    bare = phrase(name)
    instead: dict[str, list[str]] = tools.words.table("commands.instead")
    known = tools.vocabulary.by_name
    if bare in known:
        return [bare]
    if meant := instead.get(bare) or _misspelt(tools, bare):
        return meant
    return alike(bare, known)[:_SUGGESTED]


def _misspelt(tools: Spoken, word: str) -> list[str]:
    """Return the command of which a word is a misspelling, directly or via its synonyms; [] if ambiguous."""
    named = [name for name in tools.vocabulary.by_name if one_edit(word, name)]
    found = {*named, *phrasebook(tools.words).misspelt(word)}
    return [*found] if len(found) == 1 and " " not in min(found) else []


def surely(lines: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], bool]:
    """Return the lines without the confirmation word, and whether any had it."""
    sure = [bool(_ANYWAY.search(text)) for _, text in lines]
    return [(name, _ANYWAY.sub("", text)) for name, text in lines], any(sure)


def confirmed(line: str) -> tuple[str, str]:
    """Return a line in one's own words without the confirmation word, and that word as added to the order that it means."""
    bare = _ANYWAY.sub("", line)
    return (bare, " anyway") if bare and bare != line else (line, "")


def opened(inbound: Inbound) -> str | None:
    """Return the scenario of the game to be opened; None for other requests."""
    word, behind = _first_words(inbound)
    return behind if word and "new".startswith(word) else None


def lesson_named(inbound: Inbound) -> str:
    """Return the lesson to start by name; "" for other requests."""
    word, behind = _first_words(inbound)
    return behind if word == "learn" else ""


def puzzle_named(inbound: Inbound) -> str:
    """Return the puzzle to start by name; "" for other requests."""
    word, behind = _first_words(inbound)
    return behind.removeprefix("next:") if word == "puzzle" else ""


def _first_words(inbound: Inbound) -> tuple[str, str]:
    """Return the command typed or pressed, and the first word after it, in lower case."""
    line = inbound.text or ""
    with contextlib.suppress(tokens.BadToken):
        if inbound.token is not None and (token := tokens.parse(inbound.token)).kind == "line":
            line = token.body
    word, _, rest = rooted(line)[1].partition(" ")
    return word.casefold(), rest.partition(" ")[0].casefold()


__all__ = ["chained", "confirmed", "lesson_named", "named", "opened", "puzzle_named", "surely"]
