"""The stack of frames as JSON, readable across versions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.core.frames import Flow, Frame, FrameTable
from engine.errors import SnapshotError


def dump_stack(stack: Iterable[tuple[Frame, int]]) -> list[Any]:
    """Return the frames as JSON with the *name* of the next step, so that steps can be inserted later."""
    dumped = []
    for frame, at in stack:
        step = None
        if isinstance(frame, Flow):
            step = frame.steps[at] if at < len(frame.steps) else ""
        dumped.append([step, *frame.dump()])
    return dumped


def load_stack(frames: FrameTable, data: list[Any]) -> list[tuple[Frame, int]]:
    """Reverse `dump_stack`; raises SnapshotError for frames or steps this version does not know."""
    stack: list[tuple[Frame, int]] = []
    for step, *dumped in data:
        frame = frames.load(dumped)
        at = 0
        if isinstance(frame, Flow) and step is not None:
            if step and step not in frame.steps:
                raise SnapshotError(f"{frame.kind!r} has no step {step!r} in this version")
            at = frame.steps.index(step) if step else len(frame.steps)
        stack.append((frame, at))
    return stack


def difference(base: Any, other: Any) -> Any:
    """Return a delta that turns the JSON value `base` into `other`, much smaller than `other` if they are alike.

    None if they are equal; else a list whose first entry is the kind of change: "v" a new value,
    "d" changed keys of an object, "l" changed entries of an array, "s" changed runs of a text.
    """
    if base == other:
        return None
    if isinstance(base, dict) and isinstance(other, dict):
        gone = [key for key in base if key not in other]
        changed = {key: difference(base.get(key), value) for key, value in other.items()}
        return ["d", {key: change for key, change in changed.items() if change is not None}, gone]
    if isinstance(base, list | tuple) and isinstance(other, list | tuple) and len(base) == len(other):
        pairs = enumerate(zip(base, other, strict=True))
        return ["l", [[at, difference(a, b)] for at, (a, b) in pairs if a != b]]
    if isinstance(base, str) and isinstance(other, str) and len(base) == len(other):
        return ["s", _differing_runs(base, other)]
    return ["v", other]


def _differing_runs(base: str, other: str) -> list[list[Any]]:
    """Return where two texts of the same length differ: [position, text]."""
    runs: list[list[Any]] = []
    for at, (old, new) in enumerate(zip(base, other, strict=True)):
        if old == new:
            continue
        if runs and runs[-1][0] + len(runs[-1][1]) == at:
            runs[-1][1] += new
        else:
            runs.append([at, new])
    return runs


def patched(base: Any, change: Any) -> Any:
    """Apply a delta of `difference` to `base` and return the result.

    Raises KeyError, IndexError or TypeError if the change does not fit.
    """
    if change is None:
        return base
    kind = change[0]
    if kind == "d":
        kept = {key: value for key, value in base.items() if key not in change[2]}
        return {**kept, **{key: patched(base.get(key), part) for key, part in change[1].items()}}
    if kind == "l":
        items = list(base)
        for at, part in change[1]:
            items[at] = patched(items[at], part)
        return items
    if kind == "s":
        text = base
        for at, run in change[1]:
            text = text[:at] + run + text[at + len(run) :]
        return text
    return change[1]
