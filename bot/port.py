"""The port between the bot and a chat platform.

An adapter turns what a platform sends into an `Inbound`, hands it to the handler, renders the answer for the person who
sent it, and delivers public posts from the outbox. It makes no decisions about the game.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from bot.storage.errors import DeliveryError
from bot.table.reply import PictureRef, Reply

#: Asks a platform what is wrong with a channel for games; returns one sentence per problem. Raises DeliveryError.
Examine = Callable[[], Awaitable[tuple[str, ...]]]


class Inbound(BaseModel):
    """One action of a person: a typed command, a pressed button, or a request for completion.

    `key` identifies the interaction permanently: the same key arriving twice counts once. `text` is the typed command
    without the leading slash or root; `token` is the token of a pressed button or chosen menu entry. Exactly one of
    them is set. Where a menu lets several entries be chosen at once (`Select.most`), `tokens` holds all of them in the
    order of the menu and `token` the first; together they are one press, all or nothing. The same holds for the entries
    of a form, field by field: at most five menus of 25 entries.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    platform: str
    #: Ids as the platform gives them, of any length: no platform documents a limit.
    channel: Annotated[str, Field(min_length=1)]
    #: The community the channel belongs to, "" where the platform has only one.
    server: str = ""
    user: Annotated[str, Field(min_length=1)]
    user_name: Annotated[str, Field(max_length=100)] = ""
    key: Annotated[str, Field(min_length=1, max_length=200)]
    text: Annotated[str | None, Field(max_length=2000)] = None
    token: Annotated[str | None, Field(max_length=100)] = None
    tokens: Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=125)] = ()
    #: The title whose command root was used, "" where a platform has no roots.
    title: Annotated[str, Field(max_length=40)] = ""
    #: The game whose panel contains the form it was typed in, "" if unknown. Only puzzles use it; everything else typed
    #: applies to the game of the channel.
    game: Annotated[str, Field(max_length=100)] = ""
    #: The tokens were chosen in a form: if they are refused, the reply shows the form again with the same choices.
    form: bool = False
    action: Literal["run", "complete"] = "run"
    #: The platform supports clicks on a panel's pictures and needs the panel's board for that.
    touch: bool = False
    #: Ids of what contains the channel besides its server, such as the parent channel of a thread.
    within: tuple[str, ...] = ()
    #: Ids of the groups (server roles) the sender belongs to.
    roles: tuple[str, ...] = ()
    #: The sender manages the community, or the platform doesn't say who does.
    manages: bool = True
    #: The bot can post in the channel, as far as the platform says.
    posts: bool = True
    #: While completing: the options that the platform shows as separate fields.
    fields: tuple[str, ...] = ()
    #: Permissions the bot needs for games in this channel and doesn't have, in the platform's names; empty where it
    #: doesn't say.
    lacks: tuple[str, ...] = ()
    #: Languages of the sender and of the community, as the platform names them; "" where it doesn't say.
    locale: Annotated[str, Field(max_length=40)] = ""
    place_locale: Annotated[str, Field(max_length=40)] = ""
    #: Asks the platform what else is wrong with the channel for games, where that takes a request; see
    #: `Examiner.lacking`.
    examine: Examine | None = Field(default=None, exclude=True, repr=False)


class Completion(BaseModel):
    """One completion while typing: `insert` replaces the whole command line so far."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    label: str
    insert: str


class Outgoing(BaseModel):
    """One outbox message on its way to a channel; `id` is stable for deduplication.

    `user` is the recipient of a private message, empty for public ones. `players` are the people with a seat: where the
    platform supports it, only they are shown their controls.
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
        """Run a command or press; the replies are for the person who sent it."""
        ...

    async def complete(self, inbound: Inbound) -> Sequence[Completion]:
        """Suggest completions, best first, using only what this person may know."""
        ...


#: Renders the picture a reply refers to: (bytes, mime type, alt text).
PictureSource = Callable[[PictureRef], Awaitable[tuple[bytes, str, str]]]


class Platform(Protocol):
    """A platform adapter."""

    @property
    def name(self) -> str:
        """Short name stored with channels, e.g. "web"."""
        ...

    async def start(self) -> None:
        """Connect or listen."""
        ...

    async def deliver(self, message: Outgoing) -> None:
        """Deliver one outbox message; raises DeliveryError if that fails now."""
        ...

    async def stop(self) -> None:
        """Stop listening and let running work finish."""
        ...


@runtime_checkable
class Venues(Protocol):
    """A platform whose channels can be venues of a season: rooms for its games, and messages outside any game."""

    @property
    def name(self) -> str:
        """Short name stored with channels."""
        ...

    async def open_room(self, venue: str, name: str, key: str) -> str | None:
        """Return the channel for one game within a venue; None if none can be opened for now.

        A room opened before with the same `key` is found again. `name` is shown where rooms have names; it ends with
        the key.

        Raises:
            DeliveryError: the platform can't be reached, or refuses permanently.
        """
        ...

    async def tell(self, channel: str, reply: Reply, key: str) -> str | None:
        """Post a message outside any game; where the platform supports it, only once per key.

        Returns:
            The message's id for `amend`; None if it was posted before, or can't be amended.

        Raises:
            DeliveryError: it can't be delivered now, or never.
        """
        ...

    async def amend(self, channel: str, message: str, reply: Reply) -> None:
        """Replace a message that `tell` posted; raises DeliveryError like `tell`."""
        ...

    async def tell_alone(self, user: str, near: str, reply: Reply, key: str) -> None:
        """Send a direct message to one person; where that is impossible, post it in `near`, visible only to them.

        Where the platform supports it, only once per key.

        Raises:
            DeliveryError: it can't be delivered now, or never.
        """
        ...


@runtime_checkable
class Examiner(Protocol):
    """A platform that can check a channel for problems before a game is opened in it."""

    async def lacking(self, channel: str, message: str = "") -> tuple[str, ...]:
        """Return the problems that prevent games in a channel, one sentence each with the remedy; empty if none are known.

        Args:
            channel: id on the platform.
            message: a message of the bot in the channel; if given, also check that it takes replies in a thread, which
                only a trial reply can show. Nobody sees the trial.

        Raises:
            DeliveryError: the platform can't be asked now.
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
