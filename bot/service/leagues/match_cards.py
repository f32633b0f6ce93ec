"""The card of a match: its players, as picture and text, with buttons for everyone's predictions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.leagues import public_facts
from bot.leagues.matches import Fixed
from bot.leagues.season import Season
from bot.narration.user_text import user_text
from bot.service.calls import Tools
from bot.service.leagues import predictions, views
from bot.service.leagues.act_refusals import points
from bot.service.leagues.controls import line
from bot.service.leagues.pages import pictures
from bot.service.leagues.rating_figures import by_person
from bot.service.leagues.season_repository import SeasonRepository
from bot.table.reply import Button, Menu, PictureRef, Reply
from bot.titles.capabilities import foreseeable
from bot.titles.roots import title_meant
from renderer.league.views import Player

#: Seasons with more matches than this have cards without pictures.
MOST_DRAWN = 300


@dataclass(frozen=True, slots=True)
class Cards:
    """Builds the cards of a season's matches; `told` is the source of the pictures, None for no pictures."""

    tools: Tools
    season_id: str
    season: Season
    told: views.SeasonSource | None

    @classmethod
    async def of(cls, repository: SeasonRepository, tools: Tools, season_id: str, season: Season) -> Cards:
        """Return the cards of a season in its current state."""
        if len(season.matches) > MOST_DRAWN:
            return cls(tools, season_id, season, None)
        told = await views.told(tools, season)
        if not season.rules.sealed:
            told = replace(told, ratings=await by_person(repository, season))
        return cls(tools, season_id, season, told)

    def pairing(self, made: Fixed, names: tuple[str, str]) -> Reply:
        """Return the card of a starting match, given its players' names."""
        by_slot = dict(zip(made.slots, names, strict=True))
        first, second = (user_text(by_slot[slot]) for slot in made.sides())
        closes = foreseeable(title_meant(self.season.rules.title))
        text = self.tools.say("watching.card", match=made.match, first=first, second=second, turn=closes)
        menu = predictions.menu(self.tools, self.season_id, made, by_slot)
        return Reply(text=text, picture=self._picture(made), menu=menu, audience="channel")

    def result(self, made: Fixed, leg: int, names: tuple[str, str]) -> Reply:
        """Return the result card of a game between these sides; if results are on demand, a button shows them."""
        game = public_facts.games(self.season, made)[leg]
        first, second = (user_text(name) for name in names)
        data = {"match": made.match, "first": first, "second": second}
        row = tuple(
            Button(label=self.tools.say(f"watching.buttons.{one}"), token=line(self.season_id, f"{one} show=results"))
            for one in ("table", "pairings")
        )
        menu = Menu(rows=(row,))
        if self.season.rules.sealed or game.points is None:
            said = "over_withheld" if self.season.withheld(made) else "over_hidden"
            return Reply(text=self.tools.say(f"watching.{said}", **data), menu=menu, audience="channel")
        text = self.tools.say("watching.over", result=points(game.points), **data)
        return Reply(text=text, picture=self._picture(made), menu=menu, audience="channel")

    def _picture(self, made: Fixed) -> PictureRef | None:
        """Return the picture of the pairing; without the players' records if results are hidden."""
        if self.told is None:
            return None
        card = views.pairing_card(self.told, made.match)
        if self.season.rules.sealed:
            one, other = (Player(player.name) for player in card.players)
            card = replace(card, players=(one, other))
        return pictures(self.tools.words.language, card)[0]


__all__ = ["MOST_DRAWN", "Cards"]
