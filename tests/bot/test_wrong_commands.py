"""A misspelt, incomplete or overlong command gets an explanation and a working alternative."""

from __future__ import annotations

import pytest

from tests.bot.support import Channel
from tests.support.vocabulary import COMMANDS, texts

#: Typed by the player who moves first, with the game started: the text of the answer.
TOLD = (
    ("attak", "There's no command “attak”. Did you mean `/attack`?"),
    ("/attak liege", "Did you mean `/attack liege`? Press it, or type it so."),
    ("attak! liege", "Did you mean `/attack liege`? Press it, or type it so."),
    ("joni cp", "Did you mean `/join`?"),
    ("begin", "Did you mean `/start`?"),
    ("skip", "Did you mean `/pass` or `/done`?"),
    ("a", "Did you mean `/activate`, `/attack`, `/advance`, `/advise` or `/assess`?"),
    ("", "Type a command. `/panel`"),
    ("/", "Type a command. `/panel`"),
    ("new introductry", "“introductry” doesn't fit this command. Did you mean “introductory”? Type it as /new [introductory|"),
    ("new introductry", "Did you mean “introductory”?"),
    ("new limitd_war", "Did you mean “limited_war”?"),
    ("undo al", "Did you mean “all”?"),
    ("supply xyz", "“xyz” doesn't fit this command. Type it as /supply [ap|cp] [west|east|italy|balkans|near_east|overview]."),
    ("clock fst", "Did you mean “fast” or “standard”?"),
    ("rollback", "Something is missing after this command. Type it as /rollback round|turn|ENTRY"),
    ("rollback trun", "“trun” doesn't fit this command"),
    ("rollback trun", "Did you mean “turn” or “round”?"),
    ("bid cp two", "“two” doesn't fit this command. Type it as /bid ap|cp VP"),
    ("play", "Something is missing after this command. Type it as /play CARD as ops|sr|rp|event"),
    ("done xyz", "`/done` takes nothing after it, but you added “xyz”"),
    ("score xyz", "`/score` takes nothing after it, but you added “xyz”"),
    ("resign y", "“y” doesn't fit this command"),
    ("draw yes", "There's nothing to answer. Offer a draw with `/draw`."),
    ("draw no", "There's nothing to answer. Offer a draw with `/draw`."),
    ("rollback no", "There's nothing to answer"),
    ("master undu", "Did you mean “undo” or “round”?"),
    ("units xyz", "There's no space called “xyz”. See a space and its neighbours with `/map SPACE`."),
    ("card xyzzy", "There's no card called “xyzzy”. See your cards with `/hand`."),
    ("replay wset", "Did you mean “west”?"),
    ("log yesterday", "There's no game “yesterday”. See yours with `/games`."),
    ("help attak", "`/attack SPACE [with UNITS | from SPACES]`"),
    ("help attackings", "Did you mean `attack`?"),
    ("help introductry", "Did you mean `introductory`?"),
    ("settings pings", "This setting needs a value. You can use on, off or dm"),
    ("settings pngs off", "Did you mean “pings”?"),
    ("settings pings dmm", "“dmm” doesn't work here. You can use on, off or dm."),
    ("leave", "Offer your seat to somebody else with `/substitute offer`, or end the game with `/resign`"),
)  # fmt: skip


@pytest.mark.parametrize(("typed", "told"), TOLD)
async def test_errors_say_what_would_work(channel: Channel, typed: str, told: str) -> None:
    await channel.begin()
    before = await channel.number()
    answer = await channel.told("anna", typed)
    assert told in answer
    assert await channel.number() == before


async def test_an_option_of_a_new_game_that_is_misspelt_is_suggested(channel: Channel) -> None:
    assert "Did you mean “optional”?" in await channel.told("anna", "new introductory optionl=yes")


@pytest.mark.parametrize("typed", ["new Introductory", "new INTRODUCTORY"])
async def test_capital_letters_do_not_matter(channel: Channel, typed: str) -> None:
    await channel.say("anna", typed)
    stored = await channel.store.load(await channel.game_id())
    assert stored.header.options["scenario"] == "introductory"


async def test_an_offer_is_answered_with_yes_and_no(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "draw")
    await channel.say("ben", "draw no")
    assert "There's nothing to answer" in await channel.told("ben", "draw accept")
    await channel.say("anna", "draw")
    await channel.say("ben", "draw yes")
    assert (await channel.store.load(await channel.game_id())).header.status == "finished"


def test_every_other_word_for_a_command_leads_to_commands() -> None:
    names = {command.name for command in COMMANDS}
    for word, instead in texts().table("commands.instead").items():
        assert word not in names
        assert set(instead) <= names


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("deck cp discards", "deck cp discard"), ("map wset", "map west"), ("map contrl", "map control"), ("map leige", "map liege"),
        ("units germny", "units germany"), ("rules suply", "rules supply"), ("scoer", "score"), ("untis metz", "units metz"),
    ],
)  # fmt: skip
async def test_a_slip_in_a_look_up_is_guessed(channel: Channel, typed: str, meant: str) -> None:
    await channel.begin()
    assert await channel.told("anna", typed) == await channel.told("anna", meant)


@pytest.mark.parametrize(("typed", "meant"), [("map holland", "map west"), ("units netherlands", "units holland")])
async def test_the_netherlands_are_known_by_both_names(channel: Channel, typed: str, meant: str) -> None:
    await channel.begin()
    assert await channel.told("anna", typed) == await channel.told("anna", meant)
