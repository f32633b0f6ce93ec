"""What a title must have, and what the host leaves out for one that lacks a capability."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.catalogue import Brought
from bot.titles.base import TitleBase
from bot.titles.capabilities import CapabilityMissing, levels_of, opponents_of, points_of, posed_by
from bot.titles.vocabulary import vocabulary
from engine.core.game import Game, Result
from tests.titles.toy.rules import HOUND, Toy
from tests.titles.toy.title import ToyTitle

#: The commands that hang on each capability.
COMMANDS = {
    "opponents": {"advise", "assess"}, "school": {"learn"}, "puzzles": {"puzzle"}, "standing_orders": {"standing"},
    "places": {"warn"}, "statistics": set(), "touch_map": set(),
}  # fmt: skip


def test_a_title_must_have_eight_members() -> None:
    must = {"name", "seats", "length", "setups", "pictures", "system", "moment", "describe"}
    assert TitleBase.__abstractmethods__ == must
    said = TitleBase.__module__
    assert all(f"`{name}`" in (__import__(said, fromlist=["x"]).__doc__ or "") for name in must)


@pytest.mark.parametrize("capability", COMMANDS)
@pytest.mark.usefixtures("toy_title")
def test_no_command_of_a_missing_capability_is_declared(capability: str) -> None:
    bare = type("Bare", (ToyTitle,), {capability: None})()
    missing = set(vocabulary(ToyTitle()).by_name) - set(vocabulary(bare).by_name)
    assert missing == COMMANDS[capability] - {"standing"}, "the toy has no standing orders either"
    assert "standing" not in vocabulary(bare).by_name
    assert Brought().standing_orders, "a title with them has the command"


@pytest.mark.usefixtures("toy_title")
def test_without_a_capability_the_host_has_an_answer_or_names_what_is_missing() -> None:
    bare = type("Bare", (ToyTitle,), {"opponents": None, "statistics": None, "puzzles": None})()
    game: Game[Any] = Game.start(Toy({}), type("Low", (), {"choose": lambda *args: args[2][0]})())
    assert levels_of(bare) == ()
    game.result = Result(HOUND, "caught", {})
    assert points_of(bare, game) == (0, 2)
    with pytest.raises(CapabilityMissing, match="toy has no opponents"):
        opponents_of(bare)
    with pytest.raises(CapabilityMissing, match="toy has no puzzles"):
        posed_by(bare)
