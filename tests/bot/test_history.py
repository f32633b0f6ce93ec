"""Replaying the record: log, verification, tampering, export."""

from __future__ import annotations

import copy
import functools
import json
from typing import Any

import pytest

from bot.service.record import history, verification
from bot.storage.store import StoredGame
from tests.bot.support import Channel
from tests.support.restoring import restore


@functools.cache
def _kept() -> dict[tuple[int, int], tuple[StoredGame, str]]:
    """Return games and their records, each played once."""
    return {}


async def played(channel: Channel, steps: int = 60, seed: int = 5) -> tuple[StoredGame, list[dict[str, Any]]]:
    """Return a game after random presses with an occasional undo; the channel need not hold it."""
    if (steps, seed) not in _kept():
        stored, record = await playing(channel, steps, seed)
        _kept()[steps, seed] = stored, json.dumps(record)
    stored, told = _kept()[steps, seed]
    return stored, json.loads(told)


async def playing(channel: Channel, steps: int, seed: int) -> tuple[StoredGame, list[dict[str, Any]]]:
    """Play that game in the channel."""
    await channel.play_at_random(steps, seed)
    game_id = await channel.game_id()
    return await channel.store.load(game_id), await channel.store.record(game_id)


async def test_the_record_retells_the_present_position(channel: Channel) -> None:
    stored, record = await played(channel)
    assert any(entry["kind"] == "undo" for entry in record)
    retold = history.retell(stored, record)
    assert retold.game.state.dump() == restore(stored).state.dump()
    assert retold.events[0]["kind"] == "setup"
    assert [event["n"] for event in retold.events] == sorted(event["n"] for event in retold.events)


async def test_verification_covers_every_outcome(channel: Channel) -> None:
    stored, record = await played(channel)
    verdict = verification.verify(stored, record, stored.header.seed)
    assert verdict.problem == ""
    assert verdict.outcomes == sum(len(entry.get("chance", [])) for entry in record)
    assert verdict.entries == len(record)


@pytest.mark.parametrize("kind", ["die", "draw", "choice", "dropped", "seed"])
async def test_a_tampered_record_is_found_out(channel: Channel, kind: str) -> None:
    stored, record = await played(channel, 80)
    forged = copy.deepcopy(record)
    seed = stored.header.seed
    if kind == "die":
        entry = next(e for e in forged[1:] if any(not p.startswith("draw_") for p, _ in e.get("chance", [])))
        at = next(i for i, (p, _) in enumerate(entry["chance"]) if not p.startswith("draw_"))
        entry["chance"][at][1] = entry["chance"][at][1] % 6 + 1
    elif kind == "draw":
        entry = next(e for e in forged if any(p.startswith("draw_") for p, _ in e.get("chance", [])))
        draws = [i for i, (p, _) in enumerate(entry["chance"]) if p == "draw_ap"]
        entry["chance"][draws[0]][1], entry["chance"][draws[1]][1] = (
            entry["chance"][draws[1]][1],
            entry["chance"][draws[0]][1],
        )
    elif kind == "choice":
        entry = next(e for e in forged if e.get("decision") == "choose_action")
        entry["choice"] = "auto_op" if entry["choice"] != "auto_op" else "ops cp_99"
    elif kind == "dropped":
        forged = [e for e in forged if e["n"] != 4]
    else:
        seed = "00" * 32
    assert verification.verify(stored, forged, seed).problem


async def test_the_log_tells_a_turn_by_rounds(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    log = await channel.told("eve", "log turn")
    assert "**August 1914, round 1**" in log
    assert "Guns of August (CP 1)* for replacement points" in log
    assert "AP" in log
    assert "mandated offensive" in log
    assert "mandated offensive" not in await channel.told("eve", "log 1 1")
    assert "Nothing has happened there yet" in await channel.told("eve", "log 5")


async def test_the_end_reveals_what_verifies(channel: Channel) -> None:
    stored, _ = await playing(channel, 20, 5)
    await channel.say("anna", "resign yes")
    export = (await channel.say("anna", "export"))[0].attachment
    assert export is not None
    data = json.loads(export.text)
    assert data["seed"] == stored.header.seed
    assert (
        verification.verify(await channel.store.load(await channel.game_id()), data["entries"], data["seed"]).problem
        == ""
    )
    end = [reply.text for kind, reply in await channel.posts() if kind == "end"]
    assert "VP at the start of each turn: 10" in end[0]
