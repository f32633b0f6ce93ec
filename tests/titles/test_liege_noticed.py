"""What a player noticed in a Night and a Siege of Liège 1914 that were played to their end by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.narration.segments import Segment, Told
from bot.table.layout import OpenedGroup, PanelPlace, lay_out
from bot.table.offers import Group
from bot.table.reply import Select
from bot.titles import table_of
from bot.titles.liege.title import TITLE
from bot.titles.panel import offers_of
from engine.liege.system import LiegeSystem
from tests.bot.support import Channel, controls, token_of
from tests.liege.support import hex_, unit
from tests.titles.test_liege import LOBBY, fighting, marching, position, typed, until


async def test_a_group_that_is_left_alone_keeps_its_title(channel: Channel) -> None:
    """After the combats units may move, dig in or hide: a unit by itself doesn't say which of these its control does."""
    await marching(channel)
    await until(channel, "afterwards")
    game = await position(channel)
    offers = offers_of(TITLE.offer_context(table_of(game, int(game.actor or 0)), "en"))
    assert len(offers.groups) > 1
    for group in offers.groups:
        alone = replace(offers, groups=[Group(group.title, group.entries[:1])])
        menu = lay_out(alone, PanelPlace("g", 0, "", "", ""), [], OpenedGroup())
        assert [row.placeholder for row in menu.rows if isinstance(row, Select)] == [group.title]


async def test_a_refused_advance_names_what_else_is_possible(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forts still fire in V35: 27.IB can't enter, but may turn, and that is what is named."""
    await fighting(channel, monkeypatch)
    await typed(channel, ("anna", "attack v35"))
    told = await typed(channel, ("anna", "advance 27ib"))
    assert "A fort in V35 still fires, so 27.IB can't enter." in told
    assert "“Turn” is still possible: 34.IB, 27.IB, " in told
    assert "Possible: " not in told


@pytest.mark.parametrize(
    ("line", "sides"), [("turn 27ib facing e", ("ne", "se")), ("turn 27ib west", ("sw", "nw")), ("march 27ib u36 facing East", ("ne", "se"))]
)  # fmt: skip
async def test_a_direction_without_a_hexside_offers_its_two_neighbours(
    channel: Channel, line: str, sides: tuple[str, ...]
) -> None:
    await marching(channel)
    reply = (await channel.say("anna", line))[0]
    word = line.rsplit(maxsplit=1)[-1]
    assert f"A hex has no side “{word}” (rule 6.2.1)." in reply.text
    assert [label for label, _ in controls([reply])] == [f"{line.removesuffix(word)}{side}" for side in sides]


async def test_a_repeated_standing_order_is_listed_once(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both Belgian units retreat by the same order."""
    await fighting(channel, monkeypatch)
    told = await typed(channel, ("anna", "attack v35"))
    assert told.count(" retreats from V35") > 1
    used = next(
        line for line in (await channel.told("ben", "standing")).split("\n") if line.startswith("Used recently")
    )
    assert used.count("retreat into the camp") == 1


async def test_retreats_by_standing_orders_are_in_the_panel_at_once(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fighting(channel, monkeypatch)
    await typed(channel, ("anna", "attack v35"))
    assert (await position(channel)).actor == 0, "the Germans have something to decide"
    assert "9+11 BM retreats from V35" in await channel.told("ben", "panel")


def test_steps_lost_by_the_result_and_by_a_test_are_one_sentence() -> None:
    """One line said “9+11 BM loses 1 step.” twice."""
    lost = {"unit": unit("be_9_11_bm"), "steps": 1, "cause": "combat"}
    events = [
        Told(kind="attack", data={"hex": hex_("V35"), "full": (unit("ge_34_ib"),), "partly": ()}),
        Told(kind="lost", data={**lost, "left": 2}),
        Told(kind="lost", data={**lost, "unit": unit("be_12_14_bm"), "left": 2}),
        Told(kind="lost", data={**lost, "left": 1}),
        Told(kind="lost", data={**lost, "cause": "zone", "left": 0}),
        Told(kind="attack", data={"hex": hex_("V35"), "full": (unit("ge_27_ib"),), "partly": ()}),
        Told(kind="lost", data={**lost, "left": 0}),
    ]
    lines = TITLE.story.lines(TITLE.names(LiegeSystem("siege"), "en"), Segment("action", events))
    assert lines == [
        "Attack on V35 by **34.IB**. 9+11 BM loses 2 steps. 12+14 BM loses 1 step. In the enemy zone 9+11 BM is destroyed.",
        "Attack on V35 by **27.IB**. 9+11 BM loses 1 step and is destroyed.",
    ]


async def test_odds_are_told_before_the_phase_as_units_stand(channel: Channel) -> None:
    await marching(channel)
    game = await position(channel)
    assert (game.decision.kind, game.actor) == ("march", 0)
    told = await typed(channel, ("anna", "odds attack v35 with all"))
    assert told.startswith("With all units where they are now:\nAttack on V35: ")
    assert "27.IB: " in told
    after = await position(channel)
    assert (after.number, after.decision.kind, after.state.dump()) == (game.number, "march", game.state.dump())
    told = await typed(channel, ("anna", "odds fire at fleron"))
    assert "It's too late for “the barrage phase” this turn." in told
    assert "only in your own turn, of what is still to come in it" in await typed(channel, ("ben", "odds attack u35"))
    await until(channel, "combat")
    assert "where they are now" not in await typed(channel, ("anna", "odds attack v35"))


async def test_the_beginning_shows_its_picture_in_one_post(channel: Channel) -> None:
    await typed(channel, *LOBBY)
    posts = [
        reply for kind, reply in await channel.posts() if kind in ("turn", "action") and reply.audience == "channel"
    ]
    assert [reply.text for reply in posts] == ["**Turn 2: 4 and 5 August.**", "*The Germans act.*"]
    assert [reply.picture is not None for reply in posts] == [True, False]


@pytest.mark.parametrize(
    ("line", "label", "begins"),
    [("/liege panel", "New game", "What do you want to play?\n**Liège 1914**"), ("/liege help", "New game", "What do you want to play?\n**Liège 1914**"), ("/liege panel", "Learn", "**Lessons.** One lesson of about twenty minutes"), ("panel", "New game", "**Which war?**")],
)  # fmt: skip
async def test_buttons_of_an_empty_channel_mean_the_game_whose_root_was_named(
    channel: Channel, line: str, label: str, begins: str
) -> None:
    shown = await channel.press("anna", token_of(await channel.say("anna", line), label))
    assert shown[0].text.startswith(begins)
    assert "Liège 1914" in shown[0].text or label == "Learn"


@pytest.mark.parametrize("line", ["help", "/help", "help attack", "help learn"])
async def test_help_without_a_root_is_that_of_the_channels_game(channel: Channel, line: str) -> None:
    await typed(channel, *LOBBY)
    for user in ("anna", "eve"):
        assert await channel.told(user, line) == await channel.told(user, f"/liege {line.removeprefix('/')}")


async def test_an_order_at_the_wrong_moment_is_told_how_to_go_on(
    channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the barrage phase "Possible: W35" was the end of it, and in a retreat `/done`, which is refused."""
    await fighting(channel, monkeypatch)
    told = await typed(channel, ("anna", "arrive all"), ("anna", "march 34ib to u36"))
    assert "belongs to “the movement phase”" in told
    assert "Possible" not in told
    assert "`/retreat` answers “a retreat”, which isn't asked now. This is “the combats” (rule 9.1)." in await typed(
        channel, ("anna", "retreat to u36")
    )
    await typed(channel, ("ben", "standing ask"), ("anna", "attack v35"))
    told = await typed(channel, ("ben", "shell v36"))
    assert "This is “a retreat”, not the moment for `/shell`. Answer this first (rule 9.6.1). Possible: " in told
