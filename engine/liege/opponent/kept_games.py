"""Games that a measurement has played, kept in files, so that an interrupted measurement can be continued."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from engine.liege.opponent.match import PlayedSiege


def read_games(file: Path) -> dict[int, PlayedSiege]:
    """Return the games of a file by number; a last line that was cut off while it was written is left out."""
    if not file.exists():
        return {}
    whole, _, _ = file.read_text(encoding="utf-8").rpartition("\n")
    games = (_game(json.loads(line)) for line in whole.splitlines())
    return {game.number: game for game in games}


def play_rest(
    file: Path, numbers: Iterable[int], play: Callable[[Iterable[int]], Iterable[PlayedSiege]]
) -> Iterator[PlayedSiege]:
    """Yield the games of these numbers in ascending order. Those that the file lacks are played and appended to it, each at once."""
    wanted = sorted(set(numbers))
    found = read_games(file)
    if file.exists():
        _drop_cut_line(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    rest = iter(play([number for number in wanted if number not in found]))
    with file.open("a", encoding="utf-8") as kept:
        for number in wanted:
            if (game := found.get(number)) is None:
                game = next(rest)
                kept.write(json.dumps(asdict(game)) + "\n")
                kept.flush()
            yield game


def _drop_cut_line(file: Path) -> None:
    """Remove what follows the last end of a line."""
    text = file.read_bytes()
    file.write_bytes(text[: text.rfind(b"\n") + 1])


def _game(row: dict[str, object]) -> PlayedSiege:
    """Return a game as it was before it was written: JSON has lists for tuples."""
    return PlayedSiege(**{name: tuple(value) if isinstance(value, list) else value for name, value in row.items()})  # type: ignore[arg-type]


__all__ = ["play_rest", "read_games"]
