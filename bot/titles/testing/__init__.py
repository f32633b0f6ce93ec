"""The contract suite: what every title owes the host, played and told; for the tests of a title, with pytest.

    from bot.titles.testing import Contract
    from skat.title import TITLE

    class TestSkat(Contract):
        title = TITLE

A title with hidden things gives pairs of positions besides, which differ in what one side alone knows (`Contract.twins`); one with
pictures that need arguments gives references to them (`Contract.more`).
"""

from bot.titles.testing.contract import GAME, Broken, Case, Played
from bot.titles.testing.suite import Contract, cases_of, hides, known

__all__ = ["GAME", "Broken", "Case", "Contract", "Played", "cases_of", "hides", "known"]
