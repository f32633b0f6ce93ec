"""Dice in words: what they were rolled for, and how they fell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.narration.texts import Texts


def purpose_named(words: Texts, purpose: str) -> str:
    """What chance was asked for, in words; where there are none, as the rules call it."""
    key = f"ui.dice.{purpose}"
    return words.say(key) if words.has(key) else purpose.replace("_", " ")


def means(words: Texts, rolled: Mapping[str, Sequence[int]]) -> list[str]:
    """How often dice fell and with what mean, by purpose, in one line; [] if none did."""
    told = [
        f"{purpose_named(words, purpose)} {len(values)} × {sum(values) / len(values):.2f}"
        for purpose, values in sorted(rolled.items())
        if values
    ]
    return [words.say("ui.posts.dice", list=", ".join(told))] if told else []


__all__ = ["means", "purpose_named"]
