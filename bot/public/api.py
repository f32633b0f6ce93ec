"""JSON API: seasons, tables, matches, games and persons; it also accepts results of matches played elsewhere."""

from __future__ import annotations

import hmac
import json
from typing import Any

from aiohttp import web
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.leagues import acts
from bot.leagues.journal import Resulted
from bot.leagues.refusals import NotNow
from bot.platforms.well_formed import json_of
from bot.public import shapes
from bot.public.guard import Refused, tagged
from bot.public.paging import paged
from bot.public.public_season import Meeting, SeasonTale
from bot.public.season_pages import sides_in
from bot.public.site import Site

_ROOT = "/api/v1"


class HandedIn(BaseModel):
    """A submitted result: points and margin of the first side; the same `key` counts once."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    points: tuple[int, int]
    margin: int = Field(0, ge=-1000, le=1000)
    game: int = Field(1, ge=1, le=2)
    key: str = Field(min_length=8, max_length=100, pattern=r"^[\x21-\x7e]+$")


class Api:
    """Request handlers of the API.

    Args:
        site: source of the data, and target of results.
        key: bearer key required to submit results; "" to accept none.
    """

    def __init__(self, site: Site, key: str = "") -> None:
        self._site = site
        self._key = key

    def routes(self) -> list[web.RouteDef]:
        """Return the routes."""
        return [
            web.get(f"{_ROOT}/seasons", self.seasons),
            web.get(f"{_ROOT}/seasons/{{season}}", self.season),
            web.get(f"{_ROOT}/seasons/{{season}}/tables", self.tables),
            web.get(f"{_ROOT}/seasons/{{season}}/matches", self.matches),
            web.get(f"{_ROOT}/seasons/{{season}}/matches/{{match}}", self.match),
            web.post(f"{_ROOT}/seasons/{{season}}/matches/{{match}}/result", self.result),
            web.get(f"{_ROOT}/games/{{game}}", self.game),
            web.get(f"{_ROOT}/games/{{game}}/steps", self.steps),
            web.get(f"{_ROOT}/persons/{{person}}", self.person),
        ]

    # ------------------------------------------------------------------------------------------- seasons

    async def seasons(self, request: web.Request) -> web.Response:
        """Serve all seasons."""
        tales = [self._site.told(request, tale) for tale in await self._site.seasons.all()]
        found, following = paged(request, [([tale.season], shapes.season(tale)) for tale in tales])
        return _json(request, {"seasons": found, "next": following})

    async def season(self, request: web.Request) -> web.Response:
        """Serve one season."""
        return _json(request, shapes.season(await self._tale(request)))

    async def tables(self, request: web.Request) -> web.Response:
        """Serve the tables of a season's sections."""
        tale = await self._tale(request)
        parts, following = paged(request, [([number], (number, part)) for number, part in enumerate(tale.parts)])
        people = {*(name for _, part in parts for name in part.names)}
        names = await self._site.seasons.names(people | {line.holder for _, part in parts for line in part.table})
        shown = [shapes.section(tale, number, part, names) for number, part in parts]
        return _json(request, {"season": tale.season, "tables": shown, "next": following})

    async def matches(self, request: web.Request) -> web.Response:
        """Serve a season's matches, in round order."""
        tale = await self._tale(request)
        found, following = paged(request, [(shapes.match_key(made), made) for made in tale.meetings])
        return _json(request, {"matches": await self._shaped(tale, found), "next": following})

    async def match(self, request: web.Request) -> web.Response:
        """Serve one match."""
        return _json(request, await self._match(await self._tale(request), request.match_info["match"]))

    async def _match(self, tale: SeasonTale, wanted: str) -> shapes.Json:
        made = next((one for one in tale.meetings if one.match == wanted), None)
        if made is None:
            raise Refused("nothing", 404)
        return (await self._shaped(tale, [made]))[0]

    async def _shaped(self, tale: SeasonTale, meetings: list[Meeting]) -> list[shapes.Json]:
        names = await self._site.seasons.names(sides_in(meetings))
        return [shapes.match(tale, made, names) for made in meetings]

    async def _tale(self, request: web.Request) -> SeasonTale:
        return self._site.told(request, await self._site.season_asked(request))

    # ------------------------------------------------------------------------------------------- games, persons

    async def game(self, request: web.Request) -> web.Response:
        """Serve one game."""
        return _json(request, shapes.game(await self._site.game_page(request)))

    async def steps(self, request: web.Request) -> web.Response:
        """Serve the steps of a game; with results hidden, one at a time."""
        page = await self._site.game_page(request)
        steps = [([number], shapes.step(page, number, one)) for number, one in enumerate(page.tale.steps)]
        if page.open_:
            found, following = paged(request, steps)
            return _json(request, {"steps": found, "next": following})
        return _json(request, {"steps": [one for _, one in steps[page.at : page.at + 1]], "next": None})

    async def person(self, request: web.Request) -> web.Response:
        """Serve a person: name, ratings, seasons, and matches in them."""
        one = await self._site.person_asked(request)
        seasons = [
            {**shapes.season(tale), "matches": [shapes.match(tale, made, one.names) for made in meetings]}
            for tale, meetings in one.seasons
        ]
        ratings = [shapes.rating(rated) for rated in one.ratings]
        told = {"person": one.person, "name": one.names[one.person], "seasons": seasons, "ratings": ratings}
        return _json(request, told)

    # ------------------------------------------------------------------------------------------- results

    async def result(self, request: web.Request) -> web.Response:
        """Accept the result of a match that was played elsewhere."""
        self._allow(request)
        tale, match = await self._site.season_asked(request), request.match_info["match"]
        sent = await _body(request)
        report = Resulted(
            at=self._site.repository.at, match=match, game="", points=sent.points, margin=sent.margin, leg=sent.game - 1
        )
        try:
            await self._site.repository.act(
                tale.season, f"api:{sent.key}", lambda season: acts.hand_in_result(season, report)
            )
        except NotNow as error:
            raise Refused("not_now", 409, match=match, why=self._site.reason(request, error)) from None
        self._site.seasons.grown(tale.season)
        tale = await self._site.season_asked(request)
        return web.json_response(await self._match(tale, match))

    def _allow(self, request: web.Request) -> None:
        """Raise Refused unless the request may submit results."""
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if not self._key:
            raise Refused("no_results", 403)
        if scheme.lower() != "bearer" or not hmac.compare_digest(key.encode(), self._key.encode()):
            raise Refused("no_key", 401)


async def _body(request: web.Request) -> HandedIn:
    try:
        return HandedIn.model_validate(await json_of(request))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "it"
        raise Refused("body", 400, why=f"{place}: {first['msg']}") from None
    except ValueError:
        raise Refused("body", 400, said="not_json") from None


def _json(request: web.Request, data: Any) -> web.Response:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return tagged(request, web.Response(text=text, content_type="application/json"))


__all__ = ["Api", "HandedIn"]
