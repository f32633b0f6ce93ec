"""The application commands sent to Discord, and the line that each one produces."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands import leagues
from bot.narration.texts import texts_of
from bot.platforms.discord.commands import Translations, build_roots, direct_names, languages, line_of, short, spoken
from bot.platforms.discord.invite import INTENTS, INVITED, PERMISSIONS, invite_link
from bot.service.clock import Clock
from bot.titles import titles, usual_title
from bot.titles.forms import setup_form
from bot.titles.title import Title
from bot.titles.vocabulary import vocabulary
from tests.platforms.discord import people, spec
from tests.platforms.discord.conftest import Loopback
from tests.platforms.discord.state import CHANNEL, Json
from tests.support.second_title import Skirmish
from tests.support.vocabulary import BY_NAME, COMMANDS


def leaves(command: Json) -> list[Json]:
    """Return the commands that can be run."""
    if command.get("type", 1) == 1 and all(option["type"] > 2 for option in command.get("options", [])):
        return [command]
    return [leaf for option in command["options"] for leaf in leaves(option)]


def check_root(root: Json, title: Title[Any, Any]) -> None:
    """Check that a title's root has all its commands, within Discord's limits."""
    assert spec.command_faults(root) == []
    assert spec.command_size(root) <= 8000
    assert 1 <= len(root["options"]) <= 25
    assert all(len(group.get("options", [])) <= 25 for group in root["options"])
    known = {leaf["name"]: leaf for group in root["options"] for leaf in leaves(group)}
    assert sorted(known) == sorted(vocabulary(title).by_name)
    assert all(len(leaf.get("options", [])) <= 25 for leaf in known.values())
    assert {option["name"] for option in root["options"] if option["type"] == 1} == direct_names(title)
    seats = [choice["value"] for choice in known["join"]["options"][0]["choices"]]
    assert seats == [*title.seats, "both"]


async def test_discord_is_told_the_whole_vocabulary_within_its_limits(loopback: Loopback) -> None:
    await loopback.bot(pump=False)
    root, second, _ = loopback.world.commands
    assert (root["name"], second["name"]) == ("pog", "liege")
    told = [leaf["name"] for group in root["options"] for leaf in leaves(group)]
    assert sorted(told) == sorted(command.name for command in COMMANDS)
    assert spec.command_faults(root) == []
    assert spec.command_size(root) <= 8000
    direct = {option["name"] for option in root["options"] if option["type"] == 1}
    assert direct == direct_names(usual_title())


async def test_clients_share_their_commands_and_have_fronts_of_their_own(loopback: Loopback) -> None:
    one, two = await loopback.bot("one", pump=False), await loopback.bot("two", pump=False)
    assert one.platform.client.tree.get_commands() == two.platform.client.tree.get_commands() == build_roots()
    assert one.platform.client.front is one.platform.serving is not two.platform.client.front


async def test_leagues_have_a_root_of_their_own_within_the_limits(loopback: Loopback) -> None:
    await loopback.bot(pump=False)
    root = loopback.world.commands[-1]
    assert root["name"] == leagues.ROOT
    assert spec.command_faults(root) == []
    assert spec.command_size(root) <= 8000
    groups = [option for option in root["options"] if option["type"] == 2]
    assert 1 <= len(root["options"]) <= 25
    assert all(len(group["options"]) <= 25 for group in groups)
    told = [leaf["name"] for group in root["options"] for leaf in leaves(group)]
    assert sorted(told) == sorted(command.name for command in leagues.COMMANDS if not command.old)
    assert sum(option["type"] == 1 for option in root["options"]) == sum(
        one.part == "season" and not one.old for one in leagues.COMMANDS
    )


async def test_every_command_and_option_says_what_it_is_for_and_nothing_is_cut(loopback: Loopback) -> None:
    await loopback.bot(pump=False)
    groups = [group for root in loopback.world.commands for group in root["options"]]
    for leaf in [leaf for group in groups for leaf in leaves(group)]:
        told = [option["description"] for option in leaf.get("options", [])]
        assert len(set(told)) == len(told), leaf["name"]
        for text in (leaf["description"], *told):
            assert not text.endswith("…") or " …" in text, f"{leaf['name']}: {text}"
            assert text == short(text)


async def test_options_have_types_choices_and_completion(loopback: Loopback) -> None:
    await loopback.bot(pump=False)
    known = {leaf["name"]: leaf for group in loopback.world.commands[0]["options"] for leaf in leaves(group)}
    side = known["join"]["options"][0]
    assert side["required"]
    assert [choice["value"] for choice in side["choices"]] == ["ap", "cp", "both"]
    vp = known["bid"]["options"][1]
    assert (vp["type"], vp["min_value"], vp["max_value"], vp["required"]) == (4, 0, 20, False)
    order = known["move"]["options"][0]
    assert (order["type"], order["autocomplete"], order["required"]) == (3, True, True)


@pytest.mark.parametrize(
    ("name", "values", "line"),
    [
        ("bid", {"side": "ap", "vp": 2}, "bid ap 2"),
        ("move", {"order": "all liege to sedan"}, "move all liege to sedan"),
        ("log", {"turn": None, "round": "3"}, "log round 3"),
        ("done", {}, "done"),
        ("retreat", {"order": None}, "retreat"),
    ],
)
def test_options_become_the_line_that_one_would_type(name: str, values: Json, line: str) -> None:
    assert line_of(BY_NAME[name], values) == line


def test_descriptions_are_cut_between_words() -> None:
    assert short("one two three", 8) == "one two…"
    assert short("one", 8) == "one"


def test_the_invitation_asks_for_six_permissions_and_no_privileged_intent() -> None:
    wanted = {name for name, allowed in PERMISSIONS if allowed}
    narrow = {"send_messages", "send_messages_in_threads", "create_public_threads", "attach_files"}
    assert wanted - {"view_channel", "read_messages"} == narrow
    assert {name for name, allowed in INVITED if allowed} - wanted == {"read_message_history"}
    privileged = {"members", "presences", "message_content"}
    assert {name for name, wished in INTENTS if wished} & privileged == set()
    link = invite_link(77)
    assert "client_id=77" in link
    assert f"permissions={INVITED.value}" in link


class _Danish:
    """Texts of a second language at the maximum length; no other test uses its name, since texts are cached."""

    language = "da"

    def has(self, key: str) -> bool:
        return texts_of("pog").has(key)

    def say(self, key: str) -> str:
        return f"På dansk: {texts_of('pog').say(key)} " + "og mere " * 12


async def test_descriptions_are_told_in_every_language_that_we_speak(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    def both(self: object, language: str) -> Any:
        return _Danish() if language == "da" else texts_of("pog", language)

    monkeypatch.setattr(type(usual_title()), "words", both)
    monkeypatch.setattr("bot.platforms.discord.commands.languages", lambda: frozenset({"en", "da"}))
    # Translations this long don't fit together.
    monkeypatch.setattr("bot.platforms.discord.command_sync.fitted", lambda command: (command, 0))
    await loopback.bot(pump=False)
    root = loopback.world.commands[0]
    told = [leaf for group in root["options"] for leaf in leaves(group)]
    groups = [option for option in root["options"] if option["type"] == 2]
    for one in [root, *groups, *told, *(option for leaf in told for option in leaf.get("options", []))]:
        localised = one["description_localizations"]
        assert set(localised) == {"da"}, "English is what everybody sees, other languages are not spoken"
        assert localised["da"].startswith("På dansk:")
    assert spec.command_faults(root) == []
    side = next(leaf for leaf in told if leaf["name"] == "join")["options"][0]["choices"][0]
    assert (side["value"], side["name"]) == ("ap", "Allied Powers (ap)")
    assert side["name_localizations"]["da"].startswith("På dansk: Allied")


async def test_where_no_other_language_is_spoken_nothing_is_translated(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord's thirty languages for each text would take a hundredth of a second at every start."""
    monkeypatch.setattr("bot.platforms.discord.commands.languages", lambda: frozenset({"en"}))

    async def asked(*given: object) -> None:
        raise AssertionError(given)

    monkeypatch.setattr(Translations, "translate", asked)
    await loopback.bot(pump=False)
    assert {root["name"] for root in loopback.world.commands} == {title.command for title in titles()} | {leagues.ROOT}


def test_the_languages_are_the_folders_of_words() -> None:
    assert "en" in languages()


async def test_each_title_has_a_root_of_its_own_within_the_limits(loopback: Loopback, second_title: Skirmish) -> None:
    await loopback.bot(pump=False)
    told = {root["name"]: root for root in loopback.world.commands}
    assert set(told) == {title.command for title in titles()} | {leagues.ROOT} == {"pog", "liege", "raid", leagues.ROOT}
    assert len(told) <= 100, "as many commands as an application may have"
    for title in titles():
        check_root(told[title.command], title)
    assert told["raid"]["description"] == "Skirmish: dig here."
    assert "playing" in {group["name"] for group in told["raid"]["options"]}, "what has no room lies in a group"


async def test_more_scenarios_than_a_menu_holds_are_completed_text(loopback: Loopback, second_title: Skirmish) -> None:
    await loopback.bot(pump=False)
    (root,) = (root for root in loopback.world.commands if root["name"] == "raid")
    (new,) = (leaf for group in root["options"] for leaf in leaves(group) if leaf["name"] == "new")
    scenario = new["options"][0]
    assert scenario["autocomplete"]
    assert "choices" not in scenario
    pog = next(root for root in loopback.world.commands if root["name"] == "pog")
    (usual,) = (leaf for group in pog["options"] for leaf in leaves(group) if leaf["name"] == "new")
    offered = [choice["value"] for choice in usual["options"][0]["choices"]]
    assert offered == list(usual_title().setups.offered())


async def test_a_new_game_of_which_nothing_is_said_asks_which_war(loopback: Loopback) -> None:
    await loopback.bot()
    anna = loopback.person(11, "Anna")
    done = await anna.slash("new")
    assert await loopback.store.channels.holder(f"discord:{CHANNEL}") is None
    asked = loopback.world.messages[done.message]
    assert any("Introductory" in label for label in people.labels(asked))
    await anna.use(asked, lambda label: "Introductory" in label, wait=False)
    await people.until(lambda: "Join Central Powers" in str(loopback.world.public()), "the lobby")
    game = await loopback.store.channels.holder(f"discord:{CHANNEL}")
    assert (await loopback.store.header(str(game))).scenario == "introductory"


async def test_further_options_begin_with_those_that_have_no_field(loopback: Loopback) -> None:
    await loopback.bot()
    anna = loopback.person(11, "Anna")
    fields = {question.name for question in setup_form(usual_title()).options}
    own = set(usual_title().setups.options("suicide")) - fields
    assert len(own) > 5
    offered = [value.partition("=")[0] for value in await anna.complete("new suicide options=")]
    assert offered[0] in own
    begun = next((at for at, name in enumerate(offered) if name in fields), len(offered))
    assert set(offered[:begun]) == own or len(offered) == begun == 25, "all of them, or as many as there is room for"
    assert {value.partition("=")[0] for value in await anna.complete("new suicide options=clock")} == {"clock"}


async def test_each_option_of_a_new_game_is_completed_by_itself(loopback: Loopback) -> None:
    await loopback.bot()
    anna = loopback.person(11, "Anna")
    (new,) = (
        leaf for group in loopback.world.commands[0]["options"] for leaf in leaves(group) if leaf["name"] == "new"
    )
    form = setup_form(usual_title())
    asked = [option["name"] for option in new["options"]]
    assert asked == ["scenario", *(question.name for question in form.options), "options"]
    assert all(option["autocomplete"] for option in new["options"][1:])
    assert [option["description"] for option in new["options"][1:-1]] == [question.label for question in form.options]
    assert await anna.complete("new campaign hand=") == {"7": "seven", "8": "eight"}
    assert await anna.complete("new campaign hand=eig") == {"8": "eight"}
    assert "secret" in await anna.complete("new campaign cards=")
    assert "secret" not in await anna.complete("new summer_1916 cards="), "only what goes together is suggested"
    assert "clock" not in " ".join(await anna.complete("new campaign clock=slow options=")), "it is chosen already"
    await anna.slash("new historical clock=slow windows=hand options=palette=dark")
    game = await loopback.store.channels.holder(f"discord:{CHANNEL}")
    stored = await loopback.store.load(str(game))
    assert (stored.header.scenario, stored.header.options["windows"]) == ("historical", "hand")
    assert (stored.settings.palette, Clock.of(stored.settings).speed) == ("dark", "slow")


def test_commands_are_written_under_the_root_of_their_title(second_title: Skirmish) -> None:
    assert (
        spoken("`/join red`, `/spy here`, `/dig29 x`", "skirmish")
        == "`/raid lobby join red`, `/raid look spy here`, `/raid playing dig29 x`"
    )
    assert spoken("`/spy here`, `/hand`") == "`/spy here`, `/pog hand`"
