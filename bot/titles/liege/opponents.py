"""Computer players of Liège 1914: levels that use only their side's knowledge, give advice and review games."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from pydantic import BaseModel

from bot.narration.texts import texts_of
from bot.storage.models import JsonObject
from bot.titles.defaults.opponents import PlainOpponents
from bot.titles.liege.book import LiegeBook
from bot.titles.liege.chronicle import system_of
from bot.titles.opponents import OpponentAnswer, OpponentQuestion, Reviewed
from engine.core.chance import ImaginedChance, RecordedChance
from engine.core.game import Game
from engine.core.options import Choice
from engine.core.record import Entry, in_force
from engine.core.system import System
from engine.liege.facts import GERMAN
from engine.liege.fog import hidden_hexes
from engine.liege.opponent import PLAYERS as LEVELS
from engine.liege.opponent import LiegePlayer, LiegeSeat, Recruit, cutting, holding, leaving, seat_of
from engine.liege.opponent.dealing import dealt
from engine.liege.points import score
from engine.liege.state import LiegeState
from engine.liege.system import LiegeSystem
from engine.liege.view import known_score

#: CPU seconds per player turn, by level.
PLAYERS: Final[Mapping[str, float]] = {"recruit": 0.3, "officer": 0.7}
#: Maximum number of choices in one answer, and in a simulated game.
_MOST, _LONGEST = 200, 4_000
#: Number of games simulated from the end of each turn to estimate the chances.
_IMAGINED: Final = 8
#: Maximum number of orders named in advice.
_ADVISED: Final = 6
#: First choices of an order, by kind of decision and verb, with the order's text key.
_ORDERS: Final[Mapping[tuple[str, str], str]] = {
    ("barrage", "fort"): "fire", ("barrage", "target"): "shell", ("assaults", "fort"): "assault", ("march", "unit"): "march",
    ("march", "turn"): "turn", ("march", "arrive"): "arrive", ("combat", "hex"): "attack", ("afterwards", "hide"): "hide",
}  # fmt: skip


class _Why(BaseModel):
    """The reason for an order, as stored."""

    order: str = "wait"
    about: int = 0


class _Course(BaseModel):
    """Progress of a review: the German chances in percent at the end of turns, and the numbers of those turns."""

    points: list[int] = []
    turns: list[int] = []


class LiegeOpponents(PlainOpponents):
    """The levels of Liège 1914."""

    players = PLAYERS
    first_game = ("night", "recruit")

    def position(self, game: Game[LiegeState], side: int, seed: str) -> str:
        """Return a snapshot of the game as a side imagines it."""
        rng = random.Random(seed)  # noqa: S311 - no secret
        return json.dumps(game.imagined(side, ImaginedChance(rng)).snapshot(), separators=(",", ":"))

    def answer(self, asked: OpponentQuestion) -> OpponentAnswer:
        """Make choices in the imagined game until dice are rolled or the other side decides."""
        game, rng, player = _restore_game(asked), random.Random(asked.seed), LEVELS[asked.level]()  # noqa: S311 - no secret
        texts: list[str] = []
        why: JsonObject = {}
        while game.stack and game.actor == asked.side and len(texts) < _MOST:
            seat = seat_of(game)
            choice = player(seat, rng)
            if not why and (seat.kind, choice.verb) in _ORDERS:
                why = {"order": _reason(asked.level, seat, choice), "about": choice.arg}
            texts.append(game.text(choice))
            game.apply(choice)
            if game.fresh[-1].outcomes:
                break
        return OpponentAnswer(texts, why)

    def explain(self, why: JsonObject, game: Game[LiegeState], language: str) -> str:
        """Return the rule of thumb that the level followed."""
        names = _names(game.state, language)
        read = _Why.model_validate({name: why[name] for name in _Why.model_fields if name in why})
        return names.words.say(f"counsel.why.{read.order}", **_subject_of(names, read.order, read.about))

    def advise(self, asked: OpponentQuestion, language: str) -> list[str]:
        """Return the orders that the level would give now, up to the first die roll, one line each."""
        game, rng, player = _restore_game(asked), random.Random(asked.seed), LEVELS[asked.level]()  # noqa: S311 - no secret
        names = _names(game.state, language)
        texts: list[str] = []
        for order in _orders(game, asked.side, player, rng):
            texts.append(_in_words(names, *order))
            if len(texts) == _ADVISED:
                break
        return texts or [names.words.say("counsel.nothing")]

    def assess(self, game: Game[LiegeState], language: str) -> str:
        """Return the public score compared with what wins, and the turns left."""
        state, names = game.state, _names(game.state, language)
        worth, found = state.scenario.worth, known_score(state, None) if game.stack else score(state)
        key = "wins" if found >= worth.win else "draws" if found >= worth.draw else "behind"
        return names.words.say(
            f"counsel.assess.{key}", german=names.side(GERMAN), belgian=names.side(1 - GERMAN), score=found, win=worth.win,
            missing=worth.win - found, left=state.scenario.last - state.turn,
        )  # fmt: skip

    def review(self, options: str, record: list[dict[str, Any]], found: JsonObject, language: str) -> Reviewed:
        """Simulate some games from the end of one more turn."""
        del language
        system = system_of(json.loads(options))
        ends = _turn_ends(system, [Entry.load(line) for line in record])
        points = _Course.model_validate(found).points
        if len(points) < len(ends):
            points = [*points, _chance(ends[len(points)], len(points))]
        course = _Course(points=points, turns=[one.state.turn for one in ends])
        return Reviewed(course.model_dump(), len(points), len(ends))

    def reviewed(self, found: JsonObject, game: Game[LiegeState], language: str) -> tuple[str, JsonObject]:
        """Return the turn that changed the chances most, and the graph of the German chances."""
        names, course = _names(game.state, language), _Course.model_validate(found)
        swing = _swing(course.points)
        graph: JsonObject = {
            "points": [*course.points], "turns": [[turn, 0] for turn in course.turns], "marks": [] if swing is None else [swing],
            "plans": 0, "dice": 0,
        }  # fmt: skip
        if swing is None:
            return names.words.say("counsel.review.even", games=_IMAGINED), graph
        before, after = course.points[swing - 1], course.points[swing]
        text = names.words.say(
            "counsel.review.turn",
            turn=course.turns[swing],
            before=before,
            after=after,
            german=names.side(GERMAN),
            games=_IMAGINED,
        )
        return text, graph

    def lesson(self, found: JsonObject, game: Game[LiegeState], language: str) -> str:
        """Return the turn that changed the chances most."""
        swing = _swing(_Course.model_validate(found).points)
        return "" if swing is None else self.reviewed(found, game, language)[0]

    def load(self) -> None:
        """Load the shipped content."""
        system_of({})

    def draws(self, game: Game[LiegeState], side: int) -> bool:
        """Return True if the side has no more than a draw by the current score as it knows it."""
        worth, found = game.state.scenario.worth, known_score(game.state, side)
        return found < worth.win if side == GERMAN else found >= worth.draw

    def bids(self, options: Mapping[str, Any], side: int) -> int:
        """Return 0: neither side is worth a bid."""
        del options, side
        return 0


# -- imagined games --------------------------------------------------------------------------------------------------


def _restore_game(asked: OpponentQuestion) -> Game[LiegeState]:
    """Return the imagined game of a question."""
    system = system_of(json.loads(asked.options))
    dice = ImaginedChance(random.Random(f"dice {asked.seed}"))  # noqa: S311 - no secret
    game: Game[LiegeState] = Game.restore(system, json.loads(asked.position), dice)
    game.listening = False
    return game


def _reason(level: str, seat: LiegeSeat, choice: Choice) -> str:
    """Return the reason for an order: Belgians march to leave or to cover the city, everybody else to fire or attack.

    An officer's cavalry marches to cut them off, and his Belgians fall back before being attacked. An attack on a
    marker has weighed what could be under it.
    """
    order = _ORDERS[seat.kind, choice.verb]
    if level != "recruit" and order == "march" and cutting.cuts_off(seat.state, choice.arg):
        return "cut"
    if order == "attack" and hidden_hexes(seat.state, 1 - seat.side) >> choice.arg & 1:
        return "attack_unseen"
    if order != "march" or seat.side == GERMAN:
        return order
    if leaving.goes(seat.state, choice.arg):
        return "leave"
    falls_back = level != "recruit" and holding.order_of(dealt(seat.state, seat.side, 0), choice.arg)
    return "hold" if falls_back else "cover"


def _orders(
    game: Game[LiegeState], side: int, player: LiegePlayer, rng: random.Random
) -> Iterator[tuple[str, int, list[Choice]]]:
    """Yield a player's orders up to the first die roll: the order's name, its subject, and the choices that follow."""
    begun: tuple[str, int, list[Choice]] | None = None
    for _ in range(_MOST):
        if not game.stack or game.actor != side:
            break
        kind, choice = game.decision.kind, player(seat_of(game), rng)
        if (order := _ORDERS.get((kind, choice.verb))) is not None:
            if begun is not None:
                yield begun
            begun = order, choice.arg, []
        elif begun is not None:
            begun[2].append(choice)
        game.apply(choice)
        if game.fresh[-1].outcomes:
            break
    if begun is not None:
        yield begun


def _turn_ends(system: System[LiegeState], entries: Sequence[Entry]) -> list[Game[LiegeState]]:
    """Return the last position of each turn except the last turn."""
    standing = in_force(entries)
    source = RecordedChance(standing[0].outcomes)
    game: Game[LiegeState] = Game.start(system, source)
    found: list[Game[LiegeState]] = []
    for entry in standing[1:]:
        turn, before = game.state.turn, game.copy()
        game.repeat(entry, source)
        if game.state.turn != turn:
            found.append(before)
    return found


def _chance(game: Game[LiegeState], number: int) -> int:
    """Return the German winning percentage in simulated games between recruits, counting a draw as half."""
    won = 0.0
    for one in range(_IMAGINED):
        rng = random.Random(f"{number} {one}")  # noqa: S311 - no secret
        twin = game.copy(ImaginedChance(rng))
        twin.listening = twin.recording = False
        players = (Recruit(), Recruit())
        for _ in range(_LONGEST):
            if not twin.stack:
                break
            seat = seat_of(twin)
            twin.apply(players[seat.side](seat, rng))
        winner = None if twin.result is None else twin.result.winner
        won += 0.5 if winner is None else float(winner == GERMAN)
    return round(100 * won / _IMAGINED)


def _swing(points: Sequence[int]) -> int | None:
    """Return the turn in which the chances changed most; None if they never changed."""
    changes = [(abs(now - before), at) for at, (before, now) in enumerate(pairwise(points), 1)]
    most = max(changes, default=(0, 0))
    return most[1] if most[0] else None


# -- words -----------------------------------------------------------------------------------------------------------


def _names(state: LiegeState, language: str) -> LiegeBook:
    return LiegeBook(texts_of("liege", language), ("german", "belgian"), LiegeSystem(state.scenario.name))


def _subject_of(names: LiegeBook, order: str, arg: int) -> dict[str, str]:
    """Return the subject of an order, by the name of its text field."""
    if order in ("fire", "assault"):
        return {"fort": names.argument("fort", arg)}
    if order in ("shell", "attack", "attack_unseen"):
        return {"hex": names.place(arg)}
    return {} if order == "wait" else {"unit": names.unit(arg)}


def _in_words(names: LiegeBook, order: str, arg: int, rest: Sequence[Choice]) -> str:
    """Return an order as a line of text."""
    units = [choice.arg for choice in rest if choice.verb in ("add", "by", "gun", "commit", "partly")]
    way = [choice.arg for choice in rest if choice.verb == "step"]
    faced = next((choice.arg for choice in rest if choice.verb == "face"), None)
    told = _subject_of(names, order, arg)
    key = f"counsel.orders.{order}"
    if order == "march" and way:
        key, told["way"] = "counsel.orders.march_to", names.words.listed([names.hex(hex_) for hex_ in way])
    if faced is not None:
        told["facing"] = names.facing(faced)
        key = f"{key}_facing"
    return names.words.say(key, units=names.units(units), **told)


__all__ = ["PLAYERS", "LiegeOpponents"]
