"""What the host hands about has no name of one game: fields, parameters and members of its models, and what its page calls them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from bot.table.reply import Form, FormField, MenuOption, Select
from tests.conftest import ROOT
from tests.titles.test_seam import files

#: Names of things that one game has and another has not.
FOREIGN = frozenset({"ops"})


def named_in(path: Path) -> set[str]:
    """The names of a module that stand for something of one game: what it declares, takes, passes on and reads."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                found.add(name)
            case ast.keyword(arg=str(name)):
                found.add(name)
    return found & FOREIGN


def named_in_script(path: Path) -> set[str]:
    """The same of a script of the local page; its comments and what it says do not count."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return set(re.findall(r"\w+", text)) & FOREIGN


def shared() -> list[Path]:
    """The modules of the host, and what titles are asked."""
    return [*files(), ROOT / "bot" / "port.py", *sorted((ROOT / "bot" / "titles").glob("*.py"))]


def test_the_host_has_no_name_for_a_thing_of_one_game() -> None:
    assert {path.relative_to(ROOT).as_posix(): found for path in shared() if (found := named_in(path))} == {}


def test_the_local_page_has_no_name_for_a_thing_of_one_game() -> None:
    scripts = sorted((ROOT / "bot/platforms/web/static").glob("*.js"))
    assert len(scripts) > 20
    assert {path.name: found for path in scripts if (found := named_in_script(path))} == {}


@pytest.mark.parametrize("line", ["ops: int = 0", "def f(ops): ...", "f(ops=1)", "one.ops", "def ops(): ..."])
def test_such_a_name_would_be_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(line)
    assert named_in(tmp_path / "one.py") == {"ops"}
    (tmp_path / "one.js").write_text('// ops\nconst spent = form.ops; say("hand");')
    assert named_in_script(tmp_path / "one.js") == {"ops"}


def test_a_stored_form_keeps_its_keys() -> None:
    """A form and a menu that an older version stored are read, and both versions read what is stored now."""
    stored = '{"label":"Sedan","token":"g~1~c","description":"","ops":-2,"chosen":true}'
    option = MenuOption.model_validate_json(stored)
    assert (option.amount, option.model_dump_json()) == (-2, stored)
    form = Form(
        title="t", game="g", fields=(FormField(label="l", menu=Select(placeholder="p", options=(option,))),), budget=3
    )
    assert (form.spent, form.there) == (2, 3)
    kept = form.model_dump(mode="json")
    assert (kept["ops"], kept["fields"][0]["menu"]["options"][0]["ops"]) == (3, -2)
    assert not {"budget", "amount"} & {*kept, *kept["fields"][0]["menu"]["options"][0]}
    assert Form.model_validate(kept) == form
