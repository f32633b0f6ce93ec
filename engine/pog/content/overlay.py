"""Card sets applied to the base facts: swaps and changed cards, validated like the base."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import ContentError
from engine.pog.content.records import Card, Content
from engine.pog.content.tokens import parse_need


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Swap(_Row):
    out: str
    into: str = Field(alias="in")


class _Change(_Row):
    card: str
    ops_after_event: Literal["no", "yes", "by_stripe"] | None = None
    needs: tuple[str, ...] | None = None
    note: str = ""


class _Set(_Row):
    source: str
    swaps: tuple[_Swap, ...]
    changes: tuple[_Change, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class CardSet:
    """A content with some cards changed, and the swaps: base card out, optional card in."""

    content: Content
    swaps: tuple[tuple[int, int], ...]


@cache
def card_set(name: str, content: Content) -> CardSet:
    """Return the named set applied to a content; raises ContentError with file, row and field."""
    file = f"variants/{name}.toml"
    try:
        raw = (resources.files("assets") / "pog" / "variants" / f"{name}.toml").read_bytes()
        data = _Set.model_validate(tomllib.loads(raw.decode()))
    except OSError as problem:
        raise ContentError(file, None, None, "the file is missing or cannot be read") from problem
    except (tomllib.TOMLDecodeError, ValidationError) as problem:
        raise ContentError(file, None, None, str(problem).splitlines()[0]) from problem
    cards = list(content.cards)
    for change in data.changes:
        index = _card(content, file, change.card)
        cards[index] = _changed(cards[index], change, name, file)
    swaps = tuple(_swap(content, file, swap) for swap in data.swaps)
    return CardSet(replace(content, cards=tuple(cards)), swaps)


def _card(content: Content, file: str, name: str) -> int:
    try:
        return content.card_by_name[name]
    except KeyError:
        raise ContentError(file, name, "card", "there is no such card") from None


def _changed(card: Card, change: _Change, name: str, file: str) -> Card:
    fields: dict[str, Any] = {"reading": name}
    if change.ops_after_event is not None:
        fields["ops_after_event"] = change.ops_after_event
    if change.needs is not None:
        try:
            fields["needs"] = tuple(parse_need(token) for token in change.needs)
        except ValueError as problem:
            raise ContentError(file, change.card, "needs", str(problem)) from problem
    return replace(card, **fields)


def _swap(content: Content, file: str, swap: _Swap) -> tuple[int, int]:
    out, into = _card(content, file, swap.out), _card(content, file, swap.into)
    a, b = content.cards[out], content.cards[into]
    if a.optional or not b.optional or (a.side, a.deck) != (b.side, b.deck):
        raise ContentError(file, swap.out, "in", "a base card is swapped for an optional one of its deck")
    return out, into
