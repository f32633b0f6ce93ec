"""Platform-independent replies: text, picture request, menu, audience.

Every adapter (local web, Discord, Slack) renders these records and nothing else. They are stored in the outbox, so they
are pydantic models; a change needs a new version. Text is a small common subset of Markdown: **bold**, *italic*,
`code`, lists, line breaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from bot import persons
from bot.narration.dates import moments_in
from renderer.kit.hit_areas import Ground
from renderer.kit.languages import USUAL
from renderer.kit.requests import Palette

#: Kinds of pictures that every title supports: a replay, the end of a game, several joined as one.
EVERY_KIND = frozenset({"replay", "end", "joined"})


class _Record(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )


class PictureRef(_Record):
    """A picture of one position of one game, to be drawn asynchronously.

    The title defines which kinds there are; every title supports those of `EVERY_KIND`. `number` is the record number
    whose position is shown; `viewer` is the seat whose view may be used (None: public information only). `args` depends
    on the kind: e.g. the name of a map area, the id of a space, marks of an action. A "replay" is an animated picture
    of public information: `entries` are the record numbers of its frames in order, `name` the theatre or "overview". A
    "summary" shows the turn `turn`, "front" compares with the beginning of the current turn, "end" is the end of a
    game. A "joined" picture shows several as one: `parts` are their kinds and arguments, `{"kind": "card", "args":
    {"card": 3}}`. An "opening" is the initial position of the scenario `scenario` and belongs to no game; a "puzzle"
    likewise shows the initial position of one. Pictures of leagues belong to no game either and have all they show in
    `args`; `bot.service.view_pictures` makes their references. `palette` is the colour set, `language` that of the
    words in the picture.
    """

    kind: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    game: str
    number: int
    viewer: int | None = None
    args: dict[str, object] = Field(default_factory=dict)
    palette: Palette = "standard"
    #: Omitted for English, so that references keep the names under which older versions stored them.
    language: str = Field(default=USUAL, exclude_if=lambda one: one == USUAL)
    #: Shown immediately; the drawn picture has its own, fuller alt text.
    alt: str = ""
    #: For one person only: never shown or stored where anyone else could access it.
    private: bool = False

    @model_validator(mode="before")
    @classmethod
    def _of_a_seat(cls, data: Any) -> Any:
        """Mark pictures of a seat's view as private, also those stored by older versions."""
        return {**data, "private": True} if isinstance(data, dict) and data.get("viewer") is not None else data

    def whole(self, name: str) -> int:
        """Return an argument as a whole number; raises KeyError or ValueError."""
        return int(str(self.args[name]))

    def listed(self, name: str) -> list[object]:
        """Return an argument that is a list, [] if it is none."""
        value = self.args.get(name)
        return list(value) if isinstance(value, list | tuple) else []

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return an argument that is a list of whole numbers, () if it is no list."""
        return tuple(int(str(number)) for number in self.listed(name))

    def parts(self) -> list[PictureRef]:
        """Return the references of the pictures that are joined in this one."""
        parts = [part for part in self.listed("parts") if isinstance(part, dict)]
        return [PictureRef.model_validate({**self.model_dump(), "args": {}, **part}) for part in parts]


class Button(_Record):
    """A button that sends `token` back; tokens contain game, record number and choice."""

    label: Annotated[str, Field(max_length=80)]
    token: Annotated[str, Field(max_length=100)]
    style: Literal["plain", "primary", "danger"] = "plain"
    #: Tooltip and screen-reader text where the label alone is terse.
    hint: str = ""
    #: Only for people with a seat, where a platform can hide it from other readers.
    seated: bool = False
    #: Only for these people, where a platform supports it; empty for everybody.
    only: tuple[str, ...] = ()


class MenuOption(_Record):
    """One entry of a select menu."""

    label: Annotated[str, Field(max_length=100)]
    token: Annotated[str, Field(max_length=100)]
    description: Annotated[str, Field(max_length=100)] = ""
    #: In a form: what it adds to the budget or, negative, takes from it, in the title's points; stored as `ops`.
    amount: int = Field(default=0, alias="ops")
    #: In a form: it is already chosen.
    chosen: bool = False


class Select(_Record):
    """A select menu of at most 25 entries; longer lists are paged before they get here.

    Up to `most` entries can be chosen at once where the platform supports it. Each entry is also a valid choice alone,
    so other platforms let just one be chosen.
    """

    placeholder: Annotated[str, Field(max_length=150)]
    options: Annotated[tuple[MenuOption, ...], Field(min_length=1, max_length=25)]
    most: Annotated[int, Field(ge=1, le=25)] = 1


class FormField(_Record):
    """A labelled menu in a form."""

    label: Annotated[str, Field(max_length=45)]
    menu: Select
    #: Whether something must be chosen here before the form can be sent.
    required: bool = False
    #: A few words on what limits the choice.
    hint: Annotated[str, Field(max_length=100)] = ""


class Form(_Record):
    """Menus that are filled in together and submitted with one press.

    The tokens of all chosen entries are sent, field by field; they belong to one position.
    """

    title: Annotated[str, Field(max_length=24)]
    game: str
    #: The position's number as counted for the reader, and its mark.
    number: int = -1
    mark: str = ""
    fields: Annotated[tuple[FormField, ...], Field(min_length=1, max_length=5)]
    #: What can be spent before anything is chosen, in the title's points; stored as `ops`.
    budget: int = Field(default=0, alias="ops")
    #: The error of the last submission, and the number of the field with the error, -1 for no single one.
    told: str = ""
    wrong: int = -1
    #: The sum of what is chosen, e.g. "3 of 4 points"; "" where nothing is counted.
    tally: str = ""
    #: Template of the tally, for platforms that update it during the selection: "{spent} of {count} points".
    counting: str = ""
    #: The field just changed, for platforms that can't show all of them at once.
    at: int = 0

    @property
    def there(self) -> int:
        """What can be spent, including what the chosen entries add."""
        return self.budget + sum(max(0, option.amount) for option in self._chosen())

    @property
    def spent(self) -> int:
        """The cost of all chosen entries."""
        return sum(max(0, -option.amount) for option in self._chosen())

    def most(self, number: int) -> int:
        """Return how many entries of a field can be chosen: no more than the budget pays for."""
        menu = self.fields[number].menu
        if not self.there or not any(option.amount < 0 for option in menu.options):
            return menu.most
        chosen = sum(option.chosen for option in menu.options)
        return max(1, min(menu.most, max(self.there, chosen)))

    def _chosen(self) -> list[MenuOption]:
        return [option for field in self.fields for option in field.menu.options if option.chosen]


class Menu(_Record):
    """Rows of controls: at most five rows, at most five buttons a row, or one select."""

    rows: Annotated[tuple[tuple[Button, ...] | Select, ...], Field(max_length=5)] = ()

    @property
    def buttons(self) -> list[Button]:
        """All buttons of the menu."""
        return [button for row in self.rows if not isinstance(row, Select) for button in row]


class Attachment(_Record):
    """A text file attached to a reply, e.g. an exported record."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,80}$")]
    mime: str
    text: str


@dataclass(frozen=True, slots=True)
class Touch:
    """An offer on the board: label and token of its control, and what it is about."""

    label: str
    about: str
    token: str
    group: str = ""
    #: The targets where it begins, the one it leads to, and the one on a shelf that it uses, such as a card; "" for
    #: none.
    here: tuple[str, ...] = ()
    to: str = ""
    uses: str = ""
    #: Chosen by its target and irreversible: the first tap on the target shows who can do it, the second does it.
    aimed: bool = False
    #: For offers that merely prepare an `aimed` one: the targets that can be aimed at afterwards.
    near: tuple[str, ...] = ()
    #: The chance of success in a word, and all chances in a sentence; "" where no dice are involved.
    chance: str = ""
    chances: str = ""
    #: Symbol before the label, as the title draws it.
    sign: str = ""
    #: How many of its group can be chosen together; 1 if each is a choice by itself.
    most: int = 1
    style: Literal["plain", "primary", "danger"] = "plain"
    #: The title's own annotation; never sent to a platform.
    note: object = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A target: its id, its name, and a description of what is there; `off_map` targets are in no picture of the map.

    `room` is, at scale 1 of the ground, the width of what is drawn there, its extent above its middle, and the width of
    the row of markers over it; None if unknown.
    """

    target: str
    name: str
    text: str
    off_map: bool = False
    room: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A touchable picture with its name: of a map area, or of a shelf of things beside the map, such as cards."""

    name: str
    label: str
    picture: PictureRef
    #: Positions of the targets in it.
    ground: Ground
    #: The same picture at higher resolutions (scale factor, picture), lowest first, for screens with several pixels per
    #: CSS px.
    fine: tuple[tuple[float, PictureRef], ...] = ()
    #: It shows everything the other areas show in part: a page fits it into its width, and switches to it only by hand.
    wide: bool = False
    #: A page switches to it only by hand, since its content is in the panel too.
    aside: bool = False
    #: It shows things beside the map: a page shows it whole, and its touch targets are boxes with their uses.
    shelf: bool = False
    #: For a shelf: the label of the button that enlarges it.
    look: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A panel as a touchable board: pictures, the targets in them, and the offers at each target.

    Everything is of one position; `focus` are the targets of the newest action or, before the first one, where an
    action can begin.
    """

    number: int
    areas: tuple[Area, ...]
    spots: tuple[Spot, ...]
    touches: tuple[Touch, ...] = ()
    focus: tuple[str, ...] = ()
    #: Whether it belongs to a seat; a spectator's board has nothing to press.
    seated: bool = True


def _moments_of(reply: Reply) -> tuple[tuple[str, int], ...]:
    """Return the moments in a reply's text, including those worded in this task; () if it has them all already."""
    found = dict(moments_in(reply.text))
    if not found.keys() - dict(reply.moments).keys():
        return ()
    kept = {said: at for said, at in reply.moments if said in reply.text}
    return tuple(sorted((kept | found).items(), key=lambda one: -len(one[0])))


class Reply(_Record):
    """One message.

    `audience` is "private" (only the sender of the command or the seat), "channel" or "thread" (the spectators'
    thread). `edit` names a message to replace in place (the table message, a seat's panel, the reaction prompt, an
    offer, an open seat, a warning, a claim); without `edit`, or if no message of that name exists yet, a new one is
    posted. `mention` lists the people it may ping.
    """

    text: str
    picture: PictureRef | None = None
    menu: Menu | None = None
    audience: Literal["private", "channel", "thread"] = "private"
    edit: Literal["", "table", "panel", "prompt", "offer", "seat", "warning", "claim"] = ""
    #: With `edit`: post a new message instead of replacing the old one; it takes over the name.
    anew: bool = False
    #: With `edit`: it contains everything the message of that name says, so with `anew` the old one is deleted.
    replaces: bool = False
    mention: tuple[str, ...] = ()
    #: People the text is about; where a platform can show each reader their own text, they see `address` instead.
    addressed: tuple[str, ...] = ()
    address: str = ""
    attachment: Attachment | None = None
    #: Only in the reply to a press: a form to open; `text` is for platforms without forms.
    form: Form | None = None
    #: Only with a panel, and only for platforms with touchable pictures; never stored.
    board: Board | None = Field(default=None, exclude=True)
    #: Only with a panel that shows progress: the token that asks again, for platforms that poll; never stored.
    follow: str = Field(default="", exclude=True)
    #: The title whose commands are meant; "" for the usual one.
    title: str = ""
    #: Only with a panel: its game, if it isn't the channel's, so that text typed on the panel isn't applied to that
    #: one.
    beside: str = ""
    #: Only for a post about events of a game: its number, counted from 1; -1 for any other.
    until: int = -1
    #: Only for a post of a rollback: the number up to which earlier posts remain valid. Later ones are withdrawn where
    #: a platform can.
    back: int = -1
    #: The seat a private message belongs to, if it isn't a reply to its sender.
    seat: int | None = None
    #: The recipient of a private message, whoever holds the seat by now; "" for the holder of `seat`.
    to: str = ""
    #: Length of the part of a panel's text that is about the past; only this part may become outdated.
    past: int = 0
    #: The words of a panel's text that say what is being decided, or whom the game waits for; "" if there are none.
    task: str = ""
    #: Moments as worded in the text, with their Unix seconds, for platforms that show readers their local time. English
    #: ones are not listed: they are found by their form, as in texts stored by older versions.
    moments: tuple[tuple[str, int], ...] = Field(default=(), exclude_if=lambda told: not told)

    def model_post_init(self, _: Any) -> None:
        """Fill in `moments` from the text."""
        if found := _moments_of(self):
            object.__setattr__(self, "moments", found)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy, with the moments of its own text."""
        made = super().model_copy(update=update, deep=deep)
        if update is not None and "text" in update and (found := _moments_of(made)):
            object.__setattr__(made, "moments", found)
        return made

    def on(self, platform: str, title: str = "") -> Reply:
        """Return the reply for a platform: people become the platform's own ids, those of other platforms are left out.

        Args:
            platform: name of the platform.
            title: the title the reply belongs to, if not set yet.
        """

        def known(people: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(user for one in people if (user := persons.id_on(platform, one)))

        def row(controls: tuple[Button, ...] | Select) -> tuple[Button, ...] | Select:
            if isinstance(controls, Select):
                return controls
            return tuple(one.model_copy(update={"only": known(one.only)}) if one.only else one for one in controls)

        own = self if self.title or not title else self.model_copy(update={"title": title})
        people = {"mention": known(own.mention), "addressed": known(own.addressed)}
        reply = own.model_copy(update=people) if own.mention or own.addressed else own
        if self.menu is None or not any(one.only for one in self.menu.buttons):
            return reply
        return reply.model_copy(update={"menu": Menu(rows=tuple(row(controls) for controls in self.menu.rows))})

    @property
    def renews_table(self) -> bool:
        """True if it only updates the table message: repeating it does no harm, and other posts may overtake it."""
        return self.edit == "table" and not self.anew

    @property
    def takes_off(self) -> bool:
        """True if it only removes the controls of an existing message; if there is none, nothing is posted."""
        named = self.edit in ("prompt", "offer", "seat", "warning", "claim")
        return named and not (self.anew or self.replaces) and self.menu is None


__all__ = [
    "EVERY_KIND", "Area", "Attachment", "Board", "Button", "Form", "FormField", "Menu", "MenuOption", "PictureRef", "Reply", "Select", "Spot", "Touch",
]  # fmt: skip
