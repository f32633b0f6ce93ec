"""Titles of other packages: found by their entry points; one that is broken is named, and the bot runs with the others."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from bot import titles
from bot.cli.games import GamesRequest, carry_out
from bot.service.handler import BotHandler
from bot.storage import Store
from bot.titles import discovery
from tests.bot.support import Channel
from tests.conftest import ROOT
from tests.titles.installed import declare, install, looked_for
from tests.titles.small_games import last
from tests.titles.smallest.script import LOBBY

#: The titles that the host brings, the usual one first.
OURS = ("pog", "liege")
#: What is wrong with a package: the file, what stands there, what is put in its place, and what is said.
BROKEN = {
    "a_module": ("title.py", "from __future__ import annotations\n", "import nowhere\n", "it cannot be loaded: ModuleNotFoundError: No module named 'nowhere'"),
    "a_member": ("title.py", "    def moment(", "    def moments(", "moment"),
    "a_member_of_its_setups": ("title.py", "setups: Setups = PlainSetups(", "setups = dict(", "it has no member setups.aliases"),
    "a_member_of_its_system": ("rules.py", "    def drawn_for(", "    def drawn(", "it has no member system(three_depots).drawn_for"),
    "a_member_that_fails": ("title.py", "return max(1, game.state.turn), 0", "return game.state.day, 0", "its member moment fails in three_depots: AttributeError"),
    "a_name_of_its_rules": ("rules.py", 'title, digest = "depots"', 'title, digest = "depot"', "the member title of its system says 'depot'"),
    "a_name": ("title.py", 'name, seats = "depots"', 'name, seats = "Depots!"', "its name 'Depots!' is no word of small letters"),
    "a_taken_root": ("title.py", 'name, seats = "depots"', 'command, name, seats = "league", "depots"', "its command 'league' is that of leagues"),
    "a_length": ("title.py", "length = (max(map(sum, SCENARIOS.values())) // 2 + 1, 0)", "length = (0, 1)", "must count at least one turn"),
    "the_sentence_of_a_seat": ("text/en.toml", 'blue.name = "Blues"', "", "it has no text names.sides.blue.name"),
    "the_sentence_of_a_decision": ("text/en.toml", 'text = "What do you carry off?"', "", "it has no text ui.decisions.carry.text"),
    "the_sentence_of_a_verb": ("text/en.toml", 'verbs.carry = "Carry off"', "", "it has no text ui.decisions.carry.verbs.carry"),
    "the_sentence_of_a_command": ("text/en.toml", 'usage = "/carry CRATES DEPOT"', "", "it has no text commands.help.carry.usage"),
    "the_sentence_of_a_scenario": ("text/en.toml", "five_depots = \"Five depots: twenty-five crates\"\n", "", "it has no text names.scenarios.five_depots"),
    "a_taken_command": ("title.py", 'Command("carry"', 'Command("undo"', "declares a command that there is already: undo"),
}  # fmt: skip


def test_our_own_title_is_declared_as_a_strangers_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = project["entry-points"][titles.GROUP]
    assert {name: where.removesuffix(":TITLE") for name, where in declared.items()} == titles.MODULES


def test_an_installed_title_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "found_depots")
    with looked_for(tmp_path, monkeypatch) as left:
        assert left == ()
        assert [title.name for title in titles.titles()] == [*OURS, "depots"]
        assert type(titles.title_named("depots")).__module__ == "found_depots.title"
        assert discovery.discover() == (), "to look again changes nothing"
        assert titles.usual_title().name == "pog"


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_title_is_named_with_its_member_or_sentence(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, old, new, said = BROKEN[what]
    install(tmp_path, f"broken_by_{what}", "depots", (path, old, new))
    install(tmp_path, f"beside_{what}", "wagons", *RENAMED)
    with looked_for(tmp_path, monkeypatch) as left:
        (broken,) = left
        assert (broken.name, broken.where) == ("depots", f"broken_by_{what}.title:TITLE")
        assert said in str(broken)
        assert [title.name for title in titles.titles()] == [*OURS, "wagons"], "the bot runs with those that are whole"
        assert not titles.is_known("depots"), "nobody comes by it in another way"


#: The smallest title under another name, with scenarios of other names.
RENAMED = (
    ("title.py", '"depots"', '"wagons"'),
    ("title.py", '"three_depots"', '"three_wagons"'),
    ("rules.py", 'title, digest = "depots"', 'title, digest = "wagons"'),
    ("rules.py", '"three_depots"', '"three_wagons"'),
    ("rules.py", '"five_depots"', '"five_wagons"'),
    ("text/en.toml", "three_depots =", "three_wagons ="),
    ("text/en.toml", "five_depots =", "five_wagons ="),
)


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ((0, 2), "its scenario three_depots is that of the title depots"),
        ((1, 3, 4, 5, 6), "its name depots is that of the title depots"),
    ],
)
def test_a_name_that_two_titles_have_is_named(
    kept: tuple[int, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edits = [RENAMED[at] for at in kept]
    install(tmp_path, f"a_depots_{len(kept)}")
    install(tmp_path, f"b_depots_{len(kept)}", "wagons" if 0 in kept else "depots", *edits)
    with looked_for(tmp_path, monkeypatch) as left:
        (second,) = left
        assert second.where.startswith("b_depots")
        assert said in str(second)
        assert list(titles.MODULES) == [*OURS, "depots"]


def test_nobody_takes_the_name_of_one_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(tmp_path, "impostor", "pog", "tests.titles.smallest.title:TITLE")
    with looked_for(tmp_path, monkeypatch) as left:
        assert [one.where for one in left] == ["tests.titles.smallest.title:TITLE"]
        assert "its entry point is called pog, and its member name says depots" in str(left[0])
        assert titles.MODULES == {"pog": "bot.titles.pog.title", "liege": "bot.titles.liege.title"}
        assert titles.is_known("pog")


async def test_a_stored_game_of_a_title_that_is_gone_is_listed_and_kept(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.core.chance.KeyedChance.choose", last)
    install(tmp_path / "whole", "gone_depots")
    channel = Channel.open(store)
    with looked_for(tmp_path / "whole", monkeypatch):
        for user, line in (*LOBBY, ("ben", "carry 1 mill"), ("anna", "carry 1 mill")):
            await channel.say(user, line)
        game = await channel.game_id()
        stood = await store.load(game)
    install(tmp_path / "broken", "gone_depots_2", "depots", BROKEN["the_sentence_of_a_seat"][:3])
    sys.path.remove(str(tmp_path / "whole"))
    with looked_for(tmp_path / "broken", monkeypatch) as left:
        assert [one.name for one in left] == ["depots"]
        gone = Channel(store, BotHandler(store), channel.keys)
        assert f"`{game}`: played as “depots”, which this version of the bot doesn't have. The game is kept." in (
            await gone.told("anna", "games")
        )
        for user, line in (
            ("ben", "carry 1 station"),
            ("anna", "panel"),
            ("eve", "status"),
            ("anna", "export"),
            ("ben", "undo"),
        ):
            assert "This game is played by the rules of “depots”, and this version" in await gone.told(user, line), line
        told: list[str] = []
        assert await carry_out(store, told.append, GamesRequest("list", verify=True)) in (0, 1)
        assert any(game in line and "depots" in line for line in told)
        assert await store.load(game) == stood, "nothing of it was touched"
    sys.path.remove(str(tmp_path / "broken"))
    with looked_for(tmp_path / "whole", monkeypatch):
        back = Channel(store, BotHandler(store), channel.keys)
        assert "carry off 1 from the station" in await back.told("ben", "carry 1 station"), "it goes on"
