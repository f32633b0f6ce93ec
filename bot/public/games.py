"""Games for the public pages: loaded, narrated and cached until they change."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2s

from bot import __version__
from bot.narration.texts import Texts, texts
from bot.persons import level_of
from bot.platforms.shared_pictures import Shared
from bot.public.drawing import PUBLIC
from bot.public.game_story import Tale, tale
from bot.public.public_names import public_name
from bot.service.record_work import Workshop, recalled
from bot.service.session import player_name, seats_of
from bot.service.visibility import EVERYBODY, Visibility
from bot.storage.errors import UnknownGame
from bot.storage.keys import game_ids
from bot.storage.store import Store, StoredGame
from bot.titles import title_stored

#: Games whose tales are cached.
_KEPT = 24


@dataclass(frozen=True, slots=True)
class Player:
    """The public view of a side's player: a name, or "" if there is none to show."""

    name: str


@dataclass(frozen=True, slots=True)
class PublicGame:
    """The public view of a game. `tag` changes whenever that view does, and with the language."""

    stored: StoredGame
    players: tuple[Player, Player]
    tag: str
    #: The language of its texts.
    language: str

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.stored.header.game_id

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return not self.stored.header.in_progress


class PublicGames:
    """Loads games and has their records narrated outside the event loop.

    Args:
        store: of the games.
        workshop: replays records.
        language: the default language.
    """

    def __init__(self, store: Store, workshop: Workshop, language: str) -> None:
        self._store = store
        self._workshop = workshop
        self._language = language
        self._kept: OrderedDict[tuple[str, str], tuple[str, Tale]] = OrderedDict()
        self._telling: Shared[tuple[str, str], Tale] = Shared()

    async def known(self, game_id: str, language: str = "") -> PublicGame | None:
        """Return a started game in a language; None if there is none with this id, or if it is a lesson.

        Raises:
            StorageError: it can't be read.
        """
        if game_ids([game_id.encode()])[1]:
            return None
        try:
            stored = await self._store.load(game_id)
        except UnknownGame:
            return None
        if stored.snapshot is None or stored.header.study:
            return None
        language = language or self._language
        first, second = (_player(stored, seat, texts(language)) for seat in seats_of(stored))
        return PublicGame(stored, (first, second), _tag(stored, language, first, second), language)

    async def tale(self, known: PublicGame) -> Tale:
        """Return the public steps of a game.

        Raises:
            Crowded: the records of too many games are requested.
            Refusal: this version replays the record differently.
            StorageError: it can't be read.
        """
        key = known.game_id, known.language
        kept = self._kept.get(key)
        if kept is not None and kept[0] == known.tag:
            self._kept.move_to_end(key)
            return kept[1]
        return await self._telling.get((known.game_id, known.tag), lambda: self._tell(known))

    async def _tell(self, known: PublicGame) -> Tale:
        stored = known.stored
        veil = Visibility.of(stored).veil_for(())
        upto = stored.number if veil is None else veil.number
        wish = (self._store, self._workshop, PUBLIC, tale, stored, known.language)
        told = await recalled(*wish, upto=upto)
        key = known.game_id, known.language
        self._kept[key] = known.tag, told
        self._kept.move_to_end(key)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return told


def _player(stored: StoredGame, seat: str, words: Texts) -> Player:
    held = stored.seats.holders.get(seat)
    if held is None:
        return Player("")
    name = player_name(words, stored.header, held) if level_of(held.user) else held.name
    return Player(public_name(name, [held.user]))


def _tag(stored: StoredGame, language: str, *players: Player) -> str:
    """Return a tag that changes with the public view of the game, and with nothing else."""
    known = Visibility.of(stored).counts[EVERYBODY].known
    said = (__version__, title_stored(stored.header).name, known, stored.header.status, language, *players)
    return blake2s(repr(said).encode(), digest_size=9).hexdigest()


__all__ = ["Player", "PublicGame", "PublicGames"]
