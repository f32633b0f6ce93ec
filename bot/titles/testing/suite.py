"""The title contract as a pytest class to derive from, with every scenario of a title as a case."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any, ClassVar

from bot.table.reply import PictureRef
from bot.titles import MODULES, title_checks
from bot.titles.testing import contract, contract_secrets, contract_words
from bot.titles.testing.contract import GAME, Broken, Case, Played
from bot.titles.title import Title
from engine.core.game import Game

#: Random games per scenario, and the minimum number of twins for a title with hidden information.
SEEDS, TWINS = 2, 3


def known(title: Title[Any, Any]) -> bool:
    """Register a title that isn't installed, as during development; return True if it wasn't registered before.

    Raises:
        Broken: the title isn't an attribute of its class's module.
    """
    module = sys.modules[type(title).__module__]
    where = next((name for name, held in vars(module).items() if held is title), "")
    if title.name not in MODULES and not where:
        raise Broken(
            f"{module.__name__} holds no object of {type(title).__name__}: write TITLE = {type(title).__name__}()"
        )
    if title.name in MODULES:
        return False
    MODULES[title.name] = f"{module.__name__}:{where}"
    return True


def cases_of(title: Title[Any, Any], length: int = 60) -> tuple[Case, ...]:
    """Return a case for each scenario of a title, with this number of decisions to play."""
    return tuple(
        Case(name, title, partial(title.system, {"scenario": name}), options={"scenario": name}, length=length)
        for name in title.setups.offered()
    )


def hides(case: Case, played: Played) -> bool:
    """Return True if a side doesn't know everything about the played game."""
    game, system = played.game, case.system
    drawn = (outcome.purpose for entry in played.entries for outcome in entry.outcomes)
    if any(system.drawn_for(purpose) is not None for purpose in drawn):
        return True
    return any(system.imagine(game.state, side).dump() != game.state.dump() for side in (0, 1))


@cache
def _play_case(case: Case, seed: int) -> Played:
    return contract.play(case, seed)


class Contract:
    """All contract checks; derive a class whose name begins with Test and set its title."""

    title: ClassVar[Title[Any, Any]]
    #: Number of decisions in each random game.
    length: ClassVar[int] = 60
    #: Pictures with the arguments they need, for kinds that don't come up in a random game.
    more: ClassVar[Sequence[PictureRef]] = ()
    #: Kinds of pictures, without arguments, that must look the same to viewers who may not know the hidden information.
    secret_pictures: ClassVar[Sequence[str]] = ()

    def twins(self, case: Case) -> Iterator[tuple[Game[Any], Game[Any], int]]:
        """Yield pairs of positions that differ only in one side's hidden information, with that side."""
        del case
        yield from ()

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Parametrise tests with the title's scenarios, and random games with seeds."""
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", cases_of(self.title, self.length), ids=lambda case: case.name)
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", range(SEEDS))

    def setup_method(self) -> None:
        """Register the title for the duration of a test."""
        self._added = known(self.title)

    def teardown_method(self) -> None:
        """Restore the registered titles."""
        if self._added:
            del MODULES[self.title.name]

    def test_it_is_whole(self) -> None:
        """Check that every member and every text exists."""
        if faults := title_checks.faults(self.title):
            raise Broken("; ".join(faults))

    def test_every_declaration_has_words(self, case: Case) -> None:
        """Check the texts of decisions, commands, scenarios, options and places."""
        contract_words.check_words(case.title, case.system)
        contract_words.check_commands(case.title)
        contract_words.check_declared(case.title)
        contract_words.check_places(case.title, case.options or {})

    def test_a_random_game_is_played(self, case: Case, seed: int) -> None:
        """Check that everything offered is accepted, everything that happens is narrated, and the game is stored whole."""
        found = _play_case(case, seed)
        if not found.presses:
            raise Broken("nothing was pressed")
        contract.check_told(case.title, found)
        contract.check_figures(case.title, found)
        contract.check_maps(case.title, found)
        contract.check_agreement(case, found)

    def test_hidden_things_are_told_to_nobody_else(self, case: Case) -> None:
        """Check that positions which differ only in one side's hidden information look the same to everybody else."""
        count = 0
        for one, other, side in self.twins(case):
            contract_secrets.check_twins(case, one, other, side, self.secret_pictures)
            count += 1
        if count < TWINS and any(hides(case, _play_case(case, seed)) for seed in range(SEEDS)):
            raise Broken(
                f"a side does not know all of {case.name}: `twins` must give {TWINS} pairs of positions, not {count}"
            )

    def test_every_picture_is_drawn_with_words(self, case: Case) -> None:
        """Check the pictures of a random game, those that every title has, and the additional ones."""
        found = _play_case(case, 0)
        contract.check_pictures(case, found, [*self._common(case, found), *self.more])

    def _common(self, case: Case, found: Played) -> list[PictureRef]:
        """Return references to the kinds of pictures that the host asks every title for."""
        met = next(iter(found.pictures), "")
        entries = [entry.number for entry in found.entries[:3]]
        parts: list[object] = [{"kind": met}] * 2 if met else []
        args: dict[str, dict[str, object]] = {
            "replay": {"entries": entries}, "end": {}, "joined": {"parts": parts}, "opening": {"scenario": case.name}, "board": {},
        }  # fmt: skip
        kinds = case.title.pictures.rooms
        return [
            PictureRef(kind=kind, game=GAME, number=0, args=of_kind) for kind, of_kind in args.items() if kind in kinds
        ]


__all__ = ["SEEDS", "TWINS", "Contract", "cases_of", "hides", "known"]
