"""A number before a noun is never "1 games": the words of each such pair are chosen by the number."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.english import ROOT, read, text_files

PENDING = set(tomllib.loads((ROOT / "tests/content/english.toml").read_text(encoding="utf-8"))["pending"])
#: Nouns that our texts count.
NOUNS = (
    "accounts|actions|arbiters|armies|boards|cards|cells|characters|columns|connections|days|dice|draws|entries|errors|factors|files|games|"
    "hours|kinds|letters|lines|losses|matches|minutes|months|moves|neighbours|offers|operations|orders|people|pictures|places|players|points|"
    "positions|promises|proposals|questions|records|replies|results|rolls|rounds|rows|rules|seasons|seats|seconds|servers|shards|"
    "sides|signs|spaces|stacks|steps|texts|things|turns|units|votes|weeks|words|years"
)
#: Words after which the number no longer counts the noun.
APART = "above|and|as|at|below|by|for|from|has|have|in|is|of|on|or|to|was|were|with|within"
#: Fields that are names and no numbers, so that what follows them is a verb or a part of the name.
NAMES = frozenset("card code first game_id hint name nation other person season second side space unit units".split())
PAIR = re.compile(rf"\{{(\w+)(?::[^{{}}|]*)?\}}[*_`”)]*(?: (?!(?:{APART})\b)[\w’'-]+){{0,3}}? (?:{NOUNS})\b")
#: "FILE: KEY" of texts in which the number is never one, each with its reason.
EXCEPTIONS = {
    "assets/host/text/en/leagues.toml: ratings.sides": "“12 ± 1 rating points”: the noun belongs to both numbers",
    "assets/host/text/en/web.toml: people.name_letters_type_another": "a fixed limit, far above one",
}


def pairs(key: str, text: str) -> list[str]:
    """Return each number with its noun for which the text has no words of one; `other` of a table has its `one` beside it."""
    chosen = "count" if re.search(r"(?:^|\.)other(?:\.|$)", key) else ""
    return [found[0] for found in PAIR.finditer(text) if found[1] not in NAMES | {chosen}]


@pytest.mark.parametrize(
    "name", [name for path in text_files() if (name := str(path.relative_to(ROOT))) not in PENDING]
)
def test_every_noun_agrees_with_its_number(name: str) -> None:
    found = {one.place: told for one in read(ROOT / name) if (told := pairs(one.key, one.text))}
    assert {place: told for place, told in found.items() if place not in EXCEPTIONS} == {}


def test_exceptions_are_needed() -> None:
    said = {one.place: one for path in text_files() for one in read(path)}
    assert [place for place in EXCEPTIONS if place not in said or not pairs(said[place].key, said[place].text)] == []


@pytest.mark.parametrize(
    ("key", "text", "told"),
    [
        ("won", "You won {count} games.", ["{count} games"]),
        ("won", "**{vp}** victory points (VP)", ["{vp}** victory points"]),
        ("left", "{left} more friendly spaces", ["{left} more friendly spaces"]),
        ("won.other", "{count} games of {all} games", ["{all} games"]),
        ("won", "{count:one # game|other # games}, {share} of all games, {side} plays cards", []),
    ],
)
def test_a_pair_without_words_for_one_is_found(key: str, text: str, told: list[str]) -> None:
    assert pairs(key, text) == told
