"""The facts of the game with a space, a unit and a card more, as a later edition would have them."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.content.support import FACTS

#: What is new, by name.
SPACE, UNIT, CARD = "astrakhan", "br_malta_corps", "ap_99_malta"
_ROWS = (
    (
        "spaces.toml",
        (
            f'  {{ name = "{SPACE}", title = "Astrakhan", map = "near_east", nation = "ru", side = "ap", '
            "lat = 46.35, lon = 48.04 },"
        ),
        "\n]\n\nboxes = [",
    ),
    ("connections.toml", f'  {{ a = "{SPACE}", b = "petrovsk" }},', "\n]\n"),
    (
        "units.toml",
        (
            f'  {{ name = "{UNIT}", title = "Malta Corps", side = "ap", nation = "br", size = "corps", full = [1, 1, 4], '
            f'reduced = [0, 1, 4], pool = "br", near_east = true, enters = "{CARD}", group = "{UNIT}" }},'
        ),
        "\n]\n",
    ),
    (
        "cards.toml",
        (
            f'  {{ name = "{CARD}", number = 99, title = "Malta", side = "ap", deck = "total", optional = true, added = true, ops = 2, '
            f'sr = 2, rp = {{ br = 1 }}, remove = true, needs = ["reinforcement_limit:br"], '
            f'arrivals = ["{UNIT}@ap_reserve_box"] }},'
        ),
        "\n]\n",
    ),
)
_TOTALS = (
    ("map_spaces = 281", "map_spaces = 282"),
    ("connections = 476", "connections = 477"),
    ("\nunits = 193", "\nunits = 194"),
    ("br_pt_corps = 1", f"br_pt_corps = 1\n{UNIT} = 1"),
)  # fmt: skip


def grown(folder: Path) -> Path:
    """Write the facts with the new rows at the end of their lists into a folder; the folder."""
    shutil.copytree(FACTS, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("text", "art", "map"))
    for file, row, before in _ROWS:
        _change(folder / file, before, f"\n{row}{before}")
    for old, new in _TOTALS:
        _change(folder / "totals.toml", old, new)
    return folder


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    begin, found, end = text.rpartition(old)
    assert found, f"{old!r} is not in {path.name}"
    path.write_text(begin + new + end, encoding="utf-8")
