"""The controls of the table message: the move for the player making it, and a rematch at the end."""

from __future__ import annotations

import pytest

from bot.platforms.web.records import LogRow, MessageEntry, frame
from bot.storage import Store
from bot.table.reply import Reply
from bot.titles import title_named
from tests.bot.support import Channel, controls, token_of
from tests.bot.with_computer import Table
from tests.titles.toy.script import LOBBY, ORDERS


async def table_of(channel: Channel) -> Reply:
    """Return the current table message."""
    return [reply for kind, reply in await channel.posts() if kind == "table"][-1]


def seen(table: Reply, viewer: str, players: tuple[str, ...]) -> tuple[str, list[str]]:
    """Return its words and controls on a person's page."""
    entry = MessageEntry(
        slot="table",
        where="table",
        at=0,
        text=table.text,
        addressed=table.addressed,
        address=table.address,
        menu=table.menu,
        players=players,
    )
    told = frame(LogRow(place=1, id="a", entry=entry), viewer, "")
    return told["text"], [button["label"] for row in told["rows"] for button in row["buttons"]]


async def test_the_table_message_addresses_only_the_deciding_side(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play 2 as ops")
    table = await table_of(channel)
    anna, ben, eve = (seen(table, name, ("anna", "ben")) for name in ("anna", "ben", "eve"))
    looks = ["Panel", "Hand", "Map", "Log", "Follow"]
    plan = "Central Powers: Plan the activation"
    assert [label for label, _ in controls([table])] == [*looks, plan], "on most platforms one for everybody"
    assert anna[1] == [*looks, plan]
    assert ben[1] == looks
    assert eve[1] == ["Map", "Log", "Follow"]
    assert "Your turn as the **Central Powers**" in anna[0]
    assert "Waiting for" not in anna[0]
    for text, _ in (ben, eve):
        assert "Waiting for the **Central Powers** (Anna)" in text


async def test_nobody_is_offered_the_move_of_the_computer(store: Store) -> None:
    table = Table(store)
    await table.say("anna", "new introductory against=recruit side=ap", "start")
    shown = (await table.posts("table"))[-1]
    assert not {"Panel", "My move", "Plan an operation", "Answer"} & {label for label, _ in controls([shown])}
    assert "is thinking for" in shown.text
    await table.fresh()
    for _ in range(20):
        await table.moved()
        if (await table.game()).actor == 0:
            break
    shown = (await table.posts("table"))[-1]
    assert "Panel" in {label for label, _ in controls([shown])}


async def test_the_end_is_told_once_in_the_channel(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "resign yes")
    ends = [kind for kind, reply in await channel.posts() if "Game over" in reply.text and reply.audience == "channel"]
    assert sorted(ends) == ["end", "table"], "once as news, and on the table message, which says how things stand"


@pytest.mark.usefixtures("toy_title")
async def test_the_last_panel_says_once_how_the_game_ended(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the story of the last action ends with it."""
    how = "The fox has escaped, in South."
    monkeypatch.setattr(type(title_named("toy")), "ended", lambda self, names, game: how)
    replies: list[Reply] = []
    for user, line in (*LOBBY, *ORDERS):
        replies = await channel.say(user, line)
    for told in (replies, await channel.say("ben", "panel"), await channel.say("anna", "panel")):
        assert "\n".join(reply.text for reply in told).count(how) == 1


async def test_the_end_offers_a_rematch_and_no_move(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "resign yes")
    table = await table_of(channel)
    assert [label for label, _ in controls([table])] == ["Rematch", "Map", "Log"]
    await channel.press("anna", token_of([table], "Rematch"))
    assert (await channel.store.header(await channel.game_id())).status == "lobby"


@pytest.mark.parametrize("reader", ["anna", "ben"])
async def test_the_clock_addresses_the_player_it_waits_for(channel: Channel, reader: str) -> None:
    await channel.begin()
    told = await channel.told(reader, "clock")
    assert ("Your turn (Central Powers)" in told) == (reader == "anna")
    assert ("Waiting for the Central Powers (Anna)" in told) == (reader == "ben")


@pytest.mark.usefixtures("toy_title")
async def test_a_lesson_continues_on_the_panel_for_either_side(store: Store) -> None:
    channel = Channel.open(store)
    await channel.say("anna", "learn 1")
    assert "Panel" in {label for label, _ in controls([await table_of(channel)])}
