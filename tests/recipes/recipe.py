"""Recipes of the documents: their steps as they are written there, and a run of them in a copy of the tree.

A recipe is a heading `Add …` with fenced blocks. The first line of a block says where the other lines go, as a comment:

    # PATH, at the end                # PATH, a new file
    # PATH, after: LINE               # PATH, before: LINE              # PATH, in place of: LINE

LINE is a line of the file without its indentation, which stands there once; `last` before it takes the last of several.
Blocks of `sh` are what is run afterwards, a command a line; blocks of `text` are for the reader alone.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.conftest import ROOT

#: The documents that have recipes.
DOCUMENTS = ("engine/README.md", "bot/README.md", "renderer/README.md", "bot/titles/README.md")
#: Whose imports stand among our own.
PACKAGES = ("assets", "benchmarks", "bot", "engine", "renderer", "tests")
_HEADING = re.compile(r"^#{2,4} (Add [^\n]+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PLACE = re.compile(
    r"(?:#|//|<!--) (?P<path>[\w./-]+), (?P<way>at the end|a new file|(?:after|before|in place of)(?: the last)?): ?(?P<line>.*)"
)
#: Seconds for one command.
_SECONDS = 300


class RecipeError(Exception):
    """A recipe cannot be carried out as it is written; one sentence."""


@dataclass(frozen=True, slots=True)
class Step:
    """Lines that go into one file; `way` and `line` say where."""

    path: str
    way: str
    line: str
    text: str

    def carry_out(self, root: Path) -> None:
        """Change the file in a tree; raises RecipeError where the place is not there, or not once."""
        path = root / self.path
        if self.way == "a new file":
            if path.exists():
                raise RecipeError(f"{self.path} is there already")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.text, encoding="utf-8")
            return
        if not path.is_file():
            raise RecipeError(f"there is no {self.path}")
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(self._changed(lines)), encoding="utf-8")

    def _changed(self, lines: list[str]) -> list[str]:
        if self.way == "at the end":
            return [*lines, self.text]
        places = [number for number, line in enumerate(lines) if line.strip() == self.line]
        if not places or (len(places) > 1 and not self.way.endswith("the last")):
            raise RecipeError(f"{self.path} has {len(places)} lines {self.line!r}")
        at = places[-1]
        first = at + self.way.startswith("after")
        behind = at + (not self.way.startswith("before"))
        return [*lines[:first], self.text, *lines[behind:]]


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe of a document: its name, its steps, and the commands that are green afterwards."""

    name: str
    document: str
    steps: tuple[Step, ...]
    commands: tuple[str, ...]

    @property
    def files(self) -> set[str]:
        """The files that are changed."""
        return {step.path for step in self.steps}

    def carry_out(self, root: Path) -> None:
        """Carry out all steps in a tree."""
        for step in self.steps:
            step.carry_out(root)

    def lint(self, root: Path) -> str:
        """Return what lint and format have to say of the changed modules, "" if nothing; other modules need not be there."""
        changed = sorted(file for file in self.files if file.endswith(".py"))
        ruff = str(Path(sys.executable).parent / "ruff")
        ours = f"lint.isort.known-first-party={json.dumps(PACKAGES)}"
        for words in (["check", "--config", ours], ["format", "--check", "--diff"]):
            command = [ruff, *words, "--no-cache", *changed]
            done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=_SECONDS, check=False)
            if done.returncode:
                return done.stdout[-3000:] + done.stderr[-1000:]
        return ""

    def run(self, root: Path) -> str:
        """Run the commands in a tree; "" if all are green, else the end of what the first that is not says."""
        for command in self.commands:
            words = command.split()
            if words[0].startswith(".venv/bin/"):
                words[0] = str(Path(sys.executable).parent / words[0].removeprefix(".venv/bin/"))
            environment = {
                **os.environ,
                "PYTHONPATH": str(root),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTEST_ADDOPTS": "-p no:cacheprovider --lane test --eighth none",
            }
            done = subprocess.run(
                words, cwd=root, env=environment, capture_output=True, text=True, timeout=_SECONDS, check=False
            )
            if done.returncode:
                return f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-1000:]}"
        return ""


def _step(text: str) -> Step:
    first, _, rest = text.partition("\n")
    place = _PLACE.fullmatch(first if ":" in first else f"{first}: ")
    if place is None:
        raise RecipeError(f"a block does not say where it goes: {first!r}")
    return Step(place["path"], place["way"], place["line"].strip(), rest)


@cache
def recipes() -> dict[str, Recipe]:
    """All recipes by name."""
    found: dict[str, Recipe] = {}
    for document in DOCUMENTS:
        path = ROOT / document
        if not path.exists():
            continue
        _, *parts = _HEADING.split(path.read_text(encoding="utf-8"))
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            blocks = _BLOCK.findall(text.partition("\n## ")[0])
            steps = tuple(_step(block) for language, block in blocks if language not in ("sh", "text"))
            commands = tuple(line for language, block in blocks if language == "sh" for line in block.splitlines())
            if name in found:
                raise RecipeError(f"{name!r} is there twice")
            found[name] = Recipe(name, document, steps, commands)
    return found


__all__ = ["DOCUMENTS", "Recipe", "RecipeError", "Step", "recipes"]
