"""The context of a command, resolved once: caller, place, texts and game."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.narration.texts import Texts
from bot.port import Inbound
from bot.service import game_lookup
from bot.service.acting.command_commit import CommandOutcome
from bot.service.calls import Answer, Caller, Tools, game_here
from bot.service.looking import scenario_differences, screens
from bot.service.looking.screens import GameViewer
from bot.storage.errors import StorageError, WarMissing
from bot.table.refusal import Refusal, refuse
from bot.table.reply import Reply
from bot.table.tokens import Token
from bot.titles import title_stored


@dataclass(frozen=True, slots=True)
class ControlPress:
    """A parsed button press or menu selection.

    Attributes:
        token: of the control, or of the first entry if several were chosen together.
        orders: the orders of the chosen entries, in menu order.
        same: all entries belong to one position of one game.
    """

    token: Token
    orders: tuple[str, ...] = ()
    same: bool = True


@dataclass(frozen=True, slots=True)
class Done:
    """A command that changed a game: its answer, and the outcome from which the panel below it is rendered."""

    answer: Answer
    game: str
    outcome: CommandOutcome = field(default_factory=CommandOutcome)


#: A handler's result: replies, or a change still to be shown with the caller's panel.
Result = Sequence[Reply] | Done


@dataclass(frozen=True, slots=True)
class Context:
    """One command with everything known before it is carried out."""

    tools: Tools
    caller: Caller
    inbound: Inbound
    #: The game whose control was pressed, or the puzzle whose panel was typed on; "" for the channel's game.
    control: str = ""
    #: The channel's game, "" for none; None if it has not been looked up.
    held: str | None = None
    #: Why the typed line cannot be carried out: its panel's game is gone, or a title with another root is being played.
    problem: StorageError | Refusal | None = None
    press: ControlPress | None = None
    #: The parsed arguments of the command.
    args: Any = None

    def at(self, game: str) -> Context:
        """Return the context for the game with this id; "" means the channel's."""
        return replace(self, control=game)

    async def game_id(self) -> str:
        """Return the id of the game that the command refers to.

        Raises:
            Refusal: there is none.
        """
        if self.control or self.held:
            return self.control or self.held or ""
        if self.held is not None:
            raise refuse("no_game")
        return await game_here(self.tools, self.caller)

    async def game_or_none(self) -> str:
        """Return the game that the command refers to; "" if there is none or the store fails."""
        with contextlib.suppress(Refusal, StorageError):
            return await self.game_id()
        return ""

    async def viewer(self) -> GameViewer:
        """Load the game that the command refers to, for viewing."""
        return await screens.look(self.tools, self.caller, await self.game_id())

    async def words(self) -> Texts:
        """Return the texts of the game that the command refers to, or the general texts without one."""
        try:
            stored = await self.tools.store.load(await self.game_id())
            if title_stored(stored.header) is not self.tools.title:
                return self.tools.words
            return self.tools.names_of(stored).words
        except (Refusal, WarMissing):
            return self.tools.words

    async def linked(self, reply: Reply) -> Reply:
        """Add a button for the differences of the war being played here, if there is a game."""
        try:
            header = await self.tools.store.header(await self.game_id())
        except (Refusal, WarMissing):
            return reply
        return scenario_differences.linked(self.tools, header, reply)

    async def named_viewer(self) -> GameViewer:
        """Load the game named by the arguments, for viewing; without a name, the one the command refers to."""
        if not self.args.game:
            return await self.viewer()
        game = await game_lookup.meant(self.tools, self.caller, self.args.game, self._similar_words(self.args.game))
        return await screens.look(self.tools, self.caller, game)

    def _similar_words(self, word: str) -> str:
        """Return the command's words that may be meant by a text that names no game."""
        commands = self.tools.vocabulary.commands
        command = next(command for command in commands if isinstance(self.args, command.arguments))
        found = command.near(word, self.tools.words)
        return self.tools.words.listed([f"“{one}”" for one in found], "or")

    def about(self, viewer: GameViewer, reply: Reply) -> list[Reply]:
        """Prefix a reply with the game it concerns if that game was named."""
        if not self.args.game:
            return [reply]
        return [reply.model_copy(update={"text": f"{screens.game_line(viewer)}\n{reply.text}"})]


__all__ = ["Context", "ControlPress", "Done", "Result"]
