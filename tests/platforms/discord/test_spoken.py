"""Orders in natural language on Discord, in the order form."""

from __future__ import annotations

from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.people import labels
from tests.platforms.discord.test_play import local_record, three
from tests.support.spoken import SLIP, SPOKEN

BEGUN = [("anna", "new campaign"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")]


async def test_people_say_orders_in_their_own_words(loopback: Loopback) -> None:
    await loopback.bot()
    people = three(loopback)
    for user, line in BEGUN:
        await people[user].slash(line)
    game, anna = await loopback.game(), people["anna"]
    for said, _ in SPOKEN[:-1]:
        await anna.fill(anna.panel(), f"form:{game}", said)
    await anna.fill(anna.panel(), f"form:{game}", SLIP[0])
    assert labels(anna.panel()) == [SLIP[1]]
    await anna.fill(anna.panel(), f"form:{game}", SPOKEN[-1][0])
    meant = [*BEGUN, *(("anna", command) for _, command in SPOKEN)]
    record = await loopback.store.record(game)
    assert len(record) > 6
    assert record == await local_record(loopback, meant)
