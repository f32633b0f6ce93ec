"""The games of a release: some played by people through the bot, one for each kind of decision laid out by the engine."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from bot.port import Inbound
from bot.service.acting.command_commit import ended
from bot.service.handler import BotHandler
from bot.service.operator_policy import Policy
from bot.service.session import packed
from bot.service.visibility import Visibility
from bot.storage import Change, Store
from bot.table import tokens
from bot.table.choice_codec import base36
from bot.titles.pog.systems import system_for
from engine.core.chance import KeyedChance
from engine.core.game import Game
from tests.bot.support import controls
from tests.bot.times import Hands
from tests.play.policy import Player
from tests.support.restoring import restore

#: When a table stops: asked before each choice.
Stop = Callable[[Game[Any], Visibility], bool]
USERS = ("ben", "anna")
#: How often a choice that can be taken back is, and how many choices no table passes.
_TAKEN_BACK, _MOST = 0.05, 1200
#: Games of the engine alone from which a position of each kind of decision is taken: options and seed.
_LINES: tuple[tuple[dict[str, Any], int], ...] = (
    ({"scenario": "campaign", "optional_cards": True, "tournament": True, "bid": [0, 1]}, 1),
    ({"scenario": "historical", "windows": "hand"}, 4),
    ({"scenario": "campaign", "card_set": "secret"}, 5),
)


class Tables:
    """Channels with a game each, whose dice hang on the channel's name."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.hands = Hands()
        self.handler = BotHandler(store, now=self.hands, policy=Policy(open_games=0))
        self._keys = 0

    async def say(self, channel: str, user: str, text: str = "", presses: tuple[str, ...] = ()) -> list[Any]:
        """Type, or press."""
        self._keys += 1
        self.hands.move(minutes=3)
        inbound = Inbound(
            platform="web", channel=channel, user=user, user_name=user.title(), key=f"{channel}-{self._keys}",
            text=text or None, token=presses[0] if presses else None, tokens=presses if len(presses) > 1 else (),
        )  # fmt: skip
        seed = hashlib.sha256(channel.encode()).digest()
        with patch("secrets.token_bytes", lambda _: seed):
            return list(await self.handler.run(inbound))

    async def lobby(self, channel: str, scenario: str) -> str:
        """Two people before the start."""
        for user, line in (("anna", f"new {scenario}"), ("anna", "join cp"), ("ben", "join ap")):
            await self.say(channel, user, line)
        return str(await self.store.channels.holder(f"web:{channel}"))

    async def begun(self, channel: str, scenario: str) -> str:
        """Two people after it."""
        game = await self.lobby(channel, scenario)
        await self.say(channel, "anna", "start")
        return game

    async def played(self, channel: str, scenario: str, stop: Stop, seed: int, most: int = _MOST) -> str:
        """A game played by presses until it stops."""
        game_id = await self.begun(channel, scenario)
        luck = random.Random(seed)
        for _ in range(most):
            stored = await self.store.load(game_id)
            game = restore(stored)
            if not game.stack or stop(game, Visibility.of(stored)):
                return game_id
            await self.choose(channel, game_id, luck)
            await self._deliver(game_id)
        raise AssertionError(f"{channel} is not where it was to be after {most} choices")

    async def choose(self, channel: str, game_id: str, luck: random.Random) -> None:
        """The side that must decide presses something, or takes something back."""
        stored = await self.store.load(game_id)
        game = restore(stored)
        side = int(game.actor or 0)
        if game.undoable(side) and luck.random() < _TAKEN_BACK:
            await self.say(channel, USERS[side], "undo")
            return
        choice = Player(game, luck.randrange(1 << 30), "west").choose()
        number = Visibility.of(stored).position((side,), stored.number)
        pressed = tokens.order(game_id, number, f"c.{choice.verb}:{base36(choice.arg)}")
        told = await self.say(channel, USERS[side], presses=(pressed,))
        if (await self.store.load(game_id)).number == stored.number:  # asked first
            meant = [token for _, token in controls(told) if token.endswith("~anyway")]
            await self.say(channel, USERS[side], presses=(meant[0],))

    async def _deliver(self, game_id: str) -> None:
        for queued in await self.store.outbox.pending_posts(game_id):
            await self.store.outbox.mark_delivered(queued.game_id, queued.post_id)

    async def laid(self, channel: str, options: dict[str, Any], game: Game[Any]) -> None:
        """A game of the engine as a running one."""
        game_id = await self.lobby(channel, str(options["scenario"]))
        await self._deliver(game_id)
        stored = await self.store.load(game_id)
        assert isinstance(game.source, KeyedChance)
        seed = game.source._seed  # the header of a running game has it
        known = {"options": options, "seed": seed.hex(), "commitment": KeyedChance.commitment(seed)}
        header = stored.header.model_copy(update={"status": "playing", **known})
        if game.result is not None:
            header = ended(self.handler.tools, replace(stored, header=header), game)
        change = Change(answer={}, entries=[e.dump() for e in game.fresh], snapshot=packed(game), header=header)
        await self.store.commit(game_id, -1, replace(change, settings=stored.settings), f"laid-{channel}")


def kinds() -> Iterator[tuple[str, dict[str, Any], Game[Any]]]:
    """The first position of each kind of decision in some random games, and the end of the first."""
    met: set[str] = set()
    for options, number in _LINES:
        luck = random.Random(number)
        game: Game[Any] = Game.start(
            system_for(options), KeyedChance(hashlib.sha256(bytes([number])).digest()), listening=False
        )
        player = Player(game, number)
        while game.stack:
            if game.decision.kind not in met and len(game.fresh) > 1:
                met.add(game.decision.kind)
                yield game.decision.kind.replace("_", "-"), options, game
            side = int(game.actor or 0)
            if game.undoable(side) and luck.random() < _TAKEN_BACK:
                game.undo(side)
            else:
                game.apply(player.choose())
        if number == _LINES[0][1]:
            yield "over", options, game


def moment(kind: str, **more: Any) -> Stop:
    """Stops at a kind of decision, in a turn or later."""

    def stop(game: Game[Any], seen: Visibility) -> bool:
        del seen
        return bool(game.decision.kind == kind and game.state.turn >= more.get("turn", 1))

    return stop


async def everything(store: Store) -> None:
    """All the games."""
    tables = Tables(store)
    await tables.lobby("lobby", "historical windows=hand clock=fast")
    await tables.say("lobby", "anna", "seed")
    await tables.begun("opening", "campaign")
    await tables.played("combat", "campaign", moment("retreat"), 1)
    await tables.played("losses", "historical", moment("defender_loss", turn=2), 2)
    await tables.played("veil", "campaign", lambda game, seen: seen.veil is not None, 3)
    await tables.played("secret", "campaign cards=secret", moment("choose_action", turn=2), 4)
    await tables.played("valiant", "historical cards=valiant", moment("sr_destination", turn=2), 5)
    await tables.played("long", "campaign optional=yes", moment("choose_action", turn=5), 6)
    await _sheet(tables)
    await _rolled_back(tables)
    await _finished(tables)
    for kind, options, game in kinds():
        await tables.laid(f"kind-{kind}", options, game)


async def _sheet(tables: Tables) -> None:
    """In the middle of an operation, with things chosen in a sheet that was not sent."""
    game_id = await tables.begun("sheet", "campaign")
    for user, line in (("anna", "choose take"), ("anna", "play auto"), ("anna", "done"), ("ben", "play auto")):
        await tables.say("sheet", user, line)
    (opened,) = await tables.say("sheet", "ben", presses=(tokens.screen(game_id, -1, "sheet"),))
    chosen = [field.menu.options[0].token for field in opened.form.fields][:2]
    number = tokens.parse(chosen[0]).number
    await tables.say("sheet", "ben", presses=(tokens.screen(game_id, number, "tick"), *chosen))


async def _rolled_back(tables: Tables) -> None:
    """Gone back past dice by consent, played on, and something of that taken back."""
    game_id = await tables.played("back", "historical", moment("choose_action", turn=2), 7)
    await tables.say("back", "anna", "rollback turn")
    await tables.say("back", "ben", "rollback accept")
    luck = random.Random(7)
    for _ in range(_MOST):
        game = restore(await tables.store.load(game_id))
        if game.number > 5 and game.epoch and any(game.undoable(side) > 1 for side in (0, 1)):
            return
        await tables.choose("back", game_id, luck)
    raise AssertionError("nothing to take back")


async def _finished(tables: Tables) -> None:
    """One given up, one that both called a draw."""
    for channel, lines in (
        ("resigned", (("ben", "resign yes"),)),
        ("drawn", (("anna", "draw"), ("ben", "draw accept"))),
    ):
        await tables.played(channel, "introductory", moment("choose_action", turn=2), 8)
        for user, line in lines:
            await tables.say(channel, user, line)
