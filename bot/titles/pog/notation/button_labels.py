"""Choices typed as the words on their buttons: `the schlieffen plan`, `leave it in the draw pile`."""

from __future__ import annotations

from bot.table.table import Table
from bot.table.typed_text import phrase
from bot.titles.pog.notation.lexicon import Lexicon

#: Minimum number of words by which a label without its own short part can be abbreviated.
_FEWEST = 2


def labelled(lexicon: Lexicon, table: Table, text: str) -> str:
    """Return the choice (without argument) whose button shows or begins with these words; "" unless there is exactly one."""
    wanted = _bare(phrase(text))
    verbs = table.game.decision.verbs if wanted and table.mine else {}
    labels = {
        verb: _label(lexicon, table.kind, verb) for verb, kind in verbs.items() if not kind and table.offers(verb)
    }
    whole = [
        verb
        for verb, label in labels.items()
        if wanted in (_bare(phrase(label)), _bare(phrase(label.partition(":")[0])))
    ]
    if not whole and len(wanted.split()) >= _FEWEST:
        whole = [verb for verb, label in labels.items() if _bare(phrase(label)).startswith(f"{wanted} ")]
    return whole[0] if len(whole) == 1 else ""


def _label(lexicon: Lexicon, kind: str, verb: str) -> str:
    """Return the words on the button of a choice, "" if they depend on the position or there are none."""
    words = lexicon.book.words
    key = next((key for key in (f"ui.decisions.{kind}.verbs.{verb}", f"ui.verbs.{verb}") if words.has(key)), "")
    try:
        return words.say(key) if key else ""
    except KeyError:
        return ""


def _bare(said: str) -> str:
    return said.removeprefix("the ")


__all__ = ["labelled"]
