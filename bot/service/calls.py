"""One command as it passes through the service, and its result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

from bot.narration.book import Book
from bot.narration.texts import SPEAKING, Texts
from bot.port import Examine
from bot.service.clock import Clock
from bot.service.exercise import Exercise, exercise_of
from bot.service.game_policy import GamePolicy
from bot.service.operator_policy import Policy
from bot.service.person_keeper import PersonKeeper
from bot.service.presenter import Announcement, Presenter
from bot.service.record_work import RecordThreads, Workshop, recalled
from bot.service.session import Memory
from bot.storage.errors import StorageError, WarMissing
from bot.storage.models import GameHeader, JsonObject
from bot.storage.person_keys import study_room
from bot.storage.store import Store, StoredGame
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.titles import MODULES, title_named, title_stored, usual_title
from bot.titles.title import Title
from bot.titles.vocabulary import Vocabulary, vocabulary
from engine.core.game import Game, GameState
from renderer.kit.languages import USUAL, known, languages

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who gave a command, where, and the key that makes it count once."""

    user: str
    name: str
    channel: str
    platform: str
    key: str
    #: The channel's community: platform and its own id.
    server: str = ""
    #: A panel is sent with its board.
    touch: bool = False
    #: The channel and its containers (a server, a workspace, a thread's channel), as `platform:id`.
    places: tuple[str, ...] = ()
    #: The caller's groups on the platform, as `platform:role:id`.
    groups: tuple[str, ...] = ()
    #: The caller can open seasons here.
    manages: bool = True
    #: Public posts are possible in the channel.
    posts: bool = True
    #: Permissions that games need and the bot lacks in the channel, as far as the platform says.
    lacks: tuple[str, ...] = ()
    #: Asks the platform what else in the channel prevents games; None where there is nothing to check.
    examine: Examine | None = None
    #: The caller pressed to see results although they hide results by default.
    reveals: bool = False
    #: The community's language as named by the platform; "" if it does not say.
    place_locale: str = ""

    def check_posts(self) -> None:
        """Refuse a command that needs public posts in a channel where the bot cannot post."""
        if not self.posts:
            raise refuse("cannot_post_here")


class Wording(NamedTuple):
    """One sentence for two readers: in the caller's language and in the channel's."""

    own: str
    shared: str


@dataclass(frozen=True, slots=True)
class Tools:
    """The dependencies of every use case."""

    store: Store
    #: Texts in the language of the person who reads the answer.
    words: Texts
    #: The rules set by what a game belongs to: forbidden acts, clock, and reports of its end.
    games: GamePolicy
    #: Keeps personal records outside games.
    keeper: PersonKeeper
    #: Posts public announcements of a game.
    presenter: Presenter
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    policy: Policy = field(default_factory=Policy)
    #: The title in question: that of the current game, or the default one without a game.
    title: Title[Any, Any] = field(default_factory=usual_title)
    #: The language of channels and people that have not chosen one.
    usual_language: str = USUAL
    #: Worker pool for whole records.
    workshop: Workshop = field(default_factory=RecordThreads)
    #: Worker pool for the computer player.
    ai_workers: Workshop = field(default_factory=RecordThreads)
    #: The kinds of games without an opponent: "lesson", "puzzle".
    exercises: Mapping[str, Exercise] = field(default_factory=dict)

    @property
    def vocabulary(self) -> Vocabulary:
        """The commands available here."""
        return vocabulary(self.title)

    def of(self, title: Title[Any, Any]) -> Tools:
        """Return the tools for games of a title, with its texts."""
        return self if title is self.title else replace(self, title=title, words=title.words(self.words.language))

    def speaking(self, language: str) -> Tools:
        """Return the tools in a language; in the default one for "" or a language that no longer exists."""
        language = language if language in languages() else self.usual_language
        return self if language == self.words.language else replace(self, words=self.title.words(language))

    def posting(self, stored: StoredGame) -> Tools:
        """Return the tools for public posts of a game: its title's texts in the channel's language."""
        return self.at(stored).speaking(stored.settings.language)

    def worded(self, stored: StoredGame, say: Callable[[Tools], str]) -> Wording:
        """Return a sentence about a game for the caller and for its channel; `say` is called once per language."""
        there = self.posting(stored)
        own = say(self)
        return Wording(own, own if there.words.language == self.words.language else say(there))

    async def channel_language(self, caller: Caller) -> str:
        """Return the language chosen for the caller's channel, else its community's, else the default."""
        if len(languages()) == 1:
            return USUAL
        return await self._chosen_at(caller.channel) or known(caller.place_locale) or self.usual_language

    async def language_at(self, channel: str) -> str:
        """Return a channel's language for posts without a command: the chosen or noted one, else the default."""
        return (await self._chosen_at(channel) if len(languages()) > 1 else "") or self.usual_language

    async def note_language(self, caller: Caller) -> None:
        """Store the language of the caller's channel for later posts that no command triggers."""
        if len(languages()) > 1 and not await self._chosen_at(caller.channel) and (there := known(caller.place_locale)):
            await self.store.channels.speak(caller.channel, there)

    async def _chosen_at(self, channel: str) -> str:
        chosen = await self.store.channels.language(channel)
        return chosen if chosen in languages() else ""

    def of_title(self, name: str) -> Tools:
        """Return the tools for games of a title by name; raise WarMissing if this version has no such title."""
        if name not in MODULES:
            raise WarMissing(name)
        return self.of(title_named(name))

    def at(self, stored: StoredGame) -> Tools:
        """Return the tools for a game, with its title's texts; raise WarMissing if this version has no such title."""
        return self.of(title_stored(stored.header))

    async def recalled(
        self,
        caller: Caller,
        function: Callable[..., T],
        stored: StoredGame,
        *args: Any,
        start: int = 0,
        upto: int | None = None,
        fresh: Sequence[dict[str, Any]] = (),
    ) -> T:
        """Return a function's result for a game and its record, for a caller; see `record_work.recalled`."""
        wish = (self.store, self.workshop, caller.user, function, stored)
        return await recalled(*wish, *args, start=start, upto=upto, fresh=fresh)

    def exercise(self, header: GameHeader) -> Exercise:
        """Return the kind of a game: a lesson, a puzzle, or neither."""
        return exercise_of(self.exercises, header)

    async def announce(
        self,
        stored: StoredGame,
        game: Game[GameState],
        memory: Memory,
        clock: Clock,
        actor: str,
        *,
        earlier: Game[GameState] | None = None,
    ) -> Announcement:
        """Start the announcement of a command of `actor`; see `Presenter.announce`."""
        return await self.presenter.announce(self, stored, game, memory, clock, actor, earlier=earlier)

    def names_of(self, stored: StoredGame) -> Book:
        """Return the texts of a game, with the names of its components."""
        book: Book = title_stored(stored.header).book(stored.header.options, self.words.language)
        return book

    def war(self, header: GameHeader) -> str:
        """Return the name of a game's war; the stored name if this version has no text for it."""
        words = title_stored(header).words(self.words.language) if header.title in MODULES else self.words
        key = f"names.scenarios.{header.scenario}"
        return words.say(key) if isinstance(words.find(key), str) else header.scenario

    def side(self, side: int) -> str:
        """Return the name of a side."""
        return self.say(f"names.sides.{self.title.seats[side]}.name")

    def say(self, key: str, /, **data: Any) -> str:
        """Return a text in the tools' language."""
        return self.words.say(key, **data)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a changing command; stored with it, so that a retry gets the same answer.

    `panel` is the side whose panel follows the text; the panel is rendered anew each time.
    """

    text: str = ""
    panel: int | None = None
    number: int = -1
    replies: list[Reply] = field(default_factory=list)
    #: The language of the answer and its panel; "" in answers stored by older versions.
    language: str = field(default_factory=SPEAKING.get)

    def dump(self) -> JsonObject:
        """Return the answer in its stored form."""
        data: JsonObject = {"text": self.text, "panel": self.panel, "number": self.number}
        if self.language:
            data["language"] = self.language
        if self.replies:
            data["replies"] = [reply.model_dump(mode="json") for reply in self.replies]
        return data

    @classmethod
    def load(cls, data: JsonObject) -> Answer:
        """Load an answer stored by `dump`."""
        panel, number = data.get("panel"), data.get("number")
        stored = data.get("replies")
        return cls(
            text=str(data.get("text", "")),
            panel=panel if isinstance(panel, int) else None,
            number=number if isinstance(number, int) else -1,
            replies=[Reply.model_validate(item) for item in stored] if isinstance(stored, list) else [],
            language=str(data.get("language", "")),
        )


async def game_here(tools: Tools, caller: Caller) -> str:
    """Return the channel's game, the finished one if no other has started; refuse if there is none.

    If no game is running, the caller's open puzzle is returned instead.
    """
    game = await holder_for(tools.store, caller)
    if game is None:
        raise refuse("no_game")
    return game


async def holder_for(store: Store, caller: Caller) -> str | None:
    """Return the channel's game for a user: the running one, else their open puzzle, else the finished one."""
    game, own = await store.channels.holders(caller.channel, study_room(caller.user))
    if own is None:
        return game
    try:
        if game is not None and (await store.header(game)).in_progress:
            return game
    except StorageError:
        return game  # the code that needs the game reports what is wrong with it
    return own if await _open(store, own, caller.key) else game


async def _open(store: Store, game: str, key: str) -> bool:
    """Return True for a puzzle whose solution has not been shown, except by a retry of this same command."""
    try:
        kept = (await store.load(game)).settings.puzzle
        return not (kept.get("found") or kept.get("given_up")) or await store.answer_for(game, key) is not None
    except StorageError:
        return False
