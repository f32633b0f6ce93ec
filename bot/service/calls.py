"""One command on its way through the service, and what comes back from it."""

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
    """Who gave a command, where, and under which key it counts once."""

    user: str
    name: str
    channel: str
    platform: str
    key: str
    #: The community of the channel: platform and its own id.
    server: str = ""
    #: A panel comes with its board.
    touch: bool = False
    #: The channel and what it lies in (a server, a workspace, a thread's channel), as `platform:id`.
    places: tuple[str, ...] = ()
    #: Groups of people on the platform, as `platform:role:id`, that they belong to.
    groups: tuple[str, ...] = ()
    #: They may open seasons here.
    manages: bool = True
    #: What everybody is to read can be posted in the channel.
    posts: bool = True
    #: What the bot may not do in the channel and needs for games, as far as the platform says.
    lacks: tuple[str, ...] = ()
    #: Asks the platform what else is wrong with the channel for games; None where there is nothing to ask.
    examine: Examine | None = None
    #: They have pressed to see results although they want none unasked.
    reveals: bool = False
    #: The language of the community, as the platform names it; "" where it does not say.
    place_locale: str = ""

    def check_posts(self) -> None:
        """Refuse what needs posts for everybody in a channel where the bot can make none."""
        if not self.posts:
            raise refuse("cannot_post_here")


class Wording(NamedTuple):
    """One sentence for two readers: in the language of the person who gave the command, and in that of the channel."""

    own: str
    shared: str


@dataclass(frozen=True, slots=True)
class Tools:
    """What every use case works with."""

    store: Store
    #: The words of the language of whoever reads the answer.
    words: Texts
    #: What the games belong to may forbid, time and hear of.
    games: GamePolicy
    #: What keeps things of people beside their games.
    keeper: PersonKeeper
    #: What everybody is told of a game.
    presenter: Presenter
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    policy: Policy = field(default_factory=Policy)
    #: The title that is meant: that of the game at hand, the usual one where there is none.
    title: Title[Any, Any] = field(default_factory=usual_title)
    #: The language of channels and people that have chosen none.
    usual_language: str = USUAL
    #: Where work on whole records is done.
    workshop: Workshop = field(default_factory=RecordThreads)
    #: Where the computer thinks.
    ai_workers: Workshop = field(default_factory=RecordThreads)
    #: What games are that are not between people: "lesson", "puzzle".
    exercises: Mapping[str, Exercise] = field(default_factory=dict)

    @property
    def vocabulary(self) -> Vocabulary:
        """The commands that are understood here."""
        return vocabulary(self.title)

    def of(self, title: Title[Any, Any]) -> Tools:
        """Return the same for games of a title, in its words."""
        return self if title is self.title else replace(self, title=title, words=title.words(self.words.language))

    def speaking(self, language: str) -> Tools:
        """Return the same in a language; in the usual one for "" and for a language that is not there any more."""
        language = language if language in languages() else self.usual_language
        return self if language == self.words.language else replace(self, words=self.title.words(language))

    def posting(self, stored: StoredGame) -> Tools:
        """Return the same for what everybody reads of a game: in its title's words and the language of its channel."""
        return self.at(stored).speaking(stored.settings.language)

    def worded(self, stored: StoredGame, say: Callable[[Tools], str]) -> Wording:
        """Return a sentence about a game for the caller and for its channel; `say` is called once for each language."""
        there = self.posting(stored)
        own = say(self)
        return Wording(own, own if there.words.language == self.words.language else say(there))

    async def channel_language(self, caller: Caller) -> str:
        """Return the language that was chosen for the caller's channel, else that of its community, else the usual one."""
        if len(languages()) == 1:
            return USUAL
        return await self._chosen_at(caller.channel) or known(caller.place_locale) or self.usual_language

    async def language_at(self, channel: str) -> str:
        """Return the language of a channel for what nobody's command brings: the one that was chosen or noted, else the usual one."""
        return (await self._chosen_at(channel) if len(languages()) > 1 else "") or self.usual_language

    async def note_language(self, caller: Caller) -> None:
        """Keep the language of the caller's channel for what is posted there later without a command."""
        if len(languages()) > 1 and not await self._chosen_at(caller.channel) and (there := known(caller.place_locale)):
            await self.store.channels.speak(caller.channel, there)

    async def _chosen_at(self, channel: str) -> str:
        chosen = await self.store.channels.language(channel)
        return chosen if chosen in languages() else ""

    def of_title(self, name: str) -> Tools:
        """Return the same for games of a title by its name; raises WarMissing where this version has none of that name."""
        if name not in MODULES:
            raise WarMissing(name)
        return self.of(title_named(name))

    def at(self, stored: StoredGame) -> Tools:
        """Return the same for a game, in the words of its title; raises WarMissing where this version has no such title."""
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
        """Return what a function makes of a game and its record, for a caller; see `recalling.recalled`."""
        wish = (self.store, self.workshop, caller.user, function, stored)
        return await recalled(*wish, *args, start=start, upto=upto, fresh=fresh)

    def exercise(self, header: GameHeader) -> Exercise:
        """Return what a game is: a lesson, a puzzle, or neither."""
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
        """Begin to tell everybody what a command of `actor` has done; see `Presenter.announce`."""
        return await self.presenter.announce(self, stored, game, memory, clock, actor, earlier=earlier)

    def names_of(self, stored: StoredGame) -> Book:
        """Return the words of a game, and the names of what it is played with."""
        book: Book = title_stored(stored.header).book(stored.header.options, self.words.language)
        return book

    def war(self, header: GameHeader) -> str:
        """Return what a game is played as, in words; the stored name where this version has none for it."""
        words = title_stored(header).words(self.words.language) if header.title in MODULES else self.words
        key = f"names.scenarios.{header.scenario}"
        return words.say(key) if isinstance(words.find(key), str) else header.scenario

    def side(self, side: int) -> str:
        """Name of a side."""
        return self.say(f"names.sides.{self.title.seats[side]}.name")

    def say(self, key: str, /, **data: Any) -> str:
        """Return a text of the language."""
        return self.words.say(key, **data)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a changing command answers; stored with it, so a repetition gets the same.

    `panel` is the side whose panel belongs under the text; it is made anew each time.
    """

    text: str = ""
    panel: int | None = None
    number: int = -1
    replies: list[Reply] = field(default_factory=list)
    #: What it is said in, and so its panel; "" in answers of older versions.
    language: str = field(default_factory=SPEAKING.get)

    def dump(self) -> JsonObject:
        """Return it as it is stored."""
        data: JsonObject = {"text": self.text, "panel": self.panel, "number": self.number}
        if self.language:
            data["language"] = self.language
        if self.replies:
            data["replies"] = [reply.model_dump(mode="json") for reply in self.replies]
        return data

    @classmethod
    def load(cls, data: JsonObject) -> Answer:
        """Read what `dump` made."""
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
    """Return the channel's game, the finished one if no other has begun; refuses when there is none.

    Where none is going on the puzzle that the caller has open is meant.
    """
    game = await holder_for(tools.store, caller)
    if game is None:
        raise refuse("no_game")
    return game


async def holder_for(store: Store, caller: Caller) -> str | None:
    """Return the game that a channel holds for somebody: what is going on there, else their open puzzle, else what is over."""
    game, own = await store.channels.holders(caller.channel, study_room(caller.user))
    if own is None:
        return game
    try:
        if game is not None and (await store.header(game)).in_progress:
            return game
    except StorageError:
        return game  # what is wrong with it is said by whatever needs it
    return own if await _open(store, own, caller.key) else game


async def _open(store: Store, game: str, key: str) -> bool:
    """Return True for a puzzle that is there and of which the answer was not told, unless by the command that comes again."""
    try:
        kept = (await store.load(game)).settings.puzzle
        return not (kept.get("found") or kept.get("given_up")) or await store.answer_for(game, key) is not None
    except StorageError:
        return False
