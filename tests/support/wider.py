"""The shipped content with one more space on the map, made from its files and a few appended rows."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.pog.content import Content, load_content

FACTS = Path(__file__).parents[2] / "assets" / "pog"
#: A space on no printed map, north of Antwerp; the Belgian army is in it.
SPACE = "rotterdam"
_ROWS = {
    "spaces.toml": '{ name = "rotterdam", title = "Rotterdam", map = "europe", nation = "be", side = "ap", lat = 51.9, lon = 4.5 }',
    "connections.toml": '{ a = "aachen", b = "rotterdam" },\n  { a = "antwerp", b = "rotterdam" }',
}
_CHANGES = {
    "totals.toml": (("map_spaces = 281", "map_spaces = 282"), ("\nconnections = 476", "\nconnections = 478")),
    "setup.toml": (('space = "antwerp", unit = "be_1_army"', 'space = "rotterdam", unit = "be_1_army"'),),
}


def wider(folder: Path) -> Content:
    """Copy the content into a folder, append the rows, and load it."""
    for source in FACTS.glob("*.toml"):
        shutil.copy(source, folder)
    shutil.copytree(FACTS / "starts", folder / "starts")
    for name, row in _ROWS.items():
        text = (folder / name).read_text(encoding="utf-8")
        end = text.index("\n]\n")
        (folder / name).write_text(f"{text[:end]}\n  {row},{text[end:]}", encoding="utf-8")
    for name, changes in _CHANGES.items():
        text = (folder / name).read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        (folder / name).write_text(text, encoding="utf-8")
    return load_content(folder)
