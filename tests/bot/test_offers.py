"""Offers are worded wherever they are shown, have *Accept* and *Reject* there, and lose them when they are over."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.service.announcing.table_message import table_message
from bot.service.clock import Clock
from bot.service.session import Memory, restore
from bot.service.state.proposals import mark_for
from bot.storage import Change, Store
from bot.storage.store import StoredGame
from bot.table.position import offers_of
from bot.table.reply import Reply
from tests.bot.support import Channel, check_limits, controls, token_of

#: The line that makes each kind of offer, and what its text must contain: the proposer and the proposal.
KINDS = [
    (
        "rollback round",
        ("Anna (Central Powers) asks to go back to entry 1: 1 entry back.", "This cancels: no dice or draws."),
    ),
    ("draw", ("Anna (Central Powers) offers a draw",)),
    ("clock fast", ("Anna (Central Powers) asks for another clock.", "you have 4 h each")),
]


@dataclass
class Message:
    """A message as the channel shows it after all edits."""

    text: str
    labels: list[str]


async def messages(channel: Channel) -> list[Message]:
    """Return the channel's current messages: slots are edited in place, and messages without a slot lose their controls."""
    shown: list[Message] = []
    slots: dict[str, Message] = {}
    for _, reply in await channel.posts():
        if reply.audience != "channel":
            continue
        message = Message(reply.text, [label for label, _ in controls([reply])])
        old = slots.get(reply.edit) if reply.edit else None
        if old is not None and not reply.anew:
            old.text, old.labels = message.text, message.labels
            continue
        if old is not None:
            old.labels = []
        if reply.edit:
            slots[reply.edit] = message
        shown.append(message)
    return shown


async def answerable(channel: Channel) -> list[str]:
    """Return the texts of all messages with *Accept* on them, except the table message."""
    return [one.text for one in await messages(channel) if "Accept" in one.labels and "Panel" not in one.labels]


async def table(channel: Channel) -> Reply:
    """Return the newest table message."""
    return [reply for kind, reply in await channel.posts() if kind == "table"][-1]


async def table_now(channel: Channel) -> Reply:
    """Return the current table message, though nothing is in the outbox."""
    stored = await channel.store.load(await channel.game_id())
    game, memory, clock = restore(stored), Memory.of(stored.settings), Clock.of(stored.settings)
    return table_message(stored, game, memory, channel.handler.tools.names_of(stored), clock)


async def ready(channel: Channel) -> None:
    """Start a game in which the CP have acted and the AP are to move."""
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    await channel.clear()


@pytest.mark.parametrize(("line", "said"), KINDS)
async def test_an_offer_says_everything_wherever_it_can_be_answered(
    channel: Channel, line: str, said: tuple[str, ...]
) -> None:
    await ready(channel)
    await channel.say("anna", line)
    (post,) = [reply for kind, reply in await channel.posts() if kind == "offer"]
    (panel,) = await channel.say("ben", "panel")
    for reply in (post, panel, await table(channel)):
        check_limits(reply)
        for words in said:
            assert words in reply.text
        labels = [label for label, _ in controls([reply])]
        assert labels.count("Accept") == 1
        assert labels.count("Reject") == 1
    for reply in (post, await table(channel)):
        assert "Waiting for an answer from Ben (Allied Powers)." in reply.text
        assert reply.menu is not None
        offered = [one for one in reply.menu.buttons if one.label in ("Accept", "Reject")]
        assert [one.only for one in offered] == [("ben",)] * 2
    (own,) = await channel.say("anna", "panel")
    assert said[0] in own.text
    assert "Accept" not in [label for label, _ in controls([own])], "nobody answers their own offer"


@pytest.mark.parametrize(("line", "said"), KINDS)
@pytest.mark.parametrize("answer", ["Accept", "Reject"])
async def test_answered_controls_go_away(channel: Channel, line: str, said: tuple[str, ...], answer: str) -> None:
    await ready(channel)
    await channel.say("anna", line)
    (post,) = [reply for kind, reply in await channel.posts() if kind == "offer"]
    assert answer in " ".join(label for label, _ in controls([post]))
    await channel.press("ben", token_of([post], answer))
    assert await answerable(channel) == []
    (closed,) = [one for one in await messages(channel) if one.text.startswith(said[0])]
    assert closed.text.endswith("*(no longer open)*")
    last = await table(channel)
    assert said[0] not in last.text
    assert "Accept" not in [label for label, _ in controls([last])]
    for user in ("anna", "ben"):
        told = await channel.say(user, "panel") if line != "draw" or answer == "Reject" else []
        assert "Accept" not in [label for label, _ in controls(told)]
    again = await channel.press("ben", token_of([post], answer), key="later")
    assert "no longer open" in again[0].text or "is over" in again[0].text


async def test_a_press_that_comes_twice_counts_once(channel: Channel) -> None:
    await ready(channel)
    await channel.say("anna", "draw")
    (post,) = [reply for kind, reply in await channel.posts() if kind == "offer"]
    first = await channel.press("ben", token_of([post], "Reject"), key="same")
    assert first == await channel.press("ben", token_of([post], "Reject"), key="same")
    assert "rejects the offer" in first[0].text


async def test_a_later_offer_is_not_accepted_by_the_control_of_an_earlier_one(channel: Channel) -> None:
    await ready(channel)
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    await channel.say("anna", "rollback round")
    (first,) = [reply for kind, reply in await channel.posts() if kind == "offer"]
    await channel.say("anna", "rollback turn")
    second = [reply for kind, reply in await channel.posts() if kind == "offer"][-1]
    assert await answerable(channel) == [second.text]
    number = await channel.number()
    (refused,) = await channel.press("ben", token_of([first], "Accept"))
    assert "no longer open" in refused.text
    assert await channel.number() == number
    await channel.press("ben", token_of([second], "Accept"))
    assert await channel.number() > number


async def test_going_back_is_out_of_date_when_the_game_goes_on(channel: Channel) -> None:
    await ready(channel)
    await channel.say("anna", "rollback round")
    (post,) = [reply for kind, reply in await channel.posts() if kind == "offer"]
    await channel.say("ben", "play auto")
    assert await answerable(channel) == []
    assert "go back" not in (await table(channel)).text
    assert "no longer open" in (await channel.press("ben", token_of([post], "Accept")))[0].text
    assert "nothing to answer" in await channel.told("ben", "rollback accept")


async def test_a_draw_stays_offered_while_the_game_goes_on(channel: Channel) -> None:
    await ready(channel)
    await channel.say("anna", "draw")
    await channel.say("ben", "play auto")
    assert len(await answerable(channel)) == 1
    (panel,) = await channel.say("ben", "panel")
    await channel.press("ben", token_of([panel], "Accept"))
    assert await answerable(channel) == []
    assert (await channel.store.load(await channel.game_id())).header.status == "finished"


async def test_nothing_is_offered_after_the_end(channel: Channel) -> None:
    await ready(channel)
    await channel.say("anna", "draw")
    await channel.say("ben", "substitute offer")
    await channel.say("ben", "resign yes")
    open_ = [label for one in await messages(channel) for label in one.labels]
    assert not {"Accept", "Reject", "Take seat: Allied Powers"} & set(open_)


async def test_the_panel_keeps_its_room_with_an_offer_on_it(channel: Channel) -> None:
    await ready(channel)
    await channel.say("anna", "draw")
    (panel,) = await channel.say("ben", "panel")
    check_limits(panel)
    assert panel.menu is not None
    assert len(panel.menu.rows) <= 5
    assert [label for label, _ in controls([panel])][:2] == ["Accept", "Reject"]
    assert {"Hand", "Map", "1 OPS without a card"} <= {label for label, _ in controls([panel])}


async def test_an_open_seat_is_told_with_the_way_to_take_it_or_keep_it(channel: Channel) -> None:
    await ready(channel)
    await channel.say("ben", "substitute offer")
    told = "The Allied Powers seat (Ben) is open. Press to take it."
    last = await table(channel)
    assert told in last.text
    assert "Take seat: Allied Powers" in [label for label, _ in controls([last])]
    (own,) = await channel.say("ben", "panel")
    assert told in own.text
    (other,) = await channel.say("anna", "panel")
    assert told in other.text
    await channel.press("ben", token_of([own], "Keep my seat"))
    labels = [label for one in await messages(channel) for label in one.labels]
    assert not [label for label in labels if label.startswith("Take seat")]
    assert told not in (await table(channel)).text


@pytest.mark.parametrize("line", [line for line, _ in KINDS])
async def test_offers_of_a_seat_move_with_the_seat(channel: Channel, line: str) -> None:
    await ready(channel)
    await channel.say("ben", line)
    (offer,) = [reply for kind, reply in await channel.posts() if kind == "offer"]
    await channel.say("ben", "substitute offer")
    before = await channel.number()
    await channel.press("eve", token_of([await table(channel)], "Take seat"))
    assert await answerable(channel) == []
    for user in ("eve", "anna"):
        assert "no longer open" in (await channel.press(user, token_of([offer], "Accept")))[0].text
        assert "nothing to answer" in await channel.told(user, f"{line.split(maxsplit=1)[0]} accept")
    assert await channel.number() == before
    assert (await channel.store.load(await channel.game_id())).header.status == "playing"


@pytest.mark.parametrize("line", [line for line, _ in KINDS])
async def test_the_new_holder_of_a_seat_answers_its_offers(channel: Channel, line: str) -> None:
    await ready(channel)
    await channel.say("anna", line)
    await channel.say("ben", "substitute offer")
    await channel.press("eve", token_of([await table(channel)], "Take seat"))
    assert "Waiting for an answer from Eve (Allied Powers)." in (await table(channel)).text
    assert "Eve (Allied Powers) rejects the offer." in await channel.told("eve", f"{line.split(maxsplit=1)[0]} reject")


async def test_a_rollback_agreement_lapses_when_its_player_leaves(store: Store) -> None:
    channel = Channel.open(store)
    for user, line in (("eve", "new campaign"), ("anna", "join cp"), ("ben", "join ap"), ("anna", "start")):
        await channel.say(user, line)
    for user, line in (("anna", "choose take"), ("anna", "play cp 1 as rp"), ("eve", "master undo round")):
        await channel.say(user, line)
    await channel.say("ben", "rollback accept")
    await channel.say("ben", "substitute offer")
    await channel.press("sven", token_of([await table(channel)], "Take seat"))
    before = await channel.number()
    await channel.say("anna", "rollback accept")
    assert await channel.number() == before
    await channel.say("sven", "rollback accept")
    assert await channel.number() > before


@pytest.mark.parametrize("line", ["draw", "clock fast"])
async def test_an_offer_of_an_older_version_is_not_answered_by_its_own_side(channel: Channel, line: str) -> None:
    """There it remained when its maker left."""
    await ready(channel)
    await channel.say("ben", line)
    stored = await channel.store.load(await channel.game_id())
    memory = Memory.of(stored.settings)
    memory.offer = {**(memory.offer or {}), "user": "web:gone"}
    await channel.store.connection.call(
        "SET", f"feldpost:{{{await channel.game_id()}}}:settings", memory.into(stored.settings).dump()
    )
    command = line.partition(" ")[0]
    assert "The other player must answer it" in await channel.told("ben", f"{command} accept")
    assert "takes the offer back" in await channel.told("ben", f"{command} reject"), "it is their side's"


async def test_a_seat_that_was_taken_is_offered_no_more(channel: Channel) -> None:
    await ready(channel)
    await channel.say("ben", "substitute offer")
    await channel.press("eve", token_of([await table(channel)], "Take seat"))
    labels = [label for one in await messages(channel) for label in one.labels]
    assert not [label for label in labels if label.startswith("Take seat")]


async def test_taking_one_of_two_open_seats_leaves_the_other_open(channel: Channel) -> None:
    await channel.begin("anna", "anna")
    await channel.say("anna", "substitute offer")
    await channel.press("eve", token_of([await table(channel)], "Take seat: Allied"))
    open_ = [one for one in await messages(channel) if "Take seat: Central Powers" in one.labels]
    assert len([one for one in open_ if "Panel" not in one.labels]) == 1
    assert not [one for one in await messages(channel) if "Take seat: Allied Powers" in one.labels]


async def test_an_offer_of_an_older_version_can_still_be_answered(channel: Channel) -> None:
    await ready(channel)
    await channel.say("anna", "draw")
    stored = await channel.store.load(await channel.game_id())
    memory = Memory.of(stored.settings)
    memory.offer = {"kind": "draw", "side": 1, "user": "web:anna"}
    memory.bearing = {}
    await channel.store.connection.call(
        "SET", f"feldpost:{{{await channel.game_id()}}}:settings", memory.into(stored.settings).dump()
    )
    (panel,) = await channel.say("ben", "panel")
    assert "An offer is waiting for an answer." in panel.text
    await channel.press("ben", token_of([panel], "Accept"))
    assert (await channel.store.load(await channel.game_id())).header.status == "finished"


async def test_a_panel_is_told_apart_by_the_seat_that_can_be_kept_on_it(channel: Channel) -> None:
    """This renews an open panel of the same position whose control is no longer valid."""
    await ready(channel)

    async def marks() -> tuple[str, str]:
        (panel,) = await channel.say("ben", "panel")
        return offers_of(panel.menu), mark_for(await channel.store.load(await channel.game_id()), "web:ben")

    assert await marks() == ("", "")
    await channel.say("ben", "substitute offer")
    assert await marks() == ("s", "s")
    await channel.say("anna", "draw")
    assert await marks() == ("1s", "1s")
    await channel.say("ben", "draw reject")
    await channel.say("ben", "substitute keep")
    assert await marks() == ("", "")


async def test_one_of_two_seats_of_the_same_person_can_be_kept_from_either_panel(channel: Channel) -> None:
    await channel.begin("anna", "anna")
    await channel.say("anna", "master replace ap")
    (panel,) = await channel.say("anna", "panel")
    assert "Keep my seat" in [label for label, _ in controls([panel])]
    await channel.press("anna", token_of([panel], "Keep my seat"))
    assert "Keep my seat" not in [label for label, _ in controls(await channel.say("anna", "panel"))]


async def test_a_seat_is_kept_once(channel: Channel) -> None:
    await ready(channel)
    await channel.say("ben", "substitute offer")
    (own,) = await channel.say("ben", "panel")
    assert "keeps the seat" in (await channel.press("ben", token_of([own], "Keep my seat")))[0].text
    await channel.clear()
    assert "no longer open" in (await channel.press("ben", token_of([own], "Keep my seat")))[0].text
    assert await channel.posts() == []


@pytest.mark.parametrize(("line", "said"), KINDS)
async def test_the_maker_of_an_offer_sees_that_it_is_pending_and_can_withdraw_it(
    channel: Channel, line: str, said: tuple[str, ...]
) -> None:
    """The maker isn't asked to answer it: by a panel button, or typed, it is withdrawn."""
    await ready(channel)
    command = line.partition(" ")[0]
    for typed in (False, True):
        own = await channel.told("anna", line)
        assert said[0] in own
        assert f"Answer with `/{command}" not in own
        waits = f"Waiting for an answer from Ben (Allied Powers). To take your offer back, use `/{command} reject`."
        assert own.endswith(waits)
        (panel,) = await channel.say("anna", "panel")
        assert waits in panel.text
        assert f"Answer with `/{command}" not in panel.text
        if typed:
            told = await channel.told("anna", f"{command} reject")
        else:
            told = (await channel.press("anna", token_of([panel], "Take back offer")))[0].text
        assert "Anna (Central Powers) takes the offer back." in told
        assert await answerable(channel) == []
        assert "Take back offer" not in [label for label, _ in controls(await channel.say("anna", "panel"))]


async def test_an_offer_of_an_earlier_version_is_answered_as_it_says(channel: Channel) -> None:
    await ready(channel)
    await channel.say("anna", "draw")
    text = "Anna (Central Powers) offers a draw. Answer with `/draw accept` or `/draw reject`."

    def older(stored: StoredGame) -> Change:
        memory = Memory.of(stored.settings)
        assert memory.offer is not None
        kept = {key: held for key, held in memory.offer.items() if key not in ("asks", "name")}
        memory.offer = kept | {"text": text}
        return Change(answer={}, settings=memory.into(stored.settings))

    await channel.store.run_command(await channel.game_id(), "older", older)
    assert (await channel.told("ben", "panel")).count("Answer with") == 1
    assert "To take it back, use `/draw reject`" in await channel.told("anna", "draw accept")
    assert "takes the offer back" in await channel.told("anna", "draw reject")
