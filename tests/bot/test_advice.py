"""Advice: who can ask the computer, that both players know of it, and that it knows no more than the person asking."""

from __future__ import annotations

import re

import pytest

from bot.service.acting import ai_reasons
from bot.service.session import Memory
from bot.storage import Store
from bot.titles.pog.narration.names import names_in
from engine.core.record import Entry
from engine.pog.rules import supply
from tests.bot.hunts import hunt
from tests.bot.reasons.test_reasons import pattern, reads_well
from tests.bot.support import Channel, token_of
from tests.bot.with_computer import Table

__all__ = ["hunt"]


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


async def opened(channel: Channel, line: str) -> None:
    """Open a game in which Anna holds the Central Powers and Ben the Allies."""
    for user, typed in (("anna", line), ("anna", "join cp"), ("ben", "join ap")):
        await channel.say(user, typed)


async def test_a_player_against_the_computer_can_get_advice_and_an_assessment(table: Table) -> None:
    await table.say("anna", "new introductory against=recruit side=cp", "start", "choose take")
    told = await table.say("anna", "advise")
    assert re.match(r"The computer's advice, from what you can see", told), told
    plans = [line for line in told.splitlines() if re.match(r"\d\. \*\*", line)]
    assert 2 <= len(plans) <= 3, told
    assert all(re.search(r"\*\*\. Worth (about )?(0\.0|[+−]\d+\.\d) VP( \(± \d+\.\d\))?\.", line) for line in plans), (
        told
    )
    assert "_" not in told
    before = (await table.stored()).number
    stands = await table.say("anna", "assess")
    ranges = re.findall(r"(\d+)–(\d+) %\*\* \(best guess (\d+) %\)", stands)
    assert len(ranges) == 2, stands
    assert all(int(low) < int(best) < int(high) for low, high, best in ranges), stands
    draw = int(re.findall(r"Draw: (\d+) %", stands)[0])
    assert sum(int(best) for *_, best in ranges) + draw == 100, stands
    assert "not at hands" in stands
    assert not re.search(r"\([+−]\d+\.\d\)", told), "no bare numbers"
    assert (await table.stored()).number == before


@pytest.mark.usefixtures("toy_title")
async def test_the_end_of_a_game_leads_to_the_look_back(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new short_hunt against=pup side=hound", "start")
    await table.moved()
    await table.say("anna", "resign yes")
    end = (await table.posts("end"))[0]
    told = await table.channel.press("eve", token_of([end], "Review the game"))
    assert "analysing this game" in told[0].text or "entries." in told[0].text or "starting to analyse" in told[0].text


async def test_the_map_of_threats_says_who_is_out_of_supply_already(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await channel.begin()
    told = await channel.told("anna", "map threats cp")
    assert told == "**Western Front**: Threats to CP supply. All units of the Central Powers are in supply."
    monkeypatch.setattr(supply, "in_supply", lambda state, unit: False)
    monkeypatch.setattr(supply, "supplied_units", lambda *args: 0)
    assert "Out of supply: " in await channel.told("anna", "map threats cp")


async def test_between_people_nobody_is_advised_unless_the_game_was_opened_so(channel: Channel) -> None:
    await opened(channel, "new introductory")
    await channel.say("anna", "start")
    for user, line in (("anna", "advise"), ("anna", "assess"), ("eve", "assess")):
        told = await channel.told(user, line)
        assert pattern("no_advice").search(told), told
        reads_well(told)
    assert "advice" not in await channel.told("ben", "status")


async def test_where_advice_is_on_only_the_deciding_side_is_advised(channel: Channel) -> None:
    await opened(channel, "new introductory advice=on")
    table = [reply.text for kind, reply in await channel.posts() if kind == "table"]
    assert "advice: on, for both players" in table[0], "everybody reads it above the seats"
    await channel.say("anna", "start")
    assert "advice: on, for both players" in await channel.told("ben", "status")
    assert "Chance to win: " in await channel.told("eve", "assess")
    assert pattern("not_your_decision").search(await channel.told("ben", "advise"))
    assert pattern("no_seat").search(await channel.told("eve", "advise"))
    assert "The computer's advice" in await channel.told("anna", "advise")


async def test_a_title_advises_by_its_own_computer(hunt: Table) -> None:
    assert "1. " in await hunt.say("anna", "advise")
    assert "even" in await hunt.say("anna", "assess")


async def test_the_computer_tells_why_it_acted_when_its_action_is_over(table: Table) -> None:
    await table.say("anna", "new introductory against=recruit side=ap", "start")
    told = await table.say("anna", "assess why")
    assert pattern("no_reason").search(told), told
    reads_well(told)
    for _ in range(40):
        await table.moved()
        game = await table.game()
        if game.decision.kind == "choose_action":
            break
        await table.say("anna", f"choose {game.text(list(game.options())[-1])}")
    told = await table.say("anna", "assess why")
    assert re.match(r"Why the Central Powers played this: .+ Worth about [+−]\d+\.\d VP\.", told), told
    assert "{" not in told
    assert "assess why" in await table.channel.complete("anna", "assess ")
    assert not [reply for reply in await table.posts("staff") if "played this" in reply.text]


@pytest.mark.usefixtures("toy_title")
async def test_where_the_computer_teaches_everybody_reads_its_reasons_once(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new short_hunt against=pup side=hound advice=teach", "start")
    assert "on, and the computer explains its moves" in await table.say("anna", "status")
    await table.moved()
    assert pattern("no_reason").search(await table.say("anna", "assess why")), "it is at it still"
    await table.say("anna", "done")
    said = [reply.text for reply in await table.posts("staff")]
    assert len(said) == 1
    assert "It felt like “" in said[0]
    assert said[0] in await table.say("anna", "assess why")


async def test_the_stated_aim_matches_the_orders(table: Table) -> None:
    """The recruit can err on the way: the aim when choosing a card isn't always what it then does."""
    await table.say("anna", "new introductory against=recruit side=ap", "start")
    compared = 0
    for _ in range(120):
        await table.moved()
        game, memory = await table.game(), Memory.of((await table.stored()).settings)
        over = bool(game.stack) and game.decision.kind == "choose_action"
        if over and memory.why is not None and memory.why["use"].startswith("ops"):
            record = [Entry.load(line) for line in await table.store.record((await table.stored()).header.game_id)]
            own = [entry for entry in record if entry.side == 1]
            begun = max(entry.number for entry in own if entry.choice == memory.why["use"])
            ordered = [entry.choice.partition(" ") for entry in own if entry.number > begun]
            went = {place for verb, _, place in ordered if verb in ("step", "target")}
            if "entrench" not in {verb for verb, _, _ in ordered}:
                named = (await table.say("anna", "assess why")).partition("Aimed at ")[2].partition(".")[0]
                names, content = names_in(game.state.rules, "en"), game.state.rules.content
                told = [space for space in content.spaces if names.space(space.id) in named]
                assert {space.name for space in told} <= went, (named, went)
                compared += bool(told)
        if not game.stack:
            break
        choices = [game.text(choice) for choice in game.options()]
        await table.say("anna", f"choose {'auto_op' if 'auto_op' in choices else choices[-1]}")
    assert compared > 2


def test_orders_of_an_undone_part_of_an_action_are_not_mentioned() -> None:
    why = {"number": 10, "over": True, "ordered": [[10, 1], [14, 2], [17, 3]]}
    for kept, left, over in ((17, [1, 2, 3], True), (15, [1, 2], False), (10, [1], False)):
        memory = Memory(why=dict(why))
        ai_reasons.taken_back(memory, kept)
        assert memory.why is not None
        assert ([space for _, space in memory.why["ordered"]], memory.why["over"]) == (left, over)
    memory = Memory(why=dict(why))
    ai_reasons.taken_back(memory, 9)
    assert memory.why is None


async def test_why_it_acted_is_not_told_of_an_action_that_was_taken_back(hunt: Table) -> None:
    await hunt.say("anna", "done")
    assert "It felt like" in await hunt.say("anna", "assess why")
    await hunt.moved()
    assert Memory.of((await hunt.stored()).settings).why is not None
    await hunt.say("anna", "undo")
    assert Memory.of((await hunt.stored()).settings).why is None
    assert pattern("no_reason").search(await hunt.say("anna", "assess why"))


@pytest.mark.usefixtures("toy_title")
async def test_no_advice_while_the_computer_plays_a_seat_of_a_person(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new short_hunt", "join fox")
    await table.say("ben", "join hound", "start")
    await table.say("anna", "substitute pup")
    await table.say("ben", "substitute accept")
    await table.moved()
    for line in ("advise", "assess"):
        assert pattern("no_advice").search(await table.say("ben", line)), line
