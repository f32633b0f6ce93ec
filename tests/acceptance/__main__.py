"""`python -m tests.acceptance`: replay the rulebook's example and print each action."""

from __future__ import annotations

import sys

from tests.acceptance.player import Player


def main() -> int:
    """Play, print, and return 0 if nothing differs."""
    player = Player()
    player.play()
    for line in player.lines:
        print(line)
    for difference in player.differences:
        print("DIFFERENCE", difference)
    print(f"{len(player.lines)} actions, {len(player.differences)} differences")
    return 1 if player.differences else 0


if __name__ == "__main__":
    sys.exit(main())
