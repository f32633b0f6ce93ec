"""Levels that fail: a simpler one steps in, finally any legal choice; everybody is told, and the game goes on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from bot.ai_workers import AiWorkers
from bot.service.ai_player import move_requests
from bot.service.record_work import RecordWorkBusy
from bot.storage import Store
from bot.titles.opponents import OpponentAnswer, OpponentQuestion
from tests.bot.with_computer import Table
from tests.titles.toy.opponents import ToyOpponents

pytestmark = [pytest.mark.process, pytest.mark.usefixtures("toy_title")]

ANSWER = ToyOpponents.answer


def broken(*levels: str, how: Callable[[], list[str]]) -> Callable[[ToyOpponents, OpponentQuestion], OpponentAnswer]:
    """Return players whose given levels fail in the given way."""

    def answer(self: ToyOpponents, asked: OpponentQuestion) -> OpponentAnswer:
        return OpponentAnswer(how()) if asked.level in levels else ANSWER(self, asked)

    return answer


def raises() -> list[str]:
    """Raise an error."""
    raise RuntimeError("the den is at NORTH")


async def hunted(store: Store) -> Table:
    """Return a hunt against the sly level, which is to move."""
    table = Table(store)
    await table.say("anna", "new short_hunt against=sly side=hound", "start")
    await table.fresh()
    return table


@pytest.mark.parametrize("error", [move_requests.Overrun, BrokenProcessPool])
async def test_advice_that_comes_to_nothing_is_said_in_a_sentence(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: type[Exception]
) -> None:
    def failing(self: ToyOpponents, asked: OpponentQuestion, language: str) -> list[str]:
        raise error("the den is at NORTH")

    table = await hunted(store)
    await table.moved()
    monkeypatch.setattr(ToyOpponents, "advise", failing)
    number = await table.number()
    assert "has no advice this time" in await table.say("anna", "advise")
    assert await table.number() == number
    assert error.__name__ in caplog.text
    assert "NORTH" not in caplog.text


async def test_a_look_back_whose_process_dies_goes_on_when_it_is_asked_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = ToyOpponents.review
    died: list[bool] = []

    def dying(self: ToyOpponents, *args: Any) -> Any:
        died.append(True)
        if len(died) == 1:
            raise BrokenProcessPool
        return looks(self, *args)

    monkeypatch.setattr(ToyOpponents, "review", dying)
    table = await hunted(store)
    await table.say("anna", "resign yes")
    assert "starting to analyse" in await table.say("anna", "assess last")
    assert "entries." in await table.say("anna", "assess last")


@pytest.mark.parametrize("how", [raises, lambda: ["fly away"], list, lambda: ["hide kennel"]])
async def test_a_simpler_level_steps_in_and_everybody_is_told(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: Callable[[], list[str]]
) -> None:
    monkeypatch.setattr(ToyOpponents, "answer", broken("sly", how=how))
    table = await hunted(store)
    await table.moved()
    assert (await table.game()).actor == 1, "the game goes on"
    told = [reply.text for reply in await table.posts("staff")]
    assert told == ["The computer (sly one) for the Fox found no decision, so an easier level made this one."] * 2
    assert "the sly of game" in caplog.text
    assert "NORTH" not in caplog.text, "what a level says may be hidden"


async def test_an_error_is_retried_but_a_timeout_is_not(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def failing(self: ToyOpponents, one: OpponentQuestion) -> OpponentAnswer:
        asked.append(one.level)
        if one.level == "sly" and len(asked) < 4:
            raise RuntimeError if len(asked) == 1 else move_requests.Overrun
        return OpponentAnswer(ANSWER(self, one).texts[:1])

    monkeypatch.setattr(ToyOpponents, "answer", failing)
    table = await hunted(store)
    await table.moved()
    assert asked == ["sly", "pup", "sly", "pup"], "hide, then run"
    assert len(await table.posts("staff")) == 2


async def test_where_all_fail_any_legal_choice_is_taken(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ToyOpponents, "answer", broken("sly", "pup", how=raises))
    table = await hunted(store)
    await table.moved()
    game = await table.game()
    assert (game.actor, game.state.day) == (1, 1)
    assert "choice was made at random" in (await table.posts("staff"))[0].text


async def test_a_question_that_finds_no_room_is_asked_again_in_a_minute(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        async def run(self, person: str, function: Any, /, *args: Any) -> Any:
            raise RecordWorkBusy("too much")

    table = await hunted(store)
    number = await table.number()
    full = Table(store, Full())
    full.channel, full.hands = table.channel, table.hands
    await full.moved()
    assert await table.number() == number
    table.hands.move(minutes=2)
    await table.moved()
    assert await table.number() > number


async def test_a_move_that_cannot_be_carried_out_is_retried_only_after_an_hour(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def nothing(self: move_requests.Thinker, game: object) -> list[str]:
        del self, game
        await asyncio.sleep(0)
        return ["fly away"]

    table = await hunted(store)
    number = await table.number()
    with monkeypatch.context() as patched:
        patched.setattr(move_requests.Thinker, "next_choices", nothing)
        async with asyncio.timeout(60):
            await table.moved()
    assert "nothing that the computer would choose can be carried out" in caplog.text
    table.hands.move(minutes=50)
    await table.moved()
    assert await table.number() == number
    table.hands.move(minutes=20)
    await table.moved()
    assert await table.number() > number


class Endless:
    """A title whose players never finish."""

    #: Already known to the process, which therefore keeps the real one under it.
    name = "pog"

    @property
    def opponents(self) -> Endless:
        """Return itself."""
        return self

    def load(self) -> None:
        """Do nothing."""

    def answer(self, asked: OpponentQuestion) -> list[str]:
        """Never return."""
        del asked
        while True:
            with contextlib.suppress(Exception):
                while True:
                    pass


TITLE = Endless()


def test_a_level_that_thinks_for_ever_is_broken_off() -> None:
    for _ in range(2):  # and the process serves other requests
        with pytest.raises(move_requests.Overrun):
            move_requests.think(OpponentQuestion(__name__, "", "", 0, "", ""), 0.1)


async def test_a_question_is_answered_in_a_process_and_the_room_is_left_at_once() -> None:
    room = AiWorkers(1)
    assert await room.run("game", abs, -1) == 1
    sleeping = asyncio.create_task(room.run("game", time.sleep, 600))
    await asyncio.sleep(0.1)
    await room.close()
    with pytest.raises((BrokenProcessPool, asyncio.CancelledError)):
        await sleeping
