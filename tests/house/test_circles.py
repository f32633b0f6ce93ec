"""No two modules import each other, by whatever way round, but for a few whose types alone speak of each other."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGES = ("assets", "bot", "engine", "renderer")
#: Circles of types, by the module that needs the type of what it is handed, and why that is no fault. None comes to it.
OF_TYPES = {
    "engine.core.frames": "a frame is handed the game that runs it, and the game runs frames",
    "engine.pog.ruleset": "a ruleset tells of positions, and a position keeps the ruleset it is played by",
    "engine.pog.tables": "the entries of a ruleset are functions of positions",
    "bot.service.exercise": "an exercise is handed the tools that know it",
    "bot.service.presenter": "a presenter is handed the tools that bear it",
    "bot.table.table": "a table tells the face of its decision, which speaks of tables",
}
#: Arrows between packages of the bot that run back, and why that is no fault. None comes to it.
BACK: dict[tuple[str, str], str] = {}
#: Above all: it plays titles through the bot, and is for their tests alone.
SUITE = "bot.titles.testing"
Graph = Mapping[str, set[str]]


def modules(root: Path) -> dict[str, Path]:
    """All modules by name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            name = ".".join(path.relative_to(root).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


def imports(there: Mapping[str, Path]) -> tuple[Graph, Graph]:
    """The modules that each module imports, those within functions included: without and with those for checkers."""
    plain: dict[str, set[str]] = {}
    whole: dict[str, set[str]] = {}
    for name, path in there.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        passed = {id(node) for one in nodes if _checked(one) for node in ast.walk(one)}
        plain[name] = _named((node for node in nodes if id(node) not in passed), there) - {name}
        whole[name] = _named(nodes, there) - {name}
    return plain, whole


def _named(nodes: Iterable[ast.AST], there: Mapping[str, Path]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            deeper = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {one if one in there else node.module for one in deeper}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & set(there)


def _checked(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def circling(graph: Graph) -> set[str]:
    """The modules from which a way of imports leads back to themselves."""
    left = {name: set(found) for name, found in graph.items()}
    while ends := {name for name, found in left.items() if not found}:
        left = {name: found - ends for name, found in left.items() if name not in ends}
    return {name for name in left if name in _reached(left, name)}


def _reached(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for name in graph[waiting.pop()] - seen:
            seen.add(name)
            waiting.append(name)
    return seen


@pytest.fixture(scope="module")
def graphs() -> tuple[Graph, Graph]:
    """Who imports whom in this project."""
    there = modules(ROOT)
    assert len(there) > 300
    return imports(there)


def test_no_module_imports_itself_by_way_of_others(graphs: tuple[Graph, Graph]) -> None:
    assert circling(graphs[0]) == set()


def test_circles_of_types_are_those_with_a_reason(graphs: tuple[Graph, Graph]) -> None:
    """Without the imports for checkers of the modules listed there is no circle; each of them is needed."""
    plain, whole = graphs

    def without(names: set[str]) -> set[str]:
        return circling({name: plain[name] if name in names else found for name, found in whole.items()})

    assert without(set(OF_TYPES)) == set()
    assert {name for name in OF_TYPES if not without(set(OF_TYPES) - {name})} == set()


def test_packages_of_the_bot_stand_above_each_other(graphs: tuple[Graph, Graph]) -> None:
    """An arrow leads from one to another, or back, never both."""
    parts = {name: SUITE if name.startswith(SUITE) else ".".join(name.split(".")[:2]) for name in graphs[0]}
    above: dict[str, set[str]] = {part: set() for part in parts.values()}
    for name, found in graphs[0].items():
        above[parts[name]] |= {parts[other] for other in found if other.startswith("bot.")} - {parts[name]}
    bot = {part: found for part, found in above.items() if part.startswith("bot.")}

    def without(arrows: set[tuple[str, str]]) -> set[str]:
        return circling({part: {one for one in found if (part, one) not in arrows} for part, found in bot.items()})

    assert without(set(BACK)) == set()
    assert {arrow for arrow in BACK if not without(set(BACK) - {arrow})} == set()


@pytest.mark.parametrize("where", ["import bot.two", "def f() -> None:\n    from bot import two"])
def test_a_circle_would_be_found(where: str, tmp_path: Path) -> None:
    for name, text in {
        "__init__": "",
        "one": where,
        "two": "from bot.three import x",
        "three": "import bot.one",
    }.items():
        (tmp_path / "bot").mkdir(exist_ok=True)
        (tmp_path / "bot" / f"{name}.py").write_text(text)
    (tmp_path / "bot" / "end.py").write_text("import bot.one")
    assert circling(imports(modules(tmp_path))[0]) == {"bot.one", "bot.two", "bot.three"}
