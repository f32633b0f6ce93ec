"""The pages of seasons: the list, one season, a section, a person."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from bot.leagues.journal import DIVISION_FORMATS
from bot.leagues.public_facts import GameShown, TableRow
from bot.leagues.standings import How
from bot.narration.texts import Texts
from bot.public.league_files import offered
from bot.public.league_pictures import Pictures
from bot.public.markup import Child, Html, el, table
from bot.public.page_frame import Card, HtmlPage
from bot.public.page_query import PageQuery
from bot.public.person_ratings import OwnRating
from bot.public.public_season import Meeting, PublicSection, SeasonTale
from bot.public.reader_language import picture_address
from bot.public.seasons import Predictor, sides_of, war_of
from bot.service.leagues.act_refusals import reason_told
from bot.titles import title_offering, titles, usual_title
from bot.titles.roots import title_meant

#: Rows of a table on a season's page, and on a page of the table alone.
_FEW, _MANY = 8, 100
#: Sections per season page, and entrants per list.
_SECTIONS, _LISTED = 20, 500
#: Announcements on a season's page.
_ANNOUNCED = 3


@dataclass(frozen=True, slots=True)
class Portrait:
    """The data of a person's page: ids, seasons with the person's matches, names of opponents, ratings."""

    person: str
    ids: tuple[str, ...]
    seasons: Sequence[tuple[SeasonTale, Sequence[Meeting]]]
    names: Mapping[str, str]
    ratings: Sequence[OwnRating] = ()


@dataclass(frozen=True, slots=True)
class Pages:
    """Builds the pages for a reader's query, with texts and people's names."""

    words: Texts
    asked: PageQuery
    names: Mapping[str, str]
    #: Of the season or section shown.
    pictures: Pictures = ()
    #: The ranking of the season's predictors.
    predictors: tuple[Predictor, ...] = ()

    # ------------------------------------------------------------------------------------------- list of seasons

    def home(self, seasons: Sequence[SeasonTale]) -> HtmlPage:
        """Build the list of seasons: running ones first, newest first."""
        say = self._saying("home")
        heads = [(say("season"), False), (say("format"), False), (say("stage"), False), (say("players"), True)]
        rows = [
            [self._link(self._path(one), one.rules.name), self._format(one), self._stage(one), str(len(one.entrants))]
            for one in sorted(seasons, key=lambda one: (one.stage == "final", -one.rules.at, one.season))
        ]
        listed = table(say("title"), heads, rows) if rows else el("p", say("none"))
        main = [el("div", el("h1", say("title")), el("p", say("about")), class_="head"), listed]
        return HtmlPage(say("title"), self._link_preview(say("about")), main)

    # ------------------------------------------------------------------------------------------- one season

    def season(self, tale: SeasonTale) -> HtmlPage:
        """Build the page of one season with the top of each table."""
        start, path = self.asked.start, self._path(tale)
        shown_parts = list(enumerate(tale.parts))[start : start + _SECTIONS]
        parts = [self._part(tale, number, part) for number, part in shown_parts]
        before = None if parts else self._people(self._say("season.entrants"), tale.entrants)
        waiting = self._people(self._say("season.substitutes"), tale.substitutes) if tale.substitutes else None
        main = [
            self._head(tale),
            self._announced(tale),
            before,
            parts,
            self._turning(path, _SECTIONS, len(tale.parts)),
            self._predictors_list(),
            waiting,
            self._shown(path),
            self._files(tale, path, None),
        ]
        return HtmlPage(tale.rules.name, self._card(tale, path), main, self.asked.at(path))

    def section(self, tale: SeasonTale, number: int) -> HtmlPage:
        """Build the page of a section with its whole table and its games."""
        part, title = tale.parts[number], self._section_name(tale, number)
        path, start = f"{self._path(tale)}/{number + 1}", self.asked.start
        meetings = [one for one in tale.meetings if one.section == number]
        shown = meetings[start : start + _MANY]
        games = [el("h2", self._say("season.pairings")), self.games(tale, shown)] if shown else None
        main = [
            el("div", el("h1", f"{tale.rules.name}: {title}"), el("p", self._switch(tale, path)), class_="head"),
            self._standing(tale, title, part, start, _MANY),
            games,
            self._shown(path),
            self._files(tale, path, number),
            self._turning(path, _MANY, max(len(part.names), len(meetings))),
        ]
        trail = ((tale.rules.name, self.asked.elsewhere(self._path(tale))),)
        return HtmlPage(f"{title} · {tale.rules.name}", self._card(tale, path), main, self.asked.at(path), trail=trail)

    def games(self, tale: SeasonTale, meetings: Iterable[Meeting]) -> Html:
        """Build the table of games, with results if they are shown."""
        say = self._saying("match")
        sides = sides_of(self.words, tale)
        heads = [(say("round"), True), (sides[0], False), (sides[1], False)]
        heads += [] if tale.hidden else [(say("result"), False)]
        rows = [
            [
                str(made.round),
                *(self._person(tale, name) for name in game.persons),
                *(() if tale.hidden else (self.result(tale, game),)),
                self._game(game),
            ]
            for made in meetings
            for game in made.games
        ]
        return table(self._say("season.pairings"), [*heads, (say("game"), False)], rows)

    def result(self, tale: SeasonTale, game: GameShown) -> str:
        """Return a game's result or state in words."""
        say = self._saying("match")
        if game.points is None:
            open_ = "annulled" if game.state == "annulled" else "on" if game.game else "waiting"
            return say("elsewhere") if tale.rules.outside and game.state != "annulled" else say(open_)
        points = say("points", one=game.points[0], other=game.points[1])
        if game.reason:
            return say("ruling", points=points, reason=reason_told(self._of_title(tale), game.reason, game.code, str))
        return points if game.how is How.PLAYED else say("walkover", points=points)

    def _of_title(self, tale: SeasonTale) -> Texts:
        """Return the texts of the season's title, which has its own unit of scores."""
        return title_meant(tale.rules.title).words(self.words.language)

    # ------------------------------------------------------------------------------------------- persons

    def person(self, one: Portrait) -> HtmlPage:
        """Build the page of a person: ratings, seasons and games."""
        name, path = self.names[one.person], f"/p/{one.person}"
        parts = [self._own_part(tale, meetings, one) for tale, meetings in one.seasons]
        ratings = self._own_ratings(one.ratings, path) if one.ratings else None
        main = [el("div", el("h1", name), self._reader(path), class_="head"), ratings, parts]
        card = self._link_preview(self._say("person.about", name=name))
        return HtmlPage(name, card, main, self.asked.at(path))

    def _own_ratings(self, ratings: Sequence[OwnRating], path: str) -> Html:
        lines = [
            el(
                "li",
                self._say(
                    "person.provisional" if one.rating.provisional else "person.rating",
                    war=one.war, shown=one.rating.shown[0], off=one.rating.shown[1], count=one.rating.games,
                ),
            )
            for one in ratings
        ]  # fmt: skip
        graphs = [
            el("img", src=self._picture(path, one.picture[0]), alt=one.picture[1].alt, class_="picture", loading="lazy")
            for one in ratings
            if one.picture is not None
        ]
        return el("section", el("h2", self._say("person.ratings")), el("ul", lines), graphs, class_="part")

    def _own_part(self, tale: SeasonTale, meetings: Sequence[Meeting], one: Portrait) -> Html:
        lines = [line for part in tale.parts for line in part.table if line.holder in one.ids]
        place = [el("p", self._say("person.place", place=line.place, count=line.points)) for line in lines]
        games = self.games(tale, meetings) if meetings else None
        named = next((name for made in meetings for game in made.games for name in game.persons if name in one.ids), "")
        calendar = None
        if "calendar.ics" in offered(tale, None) and named and tale.stage == "running":
            href = f"{self._path(tale)}/calendar.ics?person={quote(named)}"
            calendar = el("p", el("a", self._say("person.calendar"), href=href, rel="nofollow"), class_="links")
        head = el("h2", self._link(self._path(tale), tale.rules.name))
        return el("section", head, place, games, calendar, class_="part")

    # ------------------------------------------------------------------------------------------- parts of pages

    def _head(self, tale: SeasonTale) -> Html:
        say = self._saying("season")
        war = war_of(self.words, tale)
        facts = [f"{war}."] if war else []
        facts += [say("about", format=self._format(tale), stage=self._stage(tale), count=len(tale.entrants))]
        if tale.round and not tale.hidden and tale.stage == "running":
            key = ("round_of" if tale.rounds else "round") + ("_until" if tale.window else "")
            date = _date(tale.window[1]) if tale.window else ""
            facts.append(say(key, round=tale.round, rounds=tale.rounds, date=date))
        if tale.rules.outside:
            facts.append(say("outside"))
        lots = say("lots" if tale.seed else "promise", seed=tale.seed, commitment=tale.rules.commitment)
        return el(
            "div",
            el("h1", tale.rules.name),
            el("p", " ".join(facts)),
            el("p", self._switch(tale, self._path(tale)), class_="links"),
            el("p", lots, class_="hint lots"),
            class_="head",
        )

    def _part(self, tale: SeasonTale, number: int, part: PublicSection) -> Html:
        title = self._section_name(tale, number)
        whole = self._link(f"{self._path(tale)}/{number + 1}", self._say("season.whole"))
        return el(
            "section",
            el("h2", title),
            self._standing(tale, title, part, 0, _FEW if len(tale.parts) > 1 else 2 * _FEW),
            el("p", whole, class_="links"),
            class_="part",
        )

    def _standing(self, tale: SeasonTale, title: str, part: PublicSection, start: int, most: int) -> Html:
        """Build the table of a section; with results hidden, only its players."""
        say = self._saying("table")
        if tale.hidden or not part.table:
            rows = [[self._person(tale, name)] for name in part.names[start : start + most]]
            return table(f"{title}: {self._say('season.drawn')}", [(say("name"), False)], rows)
        words = ("place", "name", "points", "played", "won", "drawn", "lost", "tiebreak", "margin", "reach")
        heads = [(say(word), word != "name") for word in words]
        lines = [self._line(tale, line) for line in part.table[start : start + most]]
        shorts = [self._of_title(tale).say(f"public.table.short.{word}") for word in words]
        return table(f"{title}: {self._say('season.table')}", heads, lines, shorts)

    def _line(self, tale: SeasonTale, line: TableRow) -> list[Child]:
        name: Child = self._person(tale, line.holder)
        if line.gone:
            name = [name, " ", el("em", self._say("table.gone"))]
        elif line.out:
            name = [name, " ", el("em", self._say("table.out"))]
        figures = (line.points, line.played, line.won, line.drawn, line.lost, f"{line.tiebreak:g}", line.margin)
        reach = "" if not line.best else str(line.best) if line.best == line.worst else f"{line.best}–{line.worst}"
        return [str(line.place), name, *map(str, figures), reach]

    def _predictors_list(self) -> Html | None:
        """Build the list of the best predictors, by Brier score."""
        if not self.predictors:
            return None
        say = self._saying("predictions")
        heads = [(say("place"), True), (say("name"), False), (say("count"), True), (say("brier"), True)]
        rows = [
            [str(place) if place else "–", name, str(count), f"{score:.3f}"]
            for place, name, count, score in self.predictors[:_MANY]
        ]
        hint = el("p", say("hint"), class_="hint")
        return el("section", el("h2", say("title")), table(say("title"), heads, rows), hint, class_="part")

    def _people(self, title: str, people: Sequence[str]) -> Html:
        shown = [el("li", self._link(f"/p/{person}", self.names.get(person, person))) for person in people[:_LISTED]]
        return el("section", el("h2", title), el("ul", shown), class_="part")

    def _announced(self, tale: SeasonTale) -> Html | None:
        if not tale.announced:
            return None
        told = [el("li", el("time", _date(at)), ": ", text) for at, text in tale.announced[: -_ANNOUNCED - 1 : -1]]
        return el("section", el("h2", self._say("season.announced")), el("ul", told), class_="part")

    def _files(self, tale: SeasonTale, path: str, section: int | None) -> Html | None:
        names = offered(tale, section)
        if not names:
            return None
        links = [
            el(
                "a",
                self._say(f"files.{name.replace('.', '_')}"),
                href=self.asked.elsewhere(f"{path}/{name}"),
                rel="nofollow",
            )
            for name in names
        ]
        title = self._say("season.downloads")
        return el("nav", el("h2", title), el("p", links, class_="links"), aria_label=title)

    def _switch(self, tale: SeasonTale, path: str) -> Html:
        """Build the link that shows or hides results."""
        key = "show_results" if tale.hidden else "hide_results"
        link = el("a", self._say(f"season.{key}"), href=self.asked.at(path, spoilers=tale.hidden), rel="nofollow")
        return el("span", el("strong", self._say("season.hidden")), " ", link) if tale.hidden else link

    def _reader(self, path: str) -> Html:
        hidden = self.asked.spoilers is False
        key = "show_results" if hidden else "hide_results"
        return el("p", el("a", self._say(f"season.{key}"), href=self.asked.at(path, spoilers=hidden), rel="nofollow"))

    def _card(self, tale: SeasonTale, path: str) -> Card:
        facts = {"format": self._format(tale), "stage": self._stage(tale), "count": len(tale.entrants)}
        about = self._say("season.about", **facts)
        if not self.pictures:
            return self._link_preview(about, tale.rules.scenario)
        name, ref = self.pictures[0]
        return Card(about, self._picture(path, name), ref.alt)

    def _turning(self, path: str, step: int, count: int) -> Html | None:
        """Build the links to the next page of a long list and back to the first."""
        start = self.asked.start
        on = (
            el("a", self._say("season.more"), href=self.asked.at(path, start=start + step))
            if count > start + step
            else None
        )
        back = el("a", self._say("season.before"), href=self.asked.at(path, start=0)) if start else None
        return el("p", back, on, class_="links") if back or on else None

    def _link_preview(self, about: str, scenario: str = "") -> Card:
        """Return a link preview with the opening map, which reveals nothing about players."""
        offered = [one for title in titles() for one in title.setups.offered()]
        war = scenario if scenario in offered else usual_title().setups.usual
        address = picture_address(f"/war/{war}", self.words.language)
        return Card(about, address, title_offering(war).words(self.words.language).say("public.opening"))

    def _picture(self, path: str, name: str) -> str:
        return picture_address(f"{path}/picture/{name}", self.words.language)

    def _shown(self, path: str) -> Html | None:
        if not self.pictures:
            return None
        images = [
            el("img", src=self._picture(path, name), alt=ref.alt, class_="picture", loading="lazy")
            for name, ref in self.pictures
        ]
        return el("section", el("h2", self._say("season.pictures")), images, class_="part")

    def _game(self, game: GameShown) -> Child:
        return self._link(f"/g/{game.game}", self._say("match.look"), "look") if game.game else ""

    def _person(self, tale: SeasonTale, name: str) -> Html:
        if name in tale.teams:
            return el("span", tale.teams[name])
        return self._link(f"/p/{name}", self.names.get(name, name))

    def _link(self, path: str, text: str, kind: str | None = None) -> Html:
        return el("a", text, href=self.asked.elsewhere(path), class_=kind)

    def _path(self, tale: SeasonTale) -> str:
        return f"/s/{tale.season}"

    def _section_name(self, tale: SeasonTale, number: int) -> str:
        key = "division" if tale.rules.format in DIVISION_FORMATS else "section"
        return self._say(f"season.{key}", number=number + 1)

    def _format(self, tale: SeasonTale) -> str:
        return self._say(f"formats.{tale.rules.format}")

    def _stage(self, tale: SeasonTale) -> str:
        return self._say(f"stages.{tale.stage}")

    def _say(self, key: str, **data: Any) -> str:
        return self.words.say(f"public.{key}", **data)

    def _saying(self, part: str) -> Callable[..., str]:
        return lambda key, **data: self._say(f"{part}.{key}", **data)


def people_on(tale: SeasonTale, section: int | None, start: int) -> set[str]:
    """Return the people named on the page of a season or section, except in its pictures."""
    if section is None:
        parts = tale.parts[start : start + _SECTIONS]
        found = {name for part in parts for name in _top(part, 0, 2 * _FEW)} | {*tale.substitutes[:_LISTED]}
        found |= {part.table[0].holder for part in tale.parts if part.table}
        return found if tale.parts else found | {*tale.entrants[:_LISTED]}
    part = tale.parts[section]
    meetings = [one for one in tale.meetings if one.section == section][start : start + _MANY]
    return {*_top(part, 0, _MANY), *_top(part, start, _MANY), *sides_in(meetings)}


def _top(part: PublicSection, start: int, most: int) -> list[str]:
    lines = part.table[start : start + most]
    return [*part.names[start : start + most], *(line.holder for line in lines)]


def sides_in(meetings: Iterable[Meeting]) -> set[str]:
    """Return the players of some matches."""
    return {name for made in meetings for game in made.games for name in game.persons}


def own_meetings(tale: SeasonTale, own: set[str]) -> list[Meeting]:
    """Return a person's matches in a season."""
    return [made for made in tale.meetings if any(own & {*game.persons} for game in made.games)]


def people_of(tale: SeasonTale) -> set[str]:
    """Return everyone in a season."""
    found = {*tale.entrants, *tale.substitutes, *sides_in(tale.meetings)}
    return found | {name for part in tale.parts for name in _top(part, 0, len(part.names) + len(part.table))}


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


__all__ = ["Pages", "Portrait", "own_meetings", "people_of", "people_on", "sides_in", "table"]
