"""Titles as packages of their own, as an installer leaves them in a folder of the import path: modules, and metadata beside them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot import titles
from bot.titles import discovery
from tests.conftest import ROOT

SMALLEST = "tests.titles.smallest"


def declare(folder: Path, package: str, name: str, value: str) -> None:
    """Write the metadata of an installed package with one entry point."""
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[{titles.GROUP}]\n{name} = {value}\n")


def install(folder: Path, package: str, name: str = "depots", *edits: tuple[str, str, str]) -> None:
    """Install a copy of the smallest title as a package, in whose files (by path) one text is replaced by another."""
    own = folder / package
    shutil.copytree(
        ROOT.joinpath(*SMALLEST.split(".")),
        own,
        ignore=shutil.ignore_patterns("__pycache__", "script.py"),
    )
    for file in own.rglob("*.py"):
        file.write_text(file.read_text(encoding="utf-8").replace(SMALLEST, package), encoding="utf-8")
    for path, old, new in edits:
        text = (own / path).read_text(encoding="utf-8")
        assert old in text, f"{path} has no {old!r}"
        (own / path).write_text(text.replace(old, new), encoding="utf-8")
    declare(folder, package, name, f"{package}.title:TITLE")


@contextmanager
def looked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[discovery.UnplayedTitle, ...]]:
    """What is left out of the titles that are installed in a folder; the others are known until the block ends."""
    before = dict(titles.MODULES)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(discovery, "_left_out", [])
    titles._installed.cache_clear()
    try:
        yield discovery.discover()
    finally:
        titles.MODULES.clear()
        titles.MODULES.update(before)
        titles.LEFT_OUT.clear()
        titles._installed.cache_clear()


__all__ = ["SMALLEST", "declare", "install", "looked_for"]
