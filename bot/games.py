"""`feldpost games`: the games in the store, for the operator; with `--verify` each is replayed from its record.

Tells what a game is and how long its record, never what is in it. It only reads, so it may run
beside a bot, on the server of REDIS_URL or on the bot's own.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from bot.settings import Settings
from bot.storage import Connection, Store, StoredGame, redis_server
from bot.storage.errors import StoredDamage, UnknownGame

Tell = Callable[[str], None]


def run_games(settings: Settings, tell: Tell = print, *, verify: bool = False) -> int:
    """List the games; returns 1 if one of them is damaged.

    Raises:
        StorageError: there is no usable Redis server.
    """
    return asyncio.run(_with_store(settings, tell, verify=verify))


async def _with_store(settings: Settings, tell: Tell, *, verify: bool) -> int:
    async with redis_server(settings, attach=True) as url:
        store = Store(Connection(url), answer_days=settings.answer_days, delivery_tries=settings.delivery_tries)
        try:
            return await list_games(store, tell, verify=verify)
        finally:
            await store.close()


async def list_games(store: Store, tell: Tell, *, verify: bool) -> int:
    """One line for each game, and how many there are; 1 if one is damaged."""
    counts: Counter[str] = Counter()
    for game in await store.games():
        try:
            stored = await store.load(game)
            words = await _verified(store, stored) if verify else ""
        except UnknownGame:
            continue
        except StoredDamage as error:
            counts["damaged"] += 1
            tell(f"{game}  damaged: {error}")
            continue
        head = stored.header
        counts["damaged" if words.startswith("damaged") else head.status] += 1
        platform = head.channel.partition(":")[0]
        line = f"{game}  {head.status:<8}  {head.scenario:<12}  {platform:<7}  {stored.number + 1} entries  {words}"
        tell(line.rstrip())
    told = ", ".join(f"{number} {status}" for status, number in sorted(counts.items()))
    tell(f"{sum(counts.values())} games{f': {told}' if told else ''}.")
    return 1 if counts["damaged"] else 0


async def _verified(store: Store, stored: StoredGame) -> str:
    """Whether dice, draws and choices of the record agree with the seed and the rules of this version.

    Raises:
        StoredDamage: something of the game cannot be read.
    """
    from bot.service.clock import Clock
    from bot.service.history import verify
    from bot.service.session import Memory, restore
    from bot.service.standing import Standing

    for part in (Clock, Memory, Standing):
        part.of(stored.settings)
    if stored.snapshot is not None:
        restore(stored)
    record = await store.record(stored.header.game_id)
    if not record:
        return "not started"
    verdict = await asyncio.to_thread(verify, stored, record, stored.header.seed)
    if not verdict.problem:
        return f"verified, {verdict.outcomes} dice and draws"
    # The words of an error may name cards, its kind does not.
    return f"damaged: {verdict.problem.partition(':')[0]} does not agree with the seed and the rules of this version"


__all__ = ["list_games", "run_games"]
