"""`feldpost verify FILE`: an exported record is checked without the bot; changes and cuts are reported."""

from __future__ import annotations

import asyncio
import copy
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.cli.games import GamesRequest, carry_out
from bot.cli.main import main
from bot.cli.proof import proved
from bot.cli.verify import run_verify
from bot.storage import Store
from bot.storage.keys import GameKeys
from tests.bot.support import Channel
from tests.conftest import ROOT


async def export(channel: Channel, user: str = "anna", game: str = "") -> dict[str, Any]:
    (reply,) = await channel.say(user, f"export {game}".strip())
    assert reply.attachment is not None
    found: dict[str, Any] = json.loads(reply.attachment.text)
    return found


_OVER: list[str] = []


@pytest_asyncio.fixture
async def over(store: Store) -> dict[str, Any]:
    """Return the record of a resigned game, played once for all tests."""
    if not _OVER:
        channel = Channel.open(store)
        await channel.play_at_random(40, 7)
        game = await channel.game_id()
        await channel.say("anna", "resign yes")
        _OVER.append(json.dumps(await export(channel, game=game)))
    found: dict[str, Any] = json.loads(_OVER[0])
    return found


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def _alone(file: Path) -> tuple[int, str, str]:
    """Run the command in a process in the file's folder, with an empty environment; return also the folder's contents afterwards."""
    bare = {"PATH": "/nowhere", "PYTHONPATH": str(ROOT), "HOME": str(file.parent), "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "bot.cli", "verify", str(file)],
        cwd=file.parent, env=bare, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr, " ".join(sorted(one.name for one in file.parent.iterdir()))


async def test_a_record_agrees_in_every_form_without_store_and_settings(over: dict[str, Any], tmp_path: Path) -> None:
    text = json.dumps(over, indent=1)
    head = {name: value for name, value in over.items() if name != "entries"}
    lines = "\n".join(json.dumps(line) for line in (head, *over["entries"]))
    files = {
        "a.json": text.encode(), "a.json.gz": gzip.compress(text.encode()), "a.jsonl": lines.encode(),
        "b.gz": gzip.compress(lines.encode()),
    }  # fmt: skip
    for name, raw in files.items():
        (tmp_path / name).write_bytes(raw)
    code, said, there = await asyncio.to_thread(_alone, tmp_path / "a.json")
    assert (code, there) == (0, " ".join(files)), said
    assert said.startswith(f"{over['game']}: The record agrees: ")
    assert f"SHA-256 is {over['commitment']}" in said
    for name in files:
        assert run_verify(tmp_path / name, lambda _: None) == 0, name


def _die(data: dict[str, Any]) -> None:
    entry = next(
        one for one in data["entries"][1:] if any(not what.startswith("draw_") for what, _ in one.get("chance", []))
    )
    at = next(n for n, (what, _) in enumerate(entry["chance"]) if not what.startswith("draw_"))
    entry["chance"][at][1] = entry["chance"][at][1] % 6 + 1


def _draw(data: dict[str, Any]) -> None:
    """Swap two cards of a deal."""
    drawn = (one["chance"] for one in data["entries"] if "chance" in one)
    chance = next(one for one in drawn if len(one) > 1 and all(what.startswith("draw_") for what, _ in one[:2]))
    chance[0][1], chance[1][1] = chance[1][1], chance[0][1]


def _choice(data: dict[str, Any]) -> None:
    entry = next(one for one in data["entries"] if one["kind"] == "choice")
    entry["choice"] = "nothing such"


def _within(data: dict[str, Any]) -> None:
    del data["entries"][len(data["entries"]) // 2]


def _winner(data: dict[str, Any]) -> None:
    data["result"]["winner"] = 1 - data["result"]["winner"]


def _reason(data: dict[str, Any]) -> None:
    data["result"]["reason"] = "agreed_draw"


def _points(data: dict[str, Any]) -> None:
    data["result"]["vp"] += 1


def _seed(data: dict[str, Any]) -> None:
    data["seed"] = "00" * 32


def _promise(data: dict[str, Any]) -> None:
    data["commitment"] = "00" * 32


def _resigned(data: dict[str, Any]) -> None:
    data["entries"][-1]["side"] = 1 - data["entries"][-1]["side"]


def _options(data: dict[str, Any]) -> None:
    """Change the war's armies: an Introductory Scenario and a Campaign can start with the same orders."""
    assert data["scenario"] != "summer_1916"
    data["options"]["scenario"] = data["scenario"] = "summer_1916"


def _scenario(data: dict[str, Any]) -> None:
    data["scenario"] = "campaign" if data["scenario"] != "campaign" else "introductory"


@pytest.mark.parametrize(
    "forge",
    [_die, _draw, _choice, _within, _winner, _reason, _points, _seed, _promise, _resigned, _options, _scenario],
)
async def test_a_changed_record_fails_verification(
    over: dict[str, Any], forge: Callable[[dict[str, Any]], None]
) -> None:
    forged = copy.deepcopy(over)
    forge(forged)
    proof = proved(forged)
    assert proof.code == "differs", proof.text
    assert proof.exit_code == 1
    assert "does not agree" in proof.text


async def test_a_choice_that_was_not_to_be_made_is_named_by_its_entry(over: dict[str, Any]) -> None:
    """Not by the class of the engine's error."""
    forged = copy.deepcopy(over)
    _choice(forged)
    number = next(one["n"] for one in forged["entries"] if one["kind"] == "choice")
    assert f"does not agree: entry {number} does not agree with the seed and the rules." in proved(forged).text


@pytest.mark.parametrize("lost", [1, 5])
@pytest.mark.parametrize("length", ["kept", "changed", "none"])
async def test_a_record_that_was_cut_is_said_to_be_one(over: dict[str, Any], lost: int, length: str) -> None:
    cut = copy.deepcopy(over)
    del cut["entries"][-lost:]
    if length == "changed":
        cut["length"] = len(cut["entries"])
    elif length == "none":
        del cut["length"]
    proof = proved(cut)
    assert (proof.code, proof.exit_code) == ("cut", 1)
    assert "The end of the record is missing: it ends with entry" in proof.text
    assert (f"of {over['length'] - 1}" in proof.text) is (length == "kept")


async def test_a_record_without_its_end_and_its_result_is_not_said_to_be_over(over: dict[str, Any]) -> None:
    """With the result removed as well it is the record of a game without a winner."""
    cut = copy.deepcopy(over)
    del cut["entries"][-1], cut["length"], cut["result"]
    proof = proved(cut)
    assert (proof.code, proof.exit_code) == ("unfinished", 0)
    assert "The game is not over in it" in proof.text


async def test_a_running_game_cannot_be_verified_yet(channel: Channel, tmp_path: Path) -> None:
    await channel.play_at_random(12, 7)
    (tmp_path / "a.json").write_text(json.dumps(await export(channel)))
    said: list[str] = []
    assert run_verify(tmp_path / "a.json", said.append) == 3
    assert "when the game has ended and its seed is public" in said[0]


async def test_a_record_of_before_is_read_as_well(over: dict[str, Any]) -> None:
    """Exports of earlier versions contain neither title nor length."""
    del over["title"], over["length"]
    assert proved(over).code == "agrees"


@pytest.mark.parametrize(
    ("change", "code", "exit_code", "said"),
    [
        ({"version": 2}, "newer", 3, "reads up to 1. Use a newer one"),
        ({"version": "one"}, "no_record", 2, "not a record of a game"),
        ({"format": "feldpost-season"}, "no_record", 2, "'feldpost-record'"),
        ({"title": "chess"}, "other_rules", 3, "has no scenario"),
        ({"scenario": "1805", "title": None}, "other_rules", 3, "has no scenario"),
        ({"entries": []}, "cut", 1, "has no entries"),
        ({"entries": "all"}, "no_record", 2, "not a record of a game"),
        ({"options": "many"}, "differs", 1, "was changed"),
        ({"seed": "garbage"}, "differs", 1, "was changed"),
        ({"result": "a draw"}, "differs", 1, "was changed"),
        ({"seed_made_of": {}}, "differs", 1, "was changed"),
    ],
)
async def test_an_unreadable_record_is_reported_separately(
    over: dict[str, Any], change: dict[str, Any], code: str, exit_code: int, said: str
) -> None:
    proof = proved({**over, **change})
    assert (proof.code, proof.exit_code) == (code, exit_code), proof.text
    assert said in proof.text


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "not JSON"), (b"\xff\xfe\x00", "not text"), (b"hello", "not JSON"), (b"[" * 100_000, "not JSON"), (b"[1, 2]", "not a record"),
        (b"null", "not a record"), (b'{"format": "feldpost-record", "version": 1, "entr', "It begins like one: its end is missing"),
        (gzip.compress(b"{}" * 900)[:20], "can't be unpacked"), (b"\x1f\x8bgarbage", "can't be unpacked"),
    ],
    ids=range(9),
)  # fmt: skip
def test_files_that_are_none_are_refused_in_a_sentence(tmp_path: Path, raw: bytes, said: str) -> None:
    (tmp_path / "a").write_bytes(raw)
    heard: list[str] = []
    assert run_verify(tmp_path / "a", heard.append) == 2
    assert said in heard[0], heard
    assert run_verify(tmp_path / "nothing", heard.append) == 2
    assert "can't be read" in heard[1]


def test_the_command_tells_its_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    assert "Exit code 0: the record agrees. Code 1: it does not" in " ".join(told(capsys).split())


async def test_every_way_to_end_a_game_leaves_a_record_that_agrees(store: Store) -> None:
    for ends in (("draw offer", "draw accept"), ("resign yes", ""), ("master end", "")):
        channel = Channel.open(store)
        await channel.say("anna", "master end")
        await channel.begin()
        game = await channel.game_id()
        await channel.say("anna", ends[0])
        if ends[1]:
            await channel.say("ben", ends[1])
        assert (await store.header(game)).status == "finished", ends
        proof = proved(await export(channel, game=game))
        assert proof.code == "agrees", (ends, proof.text)


async def test_a_seed_that_both_have_a_part_in_is_checked_with_its_parts(channel: Channel) -> None:
    await channel.say("anna", "new introductory")
    await channel.say("anna", "join cp")
    await channel.say("ben", "join ap")
    await channel.say("ben", "seed")
    await channel.say("anna", "seed four score")
    await channel.say("ben", "seed and seven")
    await channel.say("anna", "start")
    game = await channel.game_id()
    await channel.say("anna", "resign yes")
    data = await export(channel, game=game)
    assert len(data["seed_made_of"]["shares"]) == 2
    assert proved(data).code == "agrees"
    name = next(iter(data["seed_made_of"]["shares"]))
    data["seed_made_of"]["shares"][name]["words"] = "other words"
    assert proved(data).code == "differs"


@pytest.mark.usefixtures("toy_title", "last_chosen")
async def test_another_title_is_checked_in_the_same_way(store: Store) -> None:
    channel = Channel.open(store)
    for user, text in (("anna", "new short_hunt"), ("anna", "join fox"), ("ben", "join hound"), ("anna", "start")):
        await channel.say(user, text)
    game = await channel.game_id()
    await channel.say("anna", "resign yes")
    data = await export(channel, game=game)
    assert data["title"] == "toy"
    assert proved(data).code == "agrees"
    del data["title"]
    assert proved(data).code == "agrees", "by its scenario"
    del data["entries"][-1]
    assert proved(data).code == "cut"


# ---------------------------------------------------------------------------------------------- in the store


async def listed(store: Store) -> tuple[int, str]:
    heard: list[str] = []
    code = await carry_out(store, heard.append, GamesRequest(verify=True))
    return code, "\n".join(heard)


@pytest.mark.parametrize("with_position", [True, False])
async def test_the_operator_is_told_of_a_record_that_was_cut_at_its_end(channel: Channel, with_position: bool) -> None:
    """Even if the position that would show it is missing and would be rebuilt from the rest."""
    await channel.play_at_random(12, 7)
    store, game = channel.store, await channel.game_id()
    assert "verified" in (await listed(store))[1]
    await store.connection.call("RPOP", GameKeys(game).record)
    if not with_position:
        await store.connection.call("DEL", GameKeys(game).snapshot)
    code, said = await listed(store)
    assert code == 1
    assert f"{game}  damaged: " in said or "damaged: the end of its record is missing" in said
    assert "1 damaged" in said


async def test_the_operator_and_players_are_told_of_a_finished_record_without_its_end(channel: Channel) -> None:
    await channel.play_at_random(12, 7)
    store, game = channel.store, await channel.game_id()
    await channel.say("anna", "resign yes")
    assert "verified" in (await listed(store))[1]
    own = GameKeys(game)
    await store.connection.call("RPOP", own.record)
    await store.connection.call("DEL", own.snapshot)
    settings = await store.load(game)
    # As if nothing else had been counted since.
    bare = settings.settings.model_copy(update={"seen": None, "memory": {}})
    await store.connection.call("SET", own.settings, bare.dump())
    code, said = await listed(store)
    assert code == 1
    assert "the end of its record is missing: it ends with entry" in said
    assert "before the game did" in said
    assert "its end is missing" in await channel.told("anna", f"verify {game}")
