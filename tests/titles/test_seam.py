"""The host knows no single title: nothing of one is imported there, nor named."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.titles import titles
from tests.conftest import ROOT
from tests.titles.test_faces import PLAIN

#: What of `bot.titles` is of one title; all else there titles share.
OF_TITLES = ("pog", "liege")


def parts(folder: Path, *apart: str) -> tuple[str, ...]:
    """The packages and modules in a folder: all that there are, so that no new one is forgotten."""
    there = (path for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists())
    return tuple(sorted(path.stem for path in there if path.stem not in {"__init__", "__main__", *apart}))


#: The packages and modules of the bot that every title shares: from commands to wiring, terminal and command line.
HOST = (*parts(ROOT / "bot", "titles"), *(f"titles.{part}" for part in parts(ROOT / "bot" / "titles", *OF_TITLES)))
CONTRACT = "the host knows no single title"


def files() -> list[Path]:
    """All modules of the host."""
    where = [ROOT / "bot" / part.replace(".", "/") for part in HOST]
    return sorted(path for one in where for path in (one.with_suffix(".py"), *one.rglob("*.py")) if path.exists())


def constants(path: Path) -> tuple[str, ...]:
    """The texts of a module; what it says of itself does not count."""
    return _constants(path.read_text(encoding="utf-8"))


@cache
def _constants(source: str) -> tuple[str, ...]:
    tree = ast.parse(source)
    said = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        if node.body and isinstance(node.body[0], ast.Expr)
    }
    return tuple(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said
    )


def words(path: Path) -> set[str]:
    """Sides and kinds of decision among the texts of a module."""
    return {word for text in constants(path) for word in text.split()} & {*PLAIN, "ap", "cp"}


def imported(path: Path) -> Iterator[str]:
    """The modules that a module imports, functions included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                inner = ROOT / node.module.replace(".", "/") / name.name
                deeper = inner.with_suffix(".py").exists() or (inner / "__init__.py").exists()
                yield f"{node.module}.{name.name}" if deeper else node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_the_host_names_no_side_and_no_kind_of_decision() -> None:
    assert len(files()) > 100
    assert {str(path.relative_to(ROOT)): found for path in files() if (found := words(path))} == {}


@pytest.mark.parametrize("line", ['SIDE = "ap"', 'def f(kind: str) -> bool:\n    return kind == "choose_action"'])
def test_a_name_of_a_title_would_be_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(f'"""What ap and cp are."""\n{line}\n')
    assert words(tmp_path / "one.py")
    (tmp_path / "one.py").write_text('"""What ap and choose_action are."""\n')
    assert not words(tmp_path / "one.py")


def compared(path: Path) -> set[str]:
    """The kinds of events that a module asks for: texts with which the kind of something told is compared."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Compare) and re.fullmatch(
            r"(event|begun|self\.events\[-1\])(\.kind|\['kind'\])", ast.unparse(node.left)
        ):
            there = [one for right in node.comparators for one in ast.walk(right) if isinstance(one, ast.Constant)]
            found |= {str(one.value) for one in there}
    return found


def test_the_host_knows_no_event_but_the_marks_of_every_title() -> None:
    """What a fire or a loss is, only a title knows; so the figures of a game come from its title."""
    asked = {path.relative_to(ROOT).as_posix(): found for path in files() if (found := compared(path))}
    assert asked == {"bot/narration/segments.py": {"action", "action_over", "turn"}}


def quoted(path: Path) -> set[str]:
    """The texts of a script of the local page."""
    return {
        found for pair in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'", path.read_text(encoding="utf-8")) for found in pair
    }


def test_the_local_page_names_no_kind_of_picture() -> None:
    """What a picture shows, and on which shelf it stands, the server says; the board, which the page lays, every plain title has."""
    kinds = {
        word for title in titles() for kind, shelf in title.pictures.shelves.items() for word in (kind, shelf.name)
    } - {"board"}
    scripts = sorted((ROOT / "bot/platforms/web/static").glob("*.js"))
    assert len(scripts) > 20
    assert {path.name: found for path in scripts if (found := quoted(path) & kinds)} == {}
    spoken = {path.name for path in scripts if re.search(r"\b(OPS|VP|Allied|Central|ap|cp)\b", " ".join(quoted(path)))}
    assert spoken == set()


def cited(path: Path) -> list[str]:
    """Paragraphs of a rulebook that a module gives as the reason of a refusal."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    reasons = [call.args[1] for call in calls if ast.unparse(call.func) in ("refuse", "Reason") and len(call.args) > 1]
    return [str(one.value) for one in reasons if isinstance(one, ast.Constant) and one.value]


def test_the_host_cites_no_rulebook() -> None:
    """Which paragraph forbids something, the title says: places, bids, faces."""
    assert {path.relative_to(ROOT).as_posix(): found for path in files() if (found := cited(path))} == {}


def test_a_paragraph_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text('raise refuse("warning_unread", "14.1")\nraise refuse("no_seat")')
    assert cited(tmp_path / "one.py") == ["14.1"]


#: Where games of any state are handled, and why: tables are what titles are made of, and a title knows its own state.
OF_ANY_STATE = {"bot/table/table.py": "a table is handed to its title, which looks into the state"}


def test_the_host_looks_into_no_state() -> None:
    """It types games as `Game[GameState]`, which can be copied and written down, so that a look at more is a type error."""
    host = [path for path in files() if not path.is_relative_to(ROOT / "bot" / "titles")]
    loose = {str(path.relative_to(ROOT)) for path in host if "Game[Any]" in path.read_text(encoding="utf-8")}
    assert loose == set(OF_ANY_STATE)


def test_no_arrow_leads_to_a_title_and_the_contract_makes_no_exception() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {one["name"]: one for one in project["tool"]["importlinter"]["contracts"]}
    there = {
        f"{'.'.join(path.relative_to(ROOT).with_suffix('').parts)} -> {module}"
        for path in files()
        for module in imported(path)
        if f"{module}.".startswith(
            ("bot.titles.pog.", "engine.pog.", "renderer.pog.", "bot.titles.liege.", "engine.liege.", "renderer.liege.")
        )
    }
    assert there == set()
    assert "ignore_imports" not in contracts[CONTRACT]
    assert set(contracts[CONTRACT]["source_modules"]) == {f"bot.{part}" for part in HOST}


def test_the_host_and_the_command_line_name_no_scenario_and_no_root() -> None:
    """What can be played, and under which root, is what titles declare; an older header alone knows where it came from."""
    mine = {name for title in titles() for name in title.setups.offered()}
    roots = {f"/{title.command}" for title in titles()}
    found: dict[str, set[str]] = {}
    for path in files():
        if named := {text for text in constants(path) if text in mine or roots & set(re.findall(r"/\w+", text))}:
            found[path.relative_to(ROOT).as_posix()] = named
    assert found == {}
