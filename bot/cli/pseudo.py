"""`feldpost pseudo`: write text files in the pseudo-language for the host, all titles and their pictures."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from bot.narration import pseudo
from bot.narration.texts import host_text
from bot.titles import titles
from renderer.kit.languages import USUAL


def write(folder: Path, language: str = pseudo.LANGUAGE) -> str:
    """Write the language into a folder, under its own tag or a real language's; returns a sentence about it."""
    count = 0
    for path, tables, under in _sources(language):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(_lines(pseudo.made(tables, under), "")), encoding="utf-8")
        count += 1
    return host_text("operator.pseudo.written", count=count, language=language, folder=folder)


def _sources(language: str) -> Iterator[tuple[Path, dict[str, Any], str]]:
    """Yield the target path, the content and the key prefix of each English file."""
    assets = resources.files("assets")
    layers = {entry.name for entry in assets.iterdir() if (entry / "text" / USUAL).is_dir()}
    for layer in sorted(layers):
        for file, within in _files(assets / layer / "text" / USUAL, ""):
            key = "" if within else f"{file.name.removesuffix('.toml')}."
            yield Path(layer, "text", language, within, file.name), _read(file), key
        if (art := assets / layer / "art" / f"words_{USUAL}.toml").is_file():
            yield Path(layer, "art", f"words_{language}.toml"), _read(art), "art."
    for title in titles():
        package = type(title).__module__.rpartition(".")[0]
        beside = resources.files(package) / "text" / f"{USUAL}.toml"
        if beside.is_file():
            yield Path(package.rpartition(".")[2], "text", f"{language}.toml"), _read(beside), ""


def _files(folder: Traversable, within: str) -> Iterator[tuple[Traversable, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{within}{entry.name}/")
        elif entry.name.endswith(".toml"):
            yield entry, within


def _read(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _lines(tables: Mapping[str, Any], under: str) -> Iterator[str]:
    """Yield the tables as TOML: a table's own texts first, then its subtables."""
    own = {name: value for name, value in tables.items() if not isinstance(value, Mapping)}
    if own and under:
        yield f"[{under}]\n"
    yield from (f"{json.dumps(name)} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in own.items())
    for name, value in tables.items():
        if isinstance(value, Mapping):
            yield from _lines(value, f"{under}.{json.dumps(name)}" if under else json.dumps(name))


__all__ = ["write"]
