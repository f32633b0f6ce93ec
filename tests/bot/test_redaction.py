"""Two records that differ only in hidden information read the same for the other seat and for everybody."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bot.service.record.redaction import reading as read_by
from bot.table import tokens
from bot.titles.pog.systems import system_for
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from tests.bot.support import Channel, controls
from tests.bot.test_secrets import assert_silent

OPTION_SETS = ["", "optional=yes hand=8", "cards=secret", "cards=valiant", "windows=hand trenches=yes", "peace=yes vp=historical"]  # fmt: skip
ENGINE_SETS: list[dict[str, Any]] = [
    {},
    {"optional_cards": True, "hand_size": 8},
    {"card_set": "secret"},
    {"card_set": "valiant"},
    {"windows": "hand", "trench_modifiers": True},
    {"peace_terms": True, "vp_spaces": "historical"},
]
WINDOWS = {"trench_cards", "attacker_cards", "defender_cards", "discard"}


def played(options: dict[str, Any], seed: int, steps: int = 700) -> list[dict[str, Any]]:
    """Return the record of a game of random choices, with an occasional undo."""
    game = Game.start(system_for(options), KeyedChance(bytes([seed]) * 32), listening=False)
    rng = random.Random(seed)
    record = [entry.dump() for entry in game.fresh]
    for _ in range(steps):
        if not game.stack:
            break
        game.fresh.clear()
        side = game.actor
        if side is not None and rng.random() < 0.05 and game.undoable(side):
            game.undo(side, 1)
        else:
            moves = [Choice(verb, arg) for verb, bits in game.options().masks.items() for arg in _members(bits)]
            game.apply(rng.choice(moves))
        record += [entry.dump() for entry in game.fresh]
    return record


def _members(bits: int) -> list[int]:
    return [at for at in range(bits.bit_length()) if bits >> at & 1]


def disguised(record: list[dict[str, Any]], viewer: int | None, rng: random.Random) -> list[dict[str, Any]]:
    """Return the record of a game that differs only in what the viewer can't know."""
    numbers: dict[int, int] = {}
    other: list[dict[str, Any]] = []
    for entry in record:
        foreign = entry.get("side") not in (None, viewer)
        changed = {**entry, "chance": [[p, _other(p, v, viewer)] for p, v in entry.get("chance", [])]}
        if not changed["chance"]:
            del changed["chance"]
        if "to" in entry:
            changed["to"] = numbers[entry["to"]]
        unasked = entry.get("decision") in WINDOWS and entry["choice"] == "finish"
        swap = entry.get("decision") == "optional_cards"
        # The enemy's standing order, swaps, and playable cards are private to him.
        if foreign and "decision" in entry:
            changed.pop("auto", None)
            if rng.random() < 0.5:
                changed["auto"] = True
        if foreign and swap and entry["choice"] != "finish":
            changed["choice"] = f"{entry['choice'].split()[0]} another_card"
        if foreign and (
            (unasked and rng.random() < 0.5) or (swap and entry["choice"] != "finish" and "to" not in entry)
        ):
            if changed.get("chance"):
                other[-1]["chance"] = [*other[-1].get("chance", []), *changed["chance"]]
            numbers[entry["n"]] = len(other) - 1
            continue
        numbers[entry["n"]] = changed["n"] = len(other)
        other.append(changed)
    return other


def _other(purpose: str, value: int, viewer: int | None) -> int:
    own = viewer is not None and purpose == f"draw_{('ap', 'cp')[viewer]}"
    return value if own or not purpose.startswith("draw_") else 129 - value


@pytest.mark.parametrize("options", ENGINE_SETS, ids=str)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_hidden_information_makes_no_difference(options: dict[str, Any], viewer: int | None) -> None:
    for seed in (3, 4):
        record = played(options, seed)
        twin = disguised(record, viewer, random.Random(seed))
        assert twin != record
        assert read_by(twin, viewer, system_for(options)).lines == read_by(record, viewer, system_for(options)).lines


@pytest.mark.parametrize("options", ENGINE_SETS, ids=str)
def test_everything_else_is_there(options: dict[str, Any]) -> None:
    """A seat's view has its own entries complete and every public outcome in order."""
    record = played(options, 5)
    for viewer in (0, 1):
        reading = read_by(record, viewer, system_for(options))
        own = [entry.get("choice") for entry in record if entry.get("side") == viewer]
        assert [line.get("choice") for line in reading.lines if line.get("side") == viewer] == own
        dice = [pair for line in record for pair in line.get("chance", []) if not pair[0].startswith("draw_")]
        told = [pair for line in reading.lines for pair in line.get("chance", []) if not pair[0].startswith("draw_")]
        assert told == dice
        assert [line["n"] for line in reading.lines] == list(range(len(reading.lines)))
        assert reading.numbers == sorted(set(reading.numbers))


def test_secret_swaps_are_seen_by_their_own_side_alone() -> None:
    options = {"card_set": "secret"}
    record = played(options, 6, 40)
    swaps = [entry for entry in record if entry.get("decision") == "optional_cards"]
    assert {entry["side"] for entry in swaps} == {0, 1}
    for viewer in (0, 1, None):
        seen = [
            line
            for line in read_by(record, viewer, system_for(options)).lines
            if line.get("decision") == "optional_cards"
        ]
        assert [line["choice"] for line in seen] == [entry["choice"] for entry in swaps if entry["side"] == viewer]


async def test_secret_swaps_leak_nowhere(channel: Channel) -> None:
    """By posts, looks, exports and completions of the others while both sides swap."""
    await channel.say("anna", "new campaign cards=secret")
    await channel.say("anna", "join cp")
    await channel.say("ben", "join ap")
    await channel.say("anna", "start")
    taken: dict[str, list[str]] = {"anna": [], "ben": []}
    for user in ("ben", "ben", "ben", "ben", "anna", "anna"):
        if user == "anna" and not taken["anna"]:
            await channel.say("ben", "done")
        label, token = next(
            (label, token)
            for label, token in controls(await channel.say(user, "panel"))
            if tokens.parse(token).kind == "order" and "(" in label
        )
        await channel.press(user, token)
        taken[user].append(label[label.index("(") : label.index(")") + 1])
        other = {"ben": "anna", "anna": "ben"}[user]
        secret = [mark for mark in taken[user] if mark.startswith(("(AP", "(CP"))]
        assert secret
        for listener in (other, "eve"):
            for text in ("log turn", "status", "deck", "export", "verify", "undo", "panel", "games"):
                for reply in await channel.say(listener, text):
                    assert_silent(reply.model_dump_json(exclude={"menu"} if listener == other else None), secret)
                    if reply.attachment:
                        lines = json.loads(reply.attachment.text)["entries"]
                        assert not any(
                            line.get("decision") == "optional_cards" and line["side"] == ("ben", "anna").index(user)
                            for line in lines
                        )
            assert_silent(" ".join(await channel.complete(listener, "choose ")), secret)
        for _, post in await channel.posts():
            assert_silent(post.model_dump_json(), secret)
    assert "2 entries" not in await channel.told("eve", "export")
    answers = [await channel.told(listener, "verify") for listener in ("anna", "ben", "eve")]
    assert len(set(answers)) == 1


async def test_a_rollback_counts_as_everybody_may_count(channel: Channel) -> None:
    await channel.begin()
    await channel.say("anna", "play cp 1 as rp")
    export = (await channel.say("ben", "export"))[0].attachment
    assert export is not None
    last = json.loads(export.text)["entries"][-1]["n"]
    told = await channel.told("ben", f"rollback {last - 1}")
    assert f"entry {last - 1}: 1 entry back" in told
