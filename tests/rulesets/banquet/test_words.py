"""Texts of the variant override the others in its games and nowhere else."""

from __future__ import annotations

import re
import tomllib

import pytest

from bot.service.help.rulebook import rules_text
from bot.table.reasons import sentence
from bot.table.refusal import Refusal
from bot.titles import table_of
from bot.titles.pog.narration.names import names
from bot.titles.pog.notation import typed
from bot.titles.pog.notation.lexicon import lexicon
from engine.pog.content import load_content
from engine.pog.content.records import AP, CP
from engine.pog.rulesets.banquet import BANQUET
from tests.conftest import ROOT
from tests.rulesets.banquet.support import banquet
from tests.support.table import Table
from tests.support.vocabulary import texts

VARIANT, DELUXE = load_content(ruleset="banquet"), load_content()


def _asked(wanted: str, variant: bool) -> str:
    return rules_text(names(VARIANT if variant else DELUXE).words, wanted)


@pytest.mark.parametrize("wanted", ["11.1.9", "12.5", "11.3", "7"])
def test_the_rules_in_force_are_told(wanted: str) -> None:
    """A paragraph that differs is shown as the variant has it; in Deluxe as before."""
    assert _asked(wanted, True) != _asked(wanted, False)
    assert _asked(wanted, False) == rules_text(texts(), wanted)


def test_unchanged_rules_stay() -> None:
    """A paragraph that the variant's file has neither itself nor a part of is shown as in Deluxe."""
    path = ROOT / "assets/pog/text/en/rulesets/banquet.toml"
    own = tomllib.loads(path.read_text(encoding="utf-8"))["rules"]["paragraphs"]
    same = [
        one for one in texts().table("rules.paragraphs") if not any(f"{each}.".startswith(f"{one}.") for each in own)
    ]
    assert len(same) > 30
    assert [one for one in same if _asked(one, True) != _asked(one, False)] == []


@pytest.mark.parametrize("wanted", ["AH", "it", "Tu"])
def test_a_section_on_a_nation_is_found_by_its_letters(wanted: str) -> None:
    """In Deluxe there is none."""
    assert _asked(wanted, True).startswith(f"**{wanted.upper()} ")
    with pytest.raises(Refusal):
        _asked("AH only", False)
    assert f"**{wanted.upper()} " not in rules_text(texts(), "4")


def test_every_paragraph_that_a_rule_names_can_be_looked_up() -> None:
    """Closings and rows of the variant name its own paragraphs or the rulebook's."""
    paragraphs = names(VARIANT).words.table("rules.paragraphs")
    tables = BANQUET.tables(VARIANT)
    entries = (*tables.barred, *tables.no_stop, *tables.no_entry, *tables.attack_bars, *tables.stays)
    rules = {entry.rule for entry in entries} | {
        entry.rule for entry in (*tables.no_sea, *tables.no_sr, *tables.untraced)
    }
    for rule in rules:
        assert re.fullmatch(r"\d+(\.\d+)*", rule) or rule in paragraphs, rule
    told = [row.name for row in VARIANT.nations.closings if row.closes != {"trace"}]
    for name in (*told, *(row.name for row in VARIANT.nations.quotas)):
        assert names(VARIANT).words.has(f"reasons.closings.{name}"), name


def test_no_word_is_laid_over_one_of_another_kind() -> None:
    """An overlaid text has the same structure as the one it replaces."""
    over, base = names(VARIANT).words.table("rules.paragraphs"), texts().table("rules.paragraphs")
    for text in over.values():
        assert set(text) == {"title", "text"}
        assert all(isinstance(value, str) and value for value in text.values())
    assert set(base) <= set(over)


def test_every_card_has_words_and_those_that_differ_have_words_of_their_own() -> None:
    """Each card of the variant can be shown; one that replaces another is shown as the variant has it."""
    words, usual = names(VARIANT).words, texts()
    for card in VARIANT.cards:
        told = words.table(f"cards.{card.name}")
        assert {"title", "event", "short"} <= set(told), card.name
        if card.combat:
            role = {"attack": "for the attacker", "defense": "for the defender", "either": "for attack or defence"}[
                card.role
            ]
            assert told["event"].startswith(f"A combat card {role}"), card.name
        if card.drm:
            assert f"+{card.drm}" in told["event"], card.name
    changed = {
        card.name for card in VARIANT.cards if usual.find(f"cards.{card.name}") != words.find(f"cards.{card.name}")
    }
    assert changed >= {
        card.name
        for card in VARIANT.cards
        if card.name not in DELUXE.card_by_name or card.needs != DELUXE.cards[DELUXE.card_by_name[card.name]].needs
    }


def test_every_cause_of_vp_has_words() -> None:
    causes = texts().table("narration.vp_causes")
    assert set(VARIANT.vp_changes) <= set(causes)


@pytest.mark.parametrize(
    ("table", "side", "order", "rule"),
    [
        (banquet(turn=6).hold(CP, "lodz").put("vienna", "ah_corps_01").redeploy(CP), CP, "sr ah corps to lodz", "AH"),
        (
            banquet(turn=12).put("caucasus", "ru_cav_corps_1").operate(AP).activate("caucasus"),
            AP,
            "move ru cav corps to grozny",
            "3.0",
        ),
        (
            banquet(turn=2).put("brussels", "ge_corps_01").hold(CP, "liege").destroy("liege", "antwerp").operate(CP)
            .activate("brussels"),
            CP,
            "move ge corps to antwerp",
            "11.1.9",
        ),
    ],
)  # fmt: skip
def test_a_refusal_names_the_paragraph_of_the_variant(table: Table, side: int, order: str, rule: str) -> None:
    """And states the rule on the nation."""
    name, _, text = order.partition(" ")
    with pytest.raises(Refusal) as found:
        typed.ORDERS[name](lexicon(VARIANT), table_of(table.game, side), text)
    assert found.value.reason.rule == rule
    said = sentence(names(VARIANT), found.value)
    assert f"(rule {rule})" in said
    assert "{" not in said
