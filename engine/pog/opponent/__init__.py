"""A computer opponent that plays only from what its seat may know.

`recruit`, `officer` and `general` are players: callables `choose(view, options, rng) -> Choice`. A player sees the view of
its seat, the legal choices as text, and games imagined from both (`seat.Offers`); it never gets the real game.
"""

from __future__ import annotations

import random

from engine.core.options import Choice
from engine.pog.opponent.ai_player import ComputerPlayer
from engine.pog.opponent.general import General
from engine.pog.opponent.levels import OFFICER, RECRUIT
from engine.pog.opponent.reasons import ActionReason
from engine.pog.opponent.seat import Offers, Player, asked, imagined
from engine.pog.view import GameView


def answered(name: str, options: Offers, rng: random.Random) -> tuple[Choice, ActionReason | None]:
    """Return a level's choice, and the reason if it is the choice of an action."""
    if name == "general":
        thinks = General(options, rng)
        return thinks.answer(), thinks.why
    computer = ComputerPlayer(options.imagine(rng), {"recruit": RECRUIT, "officer": OFFICER}[name], rng)
    return computer.answer(), computer.why


def recruit(view: GameView, options: Offers, rng: random.Random) -> Choice:
    """Answer as a short-sighted player who misjudges what things are worth."""
    del view
    return answered("recruit", options, rng)[0]


def officer(view: GameView, options: Offers, rng: random.Random) -> Choice:
    """Answer as a player who weighs everything as well as the computer can without searching."""
    del view
    return answered("officer", options, rng)[0]


def general(view: GameView, options: Offers, rng: random.Random) -> Choice:
    """Answer as a player who races whole action rounds in imagined games before beginning one."""
    del view
    return answered("general", options, rng)[0]


def anything(view: GameView, options: Offers, rng: random.Random) -> Choice:
    """Answer with a random legal choice: the baseline for measuring other players."""
    del view
    return rng.choice(list(options))


__all__ = [
    "ActionReason",
    "Offers",
    "Player",
    "answered",
    "anything",
    "asked",
    "general",
    "imagined",
    "officer",
    "recruit",
]
