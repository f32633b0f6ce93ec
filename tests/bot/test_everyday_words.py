"""Everyday words are understood; a costly act is confirmed, never guessed."""

from __future__ import annotations

import pytest

from bot.table.typed_text import fold, legible
from tests.bot.moments import (
    choices,
    choosing,
    choosing_cp,
    fighting,
    lone,
    west,
)
from tests.bot.support import CHANNEL, EVERY, Channel, controls
from tests.bot.test_confirmations import put
from tests.support.facts import lexicon, names
from tests.support.table import AP, CP, Table


async def window(channel: Channel) -> None:
    """Play until the defender of Sedan is asked for combat cards."""
    table = lone().hand(AP, "ap_04_pleve", "ap_02_blockade")
    await put(channel, table)
    await channel.say("anna", "attack sedan with ge 1 army")
    stored = await channel.store.load(await channel.game_id())
    assert stored.snapshot is not None


@pytest.mark.parametrize("line", ["no cc", "none", "no cards", "no", "pass pls", "nope", "skip"])
async def test_no_cards_are_played_by_every_word_for_it(channel: Channel, line: str) -> None:
    await channel.begin(scenario=EVERY)
    await window(channel)
    number = await channel.number()
    await channel.say("ben", line)
    record = await channel.store.record(await channel.game_id())
    assert str(record[number + 1]["choice"]) == "finish"


async def test_the_short_form_of_combat_cards_opens_the_choice(channel: Channel) -> None:
    await channel.begin(scenario=EVERY)
    await window(channel)
    number = await channel.number()
    assert any(label.startswith("Play no card") for label, _ in controls(await channel.say("ben", "cc")))
    assert await channel.number() == number


async def test_an_order_without_a_card_proposes_the_cheapest_and_asks(channel: Channel) -> None:
    await channel.begin()
    await put(channel, choosing())
    number = await channel.number()
    reply = (await channel.say("ben", "move ru 2 to tannenberg"))[0]
    assert "Your cheapest card that pays for this is Pleve (AP 4)" in reply.text, reply.text
    assert await channel.number() == number
    assert any(label in ("Play it for OPS", "Yes, do all of it") for label, _ in controls([reply]))
    await channel.say("ben", "yes")
    record = await channel.store.record(await channel.game_id())
    made = [str(entry["choice"]).split()[0] for entry in record[number + 1 :]]
    assert made[:2] == ["ops", "for_movement"]


async def test_a_card_named_alone_is_asked_about_before_its_event(channel: Channel) -> None:
    await channel.begin()
    await put(channel, choosing_cp())
    number = await channel.number()
    told = await channel.told("anna", "play oberost")
    assert "This plays Oberost (CP 11) as its event" in told
    assert await channel.number() == number
    await channel.say("anna", "yes")
    assert await channel.number() > number


async def test_a_yes_without_a_question_does_nothing(channel: Channel) -> None:
    await channel.begin()
    number = await channel.number()
    await channel.say("anna", "yes")
    assert await channel.number() == number


@pytest.mark.parametrize("line", ["take guns of august", "yes", "start with guns"])
async def test_guns_of_august_is_taken(channel: Channel, line: str) -> None:
    await channel.say("anna", "new campaign")
    for word in ("join both", "start game", line):
        await channel.say("anna", word)
    record = await channel.store.record(await channel.game_id())
    assert str(record[-1]["choice"]) == "take"


@pytest.mark.parametrize(
    ("line", "seat"),
    [("join allies", "ap"), ("join entente", "ap"), ("join germans", "cp"), ("join the central powers", "cp")],
)
async def test_sides_have_their_everyday_names(channel: Channel, line: str, seat: str) -> None:
    await channel.say("anna", "new campaign")
    await channel.say("anna", line)
    stored = await channel.store.load(await channel.game_id())
    assert list(stored.seats.holders) == [seat]


LOOKS = {
    "vp": "score", "cards": "hand", "my hand": "hand", "whose turn": "status", "what can i do": "panel", "map france": "map west",
    "show verdun": "map verdun", "map of verdun": "map verdun", "what's in verdun": "units verdun", "rules for retreat": "rules retreat", "where are german": "units german", "the log": "log", "supply please": "supply",
}  # fmt: skip


async def test_everyday_words_look_things_up(channel: Channel) -> None:
    await channel.begin()
    for typed, command in LOOKS.items():
        assert await channel.told("anna", typed) == await channel.told("anna", command), typed


async def test_steps_are_taken_back_by_every_word_for_it(channel: Channel) -> None:
    await channel.begin()
    for line in ("take back", "undo please", "go back", "Undo that!"):
        await channel.say("anna", "play guns of august as ops")
        number = await channel.number()
        await channel.say("anna", line)
        assert await channel.number() > number
        assert "choosing an action" in await channel.told("anna", "done")


PLACES = {
    "Insterburg": "Insterberg", "Tannenburg": "Tannenberg", "mets": "Metz", "Lüttich": "Liège", "Wien": "Vienna", "Anvers": "Antwerp",
    "Antwerpen": "Antwerp", "Bruxelles": "Brussels", "Brüssel": "Brussels", "Straßburg": "Strasbourg", "Warschau": "Warsaw",
    "Warszawa": "Warsaw", "Krakau": "Cracow", "Cracovie": "Cracow", "Mailand": "Milan", "Milano": "Milan", "Venezia": "Venice",
    "Beograd": "Belgrade", "Belgrad": "Belgrade", "Kiew": "Kiev", "Konstantinopel": "Constantinople", "Istanbul": "Constantinople",
    "Saloniki": "Salonika", "Thessaloniki": "Salonika", "Mülhausen": "Mulhouse", "Lemberg": "Lemberg", "Lwów": "Lemberg", "Łódź": "Lodz",
    "ŁÓDŹ": "Lodz", "Danzig": "Danzig", "Gdańsk": "Danzig", "Königsberg": "Konigsberg", "Poznań": "Posen", "Przemyśl": "Przemysl",
    "Ło\u200bdź": "Lodz",
}  # fmt: skip


def test_spaces_have_the_names_of_all_their_peoples() -> None:
    words = lexicon()
    for typed, title in PLACES.items():
        assert fold(names().space(words.space(typed))) == fold(title), typed


@pytest.mark.parametrize(
    ("place", "near"),
    [("Köln", "Essen and Aachen"), ("Kaschau", "Uzhgorod and Miskolcz"), ("Preßburg", "Vienna and Brünn")],
)
async def test_a_place_that_the_map_has_not_is_told_with_its_neighbours(
    channel: Channel, place: str, near: str
) -> None:
    await channel.begin()
    for line in (f"units {place}", f"map {place}"):
        told = await channel.told("anna", line)
        assert f"isn't on this map. The nearest spaces are {near}" in told, told


async def test_a_paragraph_is_found_with_its_sign(channel: Channel) -> None:
    plain = await channel.told("anna", "rules 12.5")
    for line in ("rules §12.5", "rules § 12.5", "rules rule 12.5", "§12.5", "/rules\u200b §12.5"):
        assert await channel.told("anna", line) == plain, line


def test_invisible_characters_are_ignored() -> None:
    assert legible("mo\u200bve\u00a0ru\u20602 \u0663") == "move ru2 3"
    assert fold("Łódź Ærø Þorn") == "lodz aero thorn"


async def test_words_of_ones_own_stand_as_they_were_typed(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "warn liege: ok 👩\u200d🌾 please!")
    (text,) = [reply.text for kind, reply in await channel.posts() if kind == "warning"]
    assert "ok 👩\u200d🌾 please!" in text
    assert CHANNEL


async def test_a_flank_that_is_not_possible_is_refused_before_the_attack(channel: Channel) -> None:
    await channel.begin()
    await put(channel, fighting())
    number = await channel.number()
    told = await channel.told("anna", "attack sedan from koblenz flank")
    assert "You can't try a flank attack on Sedan" in told
    assert "12.3.1" in told
    assert await channel.number() == number


def facing() -> Table:
    """Return GE 7 facing only Nancy, and GE 4 facing Sedan and Verdun as well."""
    table = Table().put("strasbourg", "ge_7_army").put("metz", "ge_4_army").put("sedan", "fr_5_army")
    table.put("nancy", "fr_2_army").put("verdun", "fr_3_army")
    return table.any_dice().operate(CP, 9).activate("!strasbourg", "!metz")


@pytest.mark.parametrize("line", ["ge 7 only", "attack ge 7", "attack with ge 7 only", "w/ ge 7"])
async def test_units_alone_are_asked_whether_they_attack_the_only_space_that_they_can(
    channel: Channel, line: str
) -> None:
    await channel.begin()
    meant = await choices(channel, "anna", facing(), "attack nancy with ge 7 army")
    await put(channel, facing())
    number = await channel.number()
    reply = (await channel.say("anna", line))[0]
    assert "The only space that GE 7 can attack is Nancy" in reply.text
    assert await channel.number() == number
    assert "Attack" in [label for label, _ in controls([reply])]
    assert await choices(channel, "anna", facing(), f"{line} anyway") == meant


async def test_units_that_can_attack_several_spaces_are_asked_which(channel: Channel) -> None:
    await channel.begin()
    await put(channel, facing())
    number = await channel.number()
    told = await channel.told("anna", "ge 4 only")
    assert "Name the space to attack" in told
    assert told.endswith("Possible targets: Sedan, Verdun or Nancy."), told
    assert await channel.number() == number


async def test_a_unit_is_found_in_its_space(channel: Channel) -> None:
    await channel.begin()
    await put(channel, west())
    assert await channel.told("anna", "where is fr 2") == "- Nancy: FR 2"
    assert await channel.told("anna", "where is ge 1?") == "- Koblenz: GE 1"
    assert "Metz: GE c" in await channel.told("anna", "units ge corps")


async def test_the_last_turn_is_told(channel: Channel) -> None:
    await channel.begin()
    await put(channel, choosing())
    assert await channel.told("anna", "log last turn") == await channel.told("anna", "log 2")


async def test_supply_is_asked_by_a_space_or_a_nation(channel: Channel) -> None:
    await channel.begin()
    assert await channel.told("anna", "supply sedan") == await channel.told("anna", "supply")
    assert await channel.told("ben", "supply german") == await channel.told("ben", "supply cp")
