"""Pictures of a season for its pages: the same views as on all platforms. Runs outside the event loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2s
from itertools import islice

from bot.leagues.journal import DIVISION_FORMATS, ENTRY
from bot.leagues.season import Season
from bot.service.leagues import views
from bot.service.leagues.pages import pages
from bot.service.leagues.pictures import LEAGUE
from bot.table.reply import PictureRef
from renderer.league.views import View

#: Most pages of one table shown as pictures.
_MOST = 6
Pictures = tuple[tuple[str, PictureRef], ...]


def season_pictures(
    lines: Sequence[str],
    names: Mapping[str, str],
    sides: tuple[str, str],
    game: str,
    section: int | None,
    language: str,
) -> Pictures:
    """Return the pictures of a season or a section, each named by a hash of its content."""
    season = Season.told(ENTRY.validate_json(line) for line in lines)
    told = views.SeasonSource(season, names, sides, game=game, by_id=False)
    wanted: list[View] = []
    if section is None:
        wanted = [views.poster(told), *views.bracket(told)]
    elif section < len(season.sections):
        wanted = [views.standings(told, section)]
        if season.rules.format in DIVISION_FORMATS:
            wanted.append(views.cross_table(told, section))
    found = [LEAGUE.reference(page, language) for view in wanted for page in islice(pages(view), _MOST)]
    return tuple((_named(number, ref), ref) for number, ref in enumerate(found))


def _named(number: int, ref: PictureRef) -> str:
    return f"{number}-{blake2s(ref.model_dump_json().encode(), digest_size=9).hexdigest()}"


__all__ = ["Pictures", "season_pictures"]
