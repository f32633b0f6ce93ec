"""Lines typed at the terminal: the commands of the chat, and a few of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from bot.narration.plain import private
from bot.service.looking import history, rulebook
from bot.table.refusal import refuse
from bot.table.table import Table
from bot.terminal import screen
from bot.terminal.match import Match
from bot.titles import title_of
from bot.titles.pog.desk import Desk as Chair
from bot.titles.pog.looks import looking
from bot.titles.pog.looks.odds_answer import odds_text
from bot.titles.pog.narration.names import Names, names
from bot.titles.pog.narration.narrator import Narrator
from bot.titles.pog.notation.lexicon import Lexicon, lexicon
from bot.titles.pog.systems import facts_of, view_for
from bot.titles.pog.title import TITLE
from bot.titles.vocabulary import vocabulary
from engine.pog.view import GameView

_CHAIN = re.compile(r"\s+/(?=[a-z])")
_KNOWN = vocabulary(TITLE)
OWN = {
    "legal": "every legal choice of the decision with its number",
    "NUMBER": "make the choice with that number",
    "exact TEXT": "a choice in the words of the record, e.g. exact pick ge_1_army",
    "save FILE": "write the record with its seed",
    "quit": "leave; with --save the record is written",
}


@dataclass(slots=True)
class Desk:
    """One terminal with its game; answers are renderables."""

    match: Match
    #: Two people share the keyboard: nobody sees the other hand.
    two: bool = False

    @property
    def names(self) -> Names:
        """The names of what the game is played with."""
        return names(facts_of(self.match.game))

    @property
    def lexicon(self) -> Lexicon:
        """The same, as people type them."""
        return lexicon(facts_of(self.match.game))

    @property
    def view(self) -> GameView:
        """What the deciding side may know."""
        return view_for(self.match.game, self.match.table().side)

    def answer(self, line: str) -> list[RenderableType]:
        """Carry out one line.

        Raises:
            Refusal: what is wrong with it; nothing has changed.
            RecordError: a file could not be written.
        """
        line = line.strip().removeprefix("/")
        word, _, rest = line.partition(" ")
        if line.isdecimal():
            return self._number(int(line))
        if word == "legal":
            return [screen.listing(self.match.table(), self.names)] if self.match.game.stack else []
        if word == "exact":
            return self._exact(rest.strip())
        if word == "save":
            if not rest.strip():
                raise refuse("bad_argument", usage="save FILE")
            self.match.save(Path(rest.strip()))
            return [screen.prose(f"Saved: {len(self.match.entries)} entries in `{rest.strip()}`.")]
        parts = [self._command(part) for part in _CHAIN.split(line)]
        name, rest = parts[0]
        if name in _KNOWN.orders:
            return self._orders(parts)
        if len(parts) > 1:
            raise refuse("cannot_chain", part=name)
        if name not in _ROUTES:
            raise refuse("unknown_command", text=name, near="")
        return _ROUTES[name](self, _KNOWN.by_name[name].parse(rest, self.names.words))

    # -- orders ------------------------------------------------------------------------------

    def _command(self, part: str) -> tuple[str, str]:
        word, _, rest = part.strip().partition(" ")
        name = word.casefold()
        fitting = [c.name for c in _KNOWN.commands if name and c.name.startswith(name) and _here(c.name)]
        if name in fitting or len(fitting) == 1:
            return name if name in fitting else fitting[0], rest.strip()
        raise refuse("unknown_command", text=word, near=self.names.words.listed(fitting, "or"))

    def _orders(self, lines: list[tuple[str, str]]) -> list[RenderableType]:
        def carry(table: Table) -> None:
            for name, text in lines:
                table.check_chance(name)
                if name not in _KNOWN.orders:
                    raise refuse("cannot_chain", part=name)
                if not text and name not in ("done", "pass", "retreat"):
                    raise refuse("bad_argument", usage=_KNOWN.by_name[name].usage(self.names.words))
                title_of(table.game).order(Chair(table, self.names), name, text)

        return self._carried(carry)

    def _number(self, number: int) -> list[RenderableType]:
        legal = screen.choices(self.match.table(), self.names) if self.match.game.stack else []
        if not 1 <= number <= len(legal):
            raise refuse("no_such_choice", part=str(number), text=str(number))
        return self._carried(lambda table: table.do(*legal[number - 1]))

    def _exact(self, text: str) -> list[RenderableType]:
        return self._carried(lambda table: table.do(*table.game.parse(text), part=text))

    def _carried(self, carry: Callable[[Table], None]) -> list[RenderableType]:
        """Carry out, then tell it in the words of the log, privately known cards included."""
        table = self.match.order(carry, self.names)
        say = self.names.words.say
        told: list[RenderableType] = [
            screen.prose(line) for line in Narrator(self.names).compose(self.match.told(table))
        ]
        for _, event in table.told:
            cards = private(event, table.side).get("cards")
            if cards:
                key = f"ui.answers.private_{event.kind}"
                key = key if self.names.words.has(key) else "ui.answers.private"
                told.append(screen.prose(say(key, cards=self.names.cards(cards)), "magenta"))
        return told + [
            screen.prose(say(f"ui.answers.{key}", **self.names.because(data)), "dim") for key, data in table.notes
        ]

    # -- looking -----------------------------------------------------------------------------

    def map(self, args: Any) -> list[RenderableType]:
        """The overview, a theatre, or a space with its neighbours, as a table."""
        asked = looking.overlay_of(args.what)
        if asked is not None and asked.kind == "supply":
            wanted_side = ("ap", "cp").index(asked.side) if asked.side else self.match.table().side
            return self.text(looking.supply(self.names, self.view, wanted_side))
        kind, wanted = ("overview", {}) if asked is not None else looking.map_request(self.lexicon, args.what)
        if kind == "overview":
            return [screen.overview(self.names, self.view)]
        if kind == "theatre":
            return [screen.theatre(self.names, self.view, wanted["name"])]
        return [screen.surroundings(self.names, self.view, wanted["space"])]

    def hand(self, args: Any) -> list[RenderableType]:
        """The deciding side's cards; both hands where one person plays both."""
        del args
        told: list[RenderableType] = []
        deciding = self.match.table().side
        for side in (deciding,) if self.two else (deciding, 1 - deciding):
            cards = view_for(self.match.game, side).sides[side].hand or ()
            told.append(screen.prose(f"**{self.names.side(side)}**"))
            told += [
                screen.prose(looking.card(self.names, card, self.match.game.state.rules.scenario.name))
                for card in cards
            ]
        return told

    def card(self, args: Any) -> list[RenderableType]:
        """A card's values and event; `card play` commits it."""
        word, _, rest = args.card.partition(" ")
        if word == "play" and rest:
            return self._orders([("play", rest)])
        text = rest if word in ("info", "show") and rest else args.card
        return [
            screen.prose(looking.card(self.names, self.lexicon.card(text), self.match.game.state.rules.scenario.name))
        ]

    def log(self, args: Any) -> list[RenderableType]:
        """What happened in a turn or a round."""
        state = self.match.game.state
        turn = int(args.turn) if args.turn.isdecimal() else state.turn
        wanted = int(args.round) if args.round else state.round if args.turn == "round" else None
        narrator = Narrator(self.names)
        say = self.names.words.say
        told: list[str] = []
        retold = history.retell(self.match.stored, self.match.entries)
        for at, segments in history.log_of(retold, turn, wanted):
            told.append(say("ui.answers.log_head", turn=self.names.turn(turn), round=at or "–"))
            for segment in segments:
                told += (narrator.compose if segment.kind == "action" else narrator.turn)(segment.events)
        return [screen.prose(line) for line in told or [say("ui.answers.log_empty")]]

    def help(self, args: Any) -> list[RenderableType]:
        """One command, or all."""
        words = self.names.words
        if args.command:
            name, _ = self._command(args.command)
            return [screen.prose(f"`{_KNOWN.by_name[name].usage(words)}`\n{_KNOWN.by_name[name].help(words)}")]
        lines = [f"`{command.name}` {command.help(words)}" for command in _KNOWN.commands if _here(command.name)]
        return [screen.prose(line) for line in [*lines, *(f"`{name}` {text}" for name, text in OWN.items())]]

    def text(self, found: str) -> list[RenderableType]:
        """Prose as an answer."""
        return [screen.prose(found)]

    # -- around ------------------------------------------------------------------------------

    def undo(self, args: Any) -> list[RenderableType]:
        """Take back orders of the deciding side."""
        count = self.match.undo(args.count)
        return self.text(self.names.words.say("ui.answers.undone", count=count))

    def roll_back(self, args: Any) -> list[RenderableType]:
        """Go back past dice; at one terminal nobody else needs to be asked."""
        to = self.match.roll_back(args.to)
        return self.text(f"Back to entry {to}; dice and draws from here on are new ones.")

    def resign(self, args: Any) -> list[RenderableType]:
        """The deciding side gives up."""
        if args.sure != "yes":
            raise refuse("confirm_resign")
        self.match.resign()
        return []

    def draw(self, args: Any) -> list[RenderableType]:
        """Agree on a draw."""
        if args.answer != "accept":
            return self.text("Write `draw accept` if both of you want a draw.")
        self.match.agree_draw()
        return []

    def peace(self, args: Any) -> list[RenderableType]:
        """Offer peace terms, or answer an offer."""
        return self._orders([("choose", args.answer or "peace")])

    def verify(self, args: Any) -> list[RenderableType]:
        """Recompute every die and draw from the seed and replay every choice."""
        del args
        verdict = history.verify(self.match.finished, self.match.entries, self.match.header.seed)
        if verdict.problem:
            return self.text(f"The record disagrees with its seed: {verdict.problem}.")
        return self.text(f"The record agrees: {verdict.entries} entries, {verdict.outcomes} dice and draws.")


def _here(name: str) -> bool:
    """True for commands that mean something at a terminal."""
    return name in _KNOWN.orders or name in _ROUTES


_ROUTES: dict[str, Callable[[Desk, Any], list[RenderableType]]] = {
    "panel": lambda desk, args: [],
    "map": Desk.map,
    "hand": Desk.hand,
    "card": Desk.card,
    "deck": lambda desk, args: desk.text(looking.deck(desk.names, desk.view)),
    "status": lambda desk, args: desk.text(looking.status(desk.names, desk.view)),
    "score": lambda desk, args: desk.text(looking.score(desk.names, desk.view)),
    "units": lambda desk, args: desk.text(looking.units(desk.names, desk.lexicon, desk.view, args.where)),
    "odds": lambda desk, args: desk.text(
        odds_text(desk.names, desk.lexicon, desk.view, desk.match.table().game, desk.match.table().side, args.order)
    ),
    "supply": lambda desk, args: desk.text(
        looking.supply(desk.names, desk.view, ("ap", "cp").index(args.side) if args.side else desk.match.table().side)
    ),
    "log": Desk.log,
    "rules": lambda desk, args: desk.text(rulebook.rules_text(desk.names.words, args.paragraph)),
    "help": Desk.help,
    "undo": Desk.undo,
    "rollback": Desk.roll_back,
    "resign": Desk.resign,
    "draw": Desk.draw,
    "peace": Desk.peace,
    "verify": Desk.verify,
}
