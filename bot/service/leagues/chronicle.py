"""The public log of a season: each act with its time and author."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.leagues.appeals import effect
from bot.leagues.brackets import level_winner
from bot.leagues.journal import Auctioned, Corrected, Created, Decided, Entry, Relocated, Resulted, Ruled
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.clock import lasting, shown
from bot.service.leagues import spoilers
from bot.service.leagues.act_refusals import points, reason_told
from bot.service.leagues.controls import line
from bot.service.leagues.league_call import LeagueCall
from bot.service.leagues.spoilers import SHOWN
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, Reply
from bot.titles.roots import title_meant

#: Acts per page.
_PAGE = 15
#: Entry fields that hold persons.
_PERSONS = ("person", "substitute", "opponent", "former", "one", "other")
#: Internal entries of the host that nobody decided.
_SILENT = (Created, Relocated)


async def log(asked: LeagueCall) -> list[Reply]:
    """Return the acts of a season, newest first, one page at a time."""
    season_id, season = await asked.season()
    entries = [entry for entry in await asked.repository.journal(season_id) if not isinstance(entry, _SILENT)]
    entries.reverse()
    pages = -(-len(entries) // _PAGE)
    number = asked.args.page
    if number > pages:
        raise refuse("league.no_page", text=str(number), count=pages)
    some = entries[(number - 1) * _PAGE : number * _PAGE]
    known = await asked.names([*(entry.by for entry in some if entry.by), *_persons_in(some), *_bidders(season, some)])
    lines = [asked.say("log.head", name=user_text(season.rules.name), page=number, count=pages)]
    hidden = asked.args.show != SHOWN and await spoilers.hidden_from(asked.tools, season, asked.person)
    settling = _settling(entries)
    for entry in some:
        names = _usable_names(season, entry, known) if hidden else known
        lines.append(_line(asked, season, entry, names, hidden=hidden, settles=entry in settling))
    shown = "" if hidden or not asked.args.show else f" show={SHOWN}"
    row = [
        Button(label=asked.say("buttons.page", number=one), token=line(season_id, f"log {one}{shown}"))
        for one in (number - 1, number + 1)
        if 1 <= one <= pages
    ]
    if hidden and any(getattr(entry, "match", "") for entry in some):
        row.append(Button(label=asked.say("buttons.results"), token=line(season_id, f"log {number} show={SHOWN}")))
    return [Reply(text="\n".join(lines), menu=Menu(rows=(tuple(row),)) if row else None)]


def _settling(entries: Sequence[Entry]) -> list[Entry]:
    """Return, of entries from the newest on, the last one of each match that gave it points."""
    found: dict[str, Entry] = {}
    for entry in entries:
        if isinstance(entry, Resulted | Ruled | Corrected | Decided) and entry.points is not None:
            found.setdefault(entry.match, entry)
    return [*found.values()]


def _persons_in(entries: Sequence[Entry]) -> list[str]:
    found = (getattr(entry, field, "") for entry in entries for field in _PERSONS)
    return [name for name in found if name and isinstance(name, str)]


def _bidders(season: Season, entries: Sequence[Entry]) -> list[str]:
    slots = [slot for one in entries if isinstance(one, Auctioned) for slot in (one.first, one.second)]
    results = [one.match for one in entries if isinstance(one, Resulted | Ruled | Corrected | Decided)]
    slots += [winner for match in results if (winner := level_winner(season, season.matches[match])) is not None]
    return [season.holder_of(slot) for slot in slots]


def _usable_names(season: Season, entry: Entry, known: dict[str, str]) -> dict[str, str]:
    """Return the names usable in an entry; none of the players if the match's pairing follows from hidden results."""
    made = season.matches.get(getattr(entry, "match", ""))
    if made is None or season.beforehand(made) or season.rules.format == "ladder":
        return known
    players = {*made.slots, *(season.holder_of(slot) for slot in made.slots)}
    return {name: called for name, called in known.items() if name not in players}


def _line(
    asked: LeagueCall, season: Season, entry: Entry, known: dict[str, str], *, hidden: bool, settles: bool
) -> str:
    """Return one act as text; without points if results are hidden, as the log is read for the acts.

    `settles` says that its match has its result by this act.
    """
    data: dict[str, Any] = {key: getattr(entry, key) for key in type(entry).model_fields}
    data |= {key: known.get(data[key], "–") for key in _PERSONS if isinstance(data.get(key), str)}
    data |= {key: user_text(str(data[key])) for key in ("reason", "text", "name") if data.get(key)}
    if isinstance(entry, Ruled):
        words = title_meant(season.rules.title).words(asked.tools.words.language)
        data["reason"] = reason_told(words, entry.reason, entry.code)
    data |= {"points": points(data["points"]) if data.get("points") else asked.say("results.stands")}
    if hidden and getattr(entry, "points", None) is not None:
        data["points"] = asked.say("log.hidden")
    data |= {"seconds": lasting(data["seconds"])} if "seconds" in data else {}
    if data.get("match"):
        data["match"] = asked.match_named(season, data["match"], data.get("leg"))
    if "matches" in data:
        data["count"] = len(data["matches"])
    if "role" in data:
        data["role"] = asked.say(f"roles.{data['role']}")
        data["person"] = data["person"] if getattr(entry, "person", "") else f"`{data['group']}`"
    by = known.get(entry.by, "–") if entry.by else asked.say("log.clerk")
    if isinstance(entry, Auctioned):
        payer = entry.first if entry.side == 1 else entry.second
        data["payer"] = known.get(season.holder_of(payer), "–")
    act = asked.say(f"log.entries.{_kind(season, entry, data)}", **data)
    if isinstance(entry, Resulted | Ruled | Corrected | Decided) and settles and not hidden:
        act = _level(asked, season, entry, act, known)
    own = by in (data.get("person"), data.get("substitute")) and act.startswith(by)
    return asked.say("log.line_own" if own else "log.line", at=shown(entry.at), by=by, act=act)


def _kind(season: Season, entry: Entry, data: Mapping[str, Any]) -> str:
    """Return the text key for an entry, depending on its kind and content."""
    if isinstance(entry, Decided):
        return effect(season.matches[entry.match].legs[entry.leg], entry).what
    kind: str = "substitute" if getattr(entry, "substitute", False) is True else entry.kind
    if kind == "allowed" and data["match"]:
        return "allowed_match"
    if kind == "extended" and data["reason"]:
        return "extended_why"
    if kind == "left" and entry.by != getattr(entry, "person", ""):
        return "taken_out"
    return "ladder" if kind == "drawn" and not data["count"] else kind


def _level(
    asked: LeagueCall, season: Season, entry: Resulted | Ruled | Corrected | Decided, act: str, known: dict[str, str]
) -> str:
    """Append the player who advances to an act that left a play-off level."""
    winner = level_winner(season, season.matches[entry.match])
    level = entry.points is not None and entry.points[0] == entry.points[1]
    if winner is None or not level:
        return act
    return asked.say("log.entries.level", act=act, person=known.get(season.holder_of(winner), "–"))


__all__ = ["log"]
