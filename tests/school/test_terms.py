"""Lessons explain each term where a newcomer meets it first, and a task ends with what to press or type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.titles import usual_title
from bot.titles.capabilities import lessons_of

WORDS = usual_title().words("en")
LESSONS = lessons_of(usual_title())
#: Terms of the game as lessons write them.
TERMS = (
    r"operations?|OPS",
    r"spaces?",
    r"units?",
    r"activates?",
    r"army|armies",
    r"corps",
    r"reduced?",
    r"movement factor|MF",
    r"stacking",
    r"supply|source",
    r"out of supply|OOS",
    r"Attrition Phase",
    r"forts?",
    r"besieged?|sieges?",
    r"combat factor|CF",
    r"fire table",
    r"loss numbers?",
    r"steps",
    r"loss factor|LF",
    r"retreats?",
    r"advance",
    r"trench(?:es)?",
    r"flank attack",
    r"strategic redeployment|SR",
    r"Reserve Box",
    r"replacement points|RP",
    r"events?",
    r"war status",
    r"victory points?|VP",
    r"combat cards?",
    r"die-roll modifier|DRM",
    r"mandated offensives?|MO",
)
_ORDER = re.compile(r"`[^`]*`|\*Operations with …\*|\*[^*]*\(reduced GE c\)[^*]*\*")


def texts(said: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the texts of a step in the order in which they may be met: `read` by all, or only `met` by some."""
    yield "read", "\n".join((said["task"], *said.get("answers", {}).values()))
    yield "met", said["hint"]
    yield from (("met", text) for text in said.get("mistakes", {}).values())
    yield "read", said["done"]


def unexplained(term: str) -> list[str]:
    """List the texts that use a term before a text that everybody reads has explained it, and do not explain it."""
    word = re.compile(rf"\b(?:{term})\b", re.IGNORECASE)
    found: list[str] = []
    for lesson in LESSONS:
        for step in lesson.steps:
            for who, text in texts(WORDS.table(f"school.{lesson.name}.{step.name}")):
                plain = _ORDER.sub("", text)
                if not word.search(plain):
                    continue
                explained = any(word.search(bold) for bold in re.findall(r"\*\*([^*]+)\*\*", plain))
                if not explained:
                    found.append(f"{lesson.name}.{step.name}: {text}")
                elif who == "read":
                    return found
    return found


@pytest.mark.parametrize("term", TERMS)
def test_a_term_is_explained_where_it_is_met_first(term: str) -> None:
    assert unexplained(term) == []


def test_a_task_ends_with_what_is_pressed_or_typed() -> None:
    for lesson in LESSONS:
        for step in lesson.steps:
            task = WORDS.say(f"school.{lesson.name}.{step.name}.task")
            if step.answers:
                assert task.endswith("?"), (lesson.name, step.name)
            else:
                assert re.search(r"(?:\*[^*]+\*|“[^”]+”|`/[^`]+`)\.?$", task), (lesson.name, step.name, task)
