"""A title that the host has never heard of plays a whole game through all of it, in the local channel."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence

import pytest
from PIL import Image

from bot.platforms import painting
from bot.platforms.painting import PicturePool
from bot.storage import Store
from bot.table.reply import PictureRef, Reply
from tests.bot.support import Channel, check_limits, controls, token_of
from tests.support.restoring import restore
from tests.titles.small_games import FOREIGN
from tests.titles.toy.rules import facts
from tests.titles.toy.script import ORDERS

pytestmark = pytest.mark.usefixtures("toy_title", "last_chosen")


async def hunt(channel: Channel, line: str = "new short_hunt") -> None:
    """A hunt between Anna, the fox, and Ben, the hound; the burrow is in the south."""
    for user, text in (("anna", line), ("anna", "join fox"), ("ben", "join hound"), ("anna", "start")):
        for reply in await channel.say(user, text):
            check_limits(reply)


def told(replies: Sequence[Reply]) -> str:
    return "\n".join(reply.text for reply in replies)


async def test_the_lobby_is_made_of_the_set_up_form(channel: Channel) -> None:
    assert "no war" not in await channel.told("anna", "new short_hunt scent=nine")
    await channel.say("anna", "new short_hunt scent=eight")
    table = (await channel.posts())[-1][1]
    assert "Short hunt: three days" in table.text
    assert "Fox: " in table.text
    assert "the die for the scent: eight faces" in table.text
    assert "`/join fox` or `/join hound`" in table.text
    assert [label for label, _ in controls([table])][:2] == ["Join Fox", "Join Hound"]
    await channel.press("anna", token_of([table], "Join Fox"))
    await channel.press("ben", token_of([table], "Join Hound"))
    header = (await channel.store.load(await channel.game_id())).header
    assert (header.title, header.scenario, header.options["faces"]) == ("toy", "short_hunt", 8)
    assert "clash" not in await channel.told("anna", "start")


async def test_incompatible_and_unknown_options_are_refused_in_the_titles_words(channel: Channel) -> None:
    assert "do not go together (rule 1.1)" in await channel.told("anna", "new long_hunt scent=eight")
    assert "scent=six" in await channel.told("anna", "new long_hunt scent=nine")
    assert "vp" in await channel.told("anna", "new long_hunt vp=base")
    await hunt(channel)
    assert "is no hex: " in await channel.told("anna", "den paris")
    assert "The hound sees South" in await channel.told("anna", "den south")
    assert "rule 2.1" in await channel.told("anna", "den south")
    assert "/den HEX" in await channel.told("anna", "den")
    assert "play" in await channel.told("anna", "play 12 as ops"), "there is no such command here"
    refused = await channel.told("anna", "attack sedan")
    assert "sedan" not in refused.replace("“attack sedan”", ""), "nothing but one's own words is of another game"


async def test_completion_knows_its_commands_and_its_scenarios(channel: Channel) -> None:
    assert {"new short_hunt", "new long_hunt", "new campaign"} <= set(await channel.complete("anna", "new "))
    assert "new short_hunt scent=eight" in await channel.complete("anna", "new short_hunt ")
    assert not any(line.endswith("scent=eight") for line in await channel.complete("anna", "new long_hunt "))
    await hunt(channel)
    commands = await channel.complete("anna", "")
    assert commands[0] == "den "
    assert not {"play ", "sr ", "hand "} & set(commands)
    assert "den north" in await channel.complete("anna", "den ")
    assert "den south" not in await channel.complete("anna", "den ")
    assert await channel.complete("ben", "track ") == []


async def test_a_hunt_is_typed_to_its_end(channel: Channel) -> None:
    await hunt(channel)
    for user, line in ORDERS[:-1]:
        for reply in await channel.say(user, line):
            check_limits(reply)
            assert "stopped" not in reply.text
    stored = await channel.store.load(await channel.game_id())
    game = restore(stored)
    assert game.actor == 1
    assert stored.header.status == "playing"
    await channel.say("ben", "done")
    stored = await channel.store.load(await channel.game_id())
    assert stored.header.status == "finished"
    assert stored.header.result == {"winner": 0, "reason": "safe", "vp": 3}
    end = next(post for kind, post in await channel.posts() if kind == "end")
    assert "The fox lies safe in its burrow: the Fox wins." in end.text
    assert "Days: 1, 2, 3, 3." in end.text
    assert "Dice: scent 6.00 on average (2 dice)." in end.text, (
        "where the burrow lies was drawn for the fox alone, and is no die"
    )
    assert "fire" not in end.text
    verdict = await channel.told("eve", "verify")
    assert "replay to the current position" in verdict
    export = json.loads(((await channel.say("eve", "export"))[0].attachment or pytest.fail("no file")).text)
    assert [one["choice"] for one in export["entries"] if one.get("decision") in ("den", "run")] == [
        "hide north", "run middle", "run south", "run south",
    ]  # fmt: skip


async def test_a_turn_and_a_round_that_no_hunt_has_are_refused_with_those_that_it_has(channel: Channel) -> None:
    await hunt(channel)
    for line in ("log 6", "log 1 2"):
        assert "a turn is 1 to 5 and a round 1 to 1, e.g. `/log 1 1`" in await channel.told("eve", line)
    assert "a turn is 1 to 5, e.g. `/replay 1`" in await channel.told("eve", "replay 20")
    for user, line in (("anna", "den north"), ("anna", "run middle"), ("ben", "track sniff"), ("ben", "done")):
        await channel.say(user, line)
    assert "sniffs in South-East" in await channel.told("eve", "log 1 1")
    assert "sniffs" not in await channel.told("eve", "log 2 1")


async def test_a_warning_names_hexes_and_holds_the_hound_up_under_a_rule_of_the_hunt(channel: Channel) -> None:
    await hunt(channel)
    for user, line in (("anna", "den north"), ("anna", "run middle")):
        await channel.say(user, line)
    assert "The Fox point out: North and South-East" in await channel.told("anna", "warn north, south east: there")
    panel = await channel.say("ben", "panel")
    assert "North and South-East" in told(panel)
    assert [label for label, _ in controls(panel)] == ["I've read it"]
    held = await channel.told("ben", "track south")
    assert "rule 4.1" in held
    await channel.say("ben", "warn read")
    assert "goes from South-East to South" in await channel.told("ben", "track south")


async def test_nobody_reads_of_a_hunt_in_the_words_of_another_title(channel: Channel) -> None:
    await hunt(channel)
    lines = (
        ("anna", "den north"), ("anna", "run middle"), ("ben", "panel"), ("anna", "lair"), ("ben", "lair"), ("eve", "map"),
        ("eve", "status"), ("ben", "track south; west"), ("ben", "undo"), ("ben", "track sniff"), ("ben", "done"),
        ("anna", "panel"), ("eve", "log turn"), ("eve", "log 1"), ("anna", "export"), ("anna", "verify"), ("anna", "rules"),
        ("anna", "rules 3"), ("anna", "help"), ("anna", "help track"), ("anna", "help learn"), ("anna", "help playing"),
        ("anna", "clock"), ("anna", "clock fast"), ("ben", "clock accept"), ("anna", "substitute offer"),
        ("anna", "substitute keep"), ("anna", "standing"), ("anna", "warn north: beware"), ("ben", "warn read"),
        ("anna", "draw"), ("ben", "draw reject"), ("anna", "rollback 2"), ("ben", "rollback reject"), ("anna", "master pause"),
        ("anna", "master resume"), ("anna", "master log"), ("anna", "seed"), ("anna", "games"), ("eve", "follow"),
        ("anna", "replay 1"), ("anna", "resign"), ("eve", "help short_hunt"), ("anna", "resign yes"), ("ben", "rematch"),
    )  # fmt: skip
    seen = []
    for user, line in lines:
        answers = await channel.say(user, line)
        assert answers or line.startswith(("rematch", "new")), line
        seen += [(line, reply) for reply in answers]
    seen += await channel.posts()
    wrong = []
    for line, reply in seen:
        check_limits(reply)
        shown = "\n".join([reply.text, *(label for label, _ in controls([reply]))])
        if (found := FOREIGN.search(shown)) or "report" in shown:
            wrong.append((line, found and found[0], shown))
    assert wrong == []


async def test_presses_alone_play_a_hunt_and_undo_takes_back(channel: Channel) -> None:
    await hunt(channel)
    panel = await channel.say("anna", "panel")
    assert {"My lair", "Map"} <= {label for label, _ in controls(panel)}
    panel = await channel.press("anna", token_of(panel, "North"))
    assert "You hide in North" in told(panel)
    undone = await channel.press("anna", token_of(panel, "Undo"))
    assert "hide" in told(undone)
    panel = await channel.press("anna", token_of(undone, "North-East"))
    assert "You hide in North-East" in told(panel)
    await channel.press("anna", token_of(panel, "East"))
    panel = await channel.say("ben", "panel")
    assert "Where does the hound go from South-East" in told(panel)
    panel = await channel.press("ben", token_of(panel, "South, then West"))
    assert "Sniff" in [label for label, _ in controls(panel)]
    assert "South to West" in told(panel)


async def test_a_rollback_goes_back_and_is_agreed_on(channel: Channel) -> None:
    await hunt(channel)
    for user, line in (("anna", "den north"), ("anna", "run middle"), ("ben", "track sniff"), ("ben", "done")):
        await channel.say(user, line)
    assert "scent 6" in await channel.told("anna", "rollback 1")
    assert (
        "went back" in (await channel.told("ben", "rollback accept")).lower()
        or restore(await channel.store.load(await channel.game_id())).decision.kind == "run"
    )
    game = restore(await channel.store.load(await channel.game_id()))
    assert (game.decision.kind, game.state.day, game.epoch) == ("run", 1, 1)
    assert "replay to the current position" in await channel.told("eve", "verify")


async def test_every_picture_is_drawn_with_words(channel: Channel, store: Store) -> None:
    await hunt(channel)
    refs: list[PictureRef] = []
    for user, line in (
        ("anna", "help short_hunt"), ("anna", "den north"), ("anna", "run middle"), ("ben", "track south"), ("ben", "done"),
        ("eve", "map"), ("anna", "lair"), ("anna", "run middle"), ("ben", "done"), ("anna", "replay all"), ("anna", "resign yes"),
    ):  # fmt: skip
        refs += [reply.picture for reply in await channel.say(user, line) if reply.picture]
    refs += [post.picture for _, post in await channel.posts() if post.picture]
    pool = PicturePool(store, 1)
    kinds = set()
    for ref in refs:
        data, mime, alt = painting.work(await pool._job(ref))
        assert Image.open(io.BytesIO(data)).width == 360
        assert mime.startswith("image/")
        assert "The hound is in" in alt
        assert ref.private == (ref.kind == "lair" or ref.viewer is not None), ref
        kinds.add(ref.kind)
    await pool.close()
    assert kinds >= {"board", "lair", "tracks", "end", "replay", "opening"}
    with pytest.raises(ValueError, match="no picture of kind theatre"):
        await pool._job(refs[-1].model_copy(update={"kind": "theatre"}))
    assert len(facts().hexes) == 9
