"""How much a game takes of the server: the figures of the runbook, measured."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

from benchmarks.random_players import pick
from bot.service.session import packed, restore
from bot.storage import Change, Connection, Store
from bot.storage.keys import GameKeys
from bot.titles.pog.systems import system_for
from engine.core.chance import KeyedChance
from engine.core.game import Game
from tests.bot.support import Channel
from tests.conftest import ROOT

_SEED = bytes(range(32))
_RUNBOOK = ROOT / "deploy" / "RUNBOOK.md"


async def _takes(connection: Connection, *names: str | bytes) -> int:
    """Bytes of memory that some keys take."""
    found = await connection.pipeline(*(("MEMORY", "USAGE", name, "SAMPLES", 0) for name in names))
    return sum(size or 0 for size in found)


def _said(pattern: str) -> float:
    """A figure of the runbook."""
    found = re.search(pattern, " ".join(_RUNBOOK.read_text(encoding="utf-8").split()))
    assert found is not None, f"the runbook does not say: {pattern}"
    return float(found[1])


def _close(measured: float, said: float) -> bool:
    return 0.8 * said <= measured <= 1.25 * said


async def test_a_finished_campaign_takes_what_the_runbook_says(store: Store, connection: Connection) -> None:
    channel = Channel.open(store)
    await channel.begin()
    own = GameKeys(await channel.game_id())
    stored = await store.load(own.game_id)
    luck = Random(3)
    game: Game[Any] = Game.start(system_for(dict(stored.header.options)), KeyedChance(_SEED), listening=False)
    while game.stack:
        game.apply(pick(game, luck))
    entries = [{**entry.dump(), "n": stored.number + 1 + n} for n, entry in enumerate(game.fresh)]
    before = await _takes(connection, own.record)
    over = stored.header.model_copy(update={"status": "finished"})
    change = Change(answer={}, entries=entries, snapshot=packed(game), header=over)
    await store.commit(own.game_id, stored.number, replace(change, settings=stored.settings), "whole")
    record = await _takes(connection, own.record)
    whole = await _takes(connection, *own.fixed())
    print(f"{len(entries)} entries; {(record - before) / len(entries):.0f} bytes each; the game {whole / 1000:.0f} KB")
    assert _close((record - before) / len(entries), _said(r"(\d+) bytes an entry"))
    assert _close(whole / 1000, _said(r"[Aa] finished campaign keeps about (\d+) KB"))


async def test_an_answer_takes_what_the_runbook_says(store: Store, connection: Connection) -> None:
    channel = Channel.open(store)
    await channel.begin()
    luck = Random(3)
    game_id = await channel.game_id()
    for _ in range(60):
        stored = await store.load(game_id)
        game = restore(stored)
        holder = [seat.name for _, seat in sorted(stored.seats.holders.items())][game.actor or 0]
        told = await channel.told(holder.casefold(), f"choose {game.text(luck.choice([*game.options()]))}")
        if "anyway" in told:
            continue
    answers = [name async for some in connection.scan(f"feldpost:{{{game_id}}}:answer:*") for name in some]
    assert len(answers) > 40
    size = await _takes(connection, *answers) / len(answers)
    print(f"{len(answers)} answers of {size:.0f} bytes")
    assert _close(size, _said(r"(\d+) bytes an answer"))
