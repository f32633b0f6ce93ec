"""The pages' texts are in the text files: every key exists, none is unused, and no script contains a sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

import pytest

from bot.narration.texts import texts
from bot.platforms.web.files import SHARED, page_of
from tests.english import ROOT

SCRIPTS = sorted(one.name for one in SHARED.iterdir() if one.name.endswith(".js"))
PAGES = sorted(one.name for one in SHARED.iterdir() if one.name.endswith(".html"))
WORDS = tomllib.loads((ROOT / "assets/host/text/en/page.toml").read_text(encoding="utf-8"))
_SAID = re.compile(r"\bsay\(([^()]*?(?:\([^()]*\)[^()]*?)*)\)")
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
#: Multi-word strings in scripts that nobody reads.
_UNREAD = re.compile(  # classes, selectors, fonts, transforms
    r'(?:class: |=== this.aimed \? |"class", |transform = |classList\.\w+\(|matchMedia\(|closest\(|querySelector(?:All)?\(|font = )(?:"[^"]*"|`[^`]*`)|const CONTROLS = "[^"]*"'
)


def read(name: str) -> str:
    return SHARED.joinpath(name).read_text(encoding="utf-8")


def keys(table: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for name, value in table.items():
        plural = isinstance(value, dict) and value.keys() == {"one", "other"}
        yield from [before + name] if isinstance(value, str) or plural else keys(value, f"{before}{name}.")


def used() -> set[str]:
    """Return the keys that scripts and pages use; `field.` stands for all that begin with it."""
    found = {key for page in PAGES for key in re.findall(r"\{\{([\w.]+)\}\}", read(page))} - {"language"}
    for script in SCRIPTS:
        for said in _SAID.findall(read(script)):
            first = said.partition(", {")[0]
            found |= {key for pair in _STRING.findall(first) for key in pair if key}
    return {key.partition("$")[0] for key in found}


def test_every_key_is_there_and_none_is_left_over() -> None:
    there, asked = set(keys(WORDS)), used()
    assert len(asked) > 60
    assert {
        key for key in asked if not any(one == key or (key.endswith(".") and one.startswith(key)) for one in there)
    } == set()
    assert {one for one in there if one not in asked and f"{one.partition('.')[0]}." not in asked} == set()


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_holds_no_sentence(name: str) -> None:
    code = re.sub(r"^\s*(?://|/?\*).*$|\s// .*$", "", read(name), flags=re.MULTILINE)
    code = _SAID.sub("", _UNREAD.sub("", code))
    literals = [re.sub(r"\$\{[^}]*\}", " ", one or other) for one, other in _STRING.findall(code)]
    assert [
        one
        for one in literals
        if re.search(r"[A-Za-z]{2,}[.,:;!?]? +[A-Za-z]{2,}|[a-z]{3,}[.!?]$|^[A-Z][a-z]+ …$", one)
    ] == []


class _Read(HTMLParser):
    """Collects the text of a page that a person reads, or has read to them."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.told += [
            value or "" for name, value in attrs if name in ("title", "aria-label", "placeholder", "alt", "lang")
        ]

    def handle_data(self, data: str) -> None:
        self.told.append(data)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_holds_no_word_of_its_own(name: str) -> None:
    page = _Read()
    page.feed(re.sub(r"\{\{[\w.]+\}\}", "", read(name)))
    assert [one for one in page.told if re.search(r"[A-Za-z]", one)] == []
    shown = _Read()
    text = page_of(SHARED, name, texts()).text
    assert text is not None
    shown.feed(text)
    assert WORDS["no_script"] in shown.told
    assert "{{" not in text
    assert 'lang="en"' in text
