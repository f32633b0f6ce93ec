"""What must be so when a season is over: nothing lost, nothing doubled, the same everywhere, and all of it recomputable."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import ClientSession

from bot.leagues import journal
from bot.leagues.divisions import balance, next_season
from bot.leagues.exchange import archives
from bot.leagues.journal import Entry
from bot.leagues.matches import Fixed
from bot.leagues.pairing import Pair
from bot.leagues.promotion import final_tables
from bot.leagues.season import Season
from bot.public.server import PublicServer
from bot.service.leagues.rating import Ratings, pool_of
from bot.service.record_work import RecordThreads
from bot.settings import Settings
from tests.league_season.counting import most_in_a_week
from tests.league_season.story import NAME, NEXT_SEASON, SEASON, Story
from tests.league_season.town import HALLS, breaches, dot
from tests.platforms.slack.loopback import TEAM

#: Place, name, points, won, drawn, lost.
Line = tuple[int, str, int, int, int, int]
_TYPED = re.compile(r"^(\d+)\. (.+?): (\d+) points? \((\d+) won, (\d+) drawn, (\d+) lost\)", re.MULTILINE)
_ROW, _CELL, _TAG = (
    re.compile(r"<tr[^>]*>(.*?)</tr>", re.DOTALL),
    re.compile(r"<td[^>]*>(.*?)</td>"),
    re.compile("<[^>]+>"),
)
#: At most so many commands of the organiser, and so many pings of a person by leagues in a week.
ORDERS, PINGS = 10, 3


class Faults(list[str]):
    """What is not as it should be."""

    def unless(self, holds: object, what: str) -> None:
        """Note it unless it holds."""
        if not holds:
            self.append(what)

    def same(self, found: object, wanted: object, what: str) -> None:
        """Note it unless both are equal."""
        self.unless(found == wanted, f"{what}: {found}, not {wanted}")


async def faults(story: Story) -> tuple[Faults, int, int]:
    """All that is not as it should be, and how much of what was to be delivered or told is lost and how much doubled."""
    found = Faults()
    lost, doubled = await _delivered(story, found)
    _people(story, await story.season(), found)
    await _events(story, found)
    await _replayed(story, found)
    await _tables(story, found)
    await _ratings(story, found)
    await _promoted(story, found)
    found += [f"a request was wrong: {one}" for one in breaches(story.town)]
    return found, lost, doubled


# -------------------------------------------------------------------------------------------- lost and doubled


async def _delivered(story: Story, found: Faults) -> tuple[int, int]:
    """Every game is there once, in one room, reported once, ended; everything that is told stands once in each channel."""
    store, season, entries = story.town.store, await story.season(), await _journal(story)
    wanted, had = Counter[str](), Counter[str]()
    wanted.update(f"game of match {match}" for match in season.matches)
    rooms = Counter[str]()
    for game in await store.games():
        header = await store.header(game)
        if header.league is None or header.league.season != SEASON:
            continue
        had[f"game of match {header.league.match}"] += 1
        rooms[header.channel] += 1
        found.unless(not header.in_progress, f"the game of match {header.league.match} goes on")
        found.same(
            len(await store.outbox.pending_posts(game)), 0, f"posts that wait in the game of {header.league.match}"
        )
        begun = re.compile(rf"{NAME}, match {re.escape(header.league.match)}(?![.\d])")
        wanted[f"beginning of match {header.league.match}"] = 1
        had[f"beginning of match {header.league.match}"] = sum(
            bool(begun.search(_plain(one))) for one in _shown(story, header.channel)
        )
    for match, made in season.matches.items():
        gone = bool(season.gone.keys() & {*made.slots}) and not made.settled
        own = [one for one in entries if isinstance(one, journal.Resulted | journal.Ruled) and one.match == match]
        wanted[f"result of match {match}"], had[f"result of match {match}"] = int(not gone), len(own)
        wanted[f"creation of match {match}"] = 1
        had[f"creation of match {match}"] = sum(
            isinstance(one, journal.Created) and one.match == match for one in entries
        )
    for platform in story.course.platforms:
        hall = f"{platform}:{f'{TEAM}.' if platform == 'slack' else ''}{HALLS[platform]}"
        for text, count in _tellings(story, entries).items():
            wanted[f"{text!r} in {hall}"] = count
            had[f"{text!r} in {hall}"] = sum(
                _plain(one).casefold().count(text.casefold()) for one in _shown(story, hall)
            )
    found.same(len(await store.outbox.parked()), 0, "posts that were given up")
    missing, more = wanted - had, had - wanted
    found += [f"{count} lost: {what}" for what, count in missing.items()]
    found += [f"{count} doubled: {what}" for what, count in more.items()]
    return sum(missing.values()), sum(more.values())


def _shown(story: Story, channel: str) -> list[str]:
    return story.board.shown.get(channel, [])


def _plain(text: str) -> str:
    return re.sub(r"[*_\\]", "", text)


def _tellings(story: Story, entries: list[Entry]) -> Counter[str]:
    """What the halls were told, from the opening on, by words that tell one telling from all others."""
    found = Counter[str]()
    name = {person: one.name for person, one in story.by_person.items()}
    for entry in entries:
        match entry:
            case journal.Registering():
                found[f"{NAME} is open."] += 1
            case journal.Published():
                found[f"{NAME}: round {entry.round} is drawn"] += 1
            case journal.Extended():
                found[f"{NAME}: the bot was offline"] += 1
            case journal.Ruled():
                found[f"{NAME}, ruling on match {entry.match}:"] += 1
            case journal.Withdrawn():
                found[f"{name[entry.person]} is out of the season"] += 1
            case journal.Replaced():
                found[f"{name[entry.substitute]} takes the place of {name[entry.person]}"] += 1
            case journal.Offered():
                found[f"{name[entry.substitute]} is offered the place of {name[entry.person]}"] += 1
            case journal.Reviewing():
                found[f"{NAME}: all games have been played"] += 1
            case journal.Finished():
                found[f"{NAME} is over"] += 1
    return found


# --------------------------------------------------------------------------------------------------- the course


def _people(story: Story, season: Season, found: Faults) -> None:
    """Divisions, their balance, what the organiser did, pings."""
    if story.course.players == 32:
        found.same([len(section) for section in season.sections], [5, 5, 5, 5, 5, 7], "divisions")
        found.same(len(season.matches), 71, "games")
    uneven = 1 if any(len(section) % 2 == 0 for section in season.sections) else 0
    counts = balance([Pair(made.first, made.second) for made in season.matches.values()])
    found += [f"sides of {one}: {difference}" for one, difference in counts.items() if abs(difference) > uneven]
    found.unless(len(story.orders) <= ORDERS, f"{len(story.orders)} commands of the organiser")
    typed = sum(count for word, count in story.organiser.typed.items() if word != "link")
    found.same(typed, len(story.orders) + len(story.for_next) + len(story.looked), "commands that the organiser typed")
    most = most_in_a_week(story.board.of_the_season(NAME))
    found.unless(most <= PINGS, f"somebody was pinged {most} times in a week by the league: {_most_pinged(story)}")


def _most_pinged(story: Story) -> list[str]:
    """What pinged whoever the league pinged most."""
    pings = story.board.of_the_season(NAME)
    who = Counter(ping.who for ping in pings).most_common(1)[0][0]
    return [
        f"{who}, day {(ping.at - story.begun) / 86_400:.2f}: {ping.text[:120]}" for ping in pings if ping.who == who
    ]


async def _events(story: Story, found: Faults) -> None:
    """What was meant to happen has happened."""
    entries, course = await _journal(story), story.course
    kinds = Counter(entry.kind for entry in entries)
    silent = [one for one in entries if isinstance(one, journal.Withdrawn) and one.silent]
    found.same(len(silent), course.dropouts, "silent dropouts")
    found.same(kinds["withdrawn"] - len(silent), course.withdrawals, "withdrawals with notice")
    found.same(kinds["replaced"], course.substitutes, "substitutes")
    outages = [one for one in entries if isinstance(one, journal.Extended) and one.outage]
    found.same(len(outages), 1, "outages")
    found.same((kinds["appealed"], kinds["decided"]), (1, 1), "appeals and decisions")
    made = (await story.season()).matches[story.appealed]
    outcome = made.legs[0].outcome()
    found.same(outcome.points if outcome is not None else None, (1, 1), "what stands of the appealed match")
    by_clock = sum(isinstance(one, journal.Ruled) and one.code == "time" for one in entries)
    found.unless(by_clock >= course.clocks, f"{by_clock} lost clocks")
    await _ran_out(story, entries, found)
    found.unless(story.town.kills >= course.kills, f"{story.town.kills} kills")
    found.unless(story.moves > 0 or not course.played_out, "no game was played to its end")


async def _ran_out(story: Story, entries: list[Entry], found: Faults) -> None:
    """The game that began too late was ruled on when its window was over, once, against whoever had thought far longer."""
    if not story.course.late:
        return
    season = await story.season()
    ends = season.match_window(season.matches[story.late]).end
    rulings = [one for one in entries if isinstance(one, journal.Ruled) and one.match == story.late]
    found.same([one.code for one in rulings], ["slower"], "rulings on the match that ran out of its window")
    found.unless(all(0 <= one.at - ends < 86_400 for one in rulings), "it was ruled on at another time than its end")


# ------------------------------------------------------------------------------------------------- recomputing


async def _journal(story: Story) -> list[Entry]:
    return await story.town.handler.leagues.repository.journal(SEASON)


async def _replayed(story: Story, found: Faults) -> None:
    """The journal gives the same season again, its document the same lines, and its lots follow, wherever one asks."""
    lines = await story.town.store.seasons.read(SEASON)
    season = await story.season()
    found.unless(Season.told(await _journal(story)) == season, "the season told anew is another one")
    document = archives.write(lines)
    archive = archives.read(document)
    found.unless(list(archive.lines) == lines, "the journal's document gives other lines")
    found.unless(
        [archives.dumped(entry) for entry in archive.entries] == lines, "entries are written otherwise than they were"
    )
    for platform in story.course.platforms:
        told = await _asked(story, platform, "verify")
        found.unless("The draw is right: it follows" in told, f"verify on {platform}: {told}")


async def _asked(story: Story, platform: str, line: str) -> str:
    """What the organiser, who is everywhere, is answered in the season's channel on a platform."""
    story.looked.append(line)
    return await story.organiser.league(f"{line} season={SEASON}", f"{platform}:{HALLS[platform]}")


async def _tables(story: Story, found: Faults) -> None:
    """Every table is the same on every platform, on the public page and in the file."""
    season = await story.season()
    async with _public(story) as (url, session):
        for number in range(len(season.sections)):
            wanted = _table(story, season, number)
            for platform in story.course.platforms:
                told = await _asked(story, platform, f"table {number + 1}")
                found.same(_typed(told), wanted, f"table {number + 1} on {platform}")
            async with session.get(f"{url}/s/{SEASON}/{number + 1}") as answer:
                found.same(_page(await answer.text()), wanted, f"table {number + 1} on its public page")


def _table(story: Story, season: Season, section: int) -> list[Line]:
    return [
        (row.place, _held(story, season, row.name), row.points, row.won, row.drawn, row.lost)
        for row in season.table(section)
    ]


def _held(story: Story, season: Season, slot: str) -> str:
    return story.by_person[season.holders.get(slot, slot)].name.casefold()


def _typed(text: str) -> list[Line]:
    return [(int(one[1]), _name(one[2]), *map(int, one.groups()[2:])) for one in _TYPED.finditer(_plain(text))]  # type: ignore[misc]


def _page(text: str) -> list[Line]:
    """The first table with figures of a page."""
    lines: list[Line] = []
    for row in _ROW.findall(text):
        cells = [html.unescape(_TAG.sub("", cell)).strip() for cell in _CELL.findall(row)]
        if len(cells) >= 7 and cells[0].isdigit():
            place, name, points, _, won, drawn, lost = cells[:7]
            lines.append((int(place), _name(name), int(points), int(won), int(drawn), int(lost)))
    return lines


def _name(text: str) -> str:
    """Who holds a place, whatever is said beside it."""
    return re.split(r"[ (,]", text.strip())[0].casefold()


@asynccontextmanager
async def _public(story: Story) -> AsyncIterator[tuple[str, ClientSession]]:
    settings = Settings(public="127.0.0.1:0")
    server = PublicServer(settings, story.town.store, RecordThreads(), dot)
    await server.start()
    try:
        async with ClientSession() as session:
            yield server.url, session
    finally:
        await server.stop()


async def _ratings(story: Story, found: Faults) -> None:
    """The ratings that are stored are those of a computation from the journals alone."""
    store = story.town.store
    ratings = Ratings(store, story.town.handler.leagues.repository)
    await ratings.refresh()
    pool = pool_of((await story.season()).rules)
    stored, anew = await store.ratings.everybody(pool), await ratings.rebuilt(pool)
    found.unless(anew, "nobody is rated")
    found.unless(stored == anew, "the ratings that are stored are not those of the journals")


async def _promoted(story: Story, found: Faults) -> None:
    """The next season's divisions follow from the final tables: promotion, relegation, newcomers from below."""
    season, coming = await story.season(), await story.season(NEXT_SEASON)
    found.same(coming.rules.ranking, final_tables(season), "the final tables that the next season begins with")
    preview = coming.preview
    if preview is None:
        found.append("the next season's draw is not shown")
        return
    before = {person for table in coming.rules.ranking for person in table}
    staying = frozenset(before & coming.entrants.keys())
    fresh = [person for section in preview.sections for person in section if person not in before]
    wanted = next_season(coming.rules.ranking, staying, fresh)
    found.same(
        [sorted(one) for one in preview.sections], [sorted(one) for one in wanted], "the next season's divisions"
    )
    if len(coming.rules.ranking) > 1 and len(preview.sections) == len(coming.rules.ranking):
        first = next((one for one in coming.rules.ranking[1] if one in staying), "")
        if coming.rules.ranking[1][0] == first:
            found.unless(first in preview.sections[0], "the best of the second division has not moved up")
    refused = {story.by_person[person].name for one in season.matches.values() for person in _silent(one)}
    found.unless({*story.refused} <= refused, f"{story.refused} may not enter the next season")


def _silent(made: Fixed) -> list[str]:
    return [person for leg in made.legs if leg.ruled is not None for person in leg.ruled.silent]


__all__ = ["ORDERS", "PINGS", "Faults", "faults"]
