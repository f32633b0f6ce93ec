"""`feldpost play`: a game typed into a terminal."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bot.service.record import export, verification
from bot.table.refusal import Refusal
from bot.terminal import screen
from bot.terminal.commands import OWN, TerminalSession
from bot.terminal.match import LocalGame
from bot.terminal.record_file import RecordError, read_record
from engine.errors import IllegalChoice
from tests.terminal.support import played, saved

pytestmark = pytest.mark.process

OPENING = ("choose take", "play guns of august as event", "attack sedan with ge 3")


def session(scenario: str = "campaign", two: bool = False) -> TerminalSession:
    return TerminalSession(LocalGame.begin(scenario, {}, b"verdun"), two)


def test_it_shows_what_is_pending_with_numbers_and_ends_with_the_input() -> None:
    text = played()
    assert "Central Powers" in text
    assert "August 1914" in text
    assert "1 Start with Guns of August in hand" in text


def test_a_number_makes_the_choice_next_to_it() -> None:
    assert "CP starts with Guns of August" in played("1")
    assert "1 take" not in played("2", "legal").splitlines()[-1]


def test_orders_are_those_of_the_chat_and_are_told_as_in_the_log() -> None:
    text = played(*OPENING)
    assert "CP plays Guns of August (CP 1) as an event" in text
    assert "Liège" in text
    assert "attacks Sedan" in text
    text = played("choose take", "/play guns of august as ops", "move ge 1 army liege")
    assert "GE 1" in text


def test_commands_may_be_chained_and_shortened() -> None:
    text = played("choose take", "play guns of august as event /attack sedan with ge 3")
    assert "GE 3 from Koblenz attacks Sedan" in text
    assert "Mobilization" in played("choose take", "stat")


def test_choices_are_listed_in_the_words_of_players() -> None:
    text = played("1", "5", "legal")
    assert "OPS: Von François" in played("1")
    assert "Activate to move: Metz" in text
    assert "For movement" not in text


def test_a_name_is_whole_on_its_line() -> None:
    assert "Château-Thierry" in played("map", width=80)


def test_exact_takes_the_words_of_the_record() -> None:
    text = played("exact take", "exact event cp_01_guns_of_august", "exact add ge_1_army")
    assert "GE 1" in text
    assert "Koblenz" in played("exact take", "exact ops cp_01_guns_of_august", "legal")


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("dance", "dance"),
        ("99", "99"),
        ("join ap", "join needs a channel"),
        ("new introductory", "feldpost play --scenario NAME"),
        ("exact jump", "possible"),
        ("play", "play"),
        ("move ge 1 army liege", "This order is for"),
        ("map atlantis", "atlantis"),
        ("save", "save FILE"),
        ("undo", "Nothing to undo"),
        ("rollback 7", "go back to that point"),
        ("resign", "resign"),
    ],
)
def test_errors_are_one_sentence_and_change_nothing(line: str, word: str) -> None:
    table = session()
    before = table.match.game.snapshot()
    with pytest.raises((Refusal, IllegalChoice)):
        table.answer(line)
    assert table.match.game.snapshot() == before
    text = played(line)
    assert word in text
    assert text.count("╭") == 1  # the decision is not shown again


def test_undo_takes_back_whole_orders() -> None:
    table = session("historical")
    table.answer("play guns of august as event")
    table.answer("choose add ge 1")
    number = len(table.match.entries)
    table.answer("choose add ge 2")
    table.answer("undo")
    assert table.match.game.decision.attackers.bit_count() == 1  # type: ignore[attr-defined]
    assert len(table.match.entries) == number + 2  # the order and its undoing are on record
    table.answer("undo all")
    assert table.match.game.decision.kind == "choose_action"


def test_rollback_goes_back_past_dice() -> None:
    table = session("historical")
    table.answer("play guns of august as event")
    table.answer("attack sedan with ge 3")
    while table.match.game.decision.kind != "choose_action":
        table.answer("1")
    table.answer("rollback round")
    assert table.match.game.decision.kind == "choose_action"
    assert table.match.game.actor == 1
    assert table.match.game.epoch == 1
    table.answer("play guns of august as event")
    assert verification.verify(table.match.finished, table.match.entries, table.match.header.seed).problem == ""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("status", ("10 victory points", "Reserve")),
        ("score", ("10",)),
        ("hand", ("Guns of August", "Allied Powers")),
        ("deck", ("draw pile",)),
        ("card moltke", ("Moltke (AP 9)",)),
        ("map", ("Sedan", "FR 5", "Koblenz")),
        ("map threats ap", ("Sedan", "FR 5", "Koblenz")),
        ("map near east", ("Baghdad", "Tbilisi")),
        ("map liege", ("Liège", "fort 3", "Aachen", "Brussels")),
        ("units french", ("Sedan", "FR 5")),
        ("odds sedan with ge 3", ("Sedan",)),
        ("supply ap", ("supply",)),
        ("rules 9.2", ("9.2",)),
        ("help", ("exact TEXT", "attack", "save FILE")),
        ("help move", ("move",)),
        ("log turn", ("August 1914",)),
        ("verify", ("agrees",)),
        ("legal", ("event cp_01_guns_of_august",)),
    ],
)
def test_looking(line: str, words: tuple[str, ...]) -> None:
    text = played("choose take", line)
    for word in words:
        assert word in text


def test_help_names_only_what_works_here() -> None:
    text = played("help")
    assert all(name in text for name in OWN)
    assert "rematch" not in text


def test_two_people_hand_the_keyboard_over_and_see_one_hand_each() -> None:
    text = played(*OPENING, "", "hand", arguments=("--two",))
    assert "Allied Powers to decide. Hand over, then press Enter." in text
    hands = text[text.index("Hand over") :]
    assert "**" not in hands
    assert hands.count("(CP ") == 0
    alone = played(*OPENING, "hand")
    assert "(CP " in alone[alone.rindex("play combat cards in defence?") :]


FILE = """{"format": "feldpost-record", "version": 1, "seed": "00", "options": {"scenario": %s},
"entries": [{"n": 0, "kind": "start"}%s]}"""

# -- records ---------------------------------------------------------------------------------


def test_a_saved_game_goes_on_exactly_where_it_stood(tmp_path: Path) -> None:
    """Same position, same hidden cards, and the same dice to come."""
    path = tmp_path / "game.json"
    saved(path, *OPENING)
    one, two = LocalGame.load(path), session().match
    table = TerminalSession(two)
    for line in OPENING:
        table.answer(line)
    assert one.game.snapshot()["state"] == two.game.snapshot()["state"]
    for match in (one, two):
        side = TerminalSession(match)
        for _ in range(12):
            side.answer("1")
    assert one.game.snapshot()["state"] == two.game.snapshot()["state"]
    assert one.entries == two.entries


def test_the_file_is_that_of_export_with_the_seed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    saved(path, *OPENING)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["format"] == "feldpost-record"
    assert bytes.fromhex(data["seed"]) == b"verdun"
    assert [entry["n"] for entry in data["entries"]] == list(range(len(data["entries"])))


def test_the_log_of_a_round_that_has_only_begun_is_that_of_the_round_before() -> None:
    text = played("choose take", "play 1 as rp", "play auto", "done anyway", "log")
    told = text.rpartition("August 1914, round 1\n")[2]
    assert "records replacement points" in told
    assert "August 1914 begins" not in told
    assert "See the whole turn with `/log turn`." in text or "See the whole turn with /log turn." in text


def test_save_is_also_a_command_and_load_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played("choose take", f"save {path}", "play guns of august as event")
    text = played("log turn", arguments=("--load", str(path)))
    assert "Choose a card" in text


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (None, "can't be read"),
        ("{", "not a record"),
        ('{"format": "feldpost-record", "version": 1, "options": {}, "entries": [{"n": 0, "kind": "start"}]}', "seed"),
        (FILE % ('"campaign"', ', {"n": 1, "kind": "choice", "choice": "fly"}'), "plays the record differently"),
        (FILE % ('"verdun"', ""), "options"),
        (FILE % ('"campaign", "luck": 9', ""), "options"),
    ],
)
def test_a_bad_file_is_refused_with_one_sentence(tmp_path: Path, content: str | None, word: str) -> None:
    path = tmp_path / "game.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    with pytest.raises(RecordError, match=word):
        LocalGame.load(path)


def test_a_record_without_its_seed_says_so(tmp_path: Path) -> None:
    """Exports of games that still go on elsewhere."""
    path = tmp_path / "game.json"
    data = export.exported(session().match.stored, session().match.entries, 0)
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(RecordError, match="seed"):
        read_record(path)


# -- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["introductory", "historical", "summer_1916", "banquet", "suicide"])
def test_any_decision_of_a_random_game_can_be_shown_and_answered_by_number(scenario: str) -> None:
    """Every kind of decision has words, a listing and choices that work."""
    table, luck = session(scenario), random.Random(scenario)
    for _ in range(400):
        if not table.match.game.stack:
            break
        legal = screen.choices(table.chair)
        assert legal
        screen.pending(table.chair)
        table.answer(str(luck.randint(1, len(legal))))
    assert verification.verify(table.match.finished, table.match.entries, table.match.header.seed).problem == ""


def test_the_end_is_shown_and_nothing_more_can_be_done() -> None:
    text = played("choose take", "resign yes", "choose take", "undo")
    assert "Allied Powers" in text
    table = session()
    table.answer("resign yes")
    with pytest.raises(Refusal):
        table.answer("choose take")
    assert table.match.game.result is not None
    table = session()
    table.answer("draw accept")
    assert table.match.game.result is not None
    assert table.match.game.result.winner is None


def test_it_runs_as_a_process(tmp_path: Path) -> None:
    """Real standard input and output."""
    path = tmp_path / "game.json"
    ran = subprocess.run(
        [sys.executable, "-m", "bot.cli", "play", "--seed", "x", "--options", "optional=yes", "--save", str(path)],
        input="choose take\nquit\n", capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Guns of August" in ran.stdout
    assert read_record(path).options["optional_cards"] is True
    refused = subprocess.run(
        [sys.executable, "-m", "bot.cli", "play", "--options", "luck=9"],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    assert "luck" in refused.stdout
