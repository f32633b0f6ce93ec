"""Messages a page may send over its live link; all validation happens here."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from bot.narration.texts import host_text
from bot.platforms.web.errors import WebRefusal

#: Most characters of a line.
LINE_LIMIT = 2000
#: Most entries sent together: a form of five fields with all of their 25 entries.
TOGETHER = 125

Key = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{8,64}$")]


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Hello(_Sent):
    """The first message: the person, the channel, and the last log places it knows (None: nothing yet)."""

    type: Literal["hello"]
    token: Annotated[str, Field(alias="as", max_length=400)]
    channel: Annotated[str, Field(max_length=40)]
    public: Annotated[int | None, Field(ge=0)] = None
    private: Annotated[int | None, Field(ge=0)] = None


class Run(_Sent):
    """A command or a press, with a key that stays the same on retries.

    `tokens` are all entries chosen together in one menu or form, in its order; `token` is the first.
    """

    type: Literal["run"]
    key: Key
    text: Annotated[str | None, Field(min_length=1, max_length=LINE_LIMIT)] = None
    token: Annotated[str | None, Field(min_length=1, max_length=100)] = None
    tokens: Annotated[tuple[Annotated[str, Field(min_length=1, max_length=100)], ...], Field(max_length=TOGETHER)] = ()
    form: bool = False


class Say(_Sent):
    """A message to everybody in the channel."""

    type: Literal["say"]
    key: Key
    text: Annotated[str, Field(min_length=1, max_length=LINE_LIMIT)]


class Complete(_Sent):
    """A half-typed command to complete."""

    type: Literal["complete"]
    id: int
    text: Annotated[str, Field(max_length=LINE_LIMIT)]


class Earlier(_Sent):
    """A request for older public messages."""

    type: Literal["earlier"]
    before: Annotated[int, Field(ge=1)]


Sent = Annotated[Hello | Run | Say | Complete | Earlier, Field(discriminator="type")]
_SENT: TypeAdapter[Hello | Run | Say | Complete | Earlier] = TypeAdapter(Sent)


def read(text: str) -> Hello | Run | Say | Complete | Earlier:
    """Parse one message of a page.

    Raises:
        WebRefusal: it is none of those above.
    """
    try:
        sent = _SENT.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "it"
        raise WebRefusal(
            host_text("web.protocol.page_sent_something_unknown", place=place, first=first["msg"])
        ) from None
    if isinstance(sent, Run) and (sent.text is None) == (sent.token is None):
        raise WebRefusal(host_text("web.protocol.command_either_typed_pressed"))
    if isinstance(sent, Run) and sent.tokens and sent.tokens[0] != sent.token:
        raise WebRefusal(host_text("web.protocol.what_chosen_together_begins"))
    return sent
