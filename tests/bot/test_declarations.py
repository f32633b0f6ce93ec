"""Errors of a declared command are reported with its name and the missing text or route."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from bot.commands import leagues
from bot.commands.model import Arguments, Command
from bot.service import declarations
from bot.service.looking.completion import COMPLETERS
from bot.service.routes import ROUTES
from bot.titles.vocabulary import vocabulary
from tests.titles.toy.title import TITLE as TOY


class Odd(Arguments):
    """An option that Discord refuses."""

    How: str = ""


@pytest.fixture
def with_command(monkeypatch: pytest.MonkeyPatch, toy_title: None) -> Iterator[Callable[[Command], list[str]]]:
    """Yield a function that returns the errors of the toy with one more command."""
    del toy_title

    def add(command: Command) -> list[str]:
        monkeypatch.setattr(type(TOY), "commands", (*TOY.commands, command))
        vocabulary.cache_clear()
        return declarations.faults()

    yield add
    vocabulary.cache_clear()


@pytest.mark.usefixtures("toy_title")
def test_all_that_ships_is_declared_well() -> None:
    assert declarations.faults() == []


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (Command("sniff", "playing", Arguments), "title toy: the command sniff has nothing that carries it out"),
        (Command("sniff", "playing", Arguments), "title toy: the command sniff has no text commands.help.sniff.usage"),
        (Command("denn", "looking", Odd), "title toy: the command denn: Discord takes no name 'How'"),
        (Command("a den", "looking", Arguments), "title toy: the command a den: Discord takes no name 'a den'"),
        (Command("new", "lobby", Arguments), "title toy: title 'toy' declares a command that there is already: new"),
    ],
)
def test_a_fault_of_a_command_is_named(
    with_command: Callable[[Command], list[str]], command: Command, told: str
) -> None:
    assert any(one.startswith(told) for one in with_command(command))


def test_words_of_a_command_that_is_gone_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    left = tuple(one for one in leagues.COMMANDS if one.name != "apart")
    monkeypatch.setattr(leagues, "COMMANDS", left)
    monkeypatch.setattr(leagues, "BY_NAME", {one.name: one for one in left})
    assert "leagues: the text leagues.help.apart is of no command" in declarations.faults()


def test_a_route_of_no_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROUTES, "warp", ROUTES["log"])
    assert "title commands: the route warp is of no command" in declarations.faults()


def test_a_completer_of_no_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMPLETERS, "warp", COMPLETERS["rules"])
    assert "title commands: the completer warp is of no command" in declarations.faults()
