"""What a page moves by itself costs its reader no processor: a phone paints it once and pushes it about."""

from __future__ import annotations

import re

from tests.conftest import ROOT

#: Properties that a browser changes without painting an element again.
FREE = {"transform", "opacity"}
KEYFRAMES = re.compile(r"@keyframes\s+([\w-]+)\s*\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}")


def test_keyframes_change_nothing_that_is_painted_again_for_each_frame() -> None:
    sheets = sorted((ROOT / "bot").rglob("*.css"))
    moved = {
        f"{sheet.name} {name}": set(re.findall(r"([\w-]+)\s*:", frames))
        for sheet in sheets
        for name, frames in KEYFRAMES.findall(sheet.read_text(encoding="utf-8"))
    }
    assert moved
    assert {name: more for name, properties in moved.items() if (more := properties - FREE)} == {}
