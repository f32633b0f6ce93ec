"""Public queries: the seasons of a place, tables, pairings, one's own games, and verification of the draws."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar, cast

from bot.leagues import acts, public_facts
from bot.leagues.acts.ladder_challenges import ANSWER
from bot.leagues.acts.season_end import rounds_left
from bot.leagues.journal import Drawn, Moved
from bot.leagues.ladders import MOST_UP
from bot.leagues.matches import Fixed
from bot.leagues.public_facts import TableRow
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.leagues import entry_commands, format_commands, season_choice, views
from bot.service.leagues.controls import line
from bot.service.leagues.league_call import LeagueCall, named_holders, named_slots
from bot.service.leagues.match_lines import match_lines, own_lines, side_names
from bot.service.leagues.pages import pictures
from bot.service.leagues.rating_figures import by_person
from bot.service.leagues.season_creation import rules_line
from bot.service.leagues.times import told
from bot.service.looking import screens
from bot.table.refusal import refuse
from bot.table.reply import Button, Menu, PictureRef, Reply
from renderer.kit.requests import Palette
from renderer.league.views import MOST_ROWS

#: Lines of a table or of pairings, as on one page of their picture, and seasons listed per message.
_ROWS, _SEASONS = MOST_ROWS, 12
T = TypeVar("T")


async def seasons(asked: LeagueCall) -> list[Reply]:
    """Return the seasons of this channel and its community, and those the caller entered."""
    known = await asked.repository.sound()
    entered = [one for one, season in known.items() if asked.within(season) in season.entrants]
    near = list(dict.fromkeys([*season_choice.around(known, asked.caller), *entered]))
    if not near:
        raise refuse("league.no_season_here")
    lines = [asked.say("list.head")]
    for one in near[:_SEASONS]:
        season = known[one]
        told_of = {"name": user_text(season.rules.name), "id": one, "count": len(season.entrants)}
        lines.append(asked.say("list.line", stage=asked.say(f"stages.{season.stage}"), **told_of))
    return [Reply(text="\n".join(lines))]


# ----------------------------------------------------------------------------------------------------- tables


async def table(asked: LeagueCall) -> list[Reply]:
    """Return the table of a section: the named one, else the caller's, else the first."""
    season_id, season = await asked.season()
    if not season.sections:
        return [await _entrants(asked, season_id, season)]
    named = "section" in asked.args.model_fields_set
    own = season.section_of(asked.within(season))
    number = asked.args.section - 1 if named or own is None else own
    if number >= len(season.sections):
        raise refuse("league.no_section", text=str(number + 1), count=len(season.sections))
    lines = [
        asked.say(
            "tables.head_division" if len(season.sections) > 1 else "tables.head",
            name=user_text(season.rules.name),
            section=number + 1,
            stage=asked.say(f"stages.{season.stage}"),
        )
    ]
    rows = public_facts.rows(season, number)
    mine = season.slot_of(asked.within(season))
    place = next((at for at, row in enumerate(rows) if row.slot == mine), 0)
    some, page, count = _page(rows, asked.args.page or 1 + place // _size(rows))
    lines += await _rows(asked, season, some)
    picture = await _picture(asked, season, number, page)
    menu = _turning(asked, season_id, season, number)
    return [
        Reply(
            text="\n".join(lines),
            picture=picture,
            menu=_pages(asked, season_id, f"table {number + 1}", page, count, menu),
        )
    ]


def _size(items: Sequence[object]) -> int:
    """Return the number of items per page, so that all pages are about equally long."""
    count = max(-(-len(items) // _ROWS), 1)
    return max(-(-len(items) // count), 1)


def _page(items: Sequence[T], number: int) -> tuple[Sequence[T], int, int]:
    """Return a page of a list, its number and the number of pages; refuse one beyond the end."""
    size = _size(items)
    count = max(-(-len(items) // size), 1)
    if number > count:
        raise refuse("league.no_page", text=str(number), count=count)
    return items[(number - 1) * size : number * size], number, count


def _pages(asked: LeagueCall, season_id: str, command: str, page: int, count: int, menu: Menu) -> Menu:
    """Return the menu with buttons to the adjacent pages added."""
    around = [one for one in (page - 1, page + 1) if 1 <= one <= count]
    turning = tuple(
        Button(label=asked.say("buttons.page", number=one), token=line(season_id, f"{command} page={one}"))
        for one in around
    )
    return Menu(rows=(turning, *menu.rows)) if turning else menu


async def _picture_source(asked: LeagueCall, season: Season) -> views.SeasonSource:
    """Return a season as the source of pictures, in the caller's preferred colours."""
    palette = cast("Palette", await screens.palette_of(asked.tools, asked.caller) or "standard")
    told_of = await views.told(asked.tools, season, palette)
    return replace(told_of, ratings=await by_person(asked.repository, season))


async def _picture(asked: LeagueCall, season: Season, number: int, page: int) -> PictureRef:
    """Return the bracket of a knock-out, else a page of the table."""
    told_of = await _picture_source(asked, season)
    if trees := views.bracket(told_of):
        return pictures(asked.tools.words.language, trees[0])[0]
    pages = pictures(asked.tools.words.language, views.standings(told_of, number, own=asked.within(season)))
    return pages[min(page, len(pages)) - 1]


async def _rows(asked: LeagueCall, season: Season, rows: Sequence[TableRow]) -> list[str]:
    known = await named_slots(asked, season, [one for row in rows for one in (row.slot, row.holder)])
    lines = []
    for row in rows:
        held = known[row.holder]
        name = held if row.holder == row.slot else asked.say("tables.for", name=held, slot=known[row.slot])
        lines.append(_row(asked, row, name))
    return lines


def _row(asked: LeagueCall, row: TableRow, name: str) -> str:
    text = asked.say(
        "tables.row", place=row.place, name=name, points=row.points, won=row.won, drawn=row.drawn, lost=row.lost
    )
    if row.gone:
        return asked.say("tables.gone", row=text)
    if row.best == row.worst:
        return text
    return asked.say("tables.out" if row.out else "tables.reach", row=text, best=row.best, worst=row.worst)


def _turning(asked: LeagueCall, season_id: str, season: Season, number: int) -> Menu:
    """Return buttons to the adjacent divisions, to the pairings and to the caller's games."""
    around = [one for one in (number - 1, number + 1) if 0 <= one < len(season.sections)]
    row = [
        Button(label=asked.say("buttons.section", number=one + 1), token=line(season_id, f"table {one + 1}"))
        for one in around
    ]
    row += [Button(label=asked.say(f"buttons.{one}"), token=line(season_id, one)) for one in ("pairings", "me")]
    return Menu(rows=(tuple(row),))


async def _entrants(asked: LeagueCall, season_id: str, season: Season) -> Reply:
    """Show, before the draw, who has entered, and the rules."""
    known = await asked.names(list(season.entrants))
    entered = [known[one] for one, entry in season.entrants.items() if not entry.substitute]
    spare = [known[one] for one, entry in season.entrants.items() if entry.substitute]
    lines = [
        asked.say("tables.before", name=user_text(season.rules.name), stage=asked.say(f"stages.{season.stage}")),
        rules_line(asked, season),
    ]
    shown = ", ".join(entered[:60]) + (" …" if len(entered) > 60 else "")
    lines.append(asked.say("tables.entered", count=len(entered), list=shown or "–"))
    if spare:
        lines.append(asked.say("tables.substitutes", count=len(spare), list=", ".join(spare[:20])))
    names = ["join"] if season.stage == "open" and asked.within(season) not in season.entrants else []
    names += ["checkin", "me"] if season.rules.calendar is not None else ["me"]
    buttons = tuple(Button(label=asked.say(f"buttons.{one}"), token=line(season_id, one)) for one in names)
    return Reply(text="\n".join(lines), menu=Menu(rows=(buttons,)))


# --------------------------------------------------------------------------------------------------- pairings


async def pairings(asked: LeagueCall) -> list[Reply]:
    """Return the matches of a round, the current one by default; in divisions, the caller's section first."""
    season_id, season = await asked.season()
    number = asked.args.round or season.round
    if not number:
        raise refuse("league.not_drawn", season=user_text(season.rules.name))
    found = [made for made in season.matches.values() if made.round == number]
    if not found and season.rules.format == "ladder" and number == season.round:
        return [Reply(text=asked.say("draws.ladder_begun", name=user_text(season.rules.name), reach=MOST_UP))]
    if not found:
        raise refuse("league.no_round", text=str(number), count=season.round)
    own = season.section_of(asked.within(season))
    found.sort(key=lambda made: (made.section != own, made.section))
    lines = [asked.say("pairings.head", name=user_text(season.rules.name), round=number)]
    some, page, count = _page(found, asked.args.page or 1)
    if all(made.ready for made in some):  # before an auction nobody has a side
        first, second = side_names(asked, season)
        lines.append(asked.say("pairings.sides", first=first, second=second))
    lines += await match_lines(asked, season, some)
    known = await named_holders(asked, season, [slot for at, slot in season.byes if at == number])
    lines += [asked.say("draws.bye", person=name) for name in known.values()]
    buttons = tuple(Button(label=asked.say(f"buttons.{one}"), token=line(season_id, one)) for one in ("me", "table"))
    rows = views.pairings(await _picture_source(asked, season), section=some[0].section, number=number)
    shown = pictures(asked.tools.words.language, rows)[0]
    menu = _pages(asked, season_id, f"pairings {number}", page, count, Menu(rows=(buttons,)))
    return [Reply(text="\n".join(lines), picture=shown, menu=menu)]


async def me(asked: LeagueCall) -> list[Reply]:
    """Show the caller's entry: status, games, offers, and next steps."""
    season_id, season = await asked.season()
    mine = asked.within(season)
    status = public_facts.status(season, mine, asked.at)
    zone = asked.person.zone
    if status is None:
        join = Button(label=asked.say("buttons.join"), token=line(season_id, "join"), style="primary")
        text = asked.say("mine.none", name=user_text(season.rules.name), stage=asked.say(f"stages.{season.stage}"))
        return [Reply(text=text, menu=Menu(rows=((join,),)) if season.stage == "open" else None)]
    said = "undrawn" if status == "waiting" and not season.round else status
    lines = [asked.say("mine.head", name=user_text(season.rules.name), status=asked.say(f"statuses.{said}"))]
    slot = season.slot_of(mine)
    own = [made for made in season.matches.values() if slot in made.slots and _played_by(season, made, mine)]
    lines += await own_lines(asked, season, own[-_ROWS:], slot)
    lines += [
        asked.say("away.line", start=told(one.start, zone), end=told(one.end, zone))
        for one in season.leaves.get(mine, ())
        if one.end > asked.at
    ]
    lines += await _challengers(asked, season, mine)
    open_places = entry_commands.offers(season, asked.me, asked.at)
    known = await asked.names([one.person for one in open_places])
    lines += [asked.say("mine.offered", person=known[one.person], until=told(one.until, zone)) for one in open_places]
    window = season.window()
    open_still = any(not made.settled for made in own) or (
        status in ("active", "on leave") and rounds_left(season, asked.at)
    )
    playing = season.held_by(mine) is not None and open_still
    if window is not None and playing and season.on and season.rules.format not in ("ladder", "rolling"):
        lines.append(asked.say("mine.window", ends=told(window.end, zone)))
    calendar = season.rules.calendar
    todo = ["substitute"] if open_places else []
    if calendar is not None and calendar.check_in and not season.round and asked.me not in season.checked:
        lines.append(
            asked.say("mine.check_in", begins=told(calendar.check_in_from, zone), draw=told(calendar.draw, zone))
        )
        todo.append("checkin")
    row = [*format_commands.challenge_menu(asked, season_id, season)]
    row += [Button(label=asked.say(f"buttons.{one}"), token=line(season_id, one), style="primary") for one in todo]
    row.append(Button(label=asked.say("buttons.table"), token=line(season_id, "table")))
    return [Reply(text="\n".join(lines), menu=Menu(rows=(tuple(row),)))]


def _played_by(season: Season, made: Fixed, person: str) -> bool:
    """Return True if a match of the person's slot is theirs and not one continued by a later holder."""
    return season.held_by(person) is not None or all(person in (leg.seated or ()) for leg in made.legs)


async def _challengers(asked: LeagueCall, season: Season, mine: str) -> list[str]:
    """List the challengers who await the caller's answer."""
    made = [one for one in season.challenges.values() if one.opponent == season.held_by(mine)]
    known = await named_slots(asked, season, [season.holders[one.person] for one in made])
    zone = asked.person.zone
    return [
        asked.say("mine.challenged", person=known[season.holders[one.person]], until=told(one.at + ANSWER, zone))
        for one in made
    ]


async def verify(asked: LeagueCall) -> list[Reply]:
    """Verify that every draw follows from the journal and the seed fixed before anyone entered."""
    season_id, season = await asked.season()
    entries = await asked.repository.journal(season_id)
    wrong = await asyncio.to_thread(acts.verify_lots, entries)
    promise = season.rules.commitment
    if wrong == ["open"]:
        return [Reply(text=asked.say("verified.open", commitment=promise))]
    if wrong:
        return [Reply(text=asked.say("verified.wrong", list=", ".join(wrong)))]
    came = max((number for number, entry in enumerate(entries) if isinstance(entry, Moved)), default=0)
    elsewhere = sum(isinstance(entry, Drawn) and entry.outside for entry in entries[came:])
    before = Season.told(entries[: came + 1]).round
    ours = season.round - before - elsewhere
    lines = [asked.say("verified.right", count=ours, seed=season.seed, commitment=promise)] if ours else []
    lines += [asked.say("verified.elsewhere", count=elsewhere)] if elsewhere else []
    lines += [asked.say("verified.moved", count=before)] if before else []
    return [
        Reply(text="\n".join(lines or [asked.say("verified.right", count=0, seed=season.seed, commitment=promise)]))
    ]


__all__ = ["me", "pairings", "seasons", "table", "verify"]
