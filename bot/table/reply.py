"""The platform-free answer: text, picture request, menu, audience.

Every adapter (local web, Discord, Slack) renders these records and nothing else. They
are stored in the outbox, so they are pydantic models; a change needs a new version.
Text is a small common subset of Markdown: **bold**, *italic*, `code`, lists, line breaks.
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

#: Kinds of pictures that the host asks every title for: a replay, the end of a game, several as one.
EVERY_KIND = frozenset({"replay", "end", "joined"})


class _Record(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )


class PictureRef(_Record):
    """A picture to be drawn of one position of one game, when somebody has time for it.

    Which kinds there are the title says; those of `EVERY_KIND` every title has. `number` is the record number whose position is shown; `viewer` is the seat whose
    view may be used (None: what everybody may know). `args` depends on the kind:
    e.g. the name of a part of the map, the id of a place, marks of an action. A "replay" is an animated
    picture of what everybody may know: `entries` are the record numbers of its frames in order,
    `name` the theatre or "overview". A "summary" tells the turn `turn`, "front" compares with the
    beginning of the turn that goes on, "end" is the end of a game. A "joined" picture shows several as
    one: `parts` are their kinds and arguments, `{"kind": "card", "args": {"card": 3}}`. An "opening" is the position with which the war `scenario`
    begins, and of no game; so is a "puzzle", where one begins. Pictures of leagues are of no game either and have all that they show in `args`; `bot.service.view_pictures`
    makes their references. `palette` is the colour set, `language` that of the words in the picture.
    """

    kind: Annotated[str, Field(pattern=r"^[a-z_]{1,40}$")]
    game: str
    number: int
    viewer: int | None = None
    args: dict[str, object] = Field(default_factory=dict)
    palette: Literal["standard", "dark", "red_green", "blue_yellow"] = "standard"
    #: Left out where it is English, so that references keep the names that older versions stored them under.
    language: str = Field(default=USUAL, exclude_if=lambda one: one == USUAL)
    #: Said in words at once; the drawn picture brings its own, fuller alt text.
    alt: str = ""
    #: For one person alone: it is never shown, nor kept, where somebody else could come by it.
    private: bool = False

    @model_validator(mode="before")
    @classmethod
    def _of_a_seat(cls, data: Any) -> Any:
        """Return what a seat alone knows is private, also in what an older version stored."""
        return {**data, "private": True} if isinstance(data, dict) and data.get("viewer") is not None else data


class Button(_Record):
    """A press that sends `token` back; tokens carry game, record number and choice."""

    label: Annotated[str, Field(max_length=80)]
    token: Annotated[str, Field(max_length=100)]
    style: Literal["plain", "primary", "danger"] = "plain"
    #: Said to screen readers and as a tooltip where the label alone is terse.
    hint: str = ""
    #: For those alone who have a seat, where a platform can show a message to some readers without it.
    seated: bool = False
    #: For these people alone, where a platform can; none for everybody.
    only: tuple[str, ...] = ()


class MenuOption(_Record):
    """One entry of a select menu."""

    label: Annotated[str, Field(max_length=100)]
    token: Annotated[str, Field(max_length=100)]
    description: Annotated[str, Field(max_length=100)] = ""
    #: In a form: what it adds to the budget or, negative, takes from it, in points that the title names; stored as `ops`.
    amount: int = Field(default=0, alias="ops")
    #: In a form: it is chosen already.
    chosen: bool = False


class Select(_Record):
    """A select menu of at most 25 entries; longer lists are paged before they get here.

    Up to `most` entries may be chosen at once, where the platform can; each of them alone
    is a choice as well, so a platform that cannot just lets one be chosen.
    """

    placeholder: Annotated[str, Field(max_length=150)]
    options: Annotated[tuple[MenuOption, ...], Field(min_length=1, max_length=25)]
    most: Annotated[int, Field(ge=1, le=25)] = 1


class FormField(_Record):
    """A menu of a form, under a name."""

    label: Annotated[str, Field(max_length=45)]
    menu: Select
    #: Whether something must be chosen here before the form can be sent.
    required: bool = False
    #: What limits the choice, in a few words.
    hint: Annotated[str, Field(max_length=100)] = ""


class Form(_Record):
    """Menus that are filled in together and sent with one press.

    What is sent are the tokens of all chosen entries, field by field; they belong to one position.
    """

    title: Annotated[str, Field(max_length=24)]
    game: str
    #: The position, as its reader counts, and its mark.
    number: int = -1
    mark: str = ""
    fields: Annotated[tuple[FormField, ...], Field(min_length=1, max_length=5)]
    #: What there is to spend before anything is chosen, in points that the title names; stored as `ops`.
    budget: int = Field(default=0, alias="ops")
    #: What was wrong with it when it was sent the last time, and the number of the field that it was, -1 for none alone.
    told: str = ""
    wrong: int = -1
    #: What has been chosen comes to, e.g. "3 of 4 points"; "" where nothing is counted.
    tally: str = ""
    #: How that is told, for platforms that count while something is chosen: "{spent} of {count} points".
    counting: str = ""
    #: The field in which something was chosen just now, for platforms that cannot show all of them at once.
    at: int = 0

    @property
    def there(self) -> int:
        """What there is to spend with all that is chosen."""
        return self.budget + sum(max(0, option.amount) for option in self._chosen())

    @property
    def spent(self) -> int:
        """What all that is chosen costs."""
        return sum(max(0, -option.amount) for option in self._chosen())

    def most(self, number: int) -> int:
        """How many entries of a field may be chosen: no more than the budget pays for."""
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
        """All buttons."""
        return [button for row in self.rows if not isinstance(row, Select) for button in row]


class Attachment(_Record):
    """A text file that comes with an answer, e.g. an exported record."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,80}$")]
    mime: str
    text: str


@dataclass(frozen=True, slots=True)
class Touch:
    """One offer: the words and the token of its control, and what it is about."""

    label: str
    about: str
    token: str
    group: str = ""
    #: The targets where it begins, the one that it leads to, and the one on a shelf that it uses, such as a card; "" for none.
    here: tuple[str, ...] = ()
    to: str = ""
    uses: str = ""
    #: It is chosen by its target and cannot be taken back: the first tap there tells who can do it, the second does it.
    aimed: bool = False
    #: With `aimed`, of what only makes such offers possible: the targets that may be aimed at then.
    near: tuple[str, ...] = ()
    #: The chance of success in a word, and all chances in a sentence; "" where nothing is left to chance.
    chance: str = ""
    chances: str = ""
    #: A sign before the label, as the title draws it.
    sign: str = ""
    #: How many of its group may be chosen together; 1 where each is a choice by itself.
    most: int = 1
    style: Literal["plain", "primary", "danger"] = "plain"
    #: What the title that made it notes about it for itself; no platform is told.
    note: object = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A target: its id, its name, and what stands there in words; one that is `off_map` lies on no picture of the map.

    `room` says how wide what stands there is, how far it reaches above its middle, and how wide the row of markers over it is, at the
    scale 1 of the ground; nothing where that is not known.
    """

    target: str
    name: str
    text: str
    off_map: bool = False
    room: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A picture that can be touched, under its name: of a part of the map, or of a shelf of things beside it, such as cards."""

    name: str
    label: str
    picture: PictureRef
    #: Where things stand in it.
    ground: Ground
    #: The same so many times finer, the coarser ones first, for screens whose points are finer than the px of a page.
    fine: tuple[tuple[float, PictureRef], ...] = ()
    #: It shows all that the other areas show in part: a page fits it into its width and turns to it only by hand.
    wide: bool = False
    #: A page turns to it only by hand, for what it shows is in the panel too.
    aside: bool = False
    #: It shows things beside the map: a page shows it whole, and what is touched there are boxes with their uses.
    shelf: bool = False
    #: Of a shelf: the label of the button that shows it in large.
    look: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A panel as it can be touched: pictures, the targets in them, and the offers that they stand for.

    All of it is of one position; `focus` are the targets of the newest action, or where one may begin before there was any.
    """

    number: int
    areas: tuple[Area, ...]
    spots: tuple[Spot, ...]
    touches: tuple[Touch, ...] = ()
    focus: tuple[str, ...] = ()
    #: It is a seat's; that of a spectator has nothing to press.
    seated: bool = True


def _moments_of(reply: Reply) -> tuple[tuple[str, int], ...]:
    """Return the moments in the text of a reply with those that were worded in this task; none if it has them all."""
    found = dict(moments_in(reply.text))
    if not found.keys() - dict(reply.moments).keys():
        return ()
    kept = {said: at for said, at in reply.moments if said in reply.text}
    return tuple(sorted((kept | found).items(), key=lambda one: -len(one[0])))


class Reply(_Record):
    """One message.

    `audience` is "private" (the asker or the seat alone), "channel" or "thread" (the
    spectators' thread). `edit` names a message that is replaced in place (the table
    message, a seat's panel, the reaction prompt, an offer, an open seat, a warning, a claim); without it a new message appears, and
    where nothing of that name stands yet as well. `mention` lists the people who may be pinged
    by it.
    """

    text: str
    picture: PictureRef | None = None
    menu: Menu | None = None
    audience: Literal["private", "channel", "thread"] = "private"
    edit: Literal["", "table", "panel", "prompt", "offer", "seat", "warning", "claim"] = ""
    #: With `edit`: do not replace; post a new message, which takes the name over from now on.
    anew: bool = False
    #: With `edit`: it tells all that the message of that name tells, so with `anew` that one goes.
    replaces: bool = False
    mention: tuple[str, ...] = ()
    #: People whom the text speaks of, who read `address` in its place where a platform shows each of them their own.
    addressed: tuple[str, ...] = ()
    address: str = ""
    attachment: Attachment | None = None
    #: Only as the answer to a press: a form to be opened; `text` is for platforms that cannot.
    form: Form | None = None
    #: Only with a panel, and only for a platform that lets pictures be touched; never stored.
    board: Board | None = Field(default=None, exclude=True)
    #: Only with a panel that tells how far something is: the token that asks again, for platforms that do so by themselves; never stored.
    follow: str = Field(default="", exclude=True)
    #: The title in whose games it is said, whose commands are meant; "" for the usual one.
    title: str = ""
    #: Only with a panel: its game, where that is none of the channel's, so that what is typed on it is not for that one.
    beside: str = ""
    #: Only of a post that tells what happened in a game: which of them it is, counted from 1; -1 for any other.
    until: int = -1
    #: Only of a post by which a game goes back: the count up to which the others hold. Later ones are withdrawn where a platform can.
    back: int = -1
    #: The seat a private message belongs to, when it is not an answer to the asker.
    seat: int | None = None
    #: The person whom a private message belongs to, whoever holds the seat by now; "" for the holder of `seat`.
    to: str = ""
    #: Characters at the beginning of a panel's text that tell of the past; in them alone it may fall behind.
    past: int = 0
    #: The words of a panel's text that say what is decided, or whom the game waits for; "" where it has no such words.
    task: str = ""
    #: The moments in the text as they are worded in it, with their seconds since 1970, for platforms that show each reader their own time.
    #: English ones are not listed: they are found by their form, as in what older versions stored.
    moments: tuple[tuple[str, int], ...] = Field(default=(), exclude_if=lambda told: not told)

    def model_post_init(self, _: Any) -> None:
        """Note the moments in the text."""
        if found := _moments_of(self):
            object.__setattr__(self, "moments", found)

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy, with the moments of its own text."""
        made = super().model_copy(update=update, deep=deep)
        if update is not None and "text" in update and (found := _moments_of(made)):
            object.__setattr__(made, "moments", found)
        return made

    def on(self, platform: str, title: str = "") -> Reply:
        """As its platform gets it: people have the platform's own ids, and nobody of another one is named.

        Args:
            platform: its name.
            title: the title in whose games it is said, where that is not noted yet.
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
        """True if it only brings the table message up to date: shown again it does no harm, and others pass it."""
        return self.edit == "table" and not self.anew

    @property
    def takes_off(self) -> bool:
        """True if it only takes the controls off a message that stands there; where none stands, nothing is shown."""
        named = self.edit in ("prompt", "offer", "seat", "warning", "claim")
        return named and not (self.anew or self.replaces) and self.menu is None


__all__ = [
    "EVERY_KIND", "Area", "Attachment", "Board", "Button", "Form", "FormField", "Menu", "MenuOption", "PictureRef", "Reply", "Select", "Spot", "Touch",
]  # fmt: skip
