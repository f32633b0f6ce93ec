"""What a command is carried out with, found out once: who gave it, where, in whose words, and which game is meant."""

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
    """A press taken apart.

    Attributes:
        token: of the control, or of the first entry where several were chosen together.
        orders: what the chosen entries order, in the order of the menu.
        same: all entries belong to one position of one game.
    """

    token: Token
    orders: tuple[str, ...] = ()
    same: bool = True


@dataclass(frozen=True, slots=True)
class Done:
    """A command that changed a game: what it answers, and what the panel below the answer is drawn from."""

    answer: Answer
    game: str
    outcome: CommandOutcome = field(default_factory=CommandOutcome)


#: What a handler returns: replies, or a change that is still to be shown with the caller's panel.
Result = Sequence[Reply] | Done


@dataclass(frozen=True, slots=True)
class Context:
    """One command with everything that is known before it is carried out."""

    tools: Tools
    caller: Caller
    inbound: Inbound
    #: The game whose control was pressed, or the puzzle on whose panel was typed; "" where that of the channel is meant.
    control: str = ""
    #: The game of the channel, "" for none; None where nobody has looked.
    held: str | None = None
    #: Why what was typed cannot be carried out: its panel's game is gone, or another title than that of its root is played.
    problem: StorageError | Refusal | None = None
    press: ControlPress | None = None
    #: The arguments of the command that is meant, parsed.
    args: Any = None

    def at(self, game: str) -> Context:
        """Return the same for a game that is named by its id; "" leaves that of the channel."""
        return replace(self, control=game)

    async def game_id(self) -> str:
        """Return the game that is meant.

        Raises:
            Refusal: there is none.
        """
        if self.control or self.held:
            return self.control or self.held or ""
        if self.held is not None:
            raise refuse("no_game")
        return await game_here(self.tools, self.caller)

    async def game_or_none(self) -> str:
        """Return the game that is meant, "" where there is none or the store cannot say now."""
        with contextlib.suppress(Refusal, StorageError):
            return await self.game_id()
        return ""

    async def viewer(self) -> GameViewer:
        """Load the game that is meant, to be looked at."""
        return await screens.look(self.tools, self.caller, await self.game_id())

    async def words(self) -> Texts:
        """Return the words in force in the game that is meant; those of every game where there is none."""
        try:
            stored = await self.tools.store.load(await self.game_id())
            if title_stored(stored.header) is not self.tools.title:
                return self.tools.words
            return self.tools.names_of(stored).words
        except (Refusal, WarMissing):
            return self.tools.words

    async def linked(self, reply: Reply) -> Reply:
        """Add a button to what differs in the war that is played here, if one is."""
        try:
            header = await self.tools.store.header(await self.game_id())
        except (Refusal, WarMissing):
            return reply
        return scenario_differences.linked(self.tools, header, reply)

    async def named_viewer(self) -> GameViewer:
        """Load the game that the arguments name, to be looked at; without a name the one that is meant anyhow."""
        if not self.args.game:
            return await self.viewer()
        game = await game_lookup.meant(self.tools, self.caller, self.args.game, self._near(self.args.game))
        return await screens.look(self.tools, self.caller, game)

    def _near(self, word: str) -> str:
        """Return words of the command that one may be meant for that names no game."""
        commands = self.tools.vocabulary.commands
        command = next(command for command in commands if isinstance(self.args, command.arguments))
        found = command.near(word, self.tools.words)
        return self.tools.words.listed([f"“{one}”" for one in found], "or")

    def about(self, viewer: GameViewer, reply: Reply) -> list[Reply]:
        """Head a reply by which game it is about where that was named."""
        if not self.args.game:
            return [reply]
        return [reply.model_copy(update={"text": f"{screens.game_line(viewer)}\n{reply.text}"})]


__all__ = ["Context", "ControlPress", "Done", "Result"]
