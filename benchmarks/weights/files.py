"""Weights as readable files: each with its unit and meaning, and a record of how they were made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic.fields import FieldInfo

from engine.pog.content.weights import Version, Weights, WeightsOrigin, dumped

PRESENT = Path(__file__).parents[2] / "assets" / "pog" / "opponent" / "weights.toml"
OLDER = PRESENT.parent / "older"
_HEAD = (
    "What the computer takes things to be worth: see engine/pog/content/weights.py. Written by a command, see the end; "
    "what is changed by hand here lasts until it finds better. VP: victory points; share and factor: of what the line names; number: a whole one."
)
_WIDTH = 118


def written(version: Version) -> str:
    """Format a version as its file."""
    lines = [*_comment(_HEAD), ""]
    lines += _section("", Weights, dumped(version.weights))
    lines += _record(version.made)
    return "\n".join(lines) + "\n"


def _comment(text: str) -> list[str]:
    return [f"# {line}" for line in wrap(text, _WIDTH)]


def _section(path: str, kind: type, values: dict[str, Any]) -> Iterator[str]:
    """Yield a table of the file, followed by its subtables."""
    hints = get_type_hints(kind, include_extras=True)
    inner: list[str] = []
    if path:
        yield f"[{path}]"
    for field in fields(kind):
        hint, value = hints[field.name], values[field.name]
        section = _bare(hint)
        if is_dataclass(section):
            assert isinstance(section, type)
            name = f"{path}.{field.name}" if path else field.name
            inner += [f"# {text(hint)}"] if text(hint) else _comment((section.__doc__ or "").splitlines()[0])
            inner += _section(name, section, value)
        else:
            yield from _comment(f"{unit(hint)}: {text(hint)}")
            yield f"{field.name} = {json.dumps(value)}"
    if path:
        yield ""
    yield from inner


def unit(hint: Any) -> str:
    """Return the unit of a weight."""
    found = [one.title for one in _notes(hint) if one.title]
    return found[0] if found else unit(get_args(_bare(hint))[0])


def unit_of(path: str) -> str:
    """Return the unit of the weight at a path in the file."""
    kind: Any = Weights
    hint: Any = kind
    for name in path.split("."):
        hint = get_type_hints(kind, include_extras=True)[name]
        kind = _bare(hint)
    return unit(hint)


def text(hint: Any) -> str:
    """Return the meaning of a weight."""
    return next((one.description for one in _notes(hint) if one.description), "")


def _notes(hint: Any) -> list[FieldInfo]:
    return [one for one in getattr(hint, "__metadata__", ()) if isinstance(one, FieldInfo)]


def _bare(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _record(made: WeightsOrigin) -> Iterator[str]:
    kept = made.model_dump(mode="json", exclude_defaults=True)
    against = kept.pop("against", {})
    yield "# How these were made."
    yield "[made]"
    yield from (f"{name} = {json.dumps(value)}" for name, value in kept.items())
    for version, scenarios in against.items():
        yield ""
        yield f"[made.against.{version}]"
        for scenario, score in scenarios.items():
            yield f"{scenario} = {{ {', '.join(f'{name} = {json.dumps(value)}' for name, value in score.items())} }}"
