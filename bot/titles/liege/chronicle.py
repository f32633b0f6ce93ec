"""Replay of a Liège 1914 record: positions for animations, and summaries of turns and games. Only public events are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.titles import title_named
from bot.titles.liege.drawn_views import drawn
from engine.core.chance import RecordedChance
from engine.core.game import Game
from engine.core.record import Entry, in_force
from engine.core.system import System
from engine.liege.points import earned, score
from engine.liege.view import earned_as_known
from renderer.liege import LiegeEnd, ScoreLine, TurnPicture
from renderer.liege.view import DrawnPosition
from renderer.liege.words import words


@dataclass(slots=True)
class _TurnStory:
    """What happened in one game turn."""

    fell: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=lambda: [0, 0])


class LiegeChronicle:
    """Replays a record.

    Args:
        options: of the game, as they are stored.
        entries: the record from its beginning, including undone entries.
    """

    def __init__(self, options: Mapping[str, Any], entries: Sequence[dict[str, Any]]) -> None:
        self._options, self._entries = options, in_force([Entry.load(entry) for entry in entries])

    def frames(self, wanted: frozenset[int], language: str) -> Iterator[tuple[DrawnPosition, str]]:
        """Yield the public view after each wanted entry, captioned with turn and side; the final one if none matches."""
        last: Game[Any] | None = None
        shown = False
        for entry, game in self._games():
            last = game
            if entry.number in wanted:
                shown = True
                yield self._frame(game, language)
        if not shown and last is not None:
            yield self._frame(last, language)

    @staticmethod
    def _frame(game: Game[Any], language: str) -> tuple[DrawnPosition, str]:
        view, said = drawn(game, None), words(language)
        caption = said.get(
            "title", "caption", turn=view.turn, last=view.last_turn, side=said.side(view.facts, view.side)
        )
        return view, caption

    def turn(self, number: int, palette: str, language: str) -> TurnPicture:
        """Return the picture of one game turn; for the current turn it covers what has happened so far."""
        game, told, scores = self._turn_stories()
        view, own = drawn(game, None), told.get(number, _TurnStory())
        return TurnPicture(
            view, number, tuple(own.fell), (own.lost[0], own.lost[1]), self._lines(game),
            tuple(one for one in scores if one[0] <= number), palette=palette, language=language,
        )  # fmt: skip

    def end(self, palette: str, language: str) -> LiegeEnd:
        """Return the picture of a game's end; for a game in progress, as if it ended now without a winner."""
        game, told, scores = self._turn_stories()
        lost = [sum(one.lost[side] for one in told.values()) for side in (0, 1)]
        winner = game.result.winner if game.result is not None else None
        return LiegeEnd(
            drawn(game, None), winner, (lost[0], lost[1]), self._lines(game), tuple(scores), palette=palette, language=language,
        )  # fmt: skip

    def _games(self) -> Iterator[tuple[Entry, Game[Any]]]:
        source = RecordedChance(self._entries[0].outcomes)
        game = Game.start(system_of(self._options), source)
        for entry in self._entries:
            if entry is not self._entries[0]:
                game.repeat(entry, source)
            yield entry, game

    def _turn_stories(self) -> tuple[Game[Any], dict[int, _TurnStory], list[tuple[int, int]]]:
        """Return the last position, the story of each turn, and the score after each completed turn."""
        told: dict[int, _TurnStory] = {}
        scores: list[tuple[int, int]] = []
        turn, last, hidden = 0, None, False
        before: list[int] = []
        for _, game in self._games():
            state = game.state
            turn = turn or state.turn
            for event in game.drain():
                if event.kind == "turn":
                    turn = event.data["turn"]
                elif event.kind == "fort_fell":
                    told.setdefault(turn, _TurnStory()).fell.append(event.data["fort"])
                elif event.kind == "turn_counted":
                    told_score = event.data["score"]
                    hidden |= told_score is None
                    scores.append((event.data["turn"], score(state) if told_score is None else told_score))
            levels = state.level[:]
            for unit, (was, now) in enumerate(zip(before or [0] * len(levels), levels, strict=True)):
                if now > was and state.facts.units[unit].type != "HQ":  # headquarters have a score line of their own
                    told.setdefault(turn, _TurnStory()).lost[state.facts.units[unit].side] += now - was
            before, last = levels, game
        assert last is not None
        # What depends on hidden units is added once the game is over.
        return last, told, [] if hidden and last.stack else scores

    @staticmethod
    def _lines(game: Game[Any]) -> tuple[ScoreLine, ...]:
        """Return the score line by line, as publicly known."""
        found = earned(game.state) if not game.stack else earned_as_known(game.state, None)
        return tuple(ScoreLine(*line) for line in found)


def system_of(options: Mapping[str, Any]) -> System[Any]:
    """Return the rules of a game by its options, from the registered title."""
    return title_named("liege").system(options)


__all__ = ["LiegeChronicle", "system_of"]
