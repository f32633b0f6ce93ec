"""An opponent that plays by what its seat may know.

`recruit`, `officer` and `general` are players: callables `choose(view, options, rng) -> Choice`. A player sees the view of
its seat, the legal choices with words, and games that are imagined from those (`seat.Offers`); the true game never reaches it.
"""

from __future__ import annotations

import random

from engine.core.options import Choice
from engine.pog.opponent.general import General
from engine.pog.opponent.levels import OFFICER, RECRUIT, Level
from engine.pog.opponent.seat import Offers, Player, asked, imagined
from engine.pog.opponent.staff import Staff
from engine.pog.view import GameView


def _answer(options: Offers, level: Level, rng: random.Random) -> Choice:
    return Staff(options.imagine(rng), level, rng).answer()


def recruit(view: GameView, options: Offers, rng: random.Random) -> Choice:
    """A player of short sight who misjudges what things are worth."""
    del view
    return _answer(options, RECRUIT, rng)


def officer(view: GameView, options: Offers, rng: random.Random) -> Choice:
    """A player who weighs everything as well as the staff can without searching."""
    del view
    return _answer(options, OFFICER, rng)


def general(view: GameView, options: Offers, rng: random.Random) -> Choice:
    """A player who races whole action rounds in imagined games before beginning one."""
    del view
    return General(options, rng).answer()


def anything(view: GameView, options: Offers, rng: random.Random) -> Choice:
    """Any legal choice: what others are measured against first."""
    del view
    return rng.choice(list(options))


__all__ = ["Offers", "Player", "anything", "asked", "general", "imagined", "officer", "recruit"]
