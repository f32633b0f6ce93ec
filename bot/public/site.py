"""Handlers and routes of the public pages."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

from aiohttp import web

from bot.leagues.journal import KNOCKOUT_FORMATS
from bot.leagues.refusals import NotNow
from bot.narration.texts import Texts, texts
from bot.platforms.web.files import SHARED, file_of, font
from bot.public.drawing import PUBLIC, PublicPictures
from bot.public.game_page import GamePage, moved
from bot.public.game_story import StoryStep, Tale, record_text
from bot.public.games import PublicGame, PublicGames
from bot.public.guard import Refused, had, tagged
from bot.public.league_files import OF_SEASON, OF_SECTION, offered
from bot.public.page_frame import HtmlPage, page
from bot.public.page_query import PageQuery
from bot.public.person_ratings import ratings_of
from bot.public.public_season import SeasonTale
from bot.public.reader_language import ReaderLanguages, pictured_in
from bot.public.season_pages import Pages, Portrait, own_meetings, people_of, people_on, sides_in
from bot.public.seasons import PublicSeasons
from bot.public.work_queue import PublicQueue
from bot.service.leagues.act_refusals import plainly
from bot.service.leagues.rating import Ratings
from bot.service.leagues.season_repository import SeasonRepository
from bot.service.record_work import Workshop, recalled
from bot.service.visibility import Visibility
from bot.storage.store import Store
from bot.table.reply import PictureRef
from bot.titles import title_stored, titles

_STATIC = files("bot.public").joinpath("static")
#: Crawlers that only fetch link previews: they may read what search engines may not.
_CARD_READERS = ("Discordbot", "Slackbot-LinkExpanding", "Twitterbot", "facebookexternalhit")
#: Formats whose pictures are brackets.
#: Cache header of pictures: their address identifies the content.
_LASTING = "public, max-age=604800, immutable"


@dataclass(frozen=True, slots=True)
class SiteParts:
    """Dependencies of the public pages.

    `address` is the site's address as readers type it, "" if unknown; `indexed` allows search engines.
    """

    store: Store
    workshop: Workshop
    gallery: PublicPictures
    words: Texts
    address: str = ""
    indexed: bool = False


class Site:
    """Request handlers of the public pages."""

    def __init__(self, parts: SiteParts) -> None:
        self._parts = parts
        self._line = PublicQueue(parts.workshop)
        self.games = PublicGames(parts.store, self._line, parts.words.language)
        self.seasons = PublicSeasons(parts.store, self._line, parts.words)
        self.repository = SeasonRepository(parts.store)
        self._ratings = Ratings(parts.store, self.repository)
        self._languages = ReaderLanguages(parts.store, parts.words)

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.get("/robots.txt", self.robots),
            web.get("/static/{name}", self.static),
            web.get("/fonts/{name}", self.font),
            web.get("/favicon.ico", self.icon),
            web.get("/", self.home),
            web.get("/war/{scenario}", self.war),
            web.get("/s/{season}", self.season),
            web.get("/s/{season}/picture/{name}", self.season_picture),
            web.get(r"/s/{season}/{file:[a-z]+\.[a-z]+}", self.file),
            web.get("/s/{season}/{section}", self.section),
            web.get(r"/s/{season}/{section}/{file:[a-z]+\.[a-z]+}", self.file),
            web.get("/s/{season}/{section}/picture/{name}", self.season_picture),
            web.get("/p/{person}", self.person),
            web.get("/p/{person}/picture/{name}", self.person_picture),
            web.get("/g/{game}", self.game),
            web.get("/g/{game}/record.json", self.record),
            web.get("/g/{game}/p/{mark}/{what}", self.game_picture),
        ]

    # ------------------------------------------------------------------------------------------- files

    async def robots(self, request: web.Request) -> web.Response:
        """Serve robots.txt."""
        del request
        lines = ["User-agent: *", "Disallow: /api/", ""]
        if not self._parts.indexed:
            lines = [*(f"User-agent: {name}" for name in _CARD_READERS), "Allow: /", "", "User-agent: *", "Disallow: /"]
        return web.Response(text="\n".join(lines) + "\n")

    async def static(self, request: web.Request) -> web.Response:
        """Serve a static file of these pages, or a shared one."""
        name = request.match_info["name"]
        own = _STATIC.joinpath(name)
        return tagged(request, file_of(_STATIC if own.is_file() else SHARED, name))

    async def font(self, request: web.Request) -> web.Response:
        """Serve a font."""
        return font(request.match_info["name"])

    async def icon(self, request: web.Request) -> web.Response:
        """Serve the icon."""
        del request
        return file_of(SHARED, "icon.svg")

    # ------------------------------------------------------------------------------------------- seasons

    async def home(self, request: web.Request) -> web.Response:
        """Serve the list of seasons."""
        asked = PageQuery.of(request)
        tales = [self.told(request, tale) for tale in await self.seasons.all()]
        words = self._languages.words(request)
        return self.answer(request, Pages(words, asked, {}).home(tales), words)

    async def season(self, request: web.Request) -> web.Response:
        """Serve the page of a season."""
        pages, tale = await self._season(request)
        return self.answer(request, pages.season(tale), pages.words)

    async def section(self, request: web.Request) -> web.Response:
        """Serve the page of a section with its games."""
        pages, tale = await self._season(request)
        return self.answer(request, pages.section(tale, self._number(request, tale) or 0), pages.words)

    async def season_picture(self, request: web.Request) -> web.Response:
        """Serve a picture of a season or section."""
        pages, _ = await self._season(request, told=False, words=texts(pictured_in(request)))
        ref = dict(pages.pictures).get(request.match_info["name"])
        if ref is None:
            raise Refused("nothing", 404)
        return await self.picture(ref)

    async def file(self, request: web.Request) -> web.Response:
        """Serve a file of a season or section."""
        name = request.match_info["file"]
        tale = self.told(request, await self.season_asked(request))
        section = self._number(request, tale)
        if name not in offered(tale, section):
            raise Refused("nothing", 404)
        words = await self._languages.of_season(request, tale.rules.home)
        names, person = await self.seasons.names(people_of(tale), words), request.query.get("person", "")
        text = await self.seasons.file(tale, section, name, names, words, person if person in names else "")
        kind = (OF_SEASON | OF_SECTION)[name]
        response = tagged(request, web.Response(text=text, content_type=kind, charset="utf-8"))
        part = "" if section is None else f"-{section + 1}"
        response.headers["Content-Disposition"] = f'attachment; filename="{tale.season}{part}-{name}"'
        return response

    async def _season(
        self, request: web.Request, *, told: bool = True, words: Texts | None = None
    ) -> tuple[Pages, SeasonTale]:
        """Return page builder and season of a request; a picture's name can't be guessed without seeing its page."""
        tale = await self.season_asked(request)
        tale = self.told(request, tale) if told else tale
        asked, section = PageQuery.of(request), self._number(request, tale)
        words = words or await self._languages.of_season(request, tale.rules.home)
        names = await self.seasons.names(people_on(tale, section, asked.start), words)
        # Pictures always show the top of the table, whatever part the page shows; brackets show everyone.
        top = people_of(tale) if tale.rules.format in KNOCKOUT_FORMATS else people_on(tale, section, 0)
        known = names if top <= names.keys() else names | await self.seasons.names(top, words)
        pictures = await self.seasons.pictures(tale, section, {person: known[person] for person in sorted(top)}, words)
        predictors = () if section is not None else tuple(await self.seasons.predictors(tale, words))
        return Pages(words, asked, names, pictures, predictors), tale

    def _number(self, request: web.Request, tale: SeasonTale) -> int | None:
        """Return the index of the requested section; None for the season itself. Raises Refused."""
        number = request.match_info.get("section")
        if number is None:
            return None
        if not number.isdecimal() or len(number) > 4 or not 0 < int(number) <= len(tale.parts):
            raise Refused("nothing", 404)
        return int(number) - 1

    async def season_asked(self, request: web.Request) -> SeasonTale:
        """Return the requested season, with all results. Raises Refused."""
        tale = await self.seasons.tale(request.match_info["season"])
        if tale is None:
            raise Refused("nothing", 404)
        return tale

    def told(self, request: web.Request, tale: SeasonTale) -> SeasonTale:
        """Apply the reader's choice about results, or else the season's: without results if they are to be hidden."""
        asked = PageQuery.of(request).spoilers
        hidden = tale.rules.sealed if asked is None else not asked
        return tale.concealed() if hidden else tale

    async def person(self, request: web.Request) -> web.Response:
        """Serve the page of a person: seasons, games and ratings."""
        words = self._languages.words(request)
        somebody = await self.person_asked(request, words)
        if somebody.person != request.match_info["person"]:
            # The person was merged into another one: redirect.
            raise web.HTTPSeeOther(PageQuery.of(request).elsewhere(f"/p/{somebody.person}"))
        pages = Pages(words, PageQuery.of(request), somebody.names)
        return self.answer(request, pages.person(somebody), words)

    async def person_picture(self, request: web.Request) -> web.Response:
        """Serve the graph of a person's rating."""
        name = request.match_info["name"]
        for one in (await self.person_asked(request, texts(pictured_in(request)))).ratings:
            if one.picture is not None and one.picture[0] == name:
                return await self.picture(one.picture[1])
        raise Refused("nothing", 404)

    async def person_asked(self, request: web.Request, words: Texts | None = None) -> Portrait:
        """Return the requested person, in `words` or the reader's language. Raises Refused."""
        words = words or self._languages.words(request)
        found = await self.seasons.person(request.match_info["person"])
        if found is None:
            raise Refused("nothing", 404)
        tales = [self.told(request, tale) for tale in found.seasons]
        meetings = [own_meetings(tale, set(found.ids)) for tale in tales]
        names = await self.seasons.names({found.person, *(name for some in meetings for name in sides_in(some))}, words)
        ratings = await ratings_of(self._ratings, words, found.ids, names[found.person], tales)
        return Portrait(found.person, found.ids, list(zip(tales, meetings, strict=True)), names, ratings)

    async def war(self, request: web.Request) -> web.Response:
        """Serve the opening map of a war, for pages without a picture of their own."""
        scenario = request.match_info["scenario"]
        if not any(scenario in title.setups.offered() for title in titles()):
            raise Refused("nothing", 404)
        own = {"args": {"scenario": scenario}, "language": pictured_in(request)}
        return await self.picture(PictureRef.model_validate({"kind": "opening", "game": "", "number": 0, **own}))

    # ------------------------------------------------------------------------------------------- games

    async def game(self, request: web.Request) -> web.Response:
        """Serve a game at one of its steps."""
        known = await self._known(request)
        if had(request, known.tag) and not PageQuery.of(request).go:
            # A client that has the page with all results still has the current one: no need to replay the record.
            return tagged(request, web.Response(body=b""), known.tag)
        shown = await self.game_page(request)
        if shown.asked.go:
            to = moved(shown.tale, shown.at, shown.asked.go, +1)
            # With no such next step the target is always the one after the last, so it reveals nothing.
            raise web.HTTPSeeOther(shown.asked.at(shown.path, step=len(shown.tale.steps) if to is None else to, go=""))
        # With results hidden the tag must depend only on what is shown: the game's own would reveal progress.
        return self.answer(request, shown.sheet(), shown.words, shown.known.tag if shown.open_ else "")

    async def game_page(self, request: web.Request) -> GamePage:
        """Return the page of the requested game at its step. Raises Refused."""
        known = await self._known(request)
        asked = PageQuery.of(request)
        tale = await self.games.tale(known)
        season = await self._season_of(known)
        open_ = not (season is not None and season.rules.sealed) if asked.spoilers is None else asked.spoilers
        of = None if season is None else (season.rules.name, asked.elsewhere(f"/s/{season.season}"))
        return GamePage(texts(known.language), known, tale, asked, open_, of)

    async def _season_of(self, known: PublicGame) -> SeasonTale | None:
        """Return the season a game belongs to, if it is public."""
        league = known.stored.header.league
        return None if league is None else await self.seasons.tale(league.season)

    async def game_picture(self, request: web.Request) -> web.Response:
        """Serve a picture of a step: a map area, another picture, or the link preview."""
        known = await self._known(request, pictured_in(request))
        ref = _picture(known, await self.games.tale(known), request.match_info["mark"], request.match_info["what"])
        if ref is None:
            raise Refused("nothing", 404)
        return await self.picture(ref)

    async def picture(self, ref: PictureRef) -> web.Response:
        """Serve a picture, cacheable permanently."""
        try:
            drawn = await self._parts.gallery.get(ref)
        except ValueError:
            raise Refused("nothing", 404) from None
        response = web.Response(body=drawn.data, content_type=drawn.mime)
        response.headers["Cache-Control"] = _LASTING
        return response

    async def record(self, request: web.Request) -> web.Response:
        """Serve the record as everybody may read it."""
        known = await self._known(request)
        asked, season = PageQuery.of(request), await self._season_of(known)
        if asked.spoilers is False or (asked.spoilers is None and season is not None and season.rules.sealed):
            raise Refused("nothing", 404)
        veil = Visibility.of(known.stored).veil_for(())
        wish = (self._parts.store, self._line, PUBLIC, record_text, known.stored)
        text = await recalled(*wish, upto=known.stored.number if veil is None else veil.number)
        response = tagged(request, web.Response(text=text, content_type="application/json"), known.tag)
        response.headers["Content-Disposition"] = f'attachment; filename="feldpost-{known.game_id}.json"'
        return response

    async def _known(self, request: web.Request, language: str = "") -> PublicGame:
        """Return the requested game, in `language` or else that of its season or reader. Raises Refused."""
        game = request.match_info["game"]
        known = await self.games.known(game, language or self._languages.words(request).language)
        if known is None:
            raise Refused("nothing", 404)
        season = None if language else await self._season_of(known)
        if season is None:
            return known
        own = (await self._languages.of_season(request, season.rules.home)).language
        return known if own == known.language else await self.games.known(game, own) or known

    # ------------------------------------------------------------------------------------------- responses

    def reason(self, request: web.Request, refused: NotNow) -> str:
        """Say why an action on a season is refused."""
        return plainly(self._languages.words(request), refused)

    def answer(self, request: web.Request, sheet: HtmlPage, words: Texts, tag: str = "") -> web.Response:
        """Return a page with its ETag, or 304 if the client already has it."""
        text = page(words, sheet, self._parts.address, indexed=self._parts.indexed)
        response = web.Response(text=text, content_type="text/html")
        if not sheet.indexed:
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return tagged(request, response, tag)


def _picture(known: PublicGame, tale: Tale, mark: str, what: str) -> PictureRef | None:
    """Return the picture an address refers to; None if the game no longer has that step, or has no such picture."""
    step = _marked(tale, mark)
    if step is None:
        return None
    title = title_stored(known.stored.header)
    if what in title.areas:
        return step.map.model_copy(update={"args": {**step.map.args, "name": what}})
    if what == "card":
        kind = next((kind for kind, shelf in title.pictures.shelves.items() if shelf.of_map == "whole"), "replay")
        return step.map if kind == "replay" else step.map.model_copy(update={"kind": kind, "args": {}})
    number = what.removeprefix("x")
    if what.startswith("x") and number.isdecimal() and len(number) < 3 and int(number) < len(step.more):
        return step.more[int(number)]
    return None


def _marked(tale: Tale, mark: str) -> StoryStep | None:
    place = mark.partition("-")[0]
    if not place.isdecimal() or len(place) > 6 or int(place) >= len(tale.steps):
        return None
    step = tale.steps[int(place)]
    return step if step.mark == mark else None


__all__ = ["Site", "SiteParts"]
