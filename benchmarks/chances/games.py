"""Training games for winning chances: by simple rules, by the computer's levels, and recorded, as positions."""

from __future__ import annotations

import json
import lzma
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from benchmarks.chances.styles import STYLES, StylePlayer
from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.pog import GameOptions, PathsOfGlory
from engine.pog.content.records import AP, CP
from engine.pog.opponent.chances import Sight, sight_of
from engine.pog.opponent.match import LEVELS, MOST_CHOICES
from engine.pog.opponent.seat import asked
from engine.pog.state import State
from tests.conformance.replay import Replay
from tests.conformance.trace import Trace
from tests.conformance.trace import read as read_trace

#: Every playable scenario.
SCENARIOS: Final = ("introductory", "limited_war", "campaign", "historical", "summer_1916", "banquet", "suicide")
#: Who plays whom, the Allies first, by kind of players; each deal uses one of the pairs.
KINDS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    **{name: ((name, name),) for name in STYLES},
    "mixed": tuple((one, other) for one in STYLES for other in STYLES if one != other and "anything" not in (one, other)),
    "recruits": (("recruit", "recruit"),),
    "officers": (("officer", "officer"), ("officer", "recruit"), ("officer", "officer"), ("recruit", "officer")),
}  # fmt: skip
#: Games of each kind per scenario.
GAMES: Final = {**dict.fromkeys(STYLES, 45), "mixed": 120, "recruits": 30, "officers": 12}
#: Positions kept of each game.
KEPT = 10
#: The games in the repository.
POSITIONS: Final = Path(__file__).parent / "positions.jsonl.xz"


@dataclass(frozen=True, slots=True)
class Seen:
    """A position at the beginning of an action round: its features, the game's deal, winner and kind of players."""

    sight: Sight
    deal: int
    winner: int | None
    kind: str = ""

    @property
    def game(self) -> tuple[str, str, int]:
        """Return the key of the position's game."""
        return self.sight.scenario, self.kind, self.deal


def pair_of(kind: str, deal: int) -> tuple[str, str]:
    """Return the players of a deal, the Allies first."""
    pairs = KINDS[kind]
    return pairs[deal % len(pairs)]


def played(scenario: str, kind: str, deal: int) -> list[dict[str, Any]]:
    """Return the positions of one game, as lines."""
    luck = random.Random(f"{scenario}/{kind}/{deal}")
    seats = [_seat(name, side, luck) for side, name in enumerate(pair_of(kind, deal))]
    chance = KeyedChance(luck.getrandbits(64).to_bytes(8, "big"))
    game: Game[State] = Game.start(PathsOfGlory(GameOptions(scenario=scenario)), chance, listening=False)
    seen: list[Sight] = []
    for _ in range(MOST_CHOICES):
        if not game.stack:
            break
        actor = game.decision.actor(game)
        if game.decision.kind == "choose_action" and not game.options().only():
            seen.append(sight_of(game))
        game.apply(seats[actor](game))
    return _lines(seen, kind, deal, game.result.winner if game.result else None)


def _seat(name: str, side: int, luck: random.Random) -> Callable[[Game[State]], Choice]:
    if name in STYLES:
        return StylePlayer(name, side, random.Random(luck.getrandbits(64))).answer
    player, numbers = LEVELS[name], random.Random(luck.getrandbits(64))
    return lambda game: asked(game, player, numbers)


def recorded(path: Path, deal: int) -> list[dict[str, Any]]:
    """Return the positions of a recorded game (`tests/conformance`), as lines."""
    replay = _Watched(read_trace(path))
    replay.run()
    winner = {"ap": AP, "cp": CP}.get(str(replay.trace.result["winner"]))
    return _lines(replay.seen, "recorded", deal, winner)


class _Watched(Replay):
    """Replays a recorded game and keeps positions."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self.seen: list[Sight] = []

    def _line(self) -> None:
        if self.game.stack and self.game.decision.kind == "choose_action":
            self.seen.append(sight_of(self.game))
        super()._line()


def _lines(seen: Sequence[Sight], kind: str, deal: int, winner: int | None) -> list[dict[str, Any]]:
    """Return as many positions as are kept of a game, spread over it; the deal determines which."""
    dice = random.Random(f"{kind}/{deal}/kept")
    places = sorted(dice.sample(range(len(seen)), min(KEPT, len(seen))))
    return [
        {
            "scenario": seen[place].scenario, "kind": kind, "deal": deal, "winner": winner,
            "terms": [round(term, 3) for term in seen[place].terms], "half_gap": round(seen[place].half_gap, 3),
        }
        for place in places
    ]  # fmt: skip


def play(
    path: Path,
    wanted: Sequence[tuple[str, str, int]],
    processes: int,
    tell: Callable[[str], None] = lambda text: print(text, file=sys.stderr),
) -> None:
    """Play the games (scenario, kind of players, deal) missing in the file, and append their positions."""
    there = {(row["scenario"], row["kind"], row["deal"]) for row in rows(path)}
    missing = [one for one in wanted if one not in there]
    _add(path, processes, [(played, one) for one in missing], tell)


def replay(
    path: Path,
    traces: Sequence[Path],
    processes: int,
    tell: Callable[[str], None] = lambda text: print(text, file=sys.stderr),
) -> None:
    """Append positions of recorded games missing in the file; a game is identified by its number."""
    there = {row["deal"] for row in rows(path) if row["kind"] == "recorded"}
    numbered = [(one, int(one.name.split(".")[0].rpartition("_")[2])) for one in traces]
    _add(path, processes, [(recorded, one) for one in numbered if one[1] not in there], tell)


def _add(path: Path, processes: int, games: Sequence[tuple[Any, Any]], tell: Callable[[str], None]) -> None:
    with (
        ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool,
        path.open("a", encoding="utf-8") as file,
    ):
        running = [pool.submit(function, *given) for function, given in games]
        for number, done in enumerate(as_completed(running), 1):
            for row in done.result():
                file.write(json.dumps(row) + "\n")
            file.flush()
            if number % 20 == 0 or number == len(running):
                tell(f"{number} of {len(running)} games")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file, none if it doesn't exist; .xz files are unpacked."""
    if path.exists():
        with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as file:
            yield from (json.loads(line) for line in file)


def pack(paths: Iterable[Path], path: Path) -> None:
    """Merge files into one, ordered by game."""
    found = sorted(
        (row for one in paths for row in rows(one)), key=lambda row: (row["scenario"], row["kind"], row["deal"])
    )
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in found)


def read(paths: Iterable[Path]) -> list[Seen]:
    """Return the positions in some files."""
    return [
        Seen(
            Sight(row["scenario"], tuple(row["terms"]), row["half_gap"]),
            row["deal"],
            row["winner"],
            row.get("kind", ""),
        )
        for path in paths
        for row in rows(path)
    ]


__all__ = [
    "GAMES",
    "KEPT",
    "KINDS",
    "POSITIONS",
    "SCENARIOS",
    "Seen",
    "pack",
    "pair_of",
    "play",
    "played",
    "read",
    "recorded",
    "replay",
    "rows",
]
