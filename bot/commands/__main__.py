"""`python -m bot.commands parity [FILE]`: the table of commands by platform, printed or written."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bot.commands.parity import as_markdown, missing


def main() -> int:
    """Print or write the table; 1 if a platform lacks a command."""
    parser = argparse.ArgumentParser(prog="python -m bot.commands", description=__doc__)
    parser.add_argument("what", choices=["parity"])
    parser.add_argument("file", nargs="?", type=Path, help="write the table there")
    given = parser.parse_args()
    if given.file is None:
        print(as_markdown())
    else:
        given.file.write_text(as_markdown() + "\n", encoding="utf-8")
    lacking = {platform: names for platform, names in missing().items() if names}
    for platform, names in lacking.items():
        print(f"{platform} lacks: {', '.join(names)}", file=sys.stderr)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
