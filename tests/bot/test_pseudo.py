"""A made-up language is written by a command: every text longer, with accents and in brackets, all fields and plurals kept."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.cli.main import main
from bot.narration.pseudo import CLOSE, LANGUAGE, OPEN, spoken
from bot.narration.texts import texts, texts_of
from bot.titles import titles
from renderer.kit import languages
from renderer.kit.templates import Template
from renderer.pog import words as art
from tests.support.pseudo import escaped, pseudo

__all__ = ["pseudo"]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Skip", "⟦Škíp ··⟧"),
        ("{count:one # card|other # cards} left", "⟦{count:one # çáŕd|other # çáŕdš} léft ····⟧"),
        ("## Press **Go**, or type `/go {n}`.", "## ⟦Pŕéšš **Ğó**, óŕ týpé `/go {n}`. ·····⟧"),
        ("See https://example.org/a_b and /help\n\n- one", "⟦Šéé https://example.org/a_b áñd /help ··⟧\n\n- ⟦óñé ·⟧"),
        ("{{code}} of FELDPOST_X", "⟦{{çódé}} óf FELDPOST_X ·⟧"),
    ],
)
def test_a_text_is_accented_longer_and_in_brackets(text: str, made: str) -> None:
    assert spoken(text) == made


def test_a_text_for_which_a_platform_has_little_room_fits() -> None:
    assert spoken("a" * 99, 100) == f"⟦{'á' * 98}⟧"
    assert len(spoken("word " * 15, 100)) <= 100


def leaves(tables: Mapping[str, Any], under: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tables.items():
        yield from leaves(value, f"{under}{name}.") if isinstance(value, Mapping) else [(f"{under}{name}", value)]


def test_the_command_writes_all_that_there_is_in_english(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["pseudo", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "files of the language en-XA" in said
    assert f"FELDPOST_TEXTS={tmp_path}" in said
    assets = Path(art.__file__).parents[2] / "assets"
    written = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.toml"))
    english = [
        path.relative_to(assets) for path in (*assets.glob("*/text/en/**/*.toml"), *assets.glob("*/art/words_en.toml"))
    ]
    expected = {
        path.as_posix().replace("/en/", f"/{LANGUAGE}/").replace("words_en", f"words_{LANGUAGE}") for path in english
    }
    assert expected == {path for path in written if path.startswith(("host/", "pog/", "liege/"))}
    different = 0
    for path in english:
        there = tmp_path / path.as_posix().replace("/en/", f"/{LANGUAGE}/").replace("words_en", f"words_{LANGUAGE}")
        ours, theirs = (dict(leaves(tomllib.loads(one.read_text("utf-8")))) for one in (assets / path, there))
        assert ours.keys() == theirs.keys()
        for key, value in ours.items():
            if isinstance(value, str) and value != theirs[key]:
                assert Template(value).fields() == Template(theirs[key]).fields(), key
                marks = (theirs[key].count(OPEN), theirs[key].count(CLOSE))
                # A term is a part of sentences, which have brackets of their own.
                assert (
                    marks == (0, 0)
                    if path.name == "slack.toml" and key.startswith("terms.")
                    else marks[0] == marks[1] > 0
                ), key
                different += 1
            else:
                assert theirs[key] == value
    assert different > 3000
    monkeypatch.setenv("FELDPOST_TEXTS", str(tmp_path))
    assert languages.languages() == ("en", LANGUAGE)


def test_its_words_can_be_said_by_host_titles_and_pictures(pseudo: str) -> None:
    assert [*texts(pseudo).faults()] == [fault for title in titles() for fault in title.words(pseudo).faults()] == []
    assert texts(pseudo).say("ui.words.more", count=2) == "⟦áñd 2 móŕé ···⟧"
    assert texts_of("pog", pseudo).say("names.scenarios.introductory").startswith(OPEN)
    assert art.language(pseudo).side(0).startswith(OPEN)
    assert texts().say("ui.words.more", count=2) == "and 2 more"


def test_what_escaped_is_found() -> None:
    assert escaped("⟦á ⟦b⟧ ç⟧, ⟦d⟧ and Anna 3 `/go`", "Anna") == ["and", "and"]
    assert escaped("⟦á ⟦b⟧") == ["lacks ⟧"]
    assert escaped("⟦á English ⟦š⟧⟧") == ["English"]


@pytest.mark.parametrize(
    ("tag", "found"), [("en-GB", "en"), ("en_xa", LANGUAGE), ("de", ""), ("", ""), ("en-XA-x", LANGUAGE), ("zh-CN", "")]
)
@pytest.mark.usefixtures("pseudo")
def test_the_language_of_a_platform_is_the_nearest_of_ours(tag: str, found: str) -> None:
    assert languages.known(tag) == found


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("de-DE,de;q=0.9,en-XA;q=0.4,en;q=0.5", "en"),
        ("en-XA, en;q=0.1", LANGUAGE),
        ("*", ""),
        ("en;q=0, de", ""),
        ("en;q=x", ""),
    ],
)
@pytest.mark.usefixtures("pseudo")
def test_the_language_of_a_browser_is_the_one_it_likes_best(header: str, found: str) -> None:
    assert languages.accepted(header) == found


def test_a_language_that_is_not_there_is_refused_with_those_that_are(
    pseudo: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.settings import SettingsError, load_settings

    monkeypatch.setenv("FELDPOST_LANGUAGE", pseudo)
    assert load_settings().language == pseudo
    monkeypatch.setenv("FELDPOST_LANGUAGE", "xx")
    with pytest.raises(SettingsError, match=r"“xx”.*en, en-XA"):
        load_settings()
