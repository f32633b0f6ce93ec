"""Turn refused acts of a season into words: persons by name, times in the reader's zone, spans in days."""

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
    """Write the refusal of an act, with times in a time zone."""
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
        data["instead"] = await _instead(tools, data.pop("others"), data["role"], no.code)
    if "role" in data:
        data["role"] = tools.say(f"leagues.roles.{data['role']}")
    return refuse(f"league.{no.code}", **data)


async def _instead(tools: Tools, others: Iterable[str], role: str, code: str) -> str:
    """Say who may decide instead of somebody with a stake, or how to get somebody who may."""
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
    """Return the reason of a result: what somebody wrote, or the sentence of the season's rule."""
    key = f"clerk.ruled.{code}"
    if code and words.has(key):
        return words.say(key)
    return words.say("clerk.ruled.by_rule") if code and code == reason else clean(reason)


def plainly(words: Texts, no: NotNow) -> str:
    """Return a refusal without people's names and without its full stop, for a file or another program."""
    data = {"person": "somebody", **no.data}
    data |= {key: points(data[key]) for key in ("points", "stands") if key in data}
    if "matches" in data:
        data["matches"] = shortened(data["matches"])
    key = f"reasons.league.{no.code}"
    key = key if words.has(key) else f"reasons.{no.code}"
    return words.say(key, **{"season": words.say("leagues.this_season"), **data}).rstrip(".")


_NOTHING = NotNow("")


class ActRefused(Said):
    """Why an act is refused, as `plainly` says it in the language of the sentence that it is put into."""

    refusal: NotNow

    def __new__(cls, told: str, no: NotNow = _NOTHING) -> Self:
        """Make it of what the operator reads."""
        self = super().__new__(cls, told)
        self.refusal = no
        return self

    @classmethod
    def of(cls, no: NotNow) -> ActRefused:
        """Say it for the operator."""
        return cls(plainly(operator_texts(), no), no)

    def told_in(self, words: Texts) -> str:
        """Return it in the language of some words."""
        return plainly(words, self.refusal)


def points(pair: Iterable[int]) -> str:
    """Return the points of both sides, as a result is written."""
    return "–".join(str(one) for one in pair)


def shortened(matches: Iterable[str]) -> str:
    """Return the ids of matches, the first ones of many."""
    found = [f"`{match}`" for match in matches]
    return ", ".join(found[:_MATCHES]) + (" …" if len(found) > _MATCHES else "")


__all__ = ["ActRefused", "plainly", "points", "reason_told", "refused", "shortened"]
