"""Every sentence that a person may read is in a text file: none is a string of the bot's code."""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.main import CommandParser, build_parser
from bot.cli.parser_texts import OURS
from bot.narration.texts import texts
from bot.operations.metrics import Metrics
from bot.settings import Settings
from tests.conftest import ROOT

#: Calls whose texts are for developers and logs.
LOGS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
FAULTS_OF_OURS = {"ValueError", "TypeError", "KeyError", "RuntimeError", "LookupError", "AttributeError", "FlowError"}
#: What others write and we recognise.
THEIRS = re.compile(
    r"CROSSSLOT|Address already in use|rate limit|No connection available|connection was closed meanwhile"
)


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """The lines and texts of strings that read as sentences: a capital first, a full stop or a colon at the end."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from _within(tree, quiet=False)


def _within(node: ast.AST, *, quiet: bool) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.Assert):
        return
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).split(".")[-1]
        quiet |= name in LOGS | FAULTS_OF_OURS
    if isinstance(node, ast.Constant | ast.JoinedStr) and not quiet:
        text = _text(node)
        if _reads(text) and not THEIRS.search(text):
            yield getattr(node, "lineno", 0), text
        return
    for child in ast.iter_child_nodes(node):
        yield from _within(child, quiet=quiet)


#: Two words in a row, or one beside a value: what somebody reads, whether it is a sentence or not.
WORDS = re.compile(r"[a-z]{2,},? [a-z]{2,}|\b[a-z]{3,} [A-Z`X]|[X.:] [a-z]{3,}|[a-z]{3,}: X")


def strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Lines and texts of all strings but docstrings, logs and faults of ours."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in LOGS | FAULTS_OF_OURS:
        return
    if isinstance(node, ast.Constant | ast.JoinedStr):
        yield getattr(node, "lineno", 0), _text(node)
        return
    for child in ast.iter_child_nodes(node):
        yield from strings(child)


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)


def _reads(text: str) -> bool:
    text = text.strip()
    return (
        len(text.split()) >= 3
        and bool(re.match(r"[A-Z“`]", text))
        and text[-1] in ".?!:"
        and bool(re.search(r"[a-z]{2,}[,;:]? [a-z`“]", text))
    )


def test_no_sentence_is_in_the_code() -> None:
    files = sorted((ROOT / "bot").rglob("*.py"))
    assert len(files) > 300
    found = {str(path.relative_to(ROOT)): list(sentences(path)) for path in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_command_line_holds_no_words_at_all() -> None:
    """What `feldpost` prints is put together of texts, even if it is not a sentence; only its name, before its version or a fault, is in the code.

    The sentences of the library that reads the command line are looked for, to say ours instead.
    """
    files = sorted(
        [*(ROOT / "bot/cli").rglob("*.py"), ROOT / "bot/operations/health.py", ROOT / "bot/operations/metrics.py"]
    )
    found = [
        text for path in files for _, text in strings(ast.parse(path.read_text(encoding="utf-8"))) if WORDS.search(text)
    ]
    assert [text for text in found if text not in OURS] == ["feldpost X", "feldpost: X"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('tell(f"{number} games")', True),
        ('text = "is starting"', True),
        ('tell(f"damaged: {error}")', True),
        ('parser.add_argument("--host", help="address to listen on")', True),
        ('log.warning("games could not be counted: %s", error)', False),
        ('tell(f"{name}  {found}")', False),
        ('key = "operator.games.game_deleted"', False),
    ],
)
def test_words_would_be_found(code: str, found: bool) -> None:
    assert any(WORDS.search(text) for _, text in strings(ast.parse(code))) is found


def test_every_subcommand_and_argument_has_its_help_in_the_file() -> None:
    said = dict(texts().table("command_line"))
    tables = {name: dict(table) for name, table in said.items() if isinstance(table, dict)}
    met = {name: set[str]() for name in tables}
    parser = build_parser()
    (rows,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for name, row in rows.choices.items():
        assert isinstance(row, CommandParser)
        row.declare()
        assert row.description == tables[name]["help"]
        met[name] |= {"help"} | ({"epilog"} if row.epilog else set())
        for action in row._actions[1:]:
            under = "common" if action.dest in tables["common"] else name
            assert action.help == tables[under][action.dest], (name, action.dest)
            met[under].add(action.dest)
    assert parser.description == said["about"]
    ours = {key.rpartition(".")[2] for key in OURS.values()} | {"command"}
    assert met | {"errors": {"address", "port"}, "parser": ours} == {name: set(table) for name, table in tables.items()}


def test_every_metric_and_setting_is_described_in_its_file() -> None:
    metrics = Metrics()
    registered = {
        metric.name.removeprefix("feldpost_"): metric.documentation
        for metric in metrics.registry.collect()
        if metric.name.startswith("feldpost_")
    }
    assert registered == texts().table("metrics")
    assert texts().table("settings").keys() == Settings.model_fields.keys()


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('raise StoreBusy(f"Too many commands for {game} at once.")', True),
        ('tell("Game " + game + " is deleted."); x = "There is no such game."', True),
        ('raise ValueError("A season begins with a line.")', False),
        ('log.warning("The store does not answer.")', False),
        ('"""A docstring is no sentence for players."""', False),
        ('key = "operator.games.game_deleted"', False),
    ],
)
def test_a_sentence_would_be_found(code: str, found: bool, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(code)
    assert bool(list(sentences(tmp_path / "one.py"))) is found


def test_every_text_that_the_code_names_is_there_and_every_text_is_named() -> None:
    said = ("operator", "store", "faults", "web", "exchange")
    named: set[str] = set()
    for path in sorted((ROOT / "bot").rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        named |= set(re.findall(r'host_text\(\s*"([\w.]+)"', code))
        named |= set(re.findall(rf'"((?:{"|".join(said)})\.\w+\.\w+)"', code))
        # A table whose texts are chosen by the code of a refusal.
        for table in re.findall(rf'f"((?:{"|".join(said)})\.\w+)\.\{{', code):
            named |= {f"{table}.{key}" for key in texts().table(table)}
    assert len(named) > 200
    assert [key for key in sorted(named) if not texts().has(key)] == []
    written = {f"{file}.{table}.{key}" for file in said for table, rows in texts().table(file).items() for key in rows}
    # The calendar's words are said in the reader's language.
    assert {key for key in written - named if not key.startswith("exchange.calendar.")} == set()
