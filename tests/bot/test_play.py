"""Acting: posts, prompts, undo, rollback, draw, resignation, automatic steps."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from bot.table.reply import Reply
from bot.titles.pog.notation import typed
from tests.bot.support import EVERY, Channel, check_limits
from tests.support.facts import names
from tests.support.restoring import restore


async def kinds(channel: Channel) -> list[str]:
    """Return the kinds of the posts in the outbox, for the channel only."""
    return [kind for kind, reply in await channel.posts() if reply.audience == "channel"]


async def test_one_post_for_an_action_and_none_for_a_click(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    await channel.say("anna", "activate koblenz move")
    assert "action" not in await kinds(channel)
    await channel.say("anna", "move ge 2 frankfurt")
    assert "action" not in await kinds(channel)
    await channel.say("anna", "done")
    posts = await channel.posts()
    told = [reply for kind, reply in posts if kind == "action"]
    assert [reply.audience for reply in told] == ["channel", "thread"]
    assert "GE 2 moves: Koblenz → Frankfurt" in told[0].text
    assert told[0].picture is not None
    assert told[0].picture.kind == "closeup"
    assert told[0].picture.args["moves"]
    assert told[0].mention == ("ben",), "whoever must act next"
    for _, reply in posts:
        check_limits(reply)


async def moved_from_koblenz(channel: Channel) -> None:
    """Make an operation of two spaces, with the first moved and the other next."""
    await channel.begin()
    for line in (
        "play guns of august as ops", "activate koblenz move", "activate munkacs move", "done anyway", "move ge 2 frankfurt", "done",
    ):  # fmt: skip
        await channel.say("anna", line)


async def test_an_action_on_two_fronts_shows_both(channel: Channel) -> None:
    await moved_from_koblenz(channel)
    await channel.say("anna", "move ah 2 stanislau")
    await channel.say("anna", "done")
    posts = await channel.posts()
    told = next(reply for kind, reply in posts if kind == "action")
    assert told.picture is not None
    assert told.picture.kind == "joined"
    west, east = cast("list[dict[str, Any]]", told.picture.args["parts"])
    assert [part["kind"] for part in (west, east)] == ["closeup", "closeup"]
    assert "Frankfurt" in told.picture.alt
    assert "Stanislau" in told.picture.alt
    assert [len(part["args"]["moves"]) for part in (west, east)] == [1, 1]
    # The table shows only the first of the two.
    shown = [reply.picture for kind, reply in posts if kind == "table"][-1]
    assert shown is not None
    assert (shown.kind, shown.args["moves"]) == ("closeup", west["args"]["moves"])


async def test_a_front_where_nothing_was_done_is_not_shown(channel: Channel) -> None:
    await moved_from_koblenz(channel)
    await channel.say("anna", "done")
    told = next(reply for kind, reply in await channel.posts() if kind == "action")
    assert told.picture is not None
    assert told.picture.kind == "closeup"


async def test_a_reaction_is_prompted_once_and_then_edited(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.attack_sedan()
    prompts = [reply for kind, reply in await channel.posts() if kind == "prompt"]
    assert len(prompts) == 1
    assert prompts[0].anew
    assert prompts[0].mention == ("ben",)
    assert "**GE 1, GE 2 and GE 3** from Liège and Koblenz attack **Sedan**" in prompts[0].text
    assert "play combat cards in defence?" in prompts[0].text
    await channel.say("ben", "pass")
    later = [reply for kind, reply in await channel.posts() if kind == "prompt"][1:]
    assert all(not reply.anew and not reply.mention for reply in later)


async def test_at_most_two_messages_and_one_ping_for_an_action_with_combat(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.attack_sedan()
    await channel.say("ben", "pass")
    for _ in range(12):
        stored = await channel.store.load(await channel.game_id())
        game = restore(stored)
        if game.decision.kind == "choose_action":
            break
        user = "anna" if game.actor == 1 else "ben"
        await channel.say(user, f"choose {game.text(next(iter(game.options())))}".replace("_", " "))
    told = [r for k, r in await channel.posts() if k in ("prompt", "action") and r.audience == "channel"]
    new = [r for r in told if not r.edit or r.anew]
    assert len(new) <= 2
    assert sum(len(reply.mention) for reply in new) <= 1
    final = told[-1].text
    assert "Attacker:" in final
    assert 1 <= len(final.split("\n")) <= 5


async def test_undo_takes_back_orders_one_by_one(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    await channel.say("anna", "move ge 2, ge 3 frankfurt")
    assert "5 steps undone" in await channel.told("anna", "undo")
    panel = await channel.told("anna", "panel")
    assert "Operations points (OPS) left: **1**" in panel
    assert "1 step undone." in await channel.told("anna", "undo")
    assert "Nothing to undo" in await channel.told("anna", "undo")
    await channel.say("anna", "play auto")
    await channel.say("anna", "activate koblenz move")
    assert "2 steps undone" in await channel.told("anna", "undo all")


@pytest.mark.parametrize("count", ["0", "00", "-1", "x"])
async def test_an_undo_of_no_orders_takes_nothing_back(channel: Channel, count: str) -> None:
    await channel.begin()
    await channel.say("anna", "play cp 1 as ops")
    before = await channel.number()
    assert "Type it as /undo [NUMBER|all]" in await channel.told("anna", f"undo {count}")
    assert await channel.number() == before


async def test_undo_of_a_posted_action_is_told(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    await channel.clear()
    assert "You" not in (await channel.told("ben", "undo"))
    answer = await channel.told("anna", "undo")
    assert "undone" in answer
    posts = await channel.posts()
    assert any("take back their last order" in reply.text for _, reply in posts)
    await channel.clear()
    await channel.say("anna", "play cp 1 as rp")
    assert sum(kind == "action" for kind, _ in await channel.posts()) == 2, "told again in channel and thread"


async def test_no_undo_past_a_die_roll_or_the_other_side(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.attack_sedan()
    await channel.say("ben", "pass")
    assert "Nothing to undo" in await channel.told("anna", "undo")


async def test_rollback_needs_both_and_lists_the_dice(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.attack_sedan()
    await channel.say("ben", "pass")
    number = await channel.number()
    answer = await channel.told("anna", "rollback round")
    assert "asks to go back to entry 1" in answer
    assert "attacker " in answer
    assert "defender " in answer
    assert await channel.number() == number
    assert "The other player must answer it" in await channel.told("anna", "rollback accept")
    answer = await channel.told("ben", "rollback accept")
    assert "is back at entry 1" in answer
    assert "choosing an action" in next(
        reply.text for kind, reply in reversed(await channel.posts()) if kind == "table"
    )
    assert "All" in await channel.told("ben", "verify")
    assert "Cancelled" in answer
    assert "from the seed" in await channel.told("anna", "verify")


async def test_new_dice_after_a_rollback(channel: Channel) -> None:
    """The epoch changes, so dice seen before can't be relied on; the record keeps both."""
    await channel.begin(scenario=EVERY)
    await channel.attack_sedan()
    await channel.say("ben", "pass")
    await channel.say("anna", "rollback round")
    await channel.say("ben", "rollback accept")
    await channel.attack_sedan()
    await channel.say("ben", "pass")
    stored = await channel.store.load(await channel.game_id())
    assert restore(stored).epoch == 1
    assert "from the seed" in await channel.told("ben", "verify")


async def test_draw_by_consent(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "draw")
    assert "The other player must answer it" in await channel.told("anna", "draw accept")
    await channel.say("ben", "draw reject")
    assert "nothing to answer" in await channel.told("ben", "draw accept")
    await channel.say("ben", "draw")
    await channel.say("anna", "draw accept")
    end = [reply for kind, reply in await channel.posts() if kind == "end"]
    assert [reply.audience for reply in end] == ["channel", "thread"]
    assert "a draw" in end[0].text
    stored = await channel.store.load(await channel.game_id())
    assert stored.header.status == "finished"
    assert stored.header.seed in end[0].text
    assert "The game is over" in await channel.told("anna", "play auto")
    assert "Seed `" in await channel.told("anna", "verify")
    await channel.say("anna", "new campaign")
    assert "Take a side" in (await channel.posts())[-1][1].text


async def test_resignation(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "resign yes")
    end = next(reply for kind, reply in await channel.posts() if kind == "end")
    assert "the Central Powers win" in end.text


async def test_the_end_tells_reason_history_luck_and_seed(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.attack_sedan()
    await channel.say("ben", "pass")
    await channel.say("ben", "resign yes")
    end = next(reply for kind, reply in await channel.posts() if kind == "end")
    stored = await channel.store.load(await channel.game_id())
    for wanted in ("resign", "Final victory points (VP): **10**.", "VP at the start of each turn: 10.", "Central Powers: 1 die, ", "a fair die", "Other dice:",
                   stored.header.seed, stored.header.commitment, "`/verify`"):  # fmt: skip
        assert wanted in end.text, wanted
    assert end.text.count("VP") == 2, "the end and the beginning of the turn, each once"
    assert end.menu is not None
    check_limits(end)


async def test_two_commands_at_once_are_both_served(channel: Channel) -> None:
    await channel.begin()
    answers = await asyncio.gather(channel.told("anna", "play auto"), channel.told("anna", "play auto"))
    assert sum("Activate spaces" in answer and "belongs" not in answer for answer in answers) == 1
    assert all(answers)
    assert await channel.number() == 2


async def test_the_same_key_twice_at_once_counts_once(channel: Channel) -> None:
    await channel.begin()
    first, second = await asyncio.gather(
        channel.say("anna", "play auto", key="once"), channel.say("anna", "play auto", key="once")
    )
    assert first[0].text == second[0].text
    assert await channel.number() == 2


async def test_a_crash_gets_a_report_and_changes_nothing(
    channel: Channel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await channel.begin()

    def broken(*_: object) -> None:
        card = "card"
        raise RuntimeError(f"secret {card}")

    monkeypatch.setitem(typed.ORDERS, "play", broken)
    number = await channel.number()
    answer = await channel.told("anna", "play moltke as ops")
    assert "report" in answer
    report = answer.split("report ")[1][:8]
    assert report in caplog.text
    assert "secret card" not in caplog.text
    assert "moltke" not in caplog.text.casefold()
    assert await channel.number() == number


async def test_muted_players_are_not_pinged(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "settings pings off")
    await channel.attack_sedan()
    assert all(not reply.mention for _, reply in await channel.posts())


async def test_forced_and_equal_choices_are_taken(channel: Channel) -> None:
    """Identical counters need no choice: the record marks them as automatic."""
    await channel.begin("anna", "anna")
    await channel.attack_sedan()
    panel: list[Reply] = []
    for _ in range(20):
        panel = await channel.say("anna", "panel")
        if "Choose a card" in panel[0].text:
            break
        stored = await channel.store.load(await channel.game_id())
        game = restore(stored)
        units = [game.options().of(verb) for verb, kind in game.decision.verbs.items() if kind == "unit"]
        assert not (len(game.options().masks) == 1 and any(len(found) == 1 for found in units))
        await channel.say("anna", f"choose {game.text(next(iter(game.options())))}".replace("_", " "))
    assert "Choose a card" in panel[0].text


async def test_the_post_of_an_event_shows_its_card_and_says_what_it_does(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    await channel.say("anna", "done")
    await channel.clear()
    await channel.say("ben", "play blockade as event")
    told = [reply for kind, reply in await channel.posts() if kind == "action"]
    assert [reply.audience for reply in told] == ["channel", "thread"]
    for reply in told:
        assert "*Blockade (AP 2)* as an event: VP −1 every Winter turn from now on." in reply.text
        assert reply.picture is not None
        assert reply.picture.kind == "card"
        assert reply.picture.args["card"] == names().content.card_by_name["ap_02_blockade"]


async def test_a_question_in_the_midst_of_an_event_shows_its_card(channel: Channel) -> None:
    """The side attacked by an event reads about it there first."""
    await channel.begin(scenario=EVERY)
    await channel.attack_sedan()
    await channel.say("ben", "pass")
    first, *later = [reply.picture for kind, reply in await channel.posts() if kind == "prompt"]
    assert first is not None
    parts: Any = first.args["parts"]
    assert [part["kind"] for part in parts] == ["card", "closeup"]
    assert "Guns of August" in first.alt
    assert later
    for picture in later:
        assert picture is not None
        assert (picture.kind, picture.args["card"]) == ("card", parts[0]["args"]["card"])


async def test_the_post_of_an_event_on_the_map_shows_card_and_ground(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.attack_sedan()
    for user, line in (
        ("ben", "pass"),
        ("ben", "lose corps first"),
        ("ben", "retreat all to cambrai"),
        ("anna", "pass"),
    ):
        await channel.say(user, line)
    told = [reply for kind, reply in await channel.posts() if kind == "action"]
    assert "as an event: Liège falls" in told[0].text
    assert told[0].picture is not None
    assert told[0].picture.kind == "joined"
    parts: Any = told[0].picture.args["parts"]
    card, close = parts
    assert (card["kind"], close["kind"]) == ("card", "closeup")
    assert len(close["args"]["attackers"][0]) == 3
    assert "Guns of August" in told[0].picture.alt
