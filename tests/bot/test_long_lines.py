"""Typed lines of two thousand characters: limited in words, parsed in linear time, and one after another."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from itertools import pairwise
from types import FrameType
from typing import Any

import pytest

from bot.narration.texts import texts_of
from bot.service.handler import BotHandler
from bot.service.input_limits import BURST, RATE, WORDS, InputPace, size_of
from bot.storage import Store
from bot.table.refusal import Refusal
from bot.table.table import Table as Orders
from bot.titles import table_of, title_named
from bot.titles.interpreter import Interpreter, Moment
from bot.titles.pog.notation import typed
from bot.titles.vocabulary import vocabulary
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.pog import GameOptions, PathsOfGlory
from tests.bot.support import Channel
from tests.support.facts import lexicon

#: Inputs that were slow or superlinear, and other shapes of long meaningless lines: by number of words, the line.
SHAPES: dict[str, Callable[[int], str]] = {
    "numbers": lambda n: " ".join(str(number) for number in range(1, n + 1)),
    "brackets": lambda n: "(" * n,
    "closed brackets": lambda n: "()" * (n // 2),
    "unclosed brackets behind a unit": lambda n: "ge 1 army " + "(" * n,
    "brackets of names": lambda n: "1 (sedan " * (n // 3),
    "units": lambda n: "ge 1 army, " * (n // 4),
    "ands": lambda n: "1 and " * (n // 2),
    "beginnings": lambda n: "s " * n,
    "spaces": lambda n: "sedan " * n,
    "ways": lambda n: "koblenz-" * (n // 2) + "sedan",
    "nonsense": lambda n: "zz " * n,
    "parts": lambda n: "koblenz move; " * (n // 3),
    "dashes": lambda n: "-" * n,
    "commas": lambda n: "sedan with " + "," * n,
    "alls": lambda n: "all " * n,
    "ids": lambda n: "ge_corps_07 " * (n // 3),
}


def begun() -> Orders:
    """Return the Central Powers in a campaign, after a card played for operations."""
    game = Game.start(PathsOfGlory(GameOptions(scenario="campaign")), KeyedChance(bytes(range(32))))
    game.apply(next(iter(game.options())))
    table = table_of(game, int(game.actor or 0))
    table.game.apply(next(choice for choice in game.options() if choice.verb == "auto_op"))
    return table


def steps(order: str, text: str) -> int:
    """Return the number of Python lines run to parse an order: its cost, independent of machine load."""
    table = begun()
    return counted(lambda: typed.ORDERS[order](lexicon(), table, text))


def counted(read: Callable[[], object]) -> int:
    """Return the number of Python lines run to parse something."""
    count = 0

    def each(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        del frame, argument
        count += event == "line"
        return each

    before = sys.gettrace()
    sys.settrace(each)
    try:
        with contextlib.suppress(Refusal):
            read()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("order", ["attack", "move", "activate"])
@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_words_cost_at_most_two_and_a_half_times(order: str, shape: str) -> None:
    make = SHAPES[shape]
    steps(order, make(12))  # caches are filled beforehand
    once, twice = steps(order, make(500)), steps(order, make(1000))
    assert twice <= 2.5 * once, f"{once} and {twice} steps"


def meant(line: str) -> int:
    """Return the number of Python lines run to interpret a line that starts with no command."""
    table, words = begun(), texts_of("pog")
    interpreter = Interpreter(vocabulary(title_named("pog")), words)
    return counted(lambda: interpreter.meaning(interpreter.plainly(line), Moment(table)))


@pytest.mark.parametrize("shape", [*SHAPES, "courtesy", "then"])
def test_a_line_without_a_command_is_read_in_time_that_grows_with_it(shape: str) -> None:
    make = (SHAPES | {"courtesy": lambda n: "please " * n, "then": lambda n: "metz then " * (n // 2)})[shape]
    meant(make(12))
    once, twice = meant(make(120)), meant(make(240))
    assert twice <= 3 * once, f"{once} and {twice} steps"


async def test_an_order_of_too_many_words_is_refused_with_their_number(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play 1 as ops")
    number = await channel.number()
    for line in (
        "attack " + "1 " * 900,
        "attack " + "(" * 1990,
        "play 1 as ops " + "/move x " * 240,
        "odds " + "a," * 900,
    ):
        told = await channel.told("anna", line)
        assert f"has {size_of(line)} words and signs, and the limit is {WORDS}." in told, line
        assert str(size_of(line)) in told
        assert await channel.complete("anna", line) == []
    assert await channel.number() == number


async def test_people_s_own_words_are_not_counted(channel: Channel) -> None:
    await channel.begin()
    told = await channel.told("anna", "warn " + "i see " * 300)
    assert "words and signs" not in told


def test_long_lines_of_one_person_follow_each_other_and_others_wait_for_none() -> None:
    clock = [100.0]
    pace = InputPace(lambda: clock[0])
    lines = 1 + WORDS // 15
    waits = [pace.seconds("anna", lines) for _ in range(8)]
    assert waits[:2] == [0.0] * 2
    assert waits == sorted(waits)
    assert [round(second - first, 3) for first, second in pairwise(waits[2:])] == [lines / RATE] * 5
    assert pace.seconds("ben", 1) == 0.0
    with pytest.raises(Refusal, match="too_fast"):
        pace.seconds("anna", 1000)
    clock[0] += 60.0
    assert max(pace.seconds("anna", 1) for _ in range(int(BURST))) == pytest.approx(0.0)


async def test_a_player_who_sends_too_much_is_told_to_wait(store: Store) -> None:
    clock = [100.0]
    channel = Channel.open(store)
    await channel.begin()
    channel.handler = BotHandler(store, pace=InputPace(lambda: clock[0]))
    assert "Central Powers" in await channel.told("anna", "status")
    channel.handler._pace.seconds("web:anna", int(BURST + 5 * RATE) - 2)  # type: ignore[union-attr]
    told = await channel.told("anna", "attack " + "1 " * 200)
    assert "wait a moment" in told
    assert "Central Powers" in await channel.told("ben", "status")
