"""A faulty template is reported with file and key at the start, by `feldpost check` and by the contract of titles."""

from __future__ import annotations

import asyncio

import pytest

from bot.cli.check import _assets
from bot.narration.texts import Texts, _texts, lacking, texts, texts_of
from bot.settings import Settings
from bot.titles import title_checks, titles

WRONG = "text/en/ui.toml, panel.waits: "


def test_all_that_ships_can_be_said() -> None:
    assert [*texts().faults()] == []
    assert [fault for title in titles() for fault in title.words("en").faults()] == []


def test_a_faulty_sentence_of_the_host_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt = texts().laid_over({"ui": {"panel": {"waits": "{n:one day}"}}})
    monkeypatch.setattr(
        "bot.narration.texts.Texts.faults", lambda self, of=Texts.faults: of(spoilt if self is texts() else self)
    )
    verdict = asyncio.run(_assets(Settings()))
    assert not verdict.ok
    assert verdict.text == f"assets/host/{WRONG}the plural of the field n lacks other"


def test_a_faulty_sentence_of_a_title_is_named_and_none_of_the_hosts(monkeypatch: pytest.MonkeyPatch) -> None:
    (title,) = (one for one in titles() if one.name == "pog")
    spoilt = texts_of("pog").laid_over({"ui": {"panel": {"waits": "{n"}}})
    monkeypatch.setattr(type(title), "words", lambda _, language: spoilt)
    assert [one for one in title_checks.faults(title) if "toml" in one] == [
        f"{WRONG}expected '}}' before end of string"
    ]


def test_a_table_of_plurals_is_chosen_by_count() -> None:
    words = texts().laid_over({"ui": {"n": {"one": "{count} game", "other": "{count} games"}}})
    assert [words.say("ui.n", count=count) for count in (0, 1, 2, "1")] == ["0 games", "1 game", "2 games", "1 game"]


def test_check_counts_missing_translations(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("texts")
    (folder / "host/text/xh").mkdir(parents=True)
    (folder / "host/text/xh/ui.toml").write_text('[words]\nyes = "ewe"\n', encoding="utf-8")
    monkeypatch.setenv("FELDPOST_TEXTS", str(folder))
    verdict = asyncio.run(_assets(Settings()))
    assert verdict.ok
    count = len(lacking("xh", *(title.name for title in titles())))
    assert count > 3000
    assert f"xh: {count} texts are still in English, the first is host/text/xh/" in verdict.text
    assert "host/text/xh/ui.toml words.yes" not in lacking("xh")
    (folder / "host/text/xh/ui.toml").write_text('[words]\nyes = "{n:few a|other b}"\n', encoding="utf-8")
    _texts.cache_clear()
    verdict = asyncio.run(_assets(Settings()))
    assert not verdict.ok
    assert "text/xh/ui.toml, words.yes: xh has no plural few" in verdict.text
