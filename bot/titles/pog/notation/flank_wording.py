"""The manner of an attack, named after it: a flank attempt or a frontal attack (12.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import tokens
from engine.errors import Reason
from engine.pog.combat_state import Combat
from engine.pog.rules import combat as fight
from engine.pog.rules import prospects
from engine.pog.state import State

#: The choices of the flank attempt decision, by their words.
MANNERS = {
    "flank": "flank", "flanking": "flank", "flanked": "flank", "flanks": "flank",
    "front": "frontal", "frontal": "frontal", "frontally": "frontal",
}  # fmt: skip
#: Why no flank attempt is possible, by the condition that doesn't hold; of the ground, whether a trench alone is at fault.
_FAILS = {
    "from_two_spaces": "flank_from_one_space",
    "with_an_army": "flank_without_army",
    "against_units": "flank_of_fort",
    "on_open_ground": "flank_in_terrain",
    "trench": "flank_in_trench",
    "pinned_in_supply": "flank_unsupplied",
}
#: Words that negate the following one.
_NOT = frozenset({"no", "not", "without", "dont", "never"})
#: Filler words around these.
_BESIDE = frozenset({"attack", "attempt", "attempted", "assault"})
_BEFORE = frozenset(
    {
        "going",
        "go",
        "making",
        "using",
        "by",
        "as",
        "a",
        "an",
        "the",
        "on",
        "in",
        "from",
        "with",
        "try",
        "trying",
        "attempting",
        "do",
        "but",
        "for",
        "to",
        ",",
        "(",
        ":",
        "and",
    }
)
_BEHIND = frozenset({")"})
#: Words before the attackers, and before their origins.
_WHO = frozenset({"with", "using", "w", "from"})


def manner(text: str) -> tuple[str, str]:
    """Return an attack without the words for its manner, and the choice they mean, "" for none.

    They come last, first as in `flank sedan from nancy`, or before the attackers: `sedan flank with all`.
    """
    words = tokens(text)
    end = len(words)
    while end and words[end - 1] in _BEHIND | _BESIDE:
        end -= 1
    if end and words[end - 1] in MANNERS:
        found, end = MANNERS[words[end - 1]], end - 1
        while end and words[end - 1] in _BEFORE | _NOT:
            end -= 1
            found = "frontal" if words[end] in _NOT and found == "flank" else found
        return _join_words(words[:end], text), found
    if len(words) > 1 and words[0] in MANNERS:
        begin = 2 if words[1] in _BESIDE else 1
        begin += words[begin : begin + 1] in (["on"], ["at"], ["against"])
        return _join_words(words[begin:], text), MANNERS[words[0]]
    return _manner_before_units(words, text) or (text, "")


def _manner_before_units(words: Sequence[str], text: str) -> tuple[str, str] | None:
    """Return an attack without a manner named before its units or origins, with the choice; None if there is none."""
    for at, word in enumerate(words):
        behind = at + 1
        while behind < len(words) and words[behind] in _BESIDE:
            behind += 1
        if word in MANNERS and behind < len(words) and words[behind] in _WHO:
            before = at
            while before and words[before - 1] in _BEFORE:
                before -= 1
            return _join_words([*words[:before], *words[behind:]], text), MANNERS[word]
    return None


def _join_words(words: Sequence[str], text: str) -> str:
    """Return words rejoined to text, with hyphenated names and commas as typed."""
    joined = " ".join(words).replace(" ,", ",")
    for name in re.findall(r"\w+(?:-\w+)+", text):
        joined = joined.replace(" ".join(tokens(name)), name)
    return joined


@contextmanager
def possible(table: Table, verb: str, part: str) -> Iterator[None]:
    """Refuse an attack made in this context if it is ordered as a flank attempt and none is possible."""
    asked = table.ask

    def ask(table: Table, chosen: str, arg: int) -> Reason | None:
        state = table.game.state
        if chosen == "target" and table.offers(chosen, arg):
            combat = prospects.combat_between(state, table.side, int(table.field("attackers", 0)), arg)
            if not fight.flank_possible(state, combat):
                raise refuse("no_flank", "12.3.1", part, space=arg, reasons=tuple(_why_no_flank(state, combat)))
        return asked(table, chosen, arg) if asked is not None else None

    with table.asking(ask if verb == "flank" else asked):
        yield


def _why_no_flank(state: State, combat: Combat) -> Iterator[Reason]:
    """Yield the conditions of a flank attempt that don't hold (12.3.1)."""
    for allows in state.rules.tables.may_flank:
        if not allows(state, combat):
            trench = allows is fight.on_open_ground and all(row.flank_allowed for row in fight.ground(state, combat))
            yield Reason(_FAILS["trench" if trench else allows.__name__], "", {"space": combat.target})


def follow(table: Table, verb: str, part: str) -> None:
    """Choose the manner of the attack just ordered; if cards are due first, note how to choose it later.

    A player who holds a card that makes the attempt succeed without a die confirms first.
    """
    if not verb:
        return
    if table.mine and table.kind == "flank":
        if verb == "flank" and table.ask is not None and (cards := table.may("play")):
            data = {"card": cards[0], "space": table.game.state.combat.target}
            table.questions.append(Refusal(Reason("flank_by_card", "12.2.5", data), part))
        table.do(verb)
    elif verb == "flank" and table.mine and table.face.standing == "attacking":
        table.notes.append(("flank_later", {}))


__all__ = ["MANNERS", "follow", "manner", "possible"]
