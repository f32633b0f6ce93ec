"""A panel narrates what happened since its player's last act: all of it, only to them, once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service.record import unread_events
from bot.service.session import Memory
from bot.table.position import idle
from bot.titles import title_named
from engine.core.game import Event
from tests.bot.support import EVERY, Channel, check_limits
from tests.bot.test_confirmations import put
from tests.support.facts import names
from tests.support.restoring import restore
from tests.support.table import AP, CP, Table

POG = title_named("pog")
SINCE, SO_FAR = "*Since your last move:*", "*So far:*"
DICE = ("Attacker: 15 CF, army table, column 15, die **", "Defender: 3 CF, army table, column 3, die **")


async def attacked(channel: Channel) -> None:
    """Play Guns of August and the attack on Sedan, up to where the attacker can advance."""
    await channel.begin()
    await channel.say("anna", "play guns of august as event")
    await channel.say("anna", "attack sedan")
    await channel.say("anna", "choose frontal")
    await channel.say("ben", "pass")
    await channel.say("ben", "retreat all to cambrai")


def pictured(picture: Any) -> list[str]:
    """Return the kinds of the events in a picture."""
    return [part["kind"] for part in picture.args["parts"]] if picture.kind == "joined" else [picture.kind]


async def test_the_attacker_sees_his_own_dice_before_he_goes_on(channel: Channel) -> None:
    await attacked(channel)
    (panel,) = await channel.say("anna", "panel")
    assert panel.text.startswith(SO_FAR), "it is his own attack, and he has still to end it"
    for words in (*DICE, "loss number", "FR 5 eliminated", "FR c retreats through Château-Thierry to Cambrai"):
        assert words in panel.text
    assert panel.text.index(SO_FAR) < panel.text.index("Advance into **Sedan**")
    assert panel.picture is not None
    assert pictured(panel.picture) == ["battle", "closeup"]
    check_limits(panel)


async def test_an_act_is_answered_with_the_whole_combat_and_its_report(channel: Channel) -> None:
    await attacked(channel)
    (answer,) = await channel.say("anna", "advance all sedan")
    assert SINCE not in answer.text
    for words in (*DICE, "GE 1, GE 2 and GE 3 advance to Sedan", "CP takes Sedan"):
        assert answer.text.count(words) == 1
    assert answer.picture is not None
    assert pictured(answer.picture) == ["battle"]


async def test_the_other_side_reads_the_rest_of_the_action(channel: Channel) -> None:
    await attacked(channel)
    await channel.say("anna", "advance all sedan")
    (panel,) = await channel.say("ben", "panel")
    assert panel.text.startswith(SINCE)
    for words in (*DICE, "advance to Sedan", "CP takes Sedan"):
        assert words in panel.text
    assert panel.picture is not None
    assert pictured(panel.picture) == ["battle", "hand"]
    assert panel.picture.viewer == 0
    (refused,) = await channel.press("ben", f"o~{await channel.game_id()}~1~x")
    assert SINCE in refused.text, "a press that does nothing is no act"


async def test_events_already_seen_are_not_told_again(channel: Channel) -> None:
    await attacked(channel)
    await channel.say("anna", "advance all sedan")
    await channel.say("ben", "play auto")
    (panel,) = await channel.say("ben", "panel")
    assert SINCE not in panel.text
    assert "Sedan" not in panel.text
    await channel.say("ben", "done")
    (other,) = await channel.say("anna", "panel")
    assert "**AP** takes one operation without a card. No unit acts." in other.text


async def test_a_combat_that_goes_on_is_told_whole_whenever_its_panel_opens(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.say("anna", "play guns of august as event")
    await channel.say("anna", "attack sedan")
    await channel.say("anna", "choose frontal")
    await channel.say("ben", "pass")
    (panel,) = await channel.say("ben", "panel")
    assert panel.text.startswith(SO_FAR)
    assert "**GE 1, GE 2 and GE 3** from Liège and Koblenz attack **Sedan**" in panel.text
    for words in DICE:
        assert words in panel.text


async def test_the_prompt_tells_the_whole_action_so_far(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await channel.say("anna", "play guns of august as event")
    await channel.say("anna", "attack sedan")
    await channel.say("anna", "choose frontal")
    (prompt,) = [reply for kind, reply in await channel.posts() if kind == "prompt"]
    for words in (
        "**CP** plays *Guns of August (CP 1)*", "GE 1 moves: Aachen → Liège", "CP takes Liège", "attack **Sedan**",
        "must answer", "play combat cards",
    ):  # fmt: skip
        assert words in prompt.text


async def test_the_first_panel_tells_ones_own_cards_and_nobody_elses(channel: Channel) -> None:
    await channel.begin(first="")
    (answer,) = await channel.say("anna", "choose take")
    (panel,) = await channel.say("ben", "panel")
    assert panel.text.startswith(SO_FAR), "he has not moved yet"
    game = restore(await channel.store.load(await channel.game_id()))
    cards = names().content.cards
    for text, side in ((panel.text, 0), (answer.text, 1)):
        assert "Your first cards: " in text
        told = {card.id for card in cards if names().card(card.id) in text}
        held = {card.id for card in cards if game.state.hand[side] >> card.id & 1}
        assert told == held - {names().content.card_by_name["cp_01_guns_of_august"]}, "no card but one's own"


async def test_undone_events_are_not_told(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    await channel.say("anna", "activate koblenz move")
    assert "operation" not in await channel.told("ben", "panel"), "what can be taken back is not told"
    await channel.say("anna", "undo 2")
    await channel.say("anna", "play cp 1 as rp")
    told = await channel.told("ben", "panel")
    assert "for replacement points" in told
    assert "operation without a card" not in told.partition("Choose a card")[0]


async def test_events_that_reached_the_other_side_are_told_even_if_undoable(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play guns of august as event")
    assert "as an event" not in await channel.told("ben", "panel")
    await channel.say("anna", "attack sedan")
    await channel.say("anna", "choose frontal")
    assert "attack **Sedan**" in await channel.told("ben", "panel")


async def test_after_going_back_only_what_came_later_is_told(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play auto")
    await channel.say("anna", "done")
    await channel.say("anna", "rollback round")
    await channel.say("ben", "rollback accept")
    assert "takes one operation" not in await channel.told("ben", "panel")
    await channel.say("anna", "play cp 1 as rp")
    told = await channel.told("ben", "panel")
    assert "for replacement points" in told
    assert "takes one operation" not in told


async def test_a_player_of_both_sides_is_not_told_their_own_moves(channel: Channel) -> None:
    await channel.begin("anna", "anna")
    await channel.say("anna", "play cp 1 as rp")
    told = await channel.told("anna", "panel")
    assert "Now to move: the **Allied Powers**" in told
    assert SINCE not in told


async def test_a_game_of_an_older_version_tells_what_happens_from_now_on(channel: Channel) -> None:
    await channel.begin()
    stored = await channel.store.load(await channel.game_id())
    memory: Any = dict(stored.settings.memory)
    old = Memory.model_validate({key: value for key, value in memory.items() if key not in ("recent", "seen")})
    assert (old.recent, old.seen) == ([], {})
    assert unread_events.since(POG.story, old, 0) == []


async def test_the_panel_says_once_how_the_game_ended(channel: Channel) -> None:
    await channel.begin()
    table = Table().hand(AP, "ap_10_french_reinforcements").hand(CP, "cp_05_landwehr")
    table.state.round, table.state.vp = 6, 20
    table.state.actions[CP].append(("rp", 0))
    await put(channel, table.any_dice().run_from("ap_action"))
    await channel.say("ben", "play 10 as rp anyway")
    for user in ("anna", "ben"):
        assert (await channel.told(user, "panel")).count("Game over") == 1


def moved(entry: int) -> tuple[int, Event]:
    """Return a public event."""
    return entry, Event("moved", {"units": (1,), "path": (10, 11)})


def test_only_unread_events_are_kept() -> None:
    memory = Memory()
    for turn in range(60):
        unread_events.note(
            POG.story, memory, [moved(10 * turn + step) for step in range(10)], [turn % 2], 10 * turn + 9
        )
        assert len(memory.recent) <= 20
    unread_events.note(POG.story, memory, [moved(entry) for entry in range(600, 2000)], [0], 2000)
    assert len(memory.recent) == 600


def test_a_long_report_keeps_its_newest_part() -> None:
    assert unread_events.newest(["a" * 50, "b" * 50], 120, "…") == ["a" * 50, "b" * 50]
    assert unread_events.newest(["a" * 50, "b" * 50], 60, "…") == ["…", "b" * 50]
    assert unread_events.newest(["One. Two. Three."], 12, "…") == ["…", "Two. Three."]


@pytest.mark.parametrize("side", [0, 1])
def test_a_secret_is_kept_for_its_own_side(side: int) -> None:
    memory = Memory()
    unread_events.note(
        POG.story, memory, [(3, Event("draw", {"side": side, "count": 1}, {side: {"cards": (4,)}}))], (), 3
    )
    for seat in (0, 1):
        told = " ".join(unread_events.lines(POG, names(), unread_events.since(POG.story, memory, seat), seat))
        assert (names().card(4) in told) == (seat == side)


def test_secrets_stored_by_an_older_version_are_still_told() -> None:
    """It stored only the cards."""
    memory = Memory.model_validate(
        {"recent": [{"n": 3, "kind": "draw", "data": {"side": 0, "count": 1}, "own": {"0": [4]}}]}
    )
    told = [" ".join(unread_events.lines(POG, names(), memory.recent, seat)) for seat in (0, 1)]
    assert [names().card(4) in one for one in told] == [True, False]


async def test_a_waiting_panel_is_outdated_only_in_its_past_events(channel: Channel) -> None:
    await attacked(channel)
    (panel,) = await channel.say("ben", "panel")
    assert panel.text.startswith(SO_FAR)
    assert panel.text[panel.past :].startswith("**August 1914**")
    later = panel.model_copy(update={"text": f"{SINCE}\n{panel.text}", "past": panel.past + len(SINCE) + 1})
    assert idle(later) == idle(panel) != ""
    await channel.say("anna", "draw")
    (offered,) = await channel.say("ben", "panel")
    assert idle(offered) != idle(panel), "an offer must be seen"
