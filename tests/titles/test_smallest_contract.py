"""The smallest title keeps the contract, as a stranger's tests hold it to: one class that names the title."""

from __future__ import annotations

import pytest

from bot import titles
from bot.narration.texts import texts
from bot.titles.testing import Broken, Contract, cases_of
from tests.titles.smallest.title import TITLE
from tests.titles.toy.title import TITLE as TOY


class TestDepots(Contract):
    title = TITLE


class HidesSomething(Contract):
    title = TOY


class HasNoName(Contract):
    title = type(TITLE)()


@pytest.mark.usefixtures("toy_title")
def test_a_title_with_hidden_information_must_provide_twins() -> None:
    suite, (case, *_) = HidesSomething(), cases_of(TOY)
    with pytest.raises(
        Broken, match="a side does not know all of short_hunt: `twins` must give 3 pairs of positions, not 0"
    ):
        suite.test_hidden_things_are_told_to_nobody_else(case)


def test_a_title_that_no_module_holds_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(titles.MODULES, "depots", raising=False)
    with pytest.raises(Broken, match="holds no object of DepotsTitle: write TITLE = DepotsTitle"):
        HasNoName().setup_method()


def test_a_title_with_a_missing_sentence_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TITLE), "words", lambda self, language: texts(language))
    with pytest.raises(Broken, match="it has no text names.sides.red.name; .*it has no text discord.root of its own"):
        TestDepots().test_it_is_whole()
