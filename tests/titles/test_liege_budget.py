"""What orders of Liège 1914 cost on a phone, over a whole Siege of two recruits: presses, typed lines, and turns that are handed over."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from statistics import median
from typing import Any, Final, NamedTuple

import pytest

from bot.narration.texts import texts_of
from bot.table import tokens
from bot.table.refusal import Refusal
from bot.titles import table_of
from bot.titles.liege import proposals
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.standing_orders import LiegeStandingOrders
from bot.titles.liege.title import SEATS, TITLE
from bot.titles.panel import offers_of, panel
from bot.titles.testing.limits import controls
from engine.core.chance import ImaginedChance, KeyedChance
from engine.core.game import Game
from engine.liege.opponent import Recruit, seat_of
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from tests.bot.phrasings.liege_moments import give

#: What an order may cost: presses at most, half of all orders, and typed lines.
MOST, HALF, LINES = 8, 4, 3
#: Decisions at which an order begins.
BEGINS: Final = (
    *proposals.KINDS,
    "storm_on",
    "assault_advance",
    "advance",
    "breach",
    "admin_command",
    "retreat",
    "remain",
    "withdraw",
)
#: Choices that end something.
ENDS: Final = ("done", "keep", "stop", "stay", "stand", "finish", "pass")
#: Parts in which the orders of the Siege are measured.
PARTS: Final = 8


class Ordered(NamedTuple):
    """An order as it was given: the position before it, and its choices."""

    game: Game[LiegeState]
    choices: tuple[str, ...]


def lucky(game: Game[LiegeState]) -> Game[LiegeState]:
    """A copy with dice that are the same each time."""
    return game.copy(ImaginedChance(random.Random(5)))


def begins(game: Game[LiegeState]) -> bool:
    """An order is over: the next decision begins one, and is no facing after a retreat."""
    return game.decision.kind in BEGINS and not (game.decision.kind == "retreat" and game.options().of("face"))


def by_hex(game: Game[LiegeState], chain: list[str]) -> tuple[str, ...]:
    """An attack with its units hex by hex: in which order they are named makes no difference."""
    units = [one.partition(" ")[2] for one in chain if one.startswith("commit ")]
    ids, at = game.state.facts.unit_ids, game.state.at
    units.sort(key=lambda name: (at[ids[name]], ids[name]))
    rest = [one for one in chain if not one.startswith("commit ")]
    return (*rest[:1], *(f"commit {name}" for name in units), *rest[1:])


def siege(handed: list[int]) -> Iterator[Ordered]:
    """A whole Siege by two recruits; standing orders answer in the other side's turn. Who is asked goes to a list."""
    game: Game[LiegeState] = Game.start(LiegeSystem("siege"), KeyedChance(b"budget"))
    book = LiegeBook(texts_of("liege", "en"), SEATS, LiegeSystem("siege"))
    players, standing, luck = (Recruit(), Recruit()), LiegeStandingOrders(), random.Random(1)
    while game.stack:
        side = int(game.actor or 0)
        if handed[-1:] != [side]:
            handed.append(side)
        before, begun, chain = game.copy(), len(game.fresh), list[str]()
        while game.stack and game.actor == side:
            choice = players[side](seat_of(game), luck)
            chain.append(game.text(choice))
            game.apply(choice)
            if game.fresh[-1].outcomes or not game.stack or (begins(game)):
                break
        assert len(game.fresh) > begun
        if game.stack:
            standing.carry_out(table_of(game, side), book)
        yield Ordered(before, by_hex(before, chain))


def position(game: Game[LiegeState]) -> tuple[Any, str]:
    return game.state.dump(), repr(game.stack)


def offered(game: Game[LiegeState]) -> dict[str, int]:
    """All orders that the panel of whoever must decide offers, with the presses that each takes: groups and pages are opened by one more."""
    context = TITLE.offer_context(table_of(game.copy(), int(game.actor or 0), position=1), "en")
    offers, found, waiting, seen = offers_of(context), dict[str, int](), [("panel", 1)], set[str]()
    while waiting:
        body, cost = waiting.pop(0)
        if body in seen:
            continue
        seen.add(body)
        for _, token in controls([panel("g", context, "Anna", body=body, offers=offers)]):
            one = tokens.parse(token)
            if one.kind == "order":
                found.setdefault(one.body, cost)
            elif one.body.startswith("panel:"):
                waiting.append((one.body, cost + 1))
    return found


def pressed(order: Ordered) -> int:
    """The presses that the panels take for an order, without a proposal: at each step that which leads furthest."""
    game, count, at = lucky(order.game), 0, 0
    wanted = [position(one) for one in replayed(order)]
    while at < len(order.choices):
        best = (at, 0, game)
        for body, price in offered(game).items():
            if body.startswith("c.") and body[2:].partition("+")[0].partition(":")[0] not in verbs(order, at):
                continue
            twin = lucky(game)
            with contextlib.suppress(Refusal):
                TITLE.press(table_of(twin, int(twin.actor or 0), position=1), body)
            reached = next(
                (number for number in range(len(wanted) - 1, at, -1) if wanted[number] == position(twin)), at
            )
            if (reached, -price) > (best[0], -best[1]):
                best = reached, price, twin
        assert best[0] > at, (game.decision.kind, order.choices[at:])
        at, price, game = best
        count += price
    return count


def verbs(order: Ordered, at: int) -> set[str]:
    return {one.partition(" ")[0] for one in order.choices[at:]} | {"dig_each", "with", "all"}


def replayed(order: Ordered) -> list[Game[LiegeState]]:
    """The position before each choice of an order, and after the last."""
    found, game = [order.game], lucky(order.game)
    for choice in order.choices:
        game.apply(game.parse(choice))
        found.append(game.copy())
    return found


class Written:
    """An order as somebody types it."""

    def __init__(self, order: Ordered) -> None:
        self.state, self.kind = order.game.state, order.game.decision.kind
        self.book: Any = TITLE.names(order.game.system, "en")
        self.words = [one.partition(" ")[::2] for one in order.choices]
        self.first, self.about = self.words[0]

    def args(self, verb: str) -> list[str]:
        return [arg for one, arg in self.words if one == verb]

    def units(self, verb: str) -> list[str]:
        return [self.unit(name) for name in self.args(verb)]

    def unit(self, name: str) -> str:
        return str(self.book.short(self.state.facts.unit_ids[name]))

    def march(self) -> str:
        """A march, a turn, an arrival or a way off the map."""
        name = {"arrive": "arrive", "turn": "turn"}.get(self.first, "depart" if self.args("leave") else "march")
        way = [hex_.lower() for hex_ in (*self.args("at"), *self.args("step"))]
        flags = [verb for verb in ("forced", "deploy") if self.args(verb)]
        return " ".join([name, self.unit(self.about), *way, *flags, *(f"facing {side}" for side in self.args("face"))])

    def marching(self) -> str:
        """The rest of a march that aircraft searched."""
        way = [hex_.lower() for hex_ in self.args("step")]
        return " ".join(
            ["depart" if self.args("leave") else "march", *way, *(f"facing {side}" for side in self.args("face"))]
        )

    def barrage(self) -> str:
        """A barrage at forts, or at units."""
        if self.first == "fort":
            return " ".join(["fire", *self.units("add"), "at", self.about, *self.args("next")])
        return " ".join(["shell", self.about.lower(), "with", *self.units("add"), *self.args("join")])

    def assaults(self) -> str:
        """An assault, and who fires before it."""
        after = ["after", *self.units("gun")] if self.args("gun") else []
        return " ".join(["assault", self.about, "with", *self.units("by"), *after])

    def combat(self) -> str:
        """An attack."""
        return " ".join(["attack", self.about.lower(), "with", *self.units("commit")])

    def afterwards(self) -> str:
        """All in a hex dig in, or some."""
        hex_ = self.state.facts.grid.names[self.state.at[self.state.facts.unit_ids[self.about]]]
        return (
            f"dig {hex_.lower()}" if self.args("all") else " ".join(["dig", self.unit(self.about), *self.units("with")])
        )

    def advance(self) -> str:
        """Who goes into a hex that the enemy left."""
        way = [hex_.lower() for hex_ in self.args("to")]
        return " ".join(["advance", self.unit(self.about), *way, *(f"facing {side}" for side in self.args("face"))])

    breach = advance

    def storm_on(self) -> str:
        """The next fort."""
        return f"assault {self.about}"

    def assault_advance(self) -> str:
        """Into the hex, with a facing."""
        return f"enter facing {self.about}"

    def retreat(self) -> str:
        """Back to a hex, with a facing."""
        way = [f"to {hex_.lower()}" for hex_ in self.args("to")]
        return " ".join(["retreat", *way, *(f"facing {side}" for side in self.args("face"))])

    def remain(self) -> str:
        """Guns stay, or go."""
        return "stay" if self.first == "stay" else "retreat"

    def lines(self) -> list[str]:
        """What is typed: one line, and one more where a barrage cannot hit all."""
        first = "done" if self.first in ENDS and self.kind != "remain" else str(getattr(self, self.kind)())
        return [first, *([" ".join(["shell", *self.units("hit")])] if self.args("hit") else [])]


def typed(order: Ordered) -> int:
    """The lines that do what an order did, to the letter of the position; 0 where they do something else."""
    twins = [lucky(order.game), lucky(order.game)]
    for choice in order.choices:
        twins[0].apply(twins[0].parse(choice))
    lines = Written(order).lines()
    for line in lines:
        name, _, text = line.partition(" ")
        table = table_of(twins[1], int(twins[1].actor or 0), position=1)
        TITLE.order(TITLE.offer_context(table, "en"), name, text)
    return len(lines) if position(twins[0]) == position(twins[1]) else 0


def test_a_player_turn_is_handed_over_once() -> None:
    """Seven turns of two player turns, with the standing orders that hold by default: nobody is asked in between."""
    handed: list[int] = []
    for _ in siege(handed):
        pass
    assert handed == [0, 1] * 7


@pytest.mark.sweep(fixed=["0"])
@pytest.mark.parametrize("part", [str(one) for one in range(PARTS)])
def test_an_order_is_few_presses_and_one_line(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "proposed", lambda context: ())
    orders = [one for at, one in enumerate(siege([])) if at % PARTS == int(part)]
    counts = [pressed(one) for one in orders]
    lines = [typed(one) for one in orders]
    assert len(counts) > 10
    assert 0 not in lines, [Written(one).lines() for many, one in zip(lines, orders, strict=True) if not many]
    assert max(lines) <= LINES
    assert max(counts) <= MOST, [
        (count, one.choices) for count, one in zip(counts, orders, strict=True) if count > MOST
    ]
    assert median(counts) <= HALF, counts


@pytest.mark.parametrize(
    "line", ["scout 9kd w33 w34", "march 34ib to s35 forced", "march 14ib v36", "turn 27ib n", "hold the rest"]
)
def test_an_order_that_recruits_do_not_give_is_few_presses(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "proposed", lambda context: ())
    game = next(one.game for one in siege([]) if one.game.decision.kind == "march" and one.game.state.turn == 3)
    give(game, "arrive", "all")
    given = lucky(game)
    begun = len(given.fresh)
    give(given, *line.split(maxsplit=1))
    choices = tuple(str(entry.choice) for entry in given.fresh[begun:])
    assert choices
    assert 0 < pressed(Ordered(game, choices)) <= MOST
