"""Input that no keyboard or button produces normally: digits of other scripts, forged tokens, endless words."""

from __future__ import annotations

import random

import pytest

from bot.table.choice_codec import base36
from bot.table.reasons import ECHO
from bot.table.reply import Reply
from bot.table.typed_text import plain_digits
from tests.bot.support import Channel, controls


@pytest.mark.parametrize("digits", ["12", "١٢", "१२", "１２"])
async def test_a_number_is_a_number_in_every_script(channel: Channel, digits: str) -> None:
    await channel.begin()
    told = await channel.told("anna", f"card cp {digits}")
    assert told == await channel.told("anna", "card cp 12")
    assert "(CP 12)" in told
    assert await channel.told("anna", f"rules {digits}") == await channel.told("anna", "rules 12")
    assert await channel.complete("anna", f"card cp {digits}") == await channel.complete("anna", "card cp 12")


@pytest.mark.parametrize(
    "text", ["card ²", "card ¹²", "undo ²", "log ²", "replay ²", "standing revoke ²", "rollback ²"]
)
async def test_characters_that_only_look_like_digits_are_refused(channel: Channel, text: str) -> None:
    await channel.begin()
    told = await channel.told("anna", text)
    assert told
    assert "report" not in told


def test_only_decimal_digits_are_changed() -> None:
    assert plain_digits("GE ٣ Ⅻ ² ½ x3") == "GE 3 Ⅻ ² ½ x3"


async def test_a_refusal_repeats_two_hundred_characters_at_most(channel: Channel) -> None:
    await channel.begin()
    for line in ("map {}", "card {}", "attack {}", "activate {} move", "settings {} on", "rules {}", "{}", "help {}"):
        told = await channel.told("anna", line.format("wxyz" * 400))
        assert "wxyz" in told or "…" in told or len(told) < ECHO
        assert len(told) < 3 * ECHO, line


FORGED = [
    *("o~{game}~{number}~m.-1>5", "o~{game}~{number}~m.1_0>5", "o~{game}~{number}~c.take: 1"),
    *(
        "o~{game}~{number}~c.take:zzzzzzzzzz",
        "o~{game}~{number}~x.zzz",
        "o~{game}~{number}~x.+1",
        "o~{game}~{number}~g.٣",
    ),
    *("o~{game}~-5~e", "o~{game}~1_0~e", "o~{game}~ 1~e", "o~{game}~٣~e", "u~{game}~zzzzzzzzzzzzzzzzzz~panel"),
    *("o~../../etc~{number}~e", "u~UPPER~-1~panel", "l~-x~-1~status", "u~{game}\n~-1~panel", "u~a b~-1~hand"),
]


@pytest.mark.parametrize("forged", FORGED)
async def test_an_ill_formed_token_is_of_an_earlier_position(channel: Channel, forged: str) -> None:
    await channel.begin()
    game, number = await channel.game_id(), await channel.number()
    token = forged.format(game=game, number=base36(await channel.position("anna")))
    replies = await channel.press("anna", token)
    assert "The position has changed" in replies[0].text
    assert await channel.number() == number


async def test_no_change_of_a_real_token_breaks_anything(channel: Channel) -> None:
    await channel.begin()
    luck = random.Random(1914)
    made = [token for _, token in controls(await channel.say("anna", "panel"))]
    for _ in range(150):
        letters = list(luck.choice(made))
        for _ in range(luck.randint(1, 3)):
            letters[luck.randrange(len(letters))] = luck.choice("~.,:>+-_ 0az٣²\x00é")
        replies = await channel.press("anna", "".join(letters))
        assert all("report" not in reply.text for reply in replies), "".join(letters)
        made = [token for _, token in controls(await channel.say("anna", "panel"))]


#: Bodies that mean something in a game, and the limits of numbers.
BODIES = (
    "<", ">", "e", "m.1>5", "x.1", "c.take:1", "panel", "panel:1", "undo", "offer", "offer:draw:1:accept", "accept", "accept:-",
    "nothing", "sheet", "sheet:1", "anyway", "tick", "tick:1", "send", "hand", "map:west", "log", "new", "!status", "", "~",
)  # fmt: skip


@pytest.mark.parametrize("begun", [True, False], ids=["in a game", "without one"])
async def test_a_control_that_names_no_game_breaks_nothing(channel: Channel, begun: bool) -> None:
    if begun:
        await channel.begin()
    number = await channel.number() if begun else None
    forged = [f"{kind}~~{at}~{body}" for kind in "oul" for at in ("-1", "0", "5") for body in BODIES]
    luck = random.Random(1916)
    for token in forged:
        for together in ([token], [token, luck.choice(forged)]):
            replies = await channel.press_all("anna", together)
            assert replies, together
            assert all("report" not in reply.text for reply in replies), together
    assert number is None or await channel.number() == number


async def test_many_followers_are_pinged_by_messages_that_hold_them(channel: Channel) -> None:
    await channel.begin("anna", "anna", scenario="introductory")
    people = [f"follower{number:03}" for number in range(95)]
    for user in people:
        await channel.say(user, "follow")
    await channel.clear()
    posts = await channel.posts()
    for _ in range(60):
        posts = await channel.posts()
        if any(kind == "turn" for kind, _ in posts):
            break
        await channel.say("anna", "play auto")
        for line in ("done", "pass", "done"):
            await channel.say("anna", line)
    told: list[Reply] = [reply for _, reply in posts if any("follower" in user for user in reply.mention)]
    assert [user for reply in told for user in reply.mention if "follower" in user] == people
    assert all(len(reply.mention) <= 41 for reply in told)


@pytest.mark.parametrize("line", ["assess why why", "assess why last"])
async def test_words_that_do_not_go_together_get_the_usage(channel: Channel, line: str) -> None:
    await channel.begin()
    assert "/assess [why" in await channel.told("anna", line)
