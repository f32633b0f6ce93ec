"""What only Slack's own surfaces say, from the host's texts; everything about the game comes with the replies.

`adapter_texts.FIND` is the text `slack.find` in the language of what is being answered or posted in this task.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bot.narration import user_text
from bot.narration.texts import Pattern, spoken_texts, texts
from bot.titles import roots, usual_title

#: Where no title is meant, or each would do.
COMMAND: Final = f"/{usual_title().command}"


@cache
def _terms(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return what Slack calls otherwise than texts for every platform do, in a language, and the pattern that finds it."""
    terms = {str(told["text"]): str(told["slack"]) for told in texts(language).table("slack.terms").values()}
    return re.compile("|".join(rf"\b{re.escape(text)}\b" for text in sorted(terms, key=len, reverse=True))), terms


def spoken(text: str, title: str = "", language: str = "") -> str:
    """Return a text in Slack's terms; commands of a title as they are typed there, where /join, /leave and /status alone are Slack's own.

    Terms are those of the language of the text: that of what is being answered or posted in this task, where none is given.
    """
    pattern, terms = _terms(language or spoken_texts().language)
    told = user_text.escaped(text, str, lambda ours: pattern.sub(lambda found: terms[found[0]], ours))
    return roots.spoken(told, title, lambda meant, name: f"/{meant.command} {name}")


def __getattr__(name: str) -> str:
    """Return a text with its fields still to be put in, its commands as they are typed here; every root takes those it names."""
    if not name.isupper():
        raise AttributeError(name)
    return said(name.lower(), spoken_texts().language)


@cache
def said(key: str, language: str) -> str:
    """Return a text of this adapter in a language; raises AttributeError where there is none."""
    text = texts(language).find(f"slack.{key}")
    if text is None:
        raise AttributeError(key)
    return Pattern.of(spoken(str(text), language=language).replace("{command}", COMMAND), f"slack.{key}", language)


def right(key: str) -> str:
    """Return what keeps games from a channel, or what the app says in a post that is only tried."""
    return said(f"rights.{key}", spoken_texts().language)


def state(name: str) -> str:
    """Return how a game stands, in a word or two."""
    return said(f"states.{name}", spoken_texts().language)


def limited() -> str:
    """Return what is said where Slack takes no more for a while."""
    return said("errors.ratelimited", spoken_texts().language)


#: Errors after which trying again is useless. What somebody can mend is none of them: the outbox tries on for some
#: minutes, and a game that is relocated takes its posts along.
_FINAL: Final = frozenset(
    {
        "user_not_in_channel", "user_not_found", "user_disabled", "users_not_found",
        "msg_too_long", "invalid_blocks", "invalid_arguments",
    }
)  # fmt: skip


def error(code: str) -> tuple[str, bool] | None:
    """Return what an error word of Slack means, and whether trying again is useless; None for one that we do not know."""
    language = spoken_texts().language
    known = texts(language).find("slack.errors") or {}
    return (said(f"errors.{code}", language), code in _FINAL) if code in known else None
