"""The stack of frames as JSON, readable across versions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.core.frames import Flow, Frame, FrameTable
from engine.errors import SnapshotError


def dump_stack(stack: Iterable[tuple[Frame, int]]) -> list[Any]:
    """Frames with the *name* of the next step, so that steps can be inserted later."""
    dumped = []
    for frame, at in stack:
        step = None
        if isinstance(frame, Flow):
            step = frame.steps[at] if at < len(frame.steps) else ""
        dumped.append([step, *frame.dump()])
    return dumped


def load_stack(frames: FrameTable, data: list[Any]) -> list[tuple[Frame, int]]:
    """Inverse of `dump_stack`; raises SnapshotError for frames or steps unknown here."""
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
