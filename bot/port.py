"""The port between the bot and a chat platform.

An adapter turns what a platform sends into an `Inbound`, hands it to the handler, renders
the answer for the one who asked, and delivers public posts from the outbox. It decides
nothing about the game.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from bot.storage.errors import DeliveryError
from bot.table.reply import PictureRef, Reply

#: Asks a platform what is wrong with a channel for games: a sentence each. Raises DeliveryError.
Examine = Callable[[], Awaitable[tuple[str, ...]]]


class Inbound(BaseModel):
    """One thing a person did: typed a command, pressed a button, or asked for completion.

    `key` identifies the interaction for ever: the same key arriving twice counts once.
    `text` is the typed command without the leading slash or root; `token` is the token
    of a pressed button or chosen menu entry. Exactly one of them is set. Where a menu lets
    several entries be chosen at once (`Select.most`), `tokens` holds all of them in the
    order of the menu and `token` the first; together they are one press, all or nothing.
    So it is with the entries of a form, field by field: five menus of 25 entries at most.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    platform: str
    #: Ids of the platform, of any length: no platform documents one.
    channel: Annotated[str, Field(min_length=1)]
    #: The community that the channel belongs to, "" where the platform has but one.
    server: str = ""
    user: Annotated[str, Field(min_length=1)]
    user_name: Annotated[str, Field(max_length=100)] = ""
    key: Annotated[str, Field(min_length=1, max_length=200)]
    text: Annotated[str | None, Field(max_length=2000)] = None
    token: Annotated[str | None, Field(max_length=100)] = None
    tokens: Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=125)] = ()
    #: The title under whose root it was typed, "" where a platform has no roots.
    title: Annotated[str, Field(max_length=40)] = ""
    #: The game to whose panel the form belongs in which it was typed, "" where that is not known; only a puzzle is meant by it,
    #: everything else that is typed is for the game of the channel.
    game: Annotated[str, Field(max_length=100)] = ""
    #: The tokens were chosen in a form: where they are refused, the answer brings it again with what was chosen.
    form: bool = False
    action: Literal["run", "complete"] = "run"
    #: The platform lets the pictures of a panel be touched: it wants the panel's board.
    touch: bool = False
    #: Ids of what the channel lies in besides its server: the channel of a thread.
    within: tuple[str, ...] = ()
    #: Ids of the groups of people (a server's roles) that whoever did it belongs to.
    roles: tuple[str, ...] = ()
    #: They manage the community, or the platform does not say who does.
    manages: bool = True
    #: The bot can post in the channel, as far as the platform says.
    posts: bool = True
    #: While completing: the options that the platform asks for in fields of their own.
    fields: tuple[str, ...] = ()
    #: What the bot may not do in the channel and needs for its games, as the platform names it; empty where it does not say.
    lacks: tuple[str, ...] = ()
    #: The language of whoever did it, and that of the community, as the platform names them; "" where it does not say.
    locale: Annotated[str, Field(max_length=40)] = ""
    place_locale: Annotated[str, Field(max_length=40)] = ""
    #: Asks the platform what else is wrong with the channel for games, where it has to be asked; see `Examiner.lacking`.
    examine: Examine | None = Field(default=None, exclude=True, repr=False)


class Completion(BaseModel):
    """One suggestion while typing: `insert` replaces the whole command line so far."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    label: str
    insert: str


class Outgoing(BaseModel):
    """One message of the outbox on its way to a channel; `id` is stable for deduplication.

    `user` is the one person a private message is for; it is empty for everything public. `players`
    are those who have a seat: where a platform can, nobody else is shown controls that are theirs.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    game: str
    channel: str
    reply: Reply
    user: str = ""
    players: tuple[str, ...] = ()


class Handler(Protocol):
    """The bot's side of the port."""

    async def run(self, inbound: Inbound) -> Sequence[Reply]:
        """Carry out a command or press; the replies are for the one who asked."""
        ...

    async def complete(self, inbound: Inbound) -> Sequence[Completion]:
        """Suggest continuations, best first, only what the asker may know."""
        ...


#: Draws a picture that a reply refers to: (bytes, mime type, alt text).
PictureSource = Callable[[PictureRef], Awaitable[tuple[bytes, str, str]]]


class Platform(Protocol):
    """An adapter."""

    @property
    def name(self) -> str:
        """Short name stored with channels, e.g. "web"."""
        ...

    async def start(self) -> None:
        """Connect or listen."""
        ...

    async def deliver(self, message: Outgoing) -> None:
        """Show one outbox message; raises DeliveryError if it cannot be shown now."""
        ...

    async def stop(self) -> None:
        """Stop listening, let what runs finish."""
        ...


@runtime_checkable
class Venues(Protocol):
    """A platform whose channels can be venues of a season: rooms for its games, and messages that belong to no game."""

    @property
    def name(self) -> str:
        """Short name stored with channels."""
        ...

    async def open_room(self, venue: str, name: str, key: str) -> str | None:
        """Return the room of one game within a venue, as a channel of the platform; None where there can be none for now.

        The room that was opened with the same `key` before is found again. `name` is shown where rooms have one; it ends
        with the key.

        Raises:
            DeliveryError: the platform cannot be reached, or refuses for good.
        """
        ...

    async def tell(self, channel: str, reply: Reply, key: str) -> str | None:
        """Say something in a channel that belongs to no game; where the platform can, once for one key.

        Returns:
            The message's id for `amend`; None where it was said before, or cannot be amended.

        Raises:
            DeliveryError: it cannot be shown now, or never.
        """
        ...

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        """Replace a message that `tell` posted; raises DeliveryError as `tell`."""
        ...

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        """Say something to one person alone, by direct message; where there is none, to them alone in the channel `near`.

        Where the platform can, once for one key.

        Raises:
            DeliveryError: it cannot be shown now, or never.
        """
        ...


@runtime_checkable
class Examiner(Protocol):
    """A platform that can say what is wrong with a channel for games before one is opened in it."""

    async def lacking(self, channel: str, message: str = "") -> tuple[str, ...]:
        """Say what keeps games from a channel, a sentence each with what would mend it; empty where nothing is known.

        Args:
            channel: of the platform.
            message: one of ours in it; then also whether it takes replies in a thread, where only a try tells. Nobody sees a try.

        Raises:
            DeliveryError: the platform cannot be asked now.
        """
        ...


__all__ = [
    "Completion",
    "DeliveryError",
    "Examine",
    "Examiner",
    "Handler",
    "Inbound",
    "Outgoing",
    "PictureSource",
    "Platform",
    "Venues",
]
