"""Typed lines in people's own words, turned into the commands they mean.

`phrasings.toml` of the host and of a title holds the words. An act that costs something is never guessed: what stands there means one thing
at the decision it stands under, and orders are asked about as ever where something would lapse.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from typing import Any

from bot.service.calls import Caller, Tools, holder_for
from bot.service.session import Memory, restore, side_for
from bot.service.visibility import position_for
from bot.storage.errors import StorageError
from bot.storage.store import StoredGame
from bot.table import tokens
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.tokens import Token
from bot.table.typed_text import legible, phrase
from bot.titles import table_of, title_of

#: What ends a sentence and means nothing in an order.
_MARKS = re.compile(r"[\s!.?…]+$")
#: What parts the pieces of a line.
_PIECE = re.compile(r"([;\n]\s*)")
#: A paragraph of the rules, named alone by its sign.
_RULE = re.compile(r"^§+\s*(\S+)$")
#: A look-up with a filling word behind it: `map of france`.
_FILLED = re.compile(r"^(\w+) (?:of|in|for|at|about) (?=\w)")
#: Words of a synonym at most.
_LONGEST = 4


async def understood(tools: Tools, caller: Caller, line: str, game_id: str) -> tuple[str, Token | None]:
    """Return the command line that somebody means by a line, itself where it is one or nothing is known of it.

    Where it answers a question that was asked before an order, with the token of the button for that.
    """
    words = tools.words.table("phrasings")
    if tools.vocabulary.own_words(line):
        return line, None
    said = _RULE.sub(r"rules \1", _plainly(words, legible(line)))
    if (command := tools.vocabulary.by_name.get(_first(said))) is not None and command.part == "looking":
        said = _FILLED.sub(r"\1 ", said)
    key = phrase(said)
    plain = key in words["anywhere"] and key not in _of_decisions(words)
    here = None if plain or _known(tools, said, key, words) else await _table(tools, caller, game_id)
    if here is not None:
        table, stored = here
        if key in words["yes"] and (token := _asked(stored, caller)) is not None:
            return line, token
        if found := _at_decision(words, table, key):
            return found, None
    if key in words["anywhere"]:
        meant = str(words["anywhere"][key])
        return (await _dated(tools, caller, meant, game_id) if "{" in meant else meant), None
    if _first(said) != "choose":
        verbs = here[0].game.decision.verbs if here is not None and here[0].mine else ()
        parts = _PIECE.split(said)
        said = "".join(
            one if _first(one) in verbs or _PIECE.fullmatch(one) else _ordered(tools, words, one) for one in parts
        )
    if _taken(tools, said):
        return said, None
    here = here or await _table(tools, caller, game_id)
    if here is None:
        return said, None
    title = title_of(here[0].game)
    return title.meant(title.desk(here[0], tools.words.language), said) or said, None


def _taken(tools: Tools, line: str) -> bool:
    """Return whether a line begins with a command that takes all that stands behind it, or with an order."""
    name = _first(line)
    if name not in tools.vocabulary.by_name:
        return False
    with contextlib.suppress(Refusal):
        return name in tools.vocabulary.orders or bool(
            tools.vocabulary.by_name[name].parse(line.partition(" ")[2], tools.words)
        )
    return False


async def _dated(tools: Tools, caller: Caller, line: str, game_id: str) -> str:
    """Return a line with the number of the turn before the present one."""
    here = await _table(tools, caller, game_id)
    turn = title_of(here[0].game).moment(here[0].game)[0] if here is not None else 1
    return line.format(before=max(1, turn - 1))


def _known(tools: Tools, said: str, key: str, words: Mapping[str, Any]) -> bool:
    """Return whether a line begins with the name of a command and is no phrase of a decision."""
    return _first(said) in tools.vocabulary.by_name and key not in _of_decisions(words)


def _plainly(words: Mapping[str, Any], line: str) -> str:
    """Return a line without words of courtesy around it and marks at its end."""
    line = _MARKS.sub("", line.strip())
    for _ in range(3):
        small = line.casefold()
        before = next((one for one in words["courtesy"]["before"] if small.startswith(f"{one} ")), "")
        behind = next((one for one in words["courtesy"]["behind"] if small.endswith(f" {one}")), "")
        if not before and not behind:
            break
        line = _MARKS.sub("", line[len(before) : len(line) - len(behind)].strip(" ,"))
    return line


def _first(line: str) -> str:
    return line.partition(" ")[0].removeprefix("/").casefold()


def _of_decisions(words: Mapping[str, Any]) -> set[str]:
    """Return all that is understood at some decision."""
    return {said for group in words["decisions"].values() for said in group["means"]} | set(words["yes"])


def _at_decision(words: Mapping[str, Any], table: Table, key: str) -> str:
    """Return what a phrase means at the present decision, "" where that is nothing."""
    if not table.mine:
        return ""
    for group in words["decisions"].values():
        kinds = group.get("kinds")
        if key in group["means"] and (table.kind in kinds if kinds else _ends(table)):
            return str(group["means"][key])
    return ""


def _ends(table: Table) -> bool:
    """Return whether the present decision is one that its player ends or passes."""
    return bool(table.face.quits or table.face.ending or {"done", "pass"} & set(table.face.commands))


def _ordered(tools: Tools, words: Mapping[str, Any], piece: str) -> str:
    """Return a piece of a line with the name of the order that its first words stand for."""
    said = piece.split()
    if not said or _first(piece) in tools.vocabulary.by_name:
        return piece
    for length in range(min(_LONGEST, len(said)), 0, -1):
        order = words["orders"].get(phrase(" ".join(said[:length])))
        if order is not None:
            return " ".join([str(order), *said[length:]])
    return piece


async def _table(tools: Tools, caller: Caller, game_id: str) -> tuple[Table, StoredGame] | None:
    """Return the game that is meant as its decider meets it, None where none is played or the caller has no seat in it."""
    try:
        game_id = game_id or await holder_for(tools.store, caller) or ""
        if not game_id:
            return None
        stored = await tools.store.load(game_id)
        game = restore(stored)
    except (Refusal, StorageError):
        return None  # what is wrong is said by the command itself
    side = side_for(stored, caller.user, game.actor) if game.stack else None
    return (table_of(game, side, position=position_for(stored, caller.user)), stored) if side is not None else None


def _asked(stored: StoredGame, caller: Caller) -> Token | None:
    """Return the press that does what was asked about, None where no order of the caller waits for it in this position."""
    asked, here = Memory.of(stored.settings).asked, position_for(stored, caller.user)
    if asked is None or asked.get("by") != caller.user or asked.get("number") != here:
        return None
    return tokens.parse(tokens.screen(stored.header.game_id, here, "anyway"))


__all__ = ["understood"]
