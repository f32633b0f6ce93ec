"""Choose the language of a public page: the one in its address, else the season's, else the browser's preference.

Addresses of pictures name their language, since they are cached permanently; one without a language is in English, as
in older pages.
"""

from __future__ import annotations

from aiohttp import web

from bot.narration.texts import Texts, texts
from bot.storage.store import Store
from renderer.kit.languages import USUAL, accepted, known, languages

#: Query parameter.
_NAMED = "lang"


class ReaderLanguages:
    """Chooses the texts for requests.

    Args:
        store: has the languages of channels.
        usual: texts in the operator's language, for readers without a known one.
    """

    def __init__(self, store: Store, usual: Texts) -> None:
        self._store = store
        self._usual = usual

    def words(self, request: web.Request) -> Texts:
        """Return the texts for a page outside any season."""
        if len(languages()) == 1:
            return self._usual
        wanted = named_in(request) or accepted(request.headers.get("Accept-Language", ""))
        return texts(wanted) if wanted else self._usual

    async def of_season(self, request: web.Request, home: str) -> Texts:
        """Return the texts for a page of a season with this home channel. Raises StorageError."""
        if len(languages()) == 1 or named_in(request) or not home:
            return self.words(request)
        chosen = await self._store.channels.language(home)
        return texts(chosen) if chosen in languages() else self.words(request)


def named_in(request: web.Request) -> str:
    """Return the language in a request's address, "" if there is none or it isn't supported."""
    return known(request.query.get(_NAMED, "")[:40])


def pictured_in(request: web.Request) -> str:
    """Return the language of a picture request."""
    return named_in(request) or USUAL


def picture_address(path: str, language: str) -> str:
    """Return the address of a picture in a language."""
    return path if language == USUAL else f"{path}?{_NAMED}={language}"


__all__ = ["ReaderLanguages", "named_in", "picture_address", "pictured_in"]
