"""Random whole wars, passing every reply, post, page and screen to a platform's check."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence, Set

from bot.persons import bare
from bot.table.reply import Reply, Select
from tests.bot.support import Channel
from tests.support.restoring import restore

Check = Callable[[Reply], None]

#: Commands that people view things with during a war.
LOOKING = (
    "status", "score", "deck", "hand", "log turn", "log round", "log 1", "units ge", "units paris", "units ru",
    "odds sedan", "odds lodz", "supply", "supply ap", "map", "map west", "map control", "map front", "map paris", "rules",
    "rules 12", "rules retreat", "help", "help new", "help play", "games", "settings", "clock", "standing", "card 1",
    "card info 40", "replay turn", "warn sedan: the road to it", "warn read", "follow", "move nobody to nowhere", "choose",
)  # fmt: skip


def offered(reply: Reply, kind: str) -> list[str]:
    """Return the tokens of one kind on a panel."""
    found = []
    for row in reply.menu.rows if reply.menu is not None else ():
        items = row.options if isinstance(row, Select) else row
        found += [item.token for item in items if item.token.startswith(kind)]
    return found


class War:
    """A random whole war with every message checked.

    Args:
        channel: where it is played and viewed.
        game: its id.
        luck: determines the choices; views use separate random numbers, so that another command doesn't change the war.
        check: checks a reply, as shown to its reader, against a platform's limits.
    """

    def __init__(self, channel: Channel, game: str, luck: random.Random, check: Check) -> None:
        self.channel, self.game, self.luck, self.check = channel, game, luck, check
        self.looking = random.Random(luck.getrandbits(32))
        self.posts = self.panels = self.sheets = 0
        self.kinds: set[str] = set()

    async def play(self, turns: int = 20, until: Set[str] = frozenset()) -> None:
        """Play to the end, or to that of a turn; then on to the end of the turn in which the last of `until` is decided."""
        for step in range(6000):
            stored = await self.channel.store.load(self.game)
            position = restore(stored)
            if position.actor is not None and position.state.turn > turns and not until <= self.kinds:
                turns = position.state.turn
            if position.actor is None or position.state.turn > turns:
                break
            fresh = position.decision.kind not in self.kinds
            self.kinds.add(position.decision.kind)
            user = bare(stored.seats.holders[("ap", "cp")[position.actor]].user)
            panel = await self._panel(user)
            if fresh or step % 40 == 0:
                await self._look_around(user, panel)
            if not await self._fill_sheet(user, panel):
                await self._press(user, panel)
            await self._check_posts()
        last = restore(await self.channel.store.load(self.game))
        assert last.actor is None or last.state.turn > turns, "the war is over"
        for user in ("anna", "ben", "sven"):
            for line in ("panel", "status", "log turn", "verify"):
                self._check(await self.channel.say(user, line))

    async def look(self, user: str) -> None:
        """View what else a platform shows to `user`; overridden by its own test."""

    async def _panel(self, user: str) -> Reply:
        (panel,) = await self.channel.say(user, "panel")
        self.check(panel)
        self.panels += 1
        return panel

    async def _look_around(self, user: str, panel: Reply) -> None:
        """View every page and screen of the panel, the other seat's panel, and other views."""
        waiting, seen = offered(panel, "u~"), set()
        while waiting:
            token = waiting.pop()
            if token in seen or token.endswith("~undo"):
                continue
            seen.add(token)
            replies = await self.channel.press(user, token)
            self._check(replies)
            waiting += [token for reply in replies for token in offered(reply, "u~") if reply.edit == "panel"]
        await self._panel("ben" if user == "anna" else "anna")
        await self.look(user)
        for looker in ("anna", "ben", "sven"):
            self._check(await self.channel.say(looker, self.looking.choice(LOOKING)))

    async def _fill_sheet(self, user: str, panel: Reply) -> bool:
        """Sometimes fill in a sheet at random; returns False if it had no effect."""
        opening = [token for token in offered(panel, "u~") if token.endswith("~sheet")]
        if not opening or self.luck.random() < 0.7:
            return False
        (reply,) = await self.channel.press(user, opening[0])
        self.check(reply)
        chosen: list[str] = []
        for field in reply.form.fields if reply.form is not None else ():
            options = [option.token for option in field.menu.options]
            some = self.luck.randint(1 if field.required else 0, min(2, field.menu.most))
            chosen += self.luck.sample(options, some)
        if not chosen:
            return False
        before = (await self.channel.store.load(self.game)).number
        self._check(await self.channel.press_all(user, chosen))
        done = (await self.channel.store.load(self.game)).number > before
        self.sheets += done
        return done

    async def _press(self, user: str, panel: Reply) -> None:
        # A warning that must be read first leaves only its own button.
        orders = offered(panel, "o~") or offered(panel, "l~")
        peaceful = [token for token in orders if "peace" not in token and "accept" not in token]
        self._check(await self.channel.press(user, self.luck.choice(peaceful or orders)))

    def _check(self, replies: Sequence[Reply]) -> None:
        for reply in replies:
            self.check(reply)

    async def _check_posts(self) -> None:
        for _, reply in await self.channel.posts():
            self.check(reply)
            self.posts += 1
        await self.channel.clear()


__all__ = ["Check", "War", "offered"]
