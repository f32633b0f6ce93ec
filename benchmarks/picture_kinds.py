"""Sample requests for every kind of picture of a position, of leagues and of Liège 1914.

`benchmarks render` renders these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import get_args

from engine.pog.content import load_content
from engine.pog.view import ActionMarks, GameView
from renderer.kit.requests import of_view_alone
from renderer.league import samples, views
from renderer.liege import LiegeRequest
from renderer.liege.gallery import plain_requests
from renderer.pog.areas import busiest
from renderer.pog.overlays import owners_of
from renderer.pog.requests import (
    Battle,
    CardFace,
    CloseUp,
    Control,
    Front,
    FrontMove,
    GameEnd,
    Hand,
    Joined,
    Overview,
    PictureRequest,
    Pile,
    SpaceClose,
    Status,
    Supply,
    Theatre,
    Threats,
    TurnSummary,
)
from renderer.pog.samples import sample_end, sample_summary

THEATRES = ("west", "east", "italy", "balkans", "near_east")
Request = PictureRequest | Joined


@dataclass(frozen=True)
class Seen:
    """A position as seen publicly and by the deciding side, and the beginning of its game."""

    number: int
    view: GameView
    own: GameView
    began: GameView
    #: A position of some game in which a combat is shown.
    fight: GameView | None

    @property
    def focus(self) -> int:
        """Return a space with a stack, a different one for each position."""
        fought = [state for state in self.view.spaces if len(state.units) > 1] or list(self.view.spaces)
        return fought[self.number % len(fought)].space


def _marks(seen: Seen) -> ActionMarks:
    """Return marks for a move and an attack into that space from two neighbours."""
    focus = seen.focus
    near = [k.b if k.a == focus else k.a for k in load_content().connections if focus in (k.a, k.b)]
    units = tuple(u.unit for u in seen.view.spaces[focus].units)
    return ActionMarks(moves=((units, (near[0], focus)),), attacks=((tuple(near[1:2]), focus),))


def _theatre(seen: Seen) -> Theatre:
    return Theatre(seen.view, THEATRES[seen.number % len(THEATRES)])


def _hand(seen: Seen) -> Hand | None:
    hand = seen.own.sides[seen.own.viewer or 0].hand
    return Hand(seen.own, hand) if hand else None


def _pile(seen: Seen) -> Pile | None:
    """Return the larger of both discard piles."""
    side = max((0, 1), key=lambda side: len(seen.view.sides[side].discard))
    return Pile(seen.view, side) if seen.view.sides[side].discard else None


def _battle(seen: Seen) -> Battle | None:
    if seen.fight is None or seen.fight.battle is None:
        return None
    return Battle(seen.fight, seen.fight.battle)


def _summary(seen: Seen) -> TurnSummary:
    """Return a summary with the position's map and conquests; losses and cards are samples."""
    now, before = owners_of(seen.view), owners_of(seen.began)
    won = [FrontMove(space, a) for space, (a, b) in enumerate(zip(now, before, strict=True)) if a != b and a >= 0]
    return replace(sample_summary(), view=seen.view, moves=tuple(won))


def _end(seen: Seen) -> GameEnd:
    return replace(sample_end(), view=replace(seen.view, result=(0, "turn_limit", seen.view.vp)))


def _joined(seen: Seen) -> Joined:
    """Return the picture of an event's post: its card beside its effect."""
    return Joined((_card(seen), CloseUp(seen.view, _marks(seen))))


def _card(seen: Seen) -> CardFace:
    return CardFace(load_content(), seen.number % len(load_content().cards))


#: By row name: the kind of request, and a function that makes one for a position (None if there is nothing to show).
KINDS: dict[str, tuple[type, Callable[[Seen], Request | None]]] = {
    "closeup": (CloseUp, lambda seen: CloseUp(seen.view, _marks(seen))),
    "space": (SpaceClose, lambda seen: SpaceClose(seen.view, seen.focus)),
    "theatre": (Theatre, _theatre),
    "overview": (Overview, lambda seen: Overview(seen.view)),
    "supply": (Supply, lambda seen: Supply(seen.view, seen.number % 2)),
    "control": (Control, lambda seen: Control(seen.view)),
    "front": (Front, lambda seen: Front(seen.view, seen.began)),
    "threats": (Threats, lambda seen: Threats(seen.view, seen.number % 2)),
    "supply_front": (
        Supply,
        lambda seen: Supply(seen.view, seen.number % 2, busiest(seen.view, "supply", seen.number % 2)),
    ),
    "control_front": (Control, lambda seen: Control(seen.view, busiest(seen.view, "control"))),
    "front_front": (Front, lambda seen: Front(seen.view, seen.began, busiest(seen.view, "front"))),
    "threats_front": (
        Threats,
        lambda seen: Threats(seen.view, seen.number % 2, busiest(seen.view, "threats", seen.number % 2)),
    ),
    "card": (CardFace, _card),
    "status": (Status, lambda seen: Status(seen.view)),
    "hand": (Hand, _hand),
    "pile": (Pile, _pile),
    "battle": (Battle, _battle),
    "summary": (TurnSummary, _summary),
    "end": (GameEnd, _end),
    "joined": (Joined, _joined),
}


KINDS |= {
    kind.__name__.lower(): (kind, lambda seen, kind=kind: kind(seen.view))  # type: ignore[misc]  # mypy gives a lambda's default no type
    for kind in of_view_alone(get_args(PictureRequest))
    if kind not in {there for there, _ in KINDS.values()}
}


#: By row name: a league view with as much content as a picture can have.
LEAGUE: dict[str, views.View] = {
    "league_standings": samples.standings(16),
    "league_cross": samples.by_round(16),
    "league_bracket": samples.bracket(16),
    "league_ratings": views.RatingGraph("", tuple(samples.line(number, 40) for number in range(4))),
    "league_poster": samples.poster(),
    "league_pairing": samples.card(),
    "league_pairings": samples.pairings(16),
    "league_forecasts": samples.forecasts(16),
    "course": samples.course(),
}


def of_leagues() -> list[tuple[str, views.View]]:
    """Return one view of each kind; raises `ValueError` if a kind is not measured."""
    _all_measured({type(view) for view in LEAGUE.values()}, set(get_args(views.View)))
    return list(LEAGUE.items())


def of_liege() -> list[tuple[str, LiegeRequest]]:
    """Return samples of each kind of Liège 1914 picture; raises `ValueError` if a kind is not measured."""
    found = [(name.replace("-", "_"), request) for name, request in plain_requests()]
    _all_measured({type(request) for _, request in found}, set(get_args(LiegeRequest)))
    return found


def _all_measured(measured: set[type], there: set[type]) -> None:
    if missing := there - measured:
        raise ValueError(f"not measured: {', '.join(sorted(kind.__name__ for kind in missing))}")


def known() -> set[type]:
    """Return every kind of picture known to the renderer."""
    return {*get_args(PictureRequest), Joined}


def wanted(seen: Seen) -> list[tuple[str, Request]]:
    """Return one request of each kind, except those with nothing to show.

    Raises:
        ValueError: the renderer has a kind that is not measured.
    """
    _all_measured({kind for kind, _ in KINDS.values()}, known())
    made = [(name, maker(seen)) for name, (_, maker) in KINDS.items()]
    return [(name, request) for name, request in made if request is not None]


__all__ = ["KINDS", "LEAGUE", "THEATRES", "Request", "Seen", "known", "of_leagues", "wanted"]
