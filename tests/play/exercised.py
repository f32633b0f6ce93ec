"""Coverage of games: decisions, events, cards by use, entries, endings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.core.options import Choice
from engine.pog import PogGame

_COUNTERS = ("endings", "last_turns", "entries", "decisions", "events", "cards_as_events", "combat_cards")


@dataclass(slots=True)
class Exercised:
    """Counts over any number of games; they can be added."""

    games: int = 0
    choices: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    cards_as_events: Counter[str] = field(default_factory=Counter)
    combat_cards: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    entries: Counter[str] = field(default_factory=Counter)
    last_turns: Counter[str] = field(default_factory=Counter)

    def note(self, game: PogGame, choice: Choice) -> None:
        """Record a choice; called before it is applied."""
        self.choices += 1
        self.decisions[game.decision.kind] += 1
        cards = game.state.rules.content.cards
        if choice.verb == "event":
            self.cards_as_events[cards[choice.arg].name] += 1
        elif choice.verb == "play":
            self.combat_cards[cards[choice.arg].name] += 1

    def close(self, game: PogGame) -> None:
        """Record the end of a game."""
        assert game.result is not None
        self.games += 1
        self.endings[f"{game.state.rules.scenario.name}:{game.result.reason}"] += 1
        self.entries.update(list(game.state.at_war))
        self.last_turns[str(game.state.turn)] += 1

    def dump(self) -> dict[str, Any]:
        """Return the counts as JSON."""
        counts = {name: dict(getattr(self, name)) for name in _COUNTERS}
        return {"games": self.games, "choices": self.choices, **counts}

    @classmethod
    def load(cls, data: dict[str, Any]) -> Exercised:
        """Reverse `dump`."""
        found = cls(games=data["games"], choices=data["choices"])
        for name in _COUNTERS:
            getattr(found, name).update(data[name])
        return found

    def __iadd__(self, other: Exercised) -> Exercised:
        """Add another count."""
        self.games += other.games
        self.choices += other.choices
        for name in _COUNTERS:
            getattr(self, name).update(getattr(other, name))
        return self

    def __str__(self) -> str:
        rows = [f"{self.games} games, {self.choices} choices"]
        for title in _COUNTERS:
            counts: Counter[str] = getattr(self, title)
            rows.append(f"{title} ({len(counts)}): " + ", ".join(f"{k} {n}" for k, n in counts.most_common()))
        return "\n".join(rows)
