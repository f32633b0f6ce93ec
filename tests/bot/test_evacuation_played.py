"""The MEF leaves its beach by typed orders: each corps is asked about by its name, and everyday words begin it (9.5.3.5)."""

from __future__ import annotations

from bot.service.handler import BotHandler
from bot.storage import Store
from engine.core import record as rec
from engine.core.record import Entry
from tests.bot.worlds import NOW, World, installed
from tests.rulesets.banquet.test_mef import _nowhere
from tests.support.table import AP


async def landed(store: Store) -> World:
    """Five SR points, the army and a corps on a beach that leads nowhere, two corps in reserve."""
    table = _nowhere().reserve("br_corps_05", "br_aus_corps").put("mef_1", "br_corps_07").redeploy(AP, 5)
    table.game.fresh[:] = [Entry(0, rec.START)]
    table.game.number = 0
    table.game.forget_undo()
    return await installed(store, BotHandler(store, now=lambda: NOW), "e", table.game, 0)


async def said(world: World, line: str) -> str:
    return "\n".join(reply.text for reply in await world.replies("ben", line, touch=False))


async def test_the_beach_is_left_corps_by_corps(store: Store) -> None:
    world = await landed(store)
    assert "MEF 1 leads nowhere" in await said(world, "status")
    assert "evacuated" not in await said(world, "give up"), "that may mean a corps"
    told = await said(world, "evacuate the beachhead")
    assert "The beachhead at MEF 1 is evacuated." in told
    assert "Which corps from the Reserve Box replaces it?" in told
    told = await said(world, "choose aus corps")
    assert "BR AUS c replaces BR MEF, which leaves the game in the evacuation (9.5.3.5.2)" in told
    assert "BR c must leave the beach at once: it sails to another port, or is destroyed (9.5.3.5)." in told
    told = await said(world, "to alexandria")
    assert "BR c redeploys: MEF 1 → Alexandria." in told
    assert "BR AUS c must leave the beach at once" in told
    told = await said(world, "choose lose")
    assert "The Allied beachhead in MEF 1 is lost." in told
    assert "BR AUS c isn't evacuated and is eliminated (9.5.3.5.2)" in told
    assert "SR points left: **1**" in told
    status = await said(world, "status")
    assert "leads nowhere" not in status, "the marker is gone for good"
    assert "The MEF has no beachhead to leave" in await said(world, "evacuate mef")
