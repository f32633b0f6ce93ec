"""Matches: players by name, programs in lines of JSON, statistics."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.records import AP, CP
from engine.pog.opponent import Offers, Player, anything
from engine.pog.opponent.__main__ import main
from engine.pog.opponent.external_program import Process
from engine.pog.opponent.match import Played, Tally, UnknownPlayer, match, named, play

pytestmark = pytest.mark.process

INTRODUCTORY = PathsOfGlory(GameOptions(scenario="introductory"))
#: Takes the last option, and records how often it was asked.
LAST = "import json,sys\nfor line in sys.stdin:\n    print(json.dumps({'answer': json.loads(line)['options'][-1]}), flush=True)\n"
NONSENSE = 'import sys\nfor line in sys.stdin:\n    print(\'{"answer": "march on Berlin"}\', flush=True)\n'


def program(folder: Path, text: str) -> str:
    path = folder / "player.py"
    path.write_text(text)
    return f"process:{sys.executable} {path}"


def test_a_program_plays_by_lines_of_json(tmp_path: Path) -> None:
    player = named(program(tmp_path, LAST))
    tally = match(INTRODUCTORY, (player, anything), deals=1)
    assert isinstance(player, Process)
    player.close()
    assert [game.failures for game in tally.games] == [(0, 0), (0, 0)]
    assert all(game.reason in ("turn_limit", "automatic_victory") for game in tally.games)


def few_choices(monkeypatch: pytest.MonkeyPatch, player: Player) -> Played:
    """Return the first choices of a game between a player and a random one."""
    monkeypatch.setattr("engine.pog.opponent.match.MOST_CHOICES", 14)
    played = play(INTRODUCTORY, (player, anything), deal=0, side=CP)
    if isinstance(player, Process):
        player.close()
    assert played.choices == 14
    assert played.failures[1] == 0
    return played


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (NONSENSE, "cp, guns_of_august: it answered 'march on Berlin', which is none of the 2 options of guns_of_august"),
        ("for line in open(0):\n    print('hello', flush=True)", "it wrote 'hello', which is no JSON"),
        ("for line in open(0):\n    print('[' * 60_000, flush=True)", "which is no JSON"),
        ("for line in open(0):\n    print('[1]', flush=True)", "which is not of the form {\"answer\": \"...\"}"),
        ("import sys\nsys.exit(3)\n", "its program has ended or closed its output; the recruit answers for the rest of this game"),
        ("input()\nimport time\ntime.sleep(60)\n", "it gave no answer within 0.4 s and was ended"),
        ("import time\ntime.sleep(60)\n", "it gave no answer within 0.4 s and was ended"),
        ("input()\nwhile True:\n    print('x' * 9999, end='', flush=True)", "it wrote no end of a line and was ended"),
    ],
)  # fmt: skip
def test_a_program_that_fails_is_helped_out_by_the_recruit_and_the_log_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, text: str, said: str
) -> None:
    played = few_choices(monkeypatch, named(program(tmp_path, text), seconds=0.4))
    assert played.failures[0] > 2
    assert [said in record.getMessage() for record in caplog.records] == [True]


def test_a_program_that_trickles_has_no_more_than_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    text = "import time\ninput()\nwhile True:\n    print('x', end='', flush=True)\n    time.sleep(0.05)\n"
    few_choices(monkeypatch, named(program(tmp_path, text), seconds=0.4))
    assert ["it gave no answer within 0.4 s and was ended" in record.getMessage() for record in caplog.records] == [
        True
    ]


def test_an_unasked_line_of_a_program_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Two lines for each question, written at once: the second would be taken for the next answer."""
    text = (
        "import json,sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
        "    sys.stdout.write(json.dumps({'answer': asked['options'][-1]}) + '\\n' + json.dumps({'answer': 'late'}) + '\\n')\n"
        "    sys.stdout.flush()\n"
    )
    assert few_choices(monkeypatch, named(program(tmp_path, text))).failures == (0, 0)
    assert not caplog.records


def test_an_answer_that_bears_the_number_of_an_earlier_question_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (
        "import json,sys\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
        "    if asked['number'] > 1:\n        print(json.dumps({'answer': 'late', 'number': asked['number'] - 1}), flush=True)\n"
        "    print(json.dumps({'answer': asked['options'][-1], 'number': asked['number']}), flush=True)\n"
    )
    assert few_choices(monkeypatch, named(program(tmp_path, text))).failures == (0, 0)


def test_answers_to_earlier_questions_take_no_more_than_its_time_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    text = 'input()\nline = \'{"answer": "x", "number": 1}\\n\' * 500\nimport sys\ninput()\nwhile True:\n    sys.stdout.write(line)\n    sys.stdout.flush()\n'
    first = (
        "import json\nasked = json.loads(input())\nprint(json.dumps({'answer': asked['options'][-1]}), flush=True)\n"
    )
    began = time.monotonic()
    few_choices(monkeypatch, named(program(tmp_path, first + text.removeprefix("input()\n")), seconds=0.4))
    (record,) = caplog.records
    assert "it gave no answer within 0.4 s and was ended" in record.getMessage()
    assert time.monotonic() - began < 30, "it would write for ever"


@pytest.mark.parametrize("number", ["null", "true", '"17"', "1.0", "99", "0", "[1]"])
def test_a_number_that_no_question_had_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, number: str
) -> None:
    text = f'import json,sys\nfor line in sys.stdin:\n    print(\'{{"answer": "stop", "number": {number}}}\', flush=True)\n'
    few_choices(monkeypatch, named(program(tmp_path, text), seconds=20))
    (record,) = caplog.records
    assert f"its answer bears the number {number}, the question had 1" in record.getMessage()


@pytest.mark.parametrize("argument", ["--deals -3", "--deals 0", "--from -1", "--from 18446744073709551616", "--seconds nan", "--seconds 0", "--seconds 1e12", "--seconds inf"])  # fmt: skip
def test_an_argument_that_makes_no_sense_is_refused(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["match", "anything", "anything", "--scenario", "introductory", *argument.split()])
    assert left.value.code == 2
    assert f"{argument.split()[1]!r} is no" in capsys.readouterr().err


def test_a_match_interrupted_twice_leaves_no_program_running(tmp_path: Path) -> None:
    marks = [tmp_path / "first", tmp_path / "second"]
    stubborn = tmp_path / "stubborn.py"
    stubborn.write_text(
        "import json,os,signal,sys,time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "for line in sys.stdin:\n    open(sys.argv[1], 'w').write(str(os.getpid()))\n"
        "    if line.endswith('\\n'):\n"  # the match can be killed in the middle of a line
        "        print(json.dumps({'answer': json.loads(line)['options'][-1]}), flush=True)\ntime.sleep(300)\n"
    )
    players = [f"process:{sys.executable} {stubborn} {mark}" for mark in marks]
    command = [sys.executable, "-m", "engine.pog.opponent", "match", *players, "--scenario", "campaign"]
    match_ = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not all(mark.exists() and mark.read_text() for mark in marks):
        time.sleep(0.05)
    match_.terminate()
    time.sleep(0.5)  # it waits for the first one to end by itself
    match_.terminate()
    said = match_.communicate(timeout=60)
    assert match_.returncode == 130, said
    assert "Traceback" not in said[1]
    for mark in marks:
        assert not Path(f"/proc/{mark.read_text()}").exists()


def test_processes_started_by_a_program_end_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "child"
    text = (
        "import subprocess,sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])\nopen({str(mark)!r}, 'w').write(str(child.pid))\n"
        "import json\nfor line in sys.stdin:\n    print(json.dumps({'answer': json.loads(line)['options'][-1]}), flush=True)\n"
    )
    few_choices(monkeypatch, named(program(tmp_path, text)))
    state = Path(f"/proc/{mark.read_text()}/stat")
    for _ in range(100):
        if not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    raise AssertionError("what the program started is still there")


def test_a_program_that_cannot_be_ended_holds_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*args: object) -> None:
        raise PermissionError

    monkeypatch.setattr("engine.pog.opponent.match.MOST_CHOICES", 5)
    monkeypatch.setattr("engine.pog.opponent.external_program._PATIENCE", 0.2)
    player = named(program(tmp_path, f"{LAST}import time\ntime.sleep(20)\n"))
    assert isinstance(player, Process)
    play(INTRODUCTORY, (player, anything), deal=0, side=CP)
    process = player._process
    assert process is not None
    with monkeypatch.context() as patched:  # as if it ran as another user
        patched.setattr("engine.pog.opponent.external_program.os.killpg", forbidden)
        player.close()
    assert process.poll() is None, "it sleeps, and nobody waits for it"
    process.kill()
    process.wait()


def test_a_program_that_died_is_restarted_for_the_next_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.pog.opponent.match.MOST_CHOICES", 5)
    mark = tmp_path / "begun"
    player = named(program(tmp_path, f"open({str(mark)!r}, 'a').write('x')\ninput()\n"))
    for side in (CP, AP):
        play(INTRODUCTORY, (player, anything), deal=0, side=side)
    assert isinstance(player, Process)
    player.close()
    assert mark.read_text() == "xx"


def test_a_program_that_cannot_be_started_and_a_function_that_fails_spoil_no_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: object, options: Offers, rng: random.Random) -> Choice:
        raise ZeroDivisionError(options.kind)

    assert few_choices(monkeypatch, named("process:/no/such/program")).failures[0] > 2
    assert few_choices(monkeypatch, broken).failures[0] > 2
    first, second = (record.getMessage() for record in caplog.records)
    assert "its program cannot be asked" in first
    assert "it raised ZeroDivisionError('guns_of_august'); the recruit answers for this decision" in second


class Wordless(BaseException):
    """An error that cannot even be formatted."""

    def __repr__(self) -> str:
        raise self


class Equal:
    """Equals anything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]  # nobody puts it into a set


class EqualTuple(tuple[str, int]):
    """Equals anything, and is a tuple."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = tuple.__hash__


@pytest.mark.parametrize("error", [SystemExit(), GeneratorExit(), Wordless(), ValueError("x" * 100_000), ValueError()])
def test_a_function_that_wants_to_end_the_match_spoils_one_decision(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: BaseException
) -> None:
    def broken(view: object, options: Offers, rng: random.Random) -> Choice:
        raise error

    assert few_choices(monkeypatch, broken).failures[0] > 2
    (record,) = caplog.records
    assert type(error).__name__ in record.getMessage()
    assert len(record.getMessage()) < 400


@pytest.mark.parametrize("answer", [None, 3, "stop", Equal(), EqualTuple(("march", 1)), ("stop",)])
def test_an_answer_that_is_no_option_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, answer: object
) -> None:
    def odd(view: object, options: Offers, rng: random.Random) -> Choice:
        return answer  # type: ignore[return-value]  # that is what is tried

    assert few_choices(monkeypatch, odd).failures[0] > 2
    (record,) = caplog.records
    assert "is no choice of guns_of_august" in record.getMessage()


def test_a_plain_tuple_that_equals_an_option_is_that_option(monkeypatch: pytest.MonkeyPatch) -> None:
    def plainly(view: object, options: Offers, rng: random.Random) -> Choice:
        verb, arg = next(iter(options))
        return (verb, float(arg))  # type: ignore[return-value]  # foreign code is not checked

    assert few_choices(monkeypatch, plainly).failures == (0, 0)


def test_the_example_in_the_help_is_a_whole_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["match", "--help"])
    said = capsys.readouterr().out
    example = "".join(
        line[4:] + "\n"
        for line in said.splitlines()
        if line.startswith(("    import json", "    for line", "        print("))
    )
    assert few_choices(monkeypatch, named(program(tmp_path, example))).failures == (0, 0)
    assert "return next(iter(options))" in said


def test_the_numbers_in_a_view_are_places_in_the_lists_of_the_content(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["content", "--scenario", "introductory"]) == 0
    lists = json.loads(capsys.readouterr().out)
    content = INTRODUCTORY.content
    for name in ("spaces", "units", "cards"):
        assert [row["id"] for row in lists[name]] == list(range(len(getattr(content, name))))
    assert lists["units"][9]["cf"] == content.units[9].cf


def test_a_program_is_told_its_own_hand_alone(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    text = LAST.replace("import json,sys\n", f"import json,sys\nlog = open({str(seen)!r}, 'w')\n").replace(
        "    print", "    log.write(line); log.flush()\n    print"
    )
    player = named(program(tmp_path, text))
    match(INTRODUCTORY, (player, anything), deals=1)
    assert isinstance(player, Process)
    player.close()
    views = [json.loads(line) for line in seen.read_text().splitlines()]
    assert len(views) > 50
    for asked in views:
        hands = [side["hand"] for side in asked["view"]["sides"]]
        assert hands[asked["side"]] is not None
        assert hands[1 - asked["side"]] is None


def test_a_name_that_is_no_player_is_refused_with_what_would_do(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("marshal", "no_such_module:choose", "engine.pog.opponent:marshal"):
        with pytest.raises(UnknownPlayer, match="marshal|no_such_module"):
            named(name)
    for name in ("process:", "process:'", ":choose", "..x:choose", "antigravity.:x", "engine.pog:opponent"):
        with pytest.raises(UnknownPlayer, match=re.escape(repr(name))):
            named(name)
    assert main(["match", "marshal", "recruit", "--scenario", "introductory"]) == 2
    assert "name anything, recruit, officer, general, module:function or process:COMMAND" in capsys.readouterr().err


def test_the_command_prints_its_figures_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "match",
                "anything",
                "engine.pog.opponent:anything",
                "--scenario",
                "introductory",
                "--deals",
                "1",
                "--json",
            ]
        )
        == 0
    )
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == figures["won"] + figures["drawn"] + figures["lost"] == 2
    assert figures["low"] <= figures["rate"] <= figures["high"]


def test_figures_of_a_match() -> None:
    def game(side: int, winner: int | None, vp: int) -> Played:
        return Played(0, side, winner, "turn_limit", vp, 100, (0, 0))

    tally = Tally([game(CP, 0, 16), game(AP, 0, 6), game(CP, None, 12), game(AP, 1, 15)])
    assert tally.count() == (2, 1, 1)
    assert tally.rate == 0.625
    assert tally.vp == (6 + 4 + 2 - 5) / 4
    low, high = tally.interval()
    assert low == pytest.approx(0.2194, abs=0.0005)
    assert high == pytest.approx(0.9082, abs=0.0005)


def test_players_get_the_same_luck_in_the_same_deal() -> None:
    first, second = (match(INTRODUCTORY, (anything, anything), deals=1, first=3) for _ in range(2))
    assert first.games == second.games
    assert random.Random("3/0").random() != random.Random("3/1").random()
