"""Dice in words: their purposes and results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.narration.texts import Texts
from engine.core.chance import Throw


def purpose_named(words: Texts, purpose: str) -> str:
    """Return the purpose of a roll in words; without a text, the rules' own term."""
    key = f"ui.dice.{purpose}"
    return words.say(key) if words.has(key) else purpose.replace("_", " ")


def cancelled(words: Texts, dice: Sequence[tuple[str, int]], draws: int) -> str:
    """Return the dice that a rollback would cancel, by purpose and face, and how many draws."""
    rolled = [f"{purpose_named(words, purpose)} {face}" for purpose, face in dice]
    told = [words.say("ui.dice.rolls", count=len(rolled), list=", ".join(rolled))] if rolled else []
    if draws:
        told.append(words.say("ui.dice.draws", count=draws))
    return words.listed(told) if told else words.say("ui.answers.no_dice")


def means(words: Texts, throws: Iterable[Throw]) -> list[str]:
    """Return the number and mean of dice rolls by purpose, in one line; [] if there were none."""
    rolled: dict[str, list[int]] = {}
    for throw in throws:
        rolled.setdefault(throw.purpose, []).append(throw.value)
    told = [
        words.say(
            "ui.dice.mean",
            purpose=purpose_named(words, purpose),
            mean=f"{sum(values) / len(values):.2f}" if len(values) > 1 else values[0],
            count=len(values),
        )
        for purpose, values in sorted(rolled.items())
    ]
    return [words.say("ui.posts.dice", list=", ".join(told))] if told else []


__all__ = ["cancelled", "means", "purpose_named"]
