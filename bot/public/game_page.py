"""The page of one game: a position, the events that led to it, and navigation to the others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.narration.texts import Texts
from bot.public.game_story import Level, StoryStep, Tale
from bot.public.games import Player, PublicGame
from bot.public.markup import Html, bare, el, told
from bot.public.page_frame import Card, HtmlPage
from bot.public.page_query import Go, PageQuery
from bot.public.reader_language import picture_address
from bot.titles import title_stored

#: Levels of steps at which each kind of navigation may stop.
_STOPS: dict[Go, tuple[Level, ...]] = {
    "combat": ("combat", "round", "turn", "now", "end"),
    "round": ("round", "turn", "now", "end"),
    "turn": ("turn", "now", "end"),
}

#: Keys that step back and forward, by kind of navigation.
_KEYS: dict[Go, tuple[str, str]] = {
    "combat": ("ArrowLeft", "ArrowRight"),
    "round": ("Shift+ArrowLeft", "Shift+ArrowRight"),
    "turn": ("[", "]"),
}


def moved(tale: Tale, at: int, go: Go, way: int) -> int | None:
    """Return the next or previous step of a kind of navigation; None if there is none."""
    places = range(at + 1, len(tale.steps)) if way > 0 else range(at - 1, -1, -1)
    return next((place for place in places if tale.steps[place].level in _STOPS[go]), None)


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game as shown at one address.

    `open_` says whether results may be shown: if not, nothing on the page may depend on later steps than the one shown.
    """

    words: Texts
    known: PublicGame
    tale: Tale
    asked: PageQuery
    open_: bool
    season: tuple[str, str] | None = None
    _title: Any = field(init=False)
    _book: Any = field(init=False)

    def __post_init__(self) -> None:
        header = self.known.stored.header
        object.__setattr__(self, "_title", title_stored(header))
        object.__setattr__(self, "_book", self._title.book(header.options, self.words.language))

    # ------------------------------------------------------------------------------------------- what is shown

    @property
    def path(self) -> str:
        """The address of the page without its query."""
        return f"/g/{self.known.game_id}"

    @property
    def at(self) -> int:
        """The step shown; one after the last if the reader of hidden results has gone past the end."""
        last = len(self.tale.steps) - 1
        if self.asked.step is None:
            return last if self.open_ else 0
        return min(self.asked.step, last if self.open_ else last + 1)

    @property
    def step(self) -> StoryStep:
        """The content of the step."""
        return self.tale.steps[min(self.at, len(self.tale.steps) - 1)]

    @property
    def area(self) -> str:
        """The map area shown."""
        return self.asked.area if self.asked.area in self._title.areas else str(self._title.areas[0])

    @property
    def moment(self) -> str:
        """The step's moment in the game, in words."""
        return self.moment_of(self.step)

    def moment_of(self, step: StoryStep) -> str:
        """Return a step's moment in the game, in words."""
        # With results hidden it only says that the action is not over, which is the same in every game.
        broken = "broken" if self.open_ and self.known.over else "now"
        key = {"now": broken, "end": "end", "turn": "turn"}.get(step.level) or (
            "round" if step.round else "between" if self._title.part else "turn"
        )
        side = "" if step.side is None else self._book.side(step.side)
        moment = self._title.label(self._book, (step.turn, step.round))
        return self._say(f"moment_{key}", turn=self.tale.turns[step.turn], moment=moment, side=side)

    @property
    def seats(self) -> tuple[str, str]:
        """The seats, as typed."""
        first, second = self._title.seats
        return first, second

    def names(self) -> tuple[str, str]:
        """Return both players, by side."""
        return self._name(self.known.players[0]), self._name(self.known.players[1])

    def _name(self, player: Player) -> str:
        return player.name or self.words.say("public.somebody")

    @property
    def heading(self) -> str:
        """The page heading: the players and the war."""
        one, other = self.names()
        return self._say("title", players=self.words.say("public.versus", one=one, other=other), war=self.war)

    @property
    def war(self) -> str:
        """The scenario's name, or its id if it has none."""
        header = self.known.stored.header
        key, words = f"names.scenarios.{header.scenario}", self._book.words
        return str(words.say(key)) if isinstance(words.find(key), str) else header.scenario

    @property
    def state(self) -> str:
        """The state of the game in words, or that it is hidden."""
        if not self.open_:
            return self._say("hidden")
        return bare(self.tale.result) or self._say("going", moment=self.moment_of(self.tale.steps[-1]))

    @property
    def sides(self) -> str:
        """Who plays which side, in words."""
        one, other = self.names()
        sides = {"first": self._book.side(0), "second": self._book.side(1)}
        return self._say("sides", one=one, other=other, **sides)

    def picture(self, what: str, step: StoryStep | None = None) -> str:
        """Return the address of a picture of this step or another one."""
        return picture_address(f"{self.path}/p/{(step or self.step).mark}/{what}", self.words.language)

    # ------------------------------------------------------------------------------------------- the page

    def sheet(self) -> HtmlPage:
        """Build the whole page."""
        card = Card(f"{self.sides} {self.state}", self.picture("card"), self._say("map_alt", moment=self.moment))
        header = el(
            "div",
            el("h1", self.heading),
            el("p", self.sides, " ", el("strong", self.state)),
            el("p", self._switch(), self._of_season(), self._export(), class_="links"),
            class_="head",
        )
        trail = (self.season,) if self.season is not None else ()
        address = self.asked.at(self.path, go="")
        # Announces the current step to screen readers.
        main = [header, el("p", id="status", role="status", class_="unseen"), self.stage()]
        return HtmlPage(self.heading, card, main, address, ("replay.js",), indexed=self.season is not None, trail=trail)

    def stage(self) -> Html:
        """Build the part that changes from step to step."""
        return el(
            "div",
            el(
                "p",
                el("strong", self.moment, role="heading", aria_level=2, class_="moment"),
                " ",
                self._count(),
                class_="where",
            ),
            el("div", el("div", self._figure(), self._navigation_bar(), class_="board"), self._told(), class_="scene"),
            self._areas(),
            self._turns(),
            el("p", self._say("keys"), class_="hint"),
            id="stage",
            class_="stage",
            data_next=self._picture_of(+1),
        )

    def _figure(self) -> Html:
        alt = self._say("map_alt", moment=self.moment)
        image = el("img", src=self.picture(self.area), alt=alt, width=1000, height=794, decoding="async")
        return el("figure", el("a", image, href=self.picture("card"), class_="map", data_swipe=True))

    def _told(self) -> Html:
        step, past = self.step, self.at >= len(self.tale.steps)
        name = el("h3", bare(step.name)) if step.name else None
        lines = [el("p", told(line)) for line in step.lines]
        more = [
            el("img", src=self.picture(f"x{place}"), alt=bare(ref.alt or step.name or self.moment), loading="lazy")
            for place, ref in enumerate(step.more)
        ]
        ends = el("p", self._say("nothing_yet"), " ", self._reveal(), class_="hint") if past else None
        return el(
            "section", name, lines, ends, self._hands(), el("div", more, class_="more"), aria_label=self._say("told")
        )

    def _hands(self) -> Html | None:
        """Build the hands both sides held; not with results hidden, since it would reveal that the game is over."""
        if not self.open_ or not self.step.hands:
            return None
        held = [el("p", told(line)) for line in self.step.hands]
        return el("details", el("summary", self._say("hands")), held, class_="hands")

    # ------------------------------------------------------------------------------------------- navigation

    def _count(self) -> Html:
        """Show the step's number; with results hidden, without the total."""
        count = self._say("at" if self.open_ else "at_hidden", number=self.at + 1, count=len(self.tale.steps))
        return el("span", count, class_="count")

    def _navigation_bar(self) -> Html:
        """Build the navigation bar: back, widest step first, and forward, widest step last."""
        last = self._link(len(self.tale.steps) - 1, "last", "»", "End") if self.open_ else None
        measures: tuple[Go, ...] = ("turn", "round", "combat") if self._title.part else ("turn", "combat")
        back = [self._back(go) for go in measures]
        on = [self._on(go) for go in reversed(measures)]
        return el(
            "nav", self._link(0, "first", "«", "Home"), back, on, last, class_="ways", aria_label=self._say("way")
        )

    def _back(self, go: Go) -> Html:
        to = moved(self.tale, self.at, go, -1)
        href = None if to is None else self.asked.at(self.path, step=to, go="")
        return self._button(href, f"back.{go}", "‹", _KEYS[go][0], go)

    def _on(self, go: Go) -> Html:
        if self.open_:
            to = moved(self.tale, self.at, go, +1)
            href = None if to is None else self.asked.at(self.path, step=to, go="")
        else:
            # The same whatever comes next, so that the link reveals nothing.
            href = None if self.at >= len(self.tale.steps) else self.asked.at(self.path, step=self.at, go=go)
        return self._button(href, f"on.{go}", "›", _KEYS[go][1], go)

    def _link(self, to: int, key: str, sign: str, press: str) -> Html:
        return self._button(self.asked.at(self.path, step=to, go=""), key, sign, press, key)

    def _button(self, href: str | None, key: str, sign: str, press: str, word: str) -> Html:
        """Build a navigation button with its sign and below it its name."""
        faces = [el("span", sign, class_="sign", aria_hidden="true"), el("span", self._say(f"ways.{word}"))]
        if href is None:
            return el("span", faces, class_="button off", aria_hidden="true")
        label = self._say(key)
        return el(
            "a", faces, class_="button", href=href, aria_label=label, data_key=press, data_step=True, rel="nofollow"
        )

    def _areas(self) -> Html:
        links = [
            el(
                "a", self._book.words.say(f"ui.maps.{area}"), href=self.asked.at(self.path, step=self.at, area=area, go=""),
                aria_current="true" if area == self.area else None, data_step=True, rel="nofollow",
            )
            for area in self._title.areas
        ]  # fmt: skip
        return el("nav", links, class_="chips", aria_label=self._say("areas"))

    def _turns(self) -> Html:
        firsts = {step.turn: place for place, step in reversed(list(enumerate(self.tale.steps)))}
        shown = {turn: place for turn, place in sorted(firsts.items()) if self.open_ or place <= self.at}
        links = [
            el(
                "a", self.tale.turns[turn], href=self.asked.at(self.path, step=place, go=""),
                aria_current="true" if turn == self.step.turn else None, data_step=True, rel="nofollow",
            )
            for turn, place in shown.items()
        ]  # fmt: skip
        return el("nav", links, class_="chips", aria_label=self._say("turns"))

    def _picture_of(self, way: int) -> str | None:
        """Return the address of the next step's map for prefetching; None if that could reveal something."""
        to = moved(self.tale, self.at, "combat", way)
        return self.picture(self.area, self.tale.steps[to]) if to is not None and self.open_ else None

    def _switch(self) -> Html:
        if not self.open_:
            return self._reveal()
        href = self.asked.at(self.path, step=None, go="", spoilers=False)
        return el("a", self._say("hide_results"), href=href, rel="nofollow")

    def _reveal(self) -> Html:
        href = self.asked.at(self.path, step=None, go="", spoilers=True)
        return el("a", self._say("show_results"), href=href, rel="nofollow")

    def _of_season(self) -> Html | None:
        if self.season is None:
            return None
        return el("a", self._say("of_season", season=self.season[0]), href=self.season[1])

    def _export(self) -> Html | None:
        """Build the link to the record; None with results hidden, since the record contains its end."""
        href = self.asked.elsewhere(f"{self.path}/record.json")
        return el("a", self._say("export"), href=href, rel="nofollow") if self.open_ else None

    def _say(self, key: str, **data: Any) -> str:
        return str(self._book.words.say(f"public.game.{key}", **data))


__all__ = ["GamePage", "moved"]
