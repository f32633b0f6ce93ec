"""Texts of this adapter itself; everything about the game comes from replies.

`adapter_texts.DONE` is the text `discord.done` in the language of the current answer or post.
"""

from __future__ import annotations

from functools import cache

from bot.narration.texts import Pattern, spoken_texts, texts
from bot.platforms.discord.commands import spoken


def __getattr__(name: str) -> str:
    """Return a text template, with commands as typed on Discord, under the roots it names."""
    if not name.isupper():
        raise AttributeError(name)
    return said(name.lower(), spoken_texts().language)


@cache
def said(key: str, language: str) -> str:
    """Return a text of this adapter in a language; raises AttributeError if there is none."""
    text = texts(language).find(f"discord.{key}")
    if text is None:
        raise AttributeError(key)
    return Pattern.of(spoken(str(text)), f"discord.{key}", language)
