"""The hex game through the whole host, in the local channel: typed, pressed, touched, asked in mid-action, taken back, told, drawn."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence

import pytest
from PIL import Image

from bot.platforms import painting
from bot.platforms.painting import PicturePool
from bot.platforms.web.board import board_frame
from bot.service.clock import HOUR, Clock
from bot.storage import Store
from bot.table import tokens
from bot.table.reply import Menu, PictureRef, Reply, Select
from tests.bot.support import Channel, check_limits, controls, token_of
from tests.bot.times import timed
from tests.support.restoring import restore
from tests.titles.hexes.facts import facts
from tests.titles.hexes.script import BACK, LOBBY, ORDERS, check_gone_back, check_played
from tests.titles.small_games import FOREIGN

pytestmark = pytest.mark.usefixtures("hex_title", "last_chosen")


async def typed(channel: Channel, *lines: tuple[str, str]) -> str:
    """What is answered to some lines."""
    told = []
    for user, line in lines:
        for reply in await channel.say(user, line):
            check_limits(reply)
            told.append(reply.text)
    return "\n".join(told)


def labels(replies: Sequence[Reply]) -> list[str]:
    return [label for label, _ in controls(replies)]


# -- a whole game ---------------------------------------------------------------------------


async def test_the_lobby_offers_scenarios_and_fog(channel: Channel) -> None:
    assert "fog=off" in await channel.told("anna", "new short_day fog=thick")
    await channel.say("anna", "new long_day fog=off")
    table = (await channel.posts())[-1][1]
    assert "Long day: five turns" in table.text
    assert "fog: everything is seen" in table.text
    assert labels([table])[:2] == ["Join Blues", "Join Reds"]
    for user, line in LOBBY[1:]:
        await channel.say(user, line)
    position = restore(await channel.store.load(await channel.game_id()))
    assert (position.state.fog, position.state.seen) == (False, 255)


async def test_a_day_is_typed_to_its_end(channel: Channel) -> None:
    told = await typed(channel, *LOBBY, *ORDERS)
    assert FOREIGN.search(told) is None
    record = await channel.store.record(await channel.game_id())
    stored = await channel.store.load(await channel.game_id())
    assert stored.header.status == "finished"
    assert stored.header.result == {"winner": 0, "reason": "points", "vp": 3}
    end = next(post for kind, post in await channel.posts() if kind == "end")
    assert "The Blues win on points." in end.text
    assert "Points of the Blues: 0, 0, 2, 3." in end.text
    assert "Dice: attack 20.00 on average (4 dice)." in end.text, "what was dealt to one side is no die"
    assert "Attacks: 4 of 4 hit, " in end.text, "what was wanted of a die is told again with the record"
    assert "{" not in end.text
    exported = (await channel.say("eve", "export"))[0].attachment
    assert exported is not None
    check_played(record, exported.text, await channel.told("eve", "verify"))


async def test_one_post_tells_a_phase_and_its_last_line_comes_before_the_next_order(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ORDERS[:4])
    (action,) = [post for kind, post in await channel.posts() if kind == "action" and post.audience == "channel"]
    assert action.text.count("marches") == 4
    assert labels([action]) == ["My move"]
    assert "facing" not in action.text.replace("Blue 2 is seen now: 1 step, facing north.", "")


# -- proposals ------------------------------------------------------------------------------


async def test_a_panel_begins_with_a_proposal_until_it_is_dropped_or_taken(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ORDERS[:4])
    while "Proposal: " not in (panel := await channel.say("anna", "panel"))[0].text:
        await typed(channel, ("anna", "done"), ("ben", "done"))
    check_limits(panel[0])
    assert labels(panel)[:2] == ["Take it", "Drop it"]
    dropped = await channel.press("anna", token_of(panel, "Drop it"))
    check_limits(dropped[0])
    assert "Proposal" not in dropped[0].text
    assert "Take it" not in labels(dropped)
    opened = await channel.press("anna", token_of(panel, "More")) if "More" in labels(panel) else dropped
    assert "Proposal" not in opened[0].text
    assert "Proposal" not in (await channel.say("anna", "panel"))[0].text, "it stays dropped"
    before = await channel.number()
    told = await channel.press("anna", token_of(panel, "Take it"))
    assert await channel.number() > before
    assert "attack" in told[0].text.lower()
    assert "Proposal" not in (await channel.say("anna", "panel"))[0].text, "for the whole phase"


# -- orders ---------------------------------------------------------------------------------


async def test_one_undo_takes_a_typed_order_back_whole(channel: Channel) -> None:
    await typed(channel, *LOBBY)
    before = await channel.number()
    await typed(channel, ("anna", "march blue2 c5 c4 facing ne"), ("anna", "march blue3 d5"))
    assert await channel.number() == before + 6
    await typed(channel, ("anna", "undo"))
    position = restore(await channel.store.load(await channel.game_id()))
    assert [facts().hexes[at] for at in position.state.at[1:3]] == ["c4", "d6"]
    await typed(channel, ("anna", "undo"))
    position = restore(await channel.store.load(await channel.game_id()))
    assert (facts().hexes[position.state.at[1]], position.decision.kind) == ("c6", "first")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("march blue1 a1", "A1 is not next to Blue 1 (rule 3.1)"),
        ("march blue1 b5 b4 b3", "A stack has 2 hexes or turns left in this march (rule 3.1)"),
        ("march red1 b3", "Red 1 cannot be given an order: it is not yours, or lost (rule 2.1)"),
        ("march blue1 c6", "C6 is held by a stack or the fort (rule 3.1)"),
        ("march paris b5", "“paris” is no hex, stack or facing"),
        ("march", "/march STACK HEX"),
        ("attack fort", "No stack of yours can attack the fort now (rule 4.1)"),
        ("attack red1 with blue1", "No enemy stands before Blue 1, or it has no steps (rule 4.4)"),
        ("stand", "That isn't possible right now (rule 2.1)"),
        ("play 12 as ops", "play"),
    ],
)
async def test_a_refusal_names_the_rule_and_changes_nothing(channel: Channel, line: str, told: str) -> None:
    await typed(channel, *LOBBY)
    before = await channel.number()
    assert told in await channel.told("anna", line)
    assert await channel.number() == before


async def test_completion_names_stacks_and_where_they_go(channel: Channel) -> None:
    await typed(channel, *LOBBY)
    assert (await channel.complete("anna", ""))[:2] == ["march ", "attack "]
    assert await channel.complete("anna", "march ") == [f"march blue{number}" for number in (1, 2, 3, 4)]
    await typed(channel, ("anna", "march blue1"))
    assert "march b5 facing ne" in await channel.complete("anna", "march ")
    await typed(channel, ("anna", "march blue1 b5"), ("anna", "march blue2 c5 c4"))
    assert await channel.complete("anna", "attack ") == ["attack red2 with blue2", "attack fort with blue2"]
    assert await channel.complete("ben", "march ") == []


async def test_presses_alone_give_orders(channel: Channel) -> None:
    await typed(channel, *LOBBY)
    panel = await channel.press("anna", token_of(await channel.say("anna", "panel"), "Blue 2 in C6"))
    panel = await channel.press("anna", token_of(panel, "C5 facing north"))
    assert "It has 1 hex or turn left." in panel[0].text
    panel = await channel.press("anna", token_of(panel, "C4 facing north"))
    (menu, *_) = (row for row in (panel[0].menu or Menu()).rows if isinstance(row, Select))
    attack = next(option for option in menu.options if "fort" in option.label)
    assert attack.description == "hits with 40 %"
    panel = await channel.press("anna", attack.token)
    assert "The fort stands and takes 1 more hit." in panel[0].text


async def test_a_fort_and_a_stack_of_one_hex_are_two_places_to_touch_and_so_are_the_sides_of_a_hex(
    channel: Channel,
) -> None:
    await typed(channel, *LOBBY, *ORDERS[:1])
    board = await channel.board("anna", text="panel")
    points = {target: (x, y) for target, x, y in board.areas[0].ground.points}
    assert points["red2"] != points["fort"]
    aimed = {touch.to: touch for touch in board.touches if touch.aimed}
    assert set(aimed) == {"red2", "fort"}
    assert aimed["red2"].chance == "hits with 0 to 35 %: the target is hidden"
    assert all(touch.here == ("blue2",) for touch in aimed.values())
    frame = board_frame(board, lambda ref: ref.kind)
    assert set(frame["areas"][0]["places"]) >= {"red2", "fort", "c4"}
    march = next(touch for touch in board.touches if touch.here == ("blue1",))
    marching = await channel.board("anna", token=march.token)
    sides = {touch.to for touch in marching.touches if touch.to.startswith("b6/")}
    assert sides == {f"b6/{side}" for side in ("ne", "se", "s", "sw", "nw")}
    assert sides <= {target for target, *_ in marching.areas[0].ground.points}
    panel = await channel.press("anna", next(touch.token for touch in marching.touches if touch.to == "b6/se"))
    assert "Blue 1 faces south-east." in panel[0].text


async def test_a_warning_points_at_a_fort_and_a_hex(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ORDERS[:4])
    told = await channel.told("anna", "warn the fort, c4: there")
    assert "The Blues warn you of a threat: the fort and C4. “there”" in told
    assert "rule 2.1" in await channel.told("ben", "march red4 c2")
    await channel.say("ben", "warn read")
    assert "Red 4 marches from C1 to C2" in await channel.told("ben", "march red4 c2")


async def test_a_spectator_can_touch_nothing_and_sees_nothing_hidden(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ORDERS[:2])
    board = await channel.board("eve", token=tokens.WATCH_HERE)
    assert (board.seated, board.touches) == (False, ())
    told = {spot.target: spot.text for spot in board.spots}
    assert told["blue1"] == "Blue 1 in B6 (hidden)"
    assert told["blue2"] == "Blue 2 in C4 (1 step, facing north)"
    assert all(area.picture.viewer is None for area in board.areas)


# -- the other side is asked ----------------------------------------------------------------

#: Red's second stack comes from the fort and attacks; it has as many steps as its target.
ATTACK = ORDERS[:6]


async def test_the_other_side_is_asked_in_the_midst_of_an_action(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ATTACK[:-1])
    await channel.clear()
    panel = await channel.say("ben", "attack blue2 with red2")
    assert "Waiting for the **Blues** (Anna)." in panel[0].text
    (prompt,) = [post for kind, post in await channel.posts() if kind == "prompt"]
    assert labels([prompt]) == ["Answer"]
    assert "Red 2 attacks Blue 2. Does it stand or fall back?" in prompt.text
    assert "can act after that" in await channel.told("ben", "march red1 b3")
    assert "Say what the stack does: `/stand` or `/fallback HEX`" in await channel.told("anna", "done")
    panel = await channel.say("anna", "panel")
    assert "*Since your last move:*" in panel[0].text
    assert "Red 2 attacks Blue 2." in panel[0].text
    assert {"Stand", "C5 facing north", "Map"} <= set(labels(panel))
    assert "C3 is no way back" in await channel.told("anna", "fallback c3")
    told = await channel.told("anna", "fallback c5 facing n")
    assert "Blue 2 falls back from C4 to C5 and faces north." in told
    assert "Waiting for the **Reds** (Ben)." in told, "whose phase goes on"


async def test_nothing_follows_a_question_in_one_message_and_then_nothing_is_done(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ATTACK[:-1])
    before = await channel.number()
    told = await channel.told("ben", "attack blue2 with red2; march red1 b3")
    assert "ends with chance or the other player's decision. Send the rest as a new order. Nothing was done" in told
    assert await channel.number() == before


async def test_an_attack_that_is_not_answered_is_taken_back_if_nothing_was_uncovered(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ORDERS[:9])
    await typed(channel, ("ben", "standing ask"))
    await typed(channel, ("anna", "attack red2"))  # Blue 2 was seen before
    assert restore(await channel.store.load(await channel.game_id())).actor == 1
    told = await typed(channel, ("anna", "undo"))
    assert "Which stack marches or attacks next?" in told
    assert "must decide first" in await channel.told("ben", "stand")


async def test_the_clock_runs_for_the_side_that_is_asked(store: Store) -> None:
    channel, _, hands = timed(store)
    await typed(channel, ("anna", "new short_day clock=standard"), *LOBBY[1:], *ATTACK)
    assert "Blues 3 d, Reds 3 d" in await channel.told("eve", "status")
    before = Clock.of((await store.load(await channel.game_id())).settings).bank
    hands.move(hours=20)
    await typed(channel, ("anna", "fallback c5 facing n"))
    after = Clock.of((await store.load(await channel.game_id())).settings)
    assert before[0] - after.bank[0] == 8 * HOUR, "twenty hours less the twelve that are free, though it is red's phase"
    assert before[1] == after.bank[1]


# -- standing orders ------------------------------------------------------------------------

#: Blue's third stack has twice the steps of red's second.
TWO_TO_ONE = ORDERS[:12]


async def test_an_outnumbered_stack_falls_back_by_default(channel: Channel) -> None:
    told = await typed(channel, *LOBBY, *TWO_TO_ONE)
    assert "Red 2 falls back from C3 to B3" in told
    entry = (await channel.store.record(await channel.game_id()))[-1]
    assert (entry["choice"], entry.get("auto")) == ("fall_back b3/ne", True)
    told = await channel.told("ben", "standing")
    assert "You have no standing orders." in told
    assert "fall back at 2:1 or worse (Red 2, turn 2)" in told
    assert "Where none of them fits: fall back at 2:1 or worse" in told


@pytest.mark.parametrize(
    ("order", "held", "answer"),
    [
        ("ask", "ask me", None),
        ("stand", "stand", "stand"),
        ("fall back at 3:1", "fall back at 3:1 or worse", "fall_back b3/ne"),
        ("Always fall back when outnumbered 2:1 toward C3", "fall back at 2:1 or worse toward C3", "fall_back b3/ne"),
    ],
)
async def test_a_standing_order_answers_before_the_default(
    channel: Channel, order: str, held: str, answer: str | None
) -> None:
    await typed(channel, *LOBBY, ("ben", f"standing {order}"), *TWO_TO_ONE)
    entry = (await channel.store.record(await channel.game_id()))[-1]
    assert entry["choice"] == (answer or "at red2")
    told = await channel.told("ben", "standing")
    assert f"1. {held}" in told
    assert await channel.told("anna", "standing") != told
    await typed(channel, ("ben", "standing revoke 1"))
    assert "You have no standing orders." in await channel.told("ben", "standing")


async def test_a_standing_order_that_is_given_while_it_is_asked_answers_at_once(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ATTACK)
    await typed(channel, ("anna", "standing fall back at 1:1 toward b6"))
    entry = (await channel.store.record(await channel.game_id()))[-1]
    assert (entry["choice"], entry.get("auto")) == ("fall_back b4/n", True)
    assert "is no standing order here" in await channel.told("anna", "standing retreat home")


# -- going back, looking, telling -----------------------------------------------------------


async def test_a_rollback_goes_back_and_is_agreed_on(channel: Channel) -> None:
    await typed(channel, *LOBBY, *BACK)
    await typed(channel, ("ben", "rollback accept"))
    position = restore(await channel.store.load(await channel.game_id()))
    assert (position.decision.kind, position.state.fort, position.epoch) == ("orders", 2, 1)
    await typed(channel, *ORDERS[1:])
    record = await channel.store.record(await channel.game_id())
    exported = (await channel.say("eve", "export"))[0].attachment
    assert exported is not None
    check_gone_back(record, exported.text, await channel.told("eve", "verify"))


async def test_an_export_hides_deals_and_facings_while_the_day_goes_on(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ORDERS[:3])
    exported = (await channel.say("ben", "export"))[0].attachment
    assert exported is not None
    entries = json.loads(exported.text)["entries"]
    assert [one["choice"] for one in entries if one.get("decision") == "march" and one["choice"] != "halt"][
        -1
    ] == "go d4"
    assert entries[0]["chance"] == [["deal_blue", None], ["deal_red", 23]], "his own he knows"


async def test_nobody_reads_of_it_in_the_words_of_another_title(channel: Channel) -> None:
    await typed(channel, *LOBBY, *ORDERS[:2])
    lines = (
        ("anna", "panel"), ("eve", "map"), ("eve", "status"), ("ben", "status"), ("eve", "log turn"), ("eve", "log 1"),
        ("anna", "rules"), ("anna", "rules 4.1"), ("anna", "help"), ("anna", "help march"), ("anna", "help learn"),
        ("anna", "help playing"), ("anna", "clock fast"), ("ben", "clock accept"), ("anna", "substitute offer"),
        ("anna", "substitute keep"), ("anna", "standing"), ("anna", "draw"), ("ben", "draw reject"), ("anna", "rollback 2"),
        ("ben", "rollback reject"), ("anna", "master pause"), ("anna", "master resume"), ("anna", "seed"), ("anna", "games"),
        ("eve", "follow"), ("anna", "replay 1"), ("anna", "resign"), ("eve", "help short_day"), ("anna", "resign yes"),
    )  # fmt: skip
    found = [(line, reply) for user, line in lines for reply in await channel.say(user, line)]
    wrong = []
    for line, reply in [*found, *(await channel.posts())]:
        check_limits(reply)
        shown = "\n".join([reply.text, *labels([reply])])
        if (foreign := FOREIGN.search(shown)) or "report" in shown:
            wrong.append((line, foreign and foreign[0], shown))
    assert wrong == []


async def test_status_and_help_say_nothing_twice(channel: Channel) -> None:
    await typed(channel, *LOBBY)
    own, public = await channel.told("anna", "status"), await channel.told("eve", "status")
    assert [told.count("The fort stands") for told in (own, public)] == [1, 1]
    assert ("Blue 1 in B6 (decoy, facing north)" in own, "Blue 1 in B6 (hidden)" in public) == (True, True)
    assert "`/march blue1 b5`. " in (helped := await channel.told("anna", "help playing"))
    assert "``" not in helped


async def test_every_picture_is_drawn_with_words(channel: Channel, store: Store) -> None:
    refs: list[PictureRef] = []
    for user, line in (
        ("anna", "help short_day"), *LOBBY, *ORDERS[:4], ("anna", "panel"), ("ben", "panel"), ("eve", "map"), ("eve", "replay all"),
        ("anna", "resign yes"),
    ):  # fmt: skip
        refs += [reply.picture for reply in await channel.say(user, line) if reply.picture]
    refs += [post.picture for _, post in await channel.posts() if post.picture]
    pool, kinds, words = PicturePool(store, 1), set(), list[str]()
    for ref in refs:
        data, mime, alt = painting.work(await pool._job(ref))
        assert mime.startswith("image/")
        assert Image.open(io.BytesIO(data)).size == (548, 763)
        words.append(alt)
        assert ("Blue 1 in B6 (hidden)" in alt) == (ref.viewer != 0 and ref.kind != "end"), (ref, alt)
        kinds.add(ref.kind)
    await pool.close()
    assert kinds >= {"board", "end", "replay", "opening"}
    assert any(
        "Blue 2 in C4 (1 step, facing north)" in alt and "Blue 1 in B6 (decoy, facing north)" in alt for alt in words
    )
