"""Everything that closes a space to units, in any ruleset, can be explained to players."""

from __future__ import annotations

import pytest

from bot.titles.pog.narration.names import names
from bot.titles.pog.notation.area_refusals import DELUXE
from engine.pog.content import load_content
from engine.pog.rulesets import RULEBOOKS


@pytest.mark.parametrize("ruleset", sorted(RULEBOOKS))
def test_every_closing_has_words(ruleset: str) -> None:
    """A reason by its code, with its own sentence if it has no code."""
    content = load_content(ruleset=ruleset)
    tables, words = RULEBOOKS[ruleset].tables(content), names(content).words
    entries = (*tables.barred, *tables.no_stop, *tables.no_entry, *tables.attack_bars, *tables.stays, *tables.no_sr)
    told = {(entry.code or entry.name, entry.name) for entry in entries if entry.name not in DELUXE}
    assert told, "there are some in each"
    for code, name in told:
        assert words.has(f"reasons.{code}"), code
        if "{closing}" in words.find(f"reasons.{code}"):
            assert words.has(f"reasons.closings.{name}"), name
