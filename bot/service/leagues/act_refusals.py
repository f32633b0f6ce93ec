"""Converts refused acts of a season to text: people by name, times in the reader's zone, durations in days."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Self

from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from bot.narration.texts import Said, Texts, operator_texts
from bot.narration.user_text import user_text
from bot.service.calls import Tools
from bot.service.clock import lasting
from bot.service.leagues.people import names
from bot.service.leagues.times import told
from bot.table.refusal import Refusal, refuse

_PERSONS = ("person", "one", "other", "substitute")
_TIMES = ("until", "begins", "closes", "end", "ends")
_SPANS = ("needed", "given")
_MATCHES = 6


async def refused(tools: Tools, season: Season | None, no: NotNow, zone: str) -> Refusal:
    """Return the refusal of an act as text, with times in the given zone."""
    data: dict[str, Any] = {"season": user_text(season.rules.name)} if season is not None else {}
    data |= no.data
    people = [str(data[key]) for key in _PERSONS if data.get(key)]
    known = await names(tools, people)
    data |= {key: known[data[key]] for key in _PERSONS if data.get(key)}
    data |= {key: told(data[key], zone) for key in _TIMES if key in data}
    data |= {key: lasting(data[key]) for key in _SPANS if key in data}
    data |= {key: points(data[key]) for key in ("points", "stands") if key in data}
    if "matches" in data:
        data["matches"] = shortened(data["matches"])
    if "why" in data:
        data["why"] = "; ".join(
            tools.say(f"leagues.unfit.{code}", capacity=data.get("capacity", 2)) for code in data["why"]
        )
    if "others" in data:
        data["instead"] = await _alternatives(tools, data.pop("others"), data["role"], no.code)
    if "role" in data:
        data["role"] = tools.say(f"leagues.roles.{data['role']}")
    return refuse(f"league.{no.code}", **data)


async def _alternatives(tools: Tools, others: Iterable[str], role: str, code: str) -> str:
    """Return who may decide instead of a person with a stake, or how to find someone who may."""
    there = sorted(set((await names(tools, others)).values()) - {"–"})
    found = [
        tools.say("leagues.interest.others", list=tools.words.listed(there[:_MATCHES], "or"))
        if there
        else tools.say("leagues.interest.nobody", role=role)
    ]
    if code != "own_part":
        found.append(tools.say("leagues.interest.exception"))
    return " ".join(found)


def reason_told(words: Texts, reason: str, code: str = "", clean: Callable[[str], str] = user_text) -> str:
    """Return the reason for a result: a person's text, or the sentence of the season's rule."""
    key = f"clerk.ruled.{code}"
    if code and words.has(key):
        return words.say(key)
    return words.say("clerk.ruled.by_rule") if code and code == reason else clean(reason)


def plainly(words: Texts, no: NotNow) -> str:
    """Return a refusal without people's names or a full stop, for a file or another program."""
    data = {"person": "somebody", **no.data}
    data |= {key: points(data[key]) for key in ("points", "stands") if key in data}
    if "matches" in data:
        data["matches"] = shortened(data["matches"])
    key = f"reasons.league.{no.code}"
    key = key if words.has(key) else f"reasons.{no.code}"
    return words.say(key, **{"season": words.say("leagues.this_season"), **data}).rstrip(".")


_NOTHING = NotNow("")


class ActRefused(Said):
    """The reason an act is refused, as given by `plainly` in the language of the surrounding sentence."""

    refusal: NotNow

    def __new__(cls, told: str, no: NotNow = _NOTHING) -> Self:
        """Create it from the operator's text."""
        self = super().__new__(cls, told)
        self.refusal = no
        return self

    @classmethod
    def of(cls, no: NotNow) -> ActRefused:
        """Create it from a refusal, in the operator's language."""
        return cls(plainly(operator_texts(), no), no)

    def told_in(self, words: Texts) -> str:
        """Return the reason in the language of `words`."""
        return plainly(words, self.refusal)


def points(pair: Iterable[int]) -> str:
    """Return the points of both sides, as in a result."""
    return "–".join(str(one) for one in pair)


def shortened(matches: Iterable[str]) -> str:
    """Return a list of match ids, cut off after the first few."""
    found = [f"`{match}`" for match in matches]
    return ", ".join(found[:_MATCHES]) + (" …" if len(found) > _MATCHES else "")


__all__ = ["ActRefused", "plainly", "points", "reason_told", "refused", "shortened"]
