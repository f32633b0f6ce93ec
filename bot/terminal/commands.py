"""Commands of the terminal: those of the chat, and a few of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from bot.narration.book import Book
from bot.narration.plain import private
from bot.narration.texts import Texts, host_text, operator_texts
from bot.service.help import rulebook
from bot.service.line_orders import LineOrders
from bot.service.record import history, verification
from bot.service.record.unread_events import for_seat
from bot.service.typed_lines import chained
from bot.table.offers import OfferContext as Chair
from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.terminal import screen
from bot.terminal.match import LocalGame
from bot.titles import table_of
from bot.titles.interpreter import Interpreter, Moment
from bot.titles.looks import Ordered, TableViewer
from bot.titles.vocabulary import Vocabulary, vocabulary

#: Commands only the terminal has, as typed, with the key of their description.
OWN = {
    "legal": "operator.terminal.legal",
    "NUMBER": "operator.terminal.number",
    "exact TEXT": "operator.terminal.exact",
    "save FILE": "operator.terminal.save",
    "quit": "operator.terminal.quit",
}


@dataclass(slots=True)
class TerminalSession:
    """A terminal session with its game; answers are Rich renderables."""

    match: LocalGame
    #: Two people share the keyboard: each only sees their own side's hidden information.
    two: bool = False

    @property
    def names(self) -> Book:
        """The names of the game."""
        return self.chair.names

    @property
    def words(self) -> Texts:
        """The texts of the title."""
        return self.names.words

    @property
    def chair(self) -> Chair:
        """The game as the deciding side sees it, with its words."""
        chair: Chair = self.match.title.offer_context(self.match.table(), operator_texts().language)
        return chair

    @property
    def known(self) -> Vocabulary:
        """The commands of the title."""
        return vocabulary(self.match.title)

    @property
    def vocabulary(self) -> Vocabulary:
        """The same, as the line interpreter expects it."""
        return self.known

    def answer(self, line: str) -> list[RenderableType]:
        """Run one typed line.

        Raises:
            Refusal: the line is invalid or illegal; nothing has changed.
            RecordError: a file can't be written.
        """
        line = line.strip().removeprefix("/")
        word, _, rest = line.partition(" ")
        if line.isdecimal():
            return self._number(int(line))
        if word == "legal":
            return [screen.listing(self.chair)] if self.match.game.stack else []
        if word == "exact":
            return self._exact(rest.strip())
        if word == "save":
            if not rest.strip():
                raise refuse("bad_argument", usage="save FILE")
            self.match.save(Path(rest.strip()))
            return [
                screen.prose(
                    host_text("faults.commands.saved_entries", number=len(self.match.entries), strip=rest.strip())
                )
            ]
        try:
            return self._done(self._commands_meant(line))
        except Refusal:
            table = self.match.table() if self.match.game.stack else None
            if table is None or not (sure := LineOrders(self, table).certain(line)):
                raise
            return self._done(chained(self, sure))

    def _done(self, parts: list[tuple[str, str]]) -> list[RenderableType]:
        """Run the commands of a line."""
        name, rest = parts[0]
        if name in self.known.orders:
            return self._orders(parts)
        if len(parts) > 1:
            raise refuse("cannot_chain", text=name)
        args = self.known.by_name[name].parse(rest, self.names.words)
        return _ROUTES[name](self, args) if name in _ROUTES else self._show_look(name, args)

    # -- orders ------------------------------------------------------------------------------

    def _commands_meant(self, line: str) -> list[tuple[str, str]]:
        """Return the commands a line means, each with the text after it."""
        reads, table = Interpreter(self.known, self.words), self.match.table() if self.match.game.stack else None
        parts = chained(self, reads.meaning(reads.plainly(line), Moment(table)).line)
        return [(self._command(name)[0], rest) for name, rest in parts]

    def _command(self, part: str) -> tuple[str, str]:
        word, _, rest = part.strip().partition(" ")
        name = word.casefold()
        fitting = [c.name for c in self.known.commands if name and c.name.startswith(name) and self.here(c.name)]
        if name in fitting or len(fitting) == 1:
            return name if name in fitting else fitting[0], rest.strip()
        if name in self.known.by_name:
            raise refuse("only_in_channels", name=name)
        raise refuse("unknown_command", text=word, near=self.names.words.listed(fitting, "or"))

    def here(self, name: str) -> bool:
        """Return True for a command that is available at a terminal."""
        return name in self.known.orders or name in _ROUTES or name in self.match.title.looks

    def _orders(self, lines: Sequence[tuple[str, str]]) -> list[RenderableType]:
        title = self.match.title

        def carry(table: Table) -> None:
            for name, text in lines:
                table.check_chance(name)
                if name not in self.known.orders:
                    raise refuse("cannot_chain", text=name)
                if not text and not self.known.by_name[name].alone:
                    raise refuse("bad_argument", usage=self.known.by_name[name].usage(self.names.words))
                title.order(title.offer_context(table, operator_texts().language), name, text)

        return self._carry_out_orders(carry)

    def _number(self, number: int) -> list[RenderableType]:
        legal = screen.choices(self.chair) if self.match.game.stack else []
        if not 1 <= number <= len(legal):
            raise refuse("no_such_choice", part=str(number), text=str(number))
        return self._carry_out_orders(lambda table: table.do(*legal[number - 1]))

    def _exact(self, text: str) -> list[RenderableType]:
        return self._carry_out_orders(lambda table: table.do(*table.game.parse(text), part=text))

    def _carry_out_orders(self, carry: Callable[[Table], None]) -> list[RenderableType]:
        """Apply orders and describe the result as in the log, plus what only the side itself may know."""
        table, names, story = self.match.order(carry, operator_texts().language), self.names, self.match.title.story
        own = [private(event, table.side) for _, event in table.told]
        read, beside = for_seat(story, zip(self.match.told(table), own, strict=True))
        told: list[RenderableType] = [screen.prose(line) for line in story.so_far(names, read)]
        for kind, known in beside:
            told += [screen.prose(line, "magenta") for line in story.alone(names, kind, known)]
        say = names.words.say
        return told + [screen.prose(say(f"ui.answers.{key}", **data), "dim") for key, data in table.notes]

    # -- views -----------------------------------------------------------------------------

    def _show_look(self, name: str, args: Any) -> list[RenderableType]:
        """Show a view of the title for the deciding side; for both if only seats may see it and one person plays."""
        deciding = self.match.table().side
        if self.known.by_name[name].who == "seat" and not self.two:
            both = (deciding, 1 - deciding)
            return [
                part
                for side in both
                for part in (screen.prose(f"**{self.names.side(side)}**"), *self._of(name, args, side))
            ]
        return self._of(name, args, deciding)

    def _of(self, name: str, args: Any, side: int) -> list[RenderableType]:
        title, reader = self.match.title, TableViewer(table_of(self.match.game, side), self.names, "terminal")
        if name in title.written:
            return [screen.rows(title.written[name](reader, args))]
        found = title.looks[name].show(reader, args)
        if isinstance(found, Ordered):
            return self._orders([(found.name, found.text)])
        return self.text(found.text)

    def log(self, args: Any) -> list[RenderableType]:
        """Show the log of a turn or round; by default of the current or last round, with a hint how to see more."""
        title, say = self.match.title, self.names.words.say
        now, here = title.moment(self.match.game)
        turn = int(args.turn) if args.turn.isdecimal() else now
        retold = history.retell(self.match.stored, self.match.entries, side=self.match.table().side)
        if bool(title.part) and args.turn == title.part and not args.number:
            told = self._newest(retold, now, here)
        else:
            told = self._log_lines(turn, history.log_of(retold, turn, int(args.number) if args.number else None))
        return [screen.prose(line) for line in told or [say("ui.answers.log_empty")]]

    def _newest(self, retold: history.Retold, now: int, here: int) -> list[str]:
        """Return the lines of the current part of the turn, or of the previous one if that has just begun."""
        title, say = self.match.title, self.names.words.say
        whole = history.log_of(retold, now, None)
        begun = history.only_begun(retold, self.match.entries, now, here)
        parts = history.last_parts(whole, here, title.told_parts) if begun else history.log_of(retold, now, here)
        if parts:
            more = [say("ui.answers.log_more.now")] if len(parts) < len(whole) else []
            return [*self._log_lines(now, parts), *more]
        before = history.log_of(retold, now - 1, None)
        parts = history.last_parts(before, 0, title.told_parts) or before
        turn = title.turn(self.names, now - 1)
        more = [say("ui.answers.log_more.before", turn=turn, number=now - 1)] if len(parts) < len(before) else []
        return [*self._log_lines(now - 1, parts), *self._log_lines(now, whole), *more]

    def _log_lines(self, turn: int, parts: Sequence[history.LogPart]) -> list[str]:
        """Return the log lines of parts of a turn."""
        title, names, told = self.match.title, self.names, list[str]()
        say = names.words.say
        for part in parts:
            moment = title.label(names, (turn, part.round))
            told.append(say(f"ui.answers.{part.head}", turn=title.turn(names, turn), moment=moment))
            said = (title.story.lines(names, segment.without(title.story.headed)) for segment in part.segments)
            told += [line for lines in said for line in lines]
        return told

    def help(self, args: Any) -> list[RenderableType]:
        """Show the help of one command, or of all."""
        words, known = self.names.words, self.known
        if args.command:
            name, _ = self._command(args.command)
            return [screen.prose(f"`{known.by_name[name].usage(words)}`\n{known.by_name[name].help(words)}")]
        lines = [f"`{command.name}` {command.help(words)}" for command in known.commands if self.here(command.name)]
        return [screen.prose(line) for line in [*lines, *(f"`{name}` {host_text(key)}" for name, key in OWN.items())]]

    def text(self, found: str) -> list[RenderableType]:
        """Return a text as an answer."""
        return [screen.prose(found)]

    # -- around ------------------------------------------------------------------------------

    def undo(self, args: Any) -> list[RenderableType]:
        """Undo orders of the deciding side."""
        count = self.match.undo(args.count)
        return self.text(self.names.words.say("ui.answers.undone", count=count))

    def roll_back(self, args: Any) -> list[RenderableType]:
        """Roll back past dice; at a terminal nobody else has to agree."""
        to = self.match.roll_back(args.to)
        return self.text(host_text("faults.commands.back_entry_dice_draws", to=to))

    def resign(self, args: Any) -> list[RenderableType]:
        """Resign for the deciding side."""
        if args.sure != "yes":
            raise refuse("confirm_resign")
        self.match.resign()
        return []

    def draw(self, args: Any) -> list[RenderableType]:
        """Agree on a draw."""
        if args.answer != "accept":
            return self.text(host_text("faults.commands.write_draw_accept_if"))
        self.match.agree_draw()
        return []

    def verify(self, args: Any) -> list[RenderableType]:
        """Recompute every die and draw from the seed and replay every choice."""
        del args
        verdict = verification.verify(self.match.finished, self.match.entries, self.match.header.seed)
        if verdict.problem:
            return self.text(host_text("faults.commands.record_disagrees_with_seed", problem=verdict.problem))
        return self.text(
            host_text("faults.commands.record_agrees_entries_dice", entries=verdict.entries, outcomes=verdict.outcomes)
        )

    def rules(self, args: Any) -> list[RenderableType]:
        """Show a paragraph of the rules, or what refusals cite beside them."""
        words = self.names.words
        cited = self.match.title.cited(words, rulebook.unmarked(args.paragraph))
        return self.text(cited or rulebook.rules_text(words, args.paragraph))


#: Commands the terminal handles itself, besides the title's orders and views.
_ROUTES: dict[str, Callable[[TerminalSession, Any], list[RenderableType]]] = {
    "panel": lambda session, args: [screen.pending(session.chair)],
    "log": TerminalSession.log,
    "rules": TerminalSession.rules,
    "help": TerminalSession.help,
    "undo": TerminalSession.undo,
    "rollback": TerminalSession.roll_back,
    "resign": TerminalSession.resign,
    "draw": TerminalSession.draw,
    "verify": TerminalSession.verify,
}
