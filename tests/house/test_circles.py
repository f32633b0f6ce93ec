"""No two modules import each other, by whatever way round, but for a few whose types alone speak of each other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import grimp
import pytest

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


def imports(*packages: str) -> tuple[Graph, Graph]:
    """The modules that each module imports, those within functions included: without and with those for checkers."""
    plain, whole = (
        grimp.build_graph(packages[0], *packages[1:], exclude_type_checking_imports=left_out, cache_dir=None)
        for left_out in (True, False)
    )
    return _graph(plain), _graph(whole)


def _graph(found: grimp.ImportGraph) -> Graph:
    return {name: found.find_modules_directly_imported_by(name) for name in found.modules}


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
    found = imports(*PACKAGES)
    assert len(found[0]) > 300
    return found


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


@pytest.mark.parametrize("where", ["import ring.two", "def f() -> None:\n    from ring import two"])
def test_a_circle_would_be_found(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "__init__": "",
        "one": where,
        "two": "from ring.three import x",
        "three": "import ring.one",
        "end": "import ring.one",
    }
    (tmp_path / "ring").mkdir()
    for name, text in texts.items():
        (tmp_path / "ring" / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    assert circling(imports("ring")[0]) == {"ring.one", "ring.two", "ring.three"}


def test_imports_for_checkers_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "typed").mkdir()
    (tmp_path / "typed" / "__init__.py").write_text("")
    (tmp_path / "typed" / "one.py").write_text("if TYPE_CHECKING:\n    import typed.two")
    (tmp_path / "typed" / "two.py").write_text("import typed.one")
    monkeypatch.syspath_prepend(tmp_path)
    plain, whole = imports("typed")
    assert circling(plain) == set()
    assert circling(whole) == {"typed.one", "typed.two"}
