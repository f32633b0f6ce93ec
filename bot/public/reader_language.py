"""Which language a public page speaks: the one that its address names, else the season's, else the one that the reader's browser prefers.

Addresses of pictures name theirs, since a picture stays the same for good; one that names none is in English, as in older pages.
"""

from __future__ import annotations

from aiohttp import web

from bot.narration.texts import Texts, texts
from bot.storage.store import Store
from renderer.kit.languages import USUAL, accepted, known, languages

#: In an address.
_NAMED = "lang"


class ReaderLanguages:
    """Choose words for requests.

    Args:
        store: where the languages of channels are.
        usual: the operator's words, for readers of whom nothing is known.
    """

    def __init__(self, store: Store, usual: Texts) -> None:
        self._store = store
        self._usual = usual

    def words(self, request: web.Request) -> Texts:
        """Return the words of a page that belongs to no season."""
        if len(languages()) == 1:
            return self._usual
        wanted = named_in(request) or accepted(request.headers.get("Accept-Language", ""))
        return texts(wanted) if wanted else self._usual

    async def of_season(self, request: web.Request, home: str) -> Texts:
        """Return the words of a page of a season whose home is a channel. Raises StorageError."""
        if len(languages()) == 1 or named_in(request) or not home:
            return self.words(request)
        chosen = await self._store.channels.language(home)
        return texts(chosen) if chosen in languages() else self.words(request)


def named_in(request: web.Request) -> str:
    """Return the language that an address names, "" for none of ours."""
    return known(request.query.get(_NAMED, "")[:40])


def pictured_in(request: web.Request) -> str:
    """Return the language of the picture at an address."""
    return named_in(request) or USUAL


def picture_address(path: str, language: str) -> str:
    """Return the address of a picture in a language."""
    return path if language == USUAL else f"{path}?{_NAMED}={language}"


__all__ = ["ReaderLanguages", "named_in", "picture_address", "pictured_in"]
