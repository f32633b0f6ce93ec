"""A question what a term is gets the term, of each title's glossary; one for the present state does not."""

from __future__ import annotations

import pytest

from bot.table.phrasebook import phrasebook
from bot.titles import title_named
from tests.bot.support import Channel

TERMS = [
    ("pog", "what's a mandated offensive", "mandated offensive"),
    ("pog", "whats a DRM", "drm"),
    ("pog", "what does MO mean", "mo"),
    ("pog", "what are forts", "forts"),
    ("pog", "define flank attack", "flank attack"),
    ("liege", "what is a ZOC", "zoc"),
    ("pog", "what is the mandated offensive", ""),
    ("pog", "what does blockade do", ""),
    ("pog", "what is a", ""),
    ("pog", "mandated offensive", ""),
]


@pytest.mark.parametrize(("title", "line", "term"), TERMS, ids=[line for _, line, _ in TERMS])
def test_the_term_asked_for(title: str, line: str, term: str) -> None:
    assert phrasebook(title_named(title).words("en")).term(line) == term


async def test_a_term_is_explained_before_a_game_has_begun(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    assert (await channel.told("anna", "what's a mandated offensive")).startswith("**MO, mandated offensive**")


async def test_a_term_is_not_found_within_longer_words(channel: Channel) -> None:
    """Units move everywhere: `mo` is no part of that."""
    assert "Movement" not in await channel.told("anna", "rules mo")
