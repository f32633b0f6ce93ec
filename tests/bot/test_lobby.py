"""The lobby: new, join, leave, bid, start; every refusal one sentence."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import replace

import pytest

from bot.service.record import verification
from tests.bot.support import Channel, controls, token_of


async def test_from_new_channel_to_first_decision(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", "join cp")
    assert "You play the Allied Powers. Both sides are taken" in await channel.told("ben", "/join ap")
    assert any("Ben joins as the Allied Powers." in reply.text for _, reply in await channel.posts())
    replies = await channel.say("ben", "start")
    assert "Waiting for the **Central Powers** (Anna)" in replies[0].text
    panel = await channel.say("anna", "panel")
    assert "Guns of August" in panel[0].text
    kinds = [kind for kind, _ in await channel.posts()]
    assert kinds.count("start") == 2, "channel and spectators' thread"


async def test_the_lobby_is_played_by_buttons_too(channel: Channel) -> None:
    await channel.say("anna", "new introductory")
    posts = await channel.posts()
    await channel.press("anna", token_of([posts[-1][1]], "Join Central"))
    await channel.press("ben", token_of([posts[-1][1]], "Join Allied"))
    posts = await channel.posts()
    replies = await channel.press("ben", token_of([posts[-1][1]], "Start"))
    assert "begun" in replies[0].text


async def test_one_person_may_hold_both_seats(channel: Channel) -> None:
    await channel.begin("anna", "anna")
    panel = await channel.say("anna", "panel")
    assert "You play both sides" in panel[0].text


@pytest.mark.parametrize(
    ("commands", "refusal"),
    [
        (["anna: panel"], "This channel has no game yet"),
        (["anna: new moon"], "Type it as"),
        (["anna: new campaign hand=9"], "doesn't work here. You can use hand=7 or hand=8"),
        (["anna: new campaign optional=yes cards=secret"], "don't go together"),
        (["anna: new campaign clock=never"], "You can use clock=off, clock=slow, clock=standard or clock=fast"),
        (["anna: new campaign colour=red"], "There's no setting “colour”"),
        (["anna: new campaign", "ben: new campaign"], "This channel already has a game"),
        (["anna: new campaign", "anna: join cp", "ben: join cp"], "The Central Powers seat is taken by Anna"),
        (
            ["anna: new campaign", "anna: join cp", "anna: start"],
            "The Allied Powers seat is free: take it with `/join ap`",
        ),
        (["anna: new campaign", "ben: leave"], "You have no seat here"),
        (["anna: new campaign", "anna: join both", "ben: start"], "You have no seat in this game"),
        (["anna: new campaign", "anna: join cp", "anna: move aachen liege"], "The game hasn't started"),
        (["anna: new campaign", "anna: join both", "anna: start", "ben: join ap"], "The game has already started"),
        (
            ["anna: new introductory", "anna: bid ap 1"],
            "You can bid only in these scenarios: Limited War, Campaign, Historical and The Great War",
        ),
        (["anna: new campaign", "ben: bid accept"], "There's no bid to accept (rule 5.6.1)"),
        (["anna: new campaign", "anna: bid ap 2", "ben: bid ap 2"], "Bid more than 2 VP for the Allied Powers"),
        (["anna: new campaign", "anna: bid ap 2", "anna: bid accept"], "your own bid"),
        (["anna: new campaign", "anna: bid ap 2", "ben: bid cp 3"], "The bidding is for the Allied Powers"),
        (["anna: fly"], "There's no command “fly”"),
        (["anna: new campaign", "anna: re"], "could mean"),
    ],
)
async def test_refusals(channel: Channel, commands: list[str], refusal: str) -> None:
    answer = ""
    for command in commands:
        user, _, text = command.partition(": ")
        answer = await channel.told(user, text)
    if refusal == "could mean":
        assert "resign" in answer
        assert "retreat" in answer
    else:
        assert refusal in answer
    assert "\n" not in answer.replace("\n`", " `"), "one sentence"


@pytest.mark.parametrize("war", ["campaign", "historical tournament=yes"])
async def test_a_bid_gives_sides_and_points(channel: Channel, war: str) -> None:
    await channel.say("anna", f"new {war}")
    await channel.say("anna", "bid ap 1")
    await channel.say("ben", "bid ap 2")
    answer = await channel.told("anna", "bid accept")
    assert "You play the Central Powers. Both sides are taken" in answer
    told = [reply.text for kind, reply in await channel.posts() if kind == "lobby"][-1]
    assert "Ben plays the Allied Powers and gives 2 VP" in told
    stored = await channel.store.load(await channel.game_id())
    assert stored.seats.sides_of("web:ben") == ["ap"]
    assert stored.seats.sides_of("web:anna") == ["cp"]
    assert stored.header.options["bid"] == [0, 2]
    assert "begun" in await channel.told("ben", "start")


async def test_everything_agreed_on_is_shown_before_the_start_and_after(channel: Channel) -> None:
    await channel.say("anna", "new historical hand=7 peace=yes windows=hand clock=slow")
    shown = (await channel.posts())[-1][1].text
    chosen = ("cards in hand: seven", "peace terms: yes", "you're asked only when you hold one", "clock: slow")
    usual = (
        "VP spaces: as in the Historical scenario", "easier trenches:", "optional cards: none", "card set: the printed one",
        "tournament: no", "colours: standard",
    )  # fmt: skip
    assert [option for option in (*chosen, *usual) if option in shown] == [*chosen], "what is as usual says nothing new"
    assert ". Everything else is standard." in shown
    assert "Agreed" not in await channel.told("anna", "panel"), "the table message above says it"
    await channel.say("anna", "join both")
    await channel.say("anna", "start")
    told = await channel.told("eve", "status")
    assert [option for option in (*chosen, *usual) if option in told] == [*chosen]


@pytest.mark.parametrize("starts", ["anna", "ben"])
async def test_the_message_about_a_joining_player_names_and_starts_the_game(channel: Channel, starts: str) -> None:
    for line in ("settings pings dm", "new introductory", "join cp"):
        await channel.say("anna", line)
    await channel.clear()
    await channel.say("ben", "join ap")
    game = await channel.game_id()
    (direct,) = [reply for kind, reply in await channel.posts() if kind == "direct"]
    assert direct.text.startswith(f"**Introductory: August to Fall 1914**, game `{game}` in ")
    assert "Ben joins as the Allied Powers." in direct.text
    assert [label for label, _ in controls([direct])] == ["Start"]
    await channel.clear()
    await channel.press(starts, token_of([direct], "Start"))
    assert (await channel.store.load(game)).header.status == "playing"
    last = [reply for _, reply in await channel.posts() if reply.audience == "private" and reply.edit == "prompt"][-1]
    assert "Start" not in [label for label, _ in controls([last])]
    if starts == "anna":
        assert last.text == direct.text.replace(
            " Both sides are taken. Start the game with the button or `/start`.", ""
        )


async def test_a_first_game_against_the_computer_says_little_and_offers_its_start_first(channel: Channel) -> None:
    await channel.say("anna", "new introductory side=cp against=recruit")
    lobby = (await channel.posts())[-1][1]
    assert "Options: all standard." in lobby.text
    assert [label for label, _ in controls([lobby])] == [
        "Start", "Rules", "Replace the computer: Allied Powers", "Harder: Officer", "Harder: General",
    ]  # fmt: skip


async def test_a_choice_that_is_as_usual_is_shown_where_another_would_hold(channel: Channel) -> None:
    await channel.say("anna", "new campaign windows=public")
    assert "combat cards: asked whenever one could fit" in (await channel.posts())[-1][1].text


async def test_a_repeated_new_makes_one_game(channel: Channel) -> None:
    await channel.say("anna", "new campaign", key="same")
    first = await channel.game_id()
    await channel.say("anna", "new campaign", key="same")
    assert await channel.game_id() == first
    assert len(await channel.posts()) == 1


async def test_two_people_take_one_seat_at_once(channel: Channel) -> None:
    await channel.say("anna", "new campaign")
    answers = await asyncio.gather(channel.told("anna", "join cp"), channel.told("ben", "join cp"))
    assert sum("You play" in answer for answer in answers) == 1
    assert sum("seat is taken by" in answer for answer in answers) == 1


async def test_the_seed_is_committed_before_the_first_card_and_hidden(channel: Channel) -> None:
    await channel.begin()
    stored = await channel.store.load(await channel.game_id())
    assert stored.header.seed == "37" * 32
    said = await channel.told("anna", "verify")
    assert stored.header.commitment in said
    assert stored.header.seed not in said


# ------------------------------------------------------------------------------------------ a seed of many hands


async def _seated(channel: Channel) -> None:
    for line in ("anna: new introductory", "anna: join cp", "ben: join ap"):
        user, _, text = line.partition(": ")
        await channel.say(user, text)


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


async def test_both_players_add_words_to_the_seed(channel: Channel) -> None:
    await _seated(channel)
    assert "must be fixed first" in await channel.told("anna", "seed potato")
    await channel.say("ben", "seed")
    opened = (await channel.store.load(await channel.game_id())).header.mixing
    assert opened is not None
    await channel.say("anna", "seed a long walk at night")
    await channel.say("ben", "seed three horses")
    public = "\n".join(reply.text for _, reply in await channel.posts())
    assert opened.commitment in public
    assert _sha("three horses") in public
    assert "horses" not in public
    assert opened.host not in public
    assert "can't be changed" in await channel.told("ben", "seed four horses")
    await channel.say("anna", "start")
    header = (await channel.store.load(await channel.game_id())).header
    # Anybody can reopen it, as the final post says.
    parts = bytes.fromhex(opened.host) + bytes.fromhex(_sha("three horses") + _sha("a long walk at night"))
    assert header.seed == hashlib.sha256(parts).hexdigest()
    public = "\n".join(reply.text for _, reply in await channel.posts())
    assert "“three horses” (Ben) and “a long walk at night” (Anna)" in public
    assert "Nothing has been rolled" in await channel.told(
        "anna", "verify"
    ) or "follow from the seed" in await channel.told("anna", "verify")
    exported = json.loads((await channel.say("anna", "export"))[0].attachment.text)  # type: ignore[union-attr]
    assert "bot" not in exported["seed_made_of"]
    await channel.say("anna", "resign yes")
    assert opened.host in "\n".join(reply.text for _, reply in await channel.posts())
    assert json.loads((await channel.say("anna", "export"))[0].attachment.text)["seed_made_of"]["bot"] == opened.host  # type: ignore[union-attr]


async def test_promised_words_are_given_before_the_start_and_close_the_mixing(channel: Channel) -> None:
    await _seated(channel)
    await channel.say("anna", "seed")
    await channel.say("anna", f"seed sha256 {_sha('only I know this')}")
    assert "Anna has promised words" in await channel.told("ben", "start")
    assert "Those aren't the words you promised" in await channel.told("anna", "seed only I knew this")
    await channel.say("anna", "seed only I know this")
    assert "nobody can add any more" in await channel.told("ben", "seed now that I know yours")
    assert "begun" in await channel.told("ben", "start")


async def test_a_seed_that_is_not_made_of_its_parts_is_found_out(channel: Channel) -> None:
    await _seated(channel)
    for line in ("seed", "seed anything", "start"):
        await channel.say("anna", line)
    stored = await channel.store.load(await channel.game_id())
    record = await channel.store.record(stored.header.game_id)
    assert verification.verify(stored, record, stored.header.seed).problem == ""
    assert stored.header.mixing is not None
    other = stored.header.mixing.model_copy(update={"host": "00" * 32, "commitment": _sha("")})
    stored = replace(stored, header=stored.header.model_copy(update={"mixing": other}))
    assert verification.verify(stored, record, stored.header.seed).problem == "seed"


async def test_agreements_of_a_player_who_left_do_not_count(channel: Channel) -> None:
    await _seated(channel)
    for line in ("ben: seed", "ben: seed mine", "ben: leave", "carl: join ap", "carl: start"):
        user, _, text = line.partition(": ")
        await channel.say(user, text)
    header = (await channel.store.load(await channel.game_id())).header
    assert header.mixing is not None
    assert header.mixing.shares == {}
    assert header.seed == hashlib.sha256(bytes.fromhex(header.mixing.host)).hexdigest()


async def test_nobody_chooses_by_who_sits_down_which_words_count(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    draws = iter(range(100))
    monkeypatch.setattr("secrets.token_bytes", lambda count: bytes([next(draws)]) * count)
    await _seated(channel)
    words = "only I know this"
    await channel.say("anna", "seed")
    before = (await channel.store.load(await channel.game_id())).header.mixing
    assert before is not None
    await channel.say("anna", f"seed sha256 {_sha(words)}")
    await channel.say("ben", "seed one of many")
    assert "so the bot's part is new" not in "\n".join(reply.text for _, reply in await channel.posts())
    await channel.say("ben", "leave")
    after = (await channel.store.load(await channel.game_id())).header.mixing
    assert after is not None
    assert (after.shares, after.closed) == ({}, False)
    assert after.host != before.host
    told = "\n".join(reply.text for _, reply in await channel.posts())
    assert "so the bot's part is new" in told
    assert after.commitment in told
    # Returning doesn't restore any of it.
    await channel.say("ben", "join ap")
    assert (await channel.store.load(await channel.game_id())).header.mixing == after


async def test_a_lobby_that_was_closed_leaves_an_empty_channel(channel: Channel) -> None:
    """Nothing typed or pressed there breaks; it is as if there were no game."""
    await channel.say("anna", "new campaign")
    await channel.say("anna", "join cp")
    await channel.say("anna", "master end")
    game = await channel.game_id()
    for line in (
        "panel",
        "play auto",
        "draw",
        "undo",
        "rollback 1",
        "clock slow",
        "standing",
        "peace",
        "status",
        "hand",
    ):
        told = await channel.told("anna", line)
        assert "This channel has no game yet" in told, line
    for token in (f"u~{game}~-1~undo", f"u~{game}~-1~panel", f"u~{game}~-1~sheet"):
        assert "report" not in (await channel.press("anna", token))[0].text
    assert "closed before the start" in await channel.told("anna", "games")


@pytest.mark.parametrize("words", ["drei ٣ zahlen", "foo /bar baz", "½ ²"])
async def test_words_for_the_seed_are_taken_as_they_stand(channel: Channel, words: str) -> None:
    await _seated(channel)
    await channel.say("anna", "seed")
    await channel.say("anna", f"seed sha256 {_sha(words)}")
    assert "match your promise" in await channel.told("anna", f"seed {words}")
    assert "begun" in await channel.told("ben", "start")


async def test_an_agreement_lapses_when_its_player_leaves(channel: Channel) -> None:
    await _seated(channel)
    await channel.say("ben", "seed")
    await channel.say("ben", f"seed sha256 {_sha('forgotten')}")
    await channel.say("ben", "leave")
    await channel.say("ben", "join ap")
    assert "begun" in await channel.told("anna", "start")


async def test_long_words_for_the_seed_are_refused(channel: Channel) -> None:
    await _seated(channel)
    await channel.say("anna", "seed")
    assert "Type it as" in await channel.told("anna", f"seed {'x' * 201}")


@pytest.mark.parametrize(("opened", "way_out"), [("learn 1", "`/learn leave`"), ("puzzle", "`/puzzle leave`")])
async def test_what_a_lobby_needs_names_the_way_out_of_a_lesson_or_puzzle(
    channel: Channel, opened: str, way_out: str
) -> None:
    await channel.say("anna", opened)
    for line in ("leave", "join cp", "start", "bid ap 2"):
        assert way_out in await channel.told("anna", line), line
