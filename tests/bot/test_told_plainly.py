"""Texts give things in order and with their reason: VP, shifted columns, the cost of a step, the sides of a rematch."""

from __future__ import annotations

from bot.service.announcing.posts import joined_picture
from bot.table.reply import PictureRef
from tests.bot.support import Channel, controls
from tests.bot.test_all_or_nothing import odds_of
from tests.bot.test_confirmations import put
from tests.support.facts import names
from tests.support.table import AP, CP, Table


async def test_vp_are_told_with_what_brought_them(channel: Channel) -> None:
    await channel.begin(scenario="introductory")
    for line in ("play guns of august as event", "attack sedan", "choose frontal"):
        await channel.say("anna", line)
    told = await channel.told("ben", "panel")
    assert (
        told.index("CP takes Liège") < told.index("VP 11 (+1: event with an asterisk)") < told.index("attack **Sedan**")
    )
    assert told.count("VP 11 (+1: event with an asterisk)") == 1


def test_a_shifted_column_says_why() -> None:
    table = Table().put("metz", "ge_4_army", "ge_5_army").put("verdun", "fr_3_army").trench("verdun", 1, AP)
    told = odds_of(table.operate(CP).activate("!metz"), CP, "verdun")
    assert "→" in told
    assert "(shifted by trench −1)" in told
    assert "(shifted by trench +1)" in told


async def test_the_list_of_replacements_shows_costs_and_what_is_left(channel: Channel) -> None:
    await channel.begin()
    table = Table().put("paris", "fr_corps_01-").put("verdun", "fr_5_army-").put("koblenz", "ge_1_army")
    table.state.rp["fr"] = 3
    await put(channel, table.any_dice().phase("ap_replacements"))
    (panel,) = await channel.say("ben", "panel")
    labels = [label for label, _ in controls([panel])]
    assert labels[:2] == ["reduced FR 5 (Verdun): 1 RP", "reduced FR c (Paris): ½ RP"]
    assert "France 1½" in panel.text


async def test_a_rematch_says_which_sides(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "resign yes")
    await channel.say("anna", "rematch")
    told = "\n".join(reply.text for _, reply in await channel.posts())
    assert "with sides swapped. The Central Powers seat is free." in told


async def test_a_rematch_of_the_same_sides_says_so(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "resign yes")
    await channel.say("anna", "rematch same")
    told = "\n".join(reply.text for _, reply in await channel.posts())
    assert "with the same sides. The Allied Powers seat is free." in told


async def test_words_for_a_picture_bear_no_marks(channel: Channel) -> None:
    """Until it is drawn they are shown in its place, where no platform renders Markdown."""
    await channel.begin()
    await channel.say("anna", "play auto")
    await channel.say("anna", "done")
    found = [*await channel.say("anna", "status"), *await channel.say("anna", "replay all")]
    alts = [reply.picture.alt for reply in found if reply.picture is not None]
    assert len(alts) == 2
    assert all("*" not in alt and "`" not in alt for alt in alts)
    assert alts[1].endswith("positions. The whole map.")
    posted = [reply.picture.alt for _, reply in await channel.posts() if reply.picture is not None]
    assert posted
    assert all("*" not in alt for alt in posted)


def test_losses_and_a_lost_battle_say_what_is_asked() -> None:
    figures = {"target": "Sedan", "losses": 3, "taken": 0}
    told = {
        kind: names().words.say(f"ui.decisions.{kind}.text", **figures) for kind in ("defender_loss", "retreat_option")
    }
    assert told["defender_loss"] == "Combat in **Sedan**: take losses of up to 3 (12.4). Taken so far: 0."
    assert (
        told["retreat_option"] == "You lost the combat in **Sedan**. Lose one more step and hold (12.5.3), or retreat?"
    )


async def test_nothing_is_called_wasted_that_was_not_spent(channel: Channel) -> None:
    """The event of Guns of August activates automatically."""
    await channel.begin()
    await channel.say("anna", "play guns of august as event")
    told = ""
    for _ in range(4):
        if "You haven't attacked from" not in told:
            told = await channel.told("anna", "done")
    assert "You would lose the activation to attack" in told
    assert "OPS spent" not in told


async def test_the_status_parts_a_name_from_what_it_is_of(channel: Channel) -> None:
    await channel.begin()
    told = await channel.told("ben", "status")
    assert ", no mandated offensive; Reserve Box: " in told


async def test_the_status_says_whom_the_game_waits_for(channel: Channel) -> None:
    """The waiting time is useless to a reader who doesn't see for whom."""
    await channel.begin(scenario="introductory")
    assert "Waiting for the **Central Powers** (Anna): " in await channel.told("cleo", "status")
    assert "Your turn as the **Central Powers**: " in await channel.told("anna", "status")
    await channel.say("anna", "resign yes")
    over = await channel.told("cleo", "status")
    assert "waits for" not in over
    assert "your move" not in over


def test_the_words_of_several_pictures_are_sentences_of_their_own() -> None:
    card, ground = (PictureRef(kind="card", game="g", number=0, alt=alt) for alt in ("Guns of August (CP 1)", "Sedan."))
    assert joined_picture(card, ground, card).alt == "Guns of August (CP 1). Sedan. Guns of August (CP 1)."
