"""Every sentence that a person may read is in a text file: none is a string of the bot's code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.narration.texts import texts
from tests.conftest import ROOT

#: Modules whose sentences are in the code, and why.
IN_CODE = {
    "bot/operations/metrics.py": "a metric is described where it is declared",
}
#: Calls whose texts are for developers and logs, and those that declare the command line beside its options.
LOGS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
DECLARED = {"add_argument", "ArgumentParser", "Subcommand", "Field", "ConfigDict", "Workers"}
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
        quiet |= name in LOGS | DECLARED | FAULTS_OF_OURS
    if isinstance(node, ast.Constant | ast.JoinedStr) and not quiet:
        text = _text(node)
        if _reads(text) and not THEIRS.search(text):
            yield getattr(node, "lineno", 0), text
        return
    for child in ast.iter_child_nodes(node):
        yield from _within(child, quiet=quiet)


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
    assert {name: lines for name, lines in found.items() if lines and name not in IN_CODE} == {}


def test_each_module_with_sentences_in_code_has_some() -> None:
    assert {name for name in IN_CODE if not list(sentences(ROOT / name))} == set()


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
        named |= set(re.findall(r'host_text(?:\(|,)\s*"([\w.]+)"', path.read_text(encoding="utf-8")))
    assert len(named) > 200
    assert [key for key in sorted(named) if not texts().has(key)] == []
    written = {f"{file}.{table}.{key}" for file in said for table, rows in texts().table(file).items() for key in rows}
    # The calendar's words are said in the reader's language.
    assert {key for key in written - named if not key.startswith("exchange.calendar.")} == set()
