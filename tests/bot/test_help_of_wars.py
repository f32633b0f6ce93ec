"""Links from commands, help and rules to the wars that differ, and to their special rules."""

from __future__ import annotations

import pytest

from bot.narration.texts import texts_of
from bot.table.reply import Button, Reply
from bot.titles.pog.setups import named, offered
from tests.bot.support import Channel, check_limits, token_of

WORDS = texts_of("pog", "en")


@pytest.mark.parametrize(
    ("wanted", "war"),
    [("banquet", "banquet"), ("suicide", "suicide"), ("1916", "summer_1916"), ("summer 1916", "summer_1916"),
     ("suicide of europe", "suicide"), ("Banquet des Generaux", "banquet"), ("historical", "historical")],
)  # fmt: skip
async def test_rules_and_help_of_a_war_tell_what_differs(channel: Channel, wanted: str, war: str) -> None:
    for command in ("rules", "help"):
        reply = (await channel.say("anna", f"{command} {wanted}"))[0]
        check_limits(reply)
        assert WORDS.say(f"guide.differs.{war}") in reply.text
        assert token_of([reply], "Open this war")


async def test_rules_of_a_term_stay_what_they_were(channel: Channel) -> None:
    """A war can have the name of a term; numbers are paragraphs."""
    assert "**War status" in await channel.told("anna", "rules limited war")
    assert "no paragraph “1917”" in await channel.told("anna", "rules 1917")


async def test_rules_of_a_war_that_is_played_list_what_its_text_leaves_open(channel: Channel) -> None:
    """As in its status; the war's page is a press away."""
    await channel.say("anna", "new banquet")
    replies = await channel.say("anna", "rules banquet")
    check_limits(replies[0])
    assert "`banquet.reserve_units`" in replies[0].text
    assert token_of(replies, "What's different in Banquet des Généraux")
    assert WORDS.say("guide.differs.suicide") in await channel.told("anna", "rules suicide")


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        ("1916", {"scenario": "summer_1916"}),
        ("summer 1916 hand=7", {"scenario": "summer_1916", "hand_size": 7}),
        ("The Great War", {"scenario": "summer_1916"}),
        ("Banquet des Généraux", {"scenario": "banquet"}),
        ("intro", {"scenario": "introductory"}),
        ("suicide soe.oos_clock=owner_action_only", {"scenario": "suicide", "switches": {"soe.oos_clock": "owner_action_only"}}),
    ],
)  # fmt: skip
async def test_a_war_is_opened_by_what_people_call_it(channel: Channel, typed: str, options: dict[str, object]) -> None:
    await channel.say("anna", f"new {typed}")
    assert (await channel.store.header(await channel.game_id())).options == options


def test_no_name_means_two_wars() -> None:
    names = [name for war in offered() for name in [war, *WORDS.table("guide.war_names").get(war, ())]]
    assert len(names) == len(set(names))
    assert set(named(WORDS).values()) == set(offered())


@pytest.mark.parametrize(
    ("wanted", "means"),
    [("political", "`/play political`"), ("economic action", "spend replacement points"), ("fort", "until it is destroyed"),
     ("forts", "until it is destroyed"), ("trench", "`/entrench`"), ("war plan", "costs its side 1 VP"),
     ("reorganise", "`/move ge 1, ge 2 reorganise`"), ("stacking", "three units")],
)  # fmt: skip
async def test_help_finds_terms_and_paragraphs(channel: Channel, wanted: str, means: str) -> None:
    assert means in await channel.told("anna", f"help {wanted}")


async def test_help_in_a_game_tells_the_rules_of_its_war(channel: Channel) -> None:
    await channel.begin(scenario="suicide", first="")
    assert "move and attack" in await channel.told("anna", "help activate")
    assert "reorganise" in await channel.told("anna", "help move")


@pytest.mark.parametrize(("war", "title"), [("banquet", "Banquet des Généraux"), ("summer_1916", "The Great War")])
async def test_help_and_rules_in_a_game_link_what_differs(channel: Channel, war: str, title: str) -> None:
    """On each page, with a button to it; outside a game there is none."""
    assert all(
        "What's different" not in button.label
        for reply in await channel.say("anna", "help")
        for button in _buttons(reply)
    )
    await channel.say("anna", f"new {war}")
    for line in ("help", "help attack", "rules", "rules 11.1", "rules supply"):
        replies = await channel.say("anna", line)
        check_limits(replies[0])
        (page,) = await channel.press("anna", token_of(replies, f"What's different in {title}"))
        assert page.text.startswith(f"**{title}")


def _buttons(reply: Reply) -> list[Button]:
    rows = reply.menu.rows if reply.menu is not None else ()
    return [button for row in rows if isinstance(row, tuple) for button in row]


def test_the_guide_tells_that_a_failed_attempt_to_dig_helps() -> None:
    """11.2.10: the die roll improves after a failure, for all units in that space."""
    assert "harder" not in WORDS.say("guide.differs.banquet")
    assert "After a failure it's easier to dig in that space" in WORDS.say("guide.differs.banquet")


@pytest.mark.parametrize("asked", ["12.5", "§12.5", "7.1.8"])
async def test_help_on_a_paragraph_is_the_paragraph(channel: Channel, asked: str) -> None:
    assert await channel.told("anna", f"help {asked}") == await channel.told("anna", f"rules {asked}")


async def test_the_french_mutiny_is_a_paragraph_of_its_own(channel: Channel) -> None:
    """The question before an attack that costs a VP names it."""
    assert (await channel.told("anna", "rules 7.1.8")).startswith("**7.1.8 French mutiny**")
    assert "7.1.8" in await channel.told("anna", "rules mutiny")
