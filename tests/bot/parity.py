"""Which command each platform serves, generated from the vocabulary and the adapters.

`python -m tests.bot.parity [FILE]` prints the table, or writes it there.

The local channel and Slack pass every typed line to the bot, so they serve every command with a route; Discord serves
the application commands it builds, whose tree is walked.
"""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bot.platforms.discord.commands import build_root
from bot.service import routes
from bot.titles import title_named
from tests.support.vocabulary import COMMANDS, ORDER_NAMES

PLATFORMS = ("web", "discord", "slack")


def served(platform: str) -> frozenset[str]:
    """Return the commands served by a platform; none while there is no adapter."""
    if find_spec(f"bot.platforms.{platform}.adapter") is None:
        return frozenset()
    return _discord() if platform == "discord" else _routed()


def _routed() -> frozenset[str]:
    return frozenset(routes.ROUTES) | ORDER_NAMES | frozenset(title_named("pog").looks)


def _discord() -> frozenset[str]:
    """Return the leaves of the application command tree that the bot can carry out."""
    found: set[str] = set()
    waiting: list[Any] = [build_root(title_named("pog"))]
    while waiting:
        node = waiting.pop()
        children = getattr(node, "commands", None)
        if children is None:
            found.add(node.name)
        else:
            waiting += children
    return frozenset(found) & _routed()


def table() -> list[tuple[str, str, dict[str, bool]]]:
    """Return, for each command, its part of the vocabulary and where it is served."""
    by_platform = {platform: served(platform) for platform in PLATFORMS}
    return [
        (command.name, command.part, {platform: command.name in by_platform[platform] for platform in PLATFORMS})
        for command in COMMANDS
    ]


def as_markdown() -> str:
    """Return the table as Markdown."""
    lines = [f"| command | part | {' | '.join(PLATFORMS)} |", f"|---|---|{'---|' * len(PLATFORMS)}"]
    for name, part, where in table():
        lines.append(f"| `{name}` | {part} | {' | '.join('yes' if where[p] else '–' for p in PLATFORMS)} |")
    return "\n".join(lines)


def missing() -> dict[str, list[str]]:
    """Return the commands missing on a platform, for platforms with an adapter."""
    found: dict[str, list[str]] = {}
    for platform in PLATFORMS:
        if served(platform):
            found[platform] = [name for name, _, where in table() if not where[platform]]
    return found


def main() -> int:
    """Print or write the table; return 1 if a platform lacks a command."""
    parser = argparse.ArgumentParser(prog="python -m tests.bot.parity", description=__doc__)
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


__all__ = ["PLATFORMS", "as_markdown", "missing", "served", "table"]

if __name__ == "__main__":
    sys.exit(main())
