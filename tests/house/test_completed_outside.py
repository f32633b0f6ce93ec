"""Nothing is completed from outside: what an object works with comes with its construction, or by a method of its own.

Looked for are assignments to an attribute of another object where any class that can be changed declares that attribute as something
to call or to work with: a callable, a protocol, or an object that is made with what it needs. Plain values may be noted in records.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.conftest import ROOT

#: Where an attribute is a plain value that only bears the name of another class's collaborator, and what it is.
VALUES: Mapping[tuple[str, str], str] = {}

Trees = Mapping[str, ast.Module]


def trees(root: Path) -> Trees:
    """The modules of the bot, by path."""
    paths = sorted((root / "bot").rglob("*.py"))
    return {path.relative_to(root).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}


def frozen(node: ast.ClassDef) -> bool:
    """True for a class whose objects cannot be changed."""
    told = [ast.unparse(one) for one in (*node.decorator_list, *node.bases)]
    return any("frozen=True" in one or one == "NamedTuple" or "Enum" in one for one in told)


def constructor(node: ast.ClassDef) -> ast.FunctionDef | None:
    """The constructor that a class writes itself."""
    return next((one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)


def collaborators(there: Trees) -> dict[str, set[str]]:
    """Attributes that hold what an object works with, each with the classes that have them so."""
    nodes = [node for tree in there.values() for node in ast.walk(tree)]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    working = {"Callable", "Protocol"}
    working |= {
        one.targets[0].id
        for one in nodes
        if isinstance(one, ast.Assign)
        and isinstance(one.targets[0], ast.Name)
        and "Callable[" in ast.unparse(one.value)
    }
    for node in classes:
        if constructor(node) is not None or any(ast.unparse(base).startswith("Protocol") for base in node.bases):
            working.add(node.name)
    found = defaultdict[str, set[str]](set)
    for node in classes:
        if not frozen(node):
            for name, declared in _attributes(node):
                if declared == "setter" or working & set(re.findall(r"\w+", declared)):
                    found[name].add(node.name)
    return found


def _attributes(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The attributes of a class, each with what it is declared as."""
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            yield one.target.id, ast.unparse(one.annotation)
        if isinstance(one, ast.FunctionDef) and any(ast.unparse(by).endswith(".setter") for by in one.decorator_list):
            yield one.name, "setter"
    begin = constructor(node)
    if begin is None:
        return
    given = {
        one.arg: ast.unparse(one.annotation)
        for one in (*begin.args.args, *begin.args.kwonlyargs)
        if one.annotation is not None
    }
    for inner in ast.walk(begin):
        if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Attribute):
            yield inner.target.attr, ast.unparse(inner.annotation)
        elif isinstance(inner, ast.Assign):
            value = inner.value
            declared = given.get(value.id, "") if isinstance(value, ast.Name) else ast.unparse(value)
            if isinstance(value, ast.Lambda):
                declared = "Callable"
            yield from ((one.attr, declared) for one in inner.targets if isinstance(one, ast.Attribute))


def name_of(node: ast.expr) -> str:
    """The name of a variable, or the last name of an attribute; "" for anything else."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def outside(there: Trees) -> Iterator[tuple[str, int, str]]:
    """Assignments to attributes of other objects: module, line, attribute; those through `vars` and `setattr` included."""
    for path, tree in there.items():
        # An object that cannot be completed by `__init__`, such as a text, is constructed by `__new__`.
        made = {id(one) for node in ast.walk(tree) if getattr(node, "name", "") == "__new__" for one in ast.walk(node)}
        for node in ast.walk(tree):
            if id(node) in made:
                continue
            if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    for one in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                        if isinstance(one, ast.Attribute) and name_of(one.value) not in ("self", "cls"):
                            yield path, node.lineno, one.attr
                        if isinstance(one, ast.Subscript) and ast.unparse(one.value).startswith("vars("):
                            yield path, node.lineno, ast.unparse(one.slice).strip("'")
            elif isinstance(node, ast.Call) and "setattr" in name_of(node.func) and name_of(node.args[0]) != "self":
                yield path, node.lineno, ast.unparse(node.args[1]).strip("'")


def completed(there: Trees) -> set[tuple[str, str]]:
    """Attributes that are completed from outside, with the module that does it."""
    held = collaborators(there)
    return {(path, name) for path, _, name in outside(there) if name in held}


def test_nothing_is_completed_from_outside() -> None:
    found = completed(trees(ROOT))
    assert found - VALUES.keys() == set()
    assert VALUES.keys() - found == set(), "what is no more need not be listed"


@pytest.mark.parametrize(
    "line",
    [
        "store.reviver = Reader()",
        "self.inner.tell = print",
        "a, store.reviver = 1, Reader()",
        "vars(store)['reviver'] = Reader()",
        "object.__setattr__(store, 'reviver', Reader())",
    ],
)
def test_a_completion_would_be_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "one.py").write_text(
        "class Reader:\n    def __init__(self) -> None: ...\n"
        "class Store:\n    def __init__(self) -> None:\n        self.reviver: Reader | None = None\n"
        "        self.tell: Callable[[str], None] = print\n"
        f"class Other:\n    def late(self, store: Store) -> None:\n        {line}\n"
    )
    assert {name for _, name in completed(trees(tmp_path))} & {"reviver", "tell"}


def test_a_plain_value_may_be_noted(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "one.py").write_text(
        "class Clock:\n    def __init__(self) -> None:\n        self.due: int = 0\n"
        "def late(clock: Clock) -> None:\n    clock.due = 3\n"
    )
    assert completed(trees(tmp_path)) == set()
