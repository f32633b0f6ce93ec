"""Texts of Slack's own surfaces; everything about the game comes from replies.

`adapter_texts.FIND` is the text `slack.find` in the language of the current answer or post.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from bot.narration import user_text
from bot.narration.texts import Pattern, spoken_texts, texts
from bot.titles import roots, usual_title

#: The command where no title is meant, or any would do.
COMMAND: Final = f"/{usual_title().command}"


@cache
def _terms(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """Return Slack's own terms in a language by the general ones, and the pattern that finds those."""
    terms = {str(told["text"]): str(told["slack"]) for told in texts(language).table("slack.terms").values()}
    return re.compile("|".join(rf"\b{re.escape(text)}\b" for text in sorted(terms, key=len, reverse=True))), terms


def spoken(text: str, title: str = "", language: str = "") -> str:
    """Convert a text to Slack's terms and commands; there, /join, /leave and /status alone are Slack's own.

    `language` is that of the text, by default that of the current answer or post.
    """
    pattern, terms = _terms(language or spoken_texts().language)
    told = user_text.escaped(text, str, lambda ours: pattern.sub(lambda found: terms[found[0]], ours))
    return roots.spoken(told, title, lambda meant, name: f"/{meant.command} {name}")


def __getattr__(name: str) -> str:
    """Return a text template, with commands as typed on Slack, under the roots it names."""
    if not name.isupper():
        raise AttributeError(name)
    return said(name.lower(), spoken_texts().language)


@cache
def said(key: str, language: str) -> str:
    """Return a text of this adapter in a language; raises AttributeError if there is none."""
    text = texts(language).find(f"slack.{key}")
    if text is None:
        raise AttributeError(key)
    return Pattern.of(spoken(str(text), language=language).replace("{command}", COMMAND), f"slack.{key}", language)


def right(key: str) -> str:
    """Return the text of a problem with a channel's rights, or of a trial post."""
    return said(f"rights.{key}", spoken_texts().language)


def state(name: str) -> str:
    """Return a game's state in a word or two."""
    return said(f"states.{name}", spoken_texts().language)


def limited() -> str:
    """Return the text for Slack's rate limit."""
    return said("errors.ratelimited", spoken_texts().language)


#: Errors for which retrying is useless. Those that someone can fix are not among them: the outbox keeps trying for some
#: minutes, and a relocated game takes its posts along.
_FINAL: Final = frozenset(
    {
        "user_not_in_channel", "user_not_found", "user_disabled", "users_not_found",
        "msg_too_long", "invalid_blocks", "invalid_arguments",
    }
)  # fmt: skip


def error(code: str) -> tuple[str, bool] | None:
    """Return the meaning of a Slack error code, and whether retrying is useless; None for unknown codes."""
    language = spoken_texts().language
    known = texts(language).find("slack.errors") or {}
    return (said(f"errors.{code}", language), code in _FINAL) if code in known else None
