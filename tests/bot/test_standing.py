"""Standing orders: private, listed, revocable, automatic, based on what the seat can know."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from bot.service.session import packed
from bot.storage import Change, Committed
from bot.table import tokens
from bot.table.refusal import Refusal
from bot.titles.pog import standing_orders
from tests.bot.support import EVERY, Channel, controls
from tests.support.facts import names
from tests.support.random_play import new_game, steps
from tests.support.restoring import hosted, restore


async def automatic(channel: Channel, side: int) -> list[str]:
    """Return the automatic choices of a side."""
    record = await channel.store.record(await channel.game_id())
    return [str(entry["choice"]) for entry in record if entry.get("auto") and entry.get("side") == side]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pass combat cards unless paris", "Pass combat cards, unless in Paris"),
        ("pass combat cards this round", "Pass combat cards, in round 1 of August 1914 only"),
        ("pass defending cards for this turn", "Pass combat cards when defending, in August 1914 only"),
        ("take losses for me: corps first", "Take losses: corps first"),
        ("take losses: armies first", "Take losses: armies first"),
        ("retreat for me unless sedan, paris", "Retreat for me: never hold, go where most of my units are, unless"),
        ("no advance", "Don't advance after combat"),
        (
            "advance with all unless sedan",
            "Advance with all units that can, into the space that was won and no farther, unless",
        ),
    ],
)
async def test_orders_are_read_and_listed(channel: Channel, text: str, said: str) -> None:
    await channel.begin()
    assert f"1. {said}" in await channel.told("ben", f"standing {text}")
    assert said in await channel.told("ben", "standing")
    assert "no standing orders" in await channel.told("anna", "standing")
    assert "no seat" in await channel.told("eve", "standing")
    assert "no standing orders" in await channel.told("ben", "standing revoke 1")


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("losses", {f"standing take losses: {first} first" for first in ("corps", "armies", "weakest")}),
        ("take losses for me", {f"standing take losses: {first} first" for first in ("corps", "armies", "weakest")}),
        ("advance", {"standing no advance", "standing advance with all"}),
    ],
)
async def test_an_order_that_names_only_its_subject_is_asked_about(
    channel: Channel, text: str, offered: set[str]
) -> None:
    """`plan losses` took the corps first, and `plan to advance` forbade every advance."""
    await channel.begin()
    replies = await channel.say("ben", f"standing {text}")
    assert "Which one do you mean?" in replies[0].text
    assert {token.split("~", 3)[3] for _, token in controls(replies) if token.startswith("l~")} == offered
    assert "no standing orders" in await channel.told("ben", "standing")


async def test_refusals(channel: Channel) -> None:
    await channel.begin()
    assert "This isn't a standing order" in await channel.told("ben", "standing make tea")
    assert "There's no space called" in await channel.told("ben", "standing pass combat cards unless atlantis")
    assert "no standing order with that number" in await channel.told("ben", "standing revoke 3")
    places = "paris sedan verdun cambrai amiens calais nancy dijon metz liege brussels ostend".split()
    for number, place in enumerate(places, 1):
        assert f"{number}. " in await channel.told("ben", f"standing pass combat cards unless {place}")
    assert "already have 12 standing orders" in await channel.told("ben", "standing retreat for me")


async def test_cards_are_passed_in_the_command_that_asks(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.say("ben", "standing pass combat cards")
    await channel.attack_sedan()
    assert await automatic(channel, 0) == ["finish"]
    posts = await channel.posts()
    assert all("play combat cards" not in reply.text for kind, reply in posts if kind == "prompt")
    assert not any("tanding" in reply.text for _, reply in posts), "nobody else is told"
    assert "Used recently" in await channel.told("ben", "standing")
    assert "All" in await channel.told("ben", "verify")


async def test_exceptions_are_asked(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.say("ben", "standing pass combat cards unless sedan")
    await channel.attack_sedan()
    assert not await automatic(channel, 0)
    assert "play combat cards" in (await channel.told("ben", "panel"))
    assert "1. Pass combat cards" in await channel.told("ben", "standing pass combat cards")
    assert await automatic(channel, 0) == ["finish"], "a new order answers at once what is asked now"


async def test_an_order_for_a_round_ends_with_it(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "standing pass combat cards this round")
    await channel.say("anna", "play cp 1 as rp")
    await channel.say("ben", "play auto")
    await channel.say("ben", "done")
    assert "no standing orders" in await channel.told("ben", "standing")


async def test_full_standing_orders_leave_no_question_in_a_combat(channel: Channel) -> None:
    await channel.begin()
    for order in ("pass combat cards", "take losses: corps first", "retreat for me", "no advance"):
        await channel.say("ben", f"standing {order}")
    rng = random.Random(5)
    asked = set()
    for _ in range(150):
        game = restore(await channel.store.load(await channel.game_id()))
        user = "anna" if game.actor == 1 else "ben"
        if user == "ben":
            asked.add(game.decision.kind)
        panel = await channel.say(user, "panel")
        offered = [t for _, t in controls(panel) if tokens.parse(t).kind == "order" and "peace" not in t]
        fights = [token for token in offered if "x." in token]
        await channel.press(user, rng.choice(fights or offered))
    assert not asked & {"defender_cards", "attacker_cards", "trench_cards", "defender_loss", "attacker_loss"}
    assert not asked & {"retreat", "retreat_option", "advance"}
    made = await automatic(channel, 0)
    assert "finish" in made
    assert any(choice.startswith("hit ") for choice in made)
    assert "All" in await channel.told("ben", "verify")


async def test_the_enemy_cannot_tell_automatic_choices_before_the_end(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "standing pass combat cards")
    await channel.attack_sedan()
    for user in ("anna", "eve"):
        export = (await channel.say(user, "export"))[0].attachment
        assert export is not None
        entries = json.loads(export.text)["entries"]
        assert not any(entry.get("auto") for entry in entries if entry.get("side") == 0)
    own = (await channel.say("ben", "export"))[0].attachment
    assert own is not None
    assert any(entry.get("auto") for entry in json.loads(own.text)["entries"])


async def test_undo_does_not_cross_an_order_of_the_other_side(channel: Channel) -> None:
    await channel.begin()
    await channel.say("ben", "standing pass combat cards")
    await channel.attack_sedan()
    assert "Nothing to undo" in await channel.told("anna", "undo")


def test_unknown_orders_are_refused() -> None:

    with pytest.raises(Refusal):
        standing_orders.read(names(), "hold everywhere", 1, 1)


async def test_every_suggested_order_is_understood(channel: Channel) -> None:
    await channel.begin()
    for line in await channel.complete("ben", "standing "):
        if "revoke" not in line:
            assert "This isn't a standing order" not in await channel.told("ben", line)
    assert "settings palette dark" in await channel.complete("ben", "settings pal")


async def test_an_order_that_answers_the_last_question_of_a_game_ends_it(channel: Channel) -> None:
    """The end is recorded and posted as after any other command."""
    await channel.begin(scenario="limited_war", first="")
    stored = await channel.store.load(await channel.game_id())
    game = new_game("limited war", 1)
    next(islice(steps(game, 1, turns=3), 227, None))
    game.state.turn, game.state.round, game.number = 10, 6, stored.number
    assert (game.decision.kind, game.actor) == ("advance", 0)
    change = Change({}, snapshot=packed(hosted(game)))
    assert isinstance(await channel.store.commit(stored.header.game_id, stored.number, change, "laid out"), Committed)
    assert "Don't advance after combat" in await channel.told("ben", "standing no advance")
    after = await channel.store.load(stored.header.game_id)
    assert after.header.status == "finished"
    assert after.header.result is not None
    assert after.header.result["reason"] == "turn_limit"
    assert [kind for kind, _ in await channel.posts()].count("end") >= 1
    assert "the game is over" in (await channel.told("ben", "play 1 as ops")).casefold()
