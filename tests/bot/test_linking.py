"""Linking accounts by a one-time code: its effects, refusals, deaths midway, and seats of linked accounts."""

from __future__ import annotations

import asyncio
import contextlib
from datetime import UTC, datetime
from typing import Any

from bot.leagues import acts, journal
from bot.port import DeliveryError
from bot.service.people import link_notices, linking
from bot.storage import Connection, StorageError, Store, person_keys
from bot.storage.links import MOST_ASKED, MOST_WRONG, LinkNews
from bot.table.reply import Reply
from tests.bot.linked import DAY, Heard, People, people, refused
from tests.bot.support import Channel
from tests.bot.test_dying import dying_stores

__all__ = ["people"]


async def test_a_code_joins_two_accounts_with_all_that_either_entered(people: People) -> None:
    await people.season("s-spring", "discord:1", "web:bob", "web:cem", "web:dan")
    await people.season("s-open", "slack:T1.U1", "web:bob", drawn=False)
    one, other = await people.person("discord:1"), await people.person("slack:T1.U1")
    code = await people.code("discord:1")
    assert "1 (Discord)" in await people.link("slack:T1.U1", code.upper())
    assert await people.person("slack:T1.U1") == one
    kept = await people.store.persons.read(other)
    assert (kept.person, kept.once) == (one, (other,))
    assert list(kept.accounts) == ["discord:1", "slack:T1.U1"]
    assert one in (await people.repository.season("s-open")).entrants
    assert other not in (await people.repository.season("s-open")).entrants
    assert one in (await people.repository.season("s-spring")).sections[0]
    # It works once; repeating it has no further effect.
    assert "are now one person" in await people.link("slack:T1.U1", code)
    await refused("unknown_code", people.link("web:eve", code))
    assert await people.store.links.pending() == {}


async def test_the_newest_code_of_a_person_is_the_only_one_and_none_lasts(people: People, store: Store) -> None:
    first, second = await people.code("discord:1"), await people.code("discord:1")
    await refused("unknown_code", people.link("web:bob", first))
    assert 0 < await store.connection.call("TTL", person_keys.link_code(second)) <= 600
    await refused("own_code", people.link("discord:1", second))
    await people.link("web:bob", second)


async def test_codes_are_not_guessed_and_not_asked_for_without_end(people: People) -> None:
    codes = [await people.code("discord:1") for _ in range(MOST_ASKED)]
    assert len({*codes}) == MOST_ASKED
    assert all(len(code) == 10 for code in codes)
    await refused("too_many_codes", people.code("discord:1"))
    for _ in range(MOST_WRONG):
        await refused("unknown_code", people.link("web:bob", "wrong"))
    await refused("too_many_codes", people.link("web:bob", codes[-1]))
    await people.link("web:cem", codes[-1])


async def test_a_forgotten_person_s_code_is_invalid(people: People) -> None:
    code = await people.code("discord:1")
    await people.store.forgetting.begin(await people.person("discord:1"))
    await refused("unknown_code", people.link("web:bob", code))


async def test_typing_a_link_code_asks_whose_it_is_first(people: People) -> None:
    one, other, code = await people.person("discord:1"), await people.person("web:bob"), await people.code("discord:1")
    asked = await linking.link(people.tools, people.caller("web:bob"), code)
    assert "This code belongs to **1** (Discord). Is that you?" in asked.text
    assert await people.person("web:bob") == other
    table = Channel.open(people.store)
    assert asked.menu is not None
    (button,) = asked.menu.buttons
    (done,) = await table.press("bob", button.token)
    assert "are now one person" in done.text
    assert await people.person("web:bob") == one


async def test_players_of_one_game_cannot_be_linked(people: People, store: Store) -> None:
    await people.season("s-spring", *(f"web:p{number}" for number in range(5)))
    data = await refused("both_in_section", people.link("web:p1", await people.code("web:p0")))
    assert data == {"name": "s-spring", "section": 0}
    await people.season("s-open", "web:p0", "discord:1", drawn=False)
    await refused("both_entered", people.link("discord:1", await people.code("web:p0")))
    # A refused code is still valid for the right account.
    table = Channel.open(store)
    await table.begin("anna", "ben")
    data = await refused("linked_opponents", people.link("web:ben", await people.code("web:anna")))
    assert data == {"game": await table.game_id()}


async def test_a_merged_person_counts_with_all_former_ids(people: People) -> None:
    await people.season("s-spring", *(f"web:p{number}" for number in range(5)))
    await people.link("web:p0", await people.code("discord:1"))
    await refused("both_in_section", people.link("web:p1", await people.code("discord:1")))


async def test_linked_accounts_never_sit_in_both_seats(people: People, store: Store) -> None:
    await people.joined_before("web:anna", "web:ben")
    table = Channel.open(store)
    await table.say("anna", "new campaign")
    await table.say("anna", "join cp")
    assert "with another account" in await table.told("ben", "join ap")
    assert "another account" not in await table.told("anna", "join both")
    await table.say("anna", "leave")
    answers = await asyncio.gather(table.told("anna", "join cp"), table.told("ben", "join ap"))
    seats = (await store.load(await table.game_id())).seats.users()
    assert len(seats) <= 1, answers


async def test_a_death_at_any_round_trip_leaves_two_persons_or_one_whom_all_seasons_learn_of(
    people: People, connection: Connection, redis_url: str
) -> None:
    await people.season("s-spring", "slack:T1.U1", "web:bob", "web:cem", "web:dan")
    other, one, code = (
        await people.person("slack:T1.U1"),
        await people.person("discord:1"),
        await people.code("discord:1"),
    )
    await people.typed("slack:T1.U1", code)
    joined = 0
    async for on in dying_stores(connection, redis_url):
        with contextlib.suppress(StorageError):
            await linking.link(Channel.open(on).handler.tools, people.caller("slack:T1.U1"), code, "sure")
        await linking.settle(people.tools)
        now = await people.person("slack:T1.U1")
        joined += now == one
        assert now in (one, other)
        assert (await people.store.persons.read(other)).person == now
        assert now in (await people.repository.season("s-spring")).entrants
        assert await people.store.links.pending() == {}
    assert joined > 5, "the two commands that were not cut short are among them"


# ------------------------------------------------------------------------------------------------- sure


async def test_sure_counts_only_once_whose_code_it_is_was_shown_to_the_same_person(people: People) -> None:
    one, other, code = await people.person("discord:1"), await people.person("web:bob"), await people.code("discord:1")
    assert "Is that you?" in await people.typed("web:bob", code, "sure"), "typed at once it only asks"
    assert await people.person("web:bob") == other
    assert "Is that you?" in await people.typed("web:cem", code, "sure"), "somebody else was not asked"
    assert await people.person("web:cem") != one
    fresh = await people.code("discord:1")
    assert "Is that you?" in await people.typed("web:bob", fresh, "sure"), "another code was not asked about"
    assert "are now one person" in await people.typed("web:bob", fresh, "sure")
    assert await people.person("web:bob") == one


async def test_accounts_are_merged_only_as_shown(people: People) -> None:
    """The code's owner has linked a further account since the question: it is asked again."""
    code = await people.code("discord:1")
    await people.typed("web:bob", code)
    await people.store.persons.change(
        await people.person("discord:1"),
        lambda one: one.model_copy(update={"accounts": {**one.accounts, "slack:T1.U1": "Mal"}}),
    )
    assert "(Discord and Slack)" in await people.typed("web:bob", code, "sure")
    assert "are now one person" in await people.typed("web:bob", code, "sure")


async def test_the_question_is_forgotten_with_its_code(people: People, store: Store) -> None:
    code, other = await people.code("discord:1"), await people.person("web:bob")
    await people.typed("web:bob", code)
    assert 0 < await store.connection.call("TTL", person_keys.link_asked(code, other)) <= 600


async def test_one_person_has_one_account_on_each_platform(people: People) -> None:
    data = await refused("linked_there", people.typed("web:bob", await people.code("web:cem")))
    assert data == {"platform": "the local page"}
    await people.link("web:bob", await people.code("discord:1"))
    await refused("linked_there", people.typed("web:dan", await people.code("discord:1")))
    await refused("linked_there", people.typed("discord:2", await people.code("web:bob")))
    assert "are now one person" in await people.link("slack:T1.U1", await people.code("web:bob"))


async def test_no_seat_of_a_running_league_game_is_left_without_a_person(people: People) -> None:
    """The entrant is on a platform where only the other person has an account: that game is resolved first, and the week restarts."""
    await people.season("s-spring", "discord:1", "web:bob", "web:cem", "web:dan")
    one, other = await people.person("discord:1"), await people.person("web:ann")
    await people.link("web:ann", await people.code("discord:1"))
    season = await people.repository.season("s-spring")
    made = next(made for made in season.matches.values() if one in made.slots)
    await people.repository.act(
        "s-spring", "made", lambda season: acts.create_game(season, made.match, "g-1", 5, room="web:hall")
    )
    await people.store.connection.call("EXPIRE", person_keys.joined(other), 1000)
    data = await refused("link_in_play", people.typed("web:ann", "undo"))
    assert made.match in data["list"]
    assert await people.store.connection.call("TTL", person_keys.joined(other)) > 7 * DAY - 60
    result = journal.Resulted(at=6, match=made.match, game="g-1", points=(2, 0))
    await people.repository.act("s-spring", "ended", lambda season: acts.report_result(season, result))
    assert "Separate these accounts again" in await people.typed("web:ann", "undo")


async def test_the_local_page_tells_nobody_outside_a_channel(store: Store) -> None:
    link = LinkNews(
        ident="n1", at=datetime.now(UTC), kind="joined", account="web:bob", name="Anna", platforms=("discord",)
    )
    await store.connection.call("SET", person_keys.LINK_NEWS, f"[{link.dump()}]")
    tools = Channel.open(store).handler.tools
    web: Any = Heard()

    async def nowhere(user: str, near: str, reply: Reply, key: str) -> None:
        raise DeliveryError("nowhere", final=True)

    web.tell_alone = nowhere
    assert await link_notices.tell(tools, {"web": web}) == 1
    assert await store.links.news() == [], "what never can be told waits no longer"
