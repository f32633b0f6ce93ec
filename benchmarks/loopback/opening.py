"""Create games in the store before the bot starts: some by commands, the rest as copies of the first."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from benchmarks.loopback.stage import Place
from bot.persons import bare, person
from bot.port import Inbound
from bot.service.handler import BotHandler
from bot.storage import Store
from bot.storage.keys import game_id_for
from bot.storage.models import Seat, Seats
from bot.storage.store import Change

_ORDERS = ((0, "new campaign"), (0, "join cp"), (1, "join ap"), (0, "start"))
_keys = itertools.count()


async def open_games(
    store: Store, platform: str, places: Sequence[Place], dealt: int, orders: Sequence[tuple[int, str]] = _ORDERS
) -> None:
    """Create a game in every place: the first `dealt` by commands, with posts to deliver; the others as copies."""
    handler = BotHandler(store)
    for place in places[:dealt]:
        for who, line in orders:
            user = place.users[who]
            await handler.run(
                Inbound(
                    platform=platform, channel=place.channel, user=user, user_name=user, key=f"open-{next(_keys)}", text=line
                )
            )  # fmt: skip
    for place in places[dealt:]:
        await _copy(store, platform, places[0], place)


async def _copy(store: Store, platform: str, first: Place, place: Place) -> None:
    """Copy a game to another channel and other people, with all posts delivered."""
    game = await store.channels.holder(f"{platform}:{first.channel}")
    assert game is not None
    stored, record = await store.load(game), await store.record(game)
    key, channel = f"open-{next(_keys)}", f"{platform}:{place.channel}"
    users = [person(platform, user) for user in place.users]
    header = stored.header.model_copy(
        update={"game_id": game_id_for(channel, key), "channel": channel, "key": key, "created_by": users[0]}
    )
    seats = Seats(
        holders={side: Seat(user=user, name=bare(user)) for side, user in zip(("cp", "ap"), users, strict=True)}
    )
    change = Change(
        answer={}, entries=record, snapshot=stored.snapshot, seats=seats, settings=stored.settings, header=header
    )
    await store.create_game(header, change)


__all__ = ["open_games"]
