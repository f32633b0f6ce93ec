"""``python -m renderer.gallery``: writes every kind of picture to ``var/gallery/index.html``."""

from __future__ import annotations

import argparse
import sys
from itertools import chain
from pathlib import Path

from renderer.kit import page
from renderer.league import gallery as league
from renderer.liege import gallery as liege
from renderer.pog import gallery as pog


def main(folder: Path) -> None:
    """Draw every kind of picture and write the page."""
    count = page.write(folder, chain(pog.shown(), liege.shown(), league.shown()))
    sys.stdout.write(f"{count} pictures in {folder / 'index.html'}\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m renderer.gallery", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("var/gallery"), help="where the page goes")
    parser.add_argument("--readme", type=Path, metavar="FOLDER", help="write only the pictures of the README there")
    return parser.parse_args()


if __name__ == "__main__":
    given = _arguments()
    if given.readme is not None:
        pog.readme(given.readme)
    else:
        main(given.folder)
