"""Decisions are numbered once over all logs."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.conftest import ROOT

HEADING = "## Decision log\n"
#: The documents that have a log, and so every log links all the others.
LOGS = tuple(
    sorted(
        str(path.relative_to(ROOT))
        for part in ("bot", "engine", "renderer")
        for path in (ROOT / part).rglob("README.md")
        if HEADING in path.read_text(encoding="utf-8")
    )
)
_DECISION = re.compile(r"^(\d+)\. \*\*", re.MULTILINE)


def log(document: str) -> str:
    """What stands under the heading."""
    return (ROOT / document).read_text(encoding="utf-8").partition(HEADING)[2]


def numbers(document: str) -> list[int]:
    """The decisions of a log, as they stand there."""
    return [int(number) for number in _DECISION.findall(log(document))]


def test_a_number_names_one_decision() -> None:
    found = Counter(number for document in LOGS for number in numbers(document))
    twice = sorted(number for number, times in found.items() if times > 1)
    assert twice == [], f"the next free number is {max(found) + 1}"


@pytest.mark.parametrize("document", LOGS)
def test_a_log_is_in_order_and_links_the_others(document: str) -> None:
    assert numbers(document) == sorted(numbers(document))
    links = re.findall(r"\]\(([^)#]+README\.md)\)", log(document).partition("\n\n1")[0])
    named = {str(((ROOT / document).parent / link).resolve().relative_to(ROOT)) for link in links}
    assert named >= set(LOGS) - {document}
