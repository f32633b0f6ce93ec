"""A walkover for somebody who withdrew counts alike wherever a table or a match is told, in every format."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from bot.leagues import public_facts
from bot.leagues.exchange import reports, trf
from bot.leagues.journal import Format, Withdrawn
from bot.leagues.matches import Fixed
from bot.leagues.standings import How
from bot.narration.texts import texts
from bot.public import shapes
from bot.public.page_query import PageQuery
from bot.public.season_pages import Pages
from bot.service.leagues import sheets, views
from renderer.league import in_words
from tests.bot.leagues.test_shown_alike import Surfaces, cells, rows
from tests.leagues.lives import FORMATS, Lived, lived


def _of_a_withdrawal(held: Lived) -> Fixed | None:
    """A match of one game that counts as won and lost because somebody withdrew right now."""
    if not isinstance(held.entries[-1], Withdrawn):
        return None
    for made in held.season.matches.values():
        (game, *_) = public_facts.games(held.season, made)
        counts = game.how is How.WALKOVER and game.points not in (None, (0, 0))
        if counts and {*held.season.gone} & {*made.slots} and len(made.legs) == 1:
            return made
    return None


def moments(form: Format) -> Iterator[tuple[Lived, Fixed]]:
    """A season right after somebody withdrew, and when the round of it is over, with a match that was won by that."""
    for seed in range(60):
        found = None
        for held in lived(random.Random(f"walkover {form} {seed}"), form, 8):
            if found is None and (found := _of_a_withdrawal(held)) is not None:
                yield held, found
            elif found is not None and not held.season.open_matches():
                yield held, held.season.matches[found.match]
                return
    raise AssertionError(form)


@pytest.mark.parametrize("form", FORMATS)
def test_a_walkover_counts_the_same_on_every_surface(form: Format) -> None:
    compared = 0
    for held, made in moments(form):
        _alike(form, held, made)
        compared += 1
    assert compared == 2


def _alike(form: Format, held: Lived, made: Fixed) -> None:
    shown = Surfaces(held)
    (game, *_) = public_facts.games(held.season, made)
    assert game.points is not None
    first, second = game.points
    listed = [
        one
        for one in rows(sheets.pairings(views.pairings(shown.told, number=made.round), {}))
        if one["match"] == made.match
    ]
    assert [(one["first_points"], one["second_points"], one["without_play"]) for one in listed] == [
        (str(first), str(second), "yes")
    ]
    meeting = next(one for one in shown.tale.meetings if one.match == made.match)
    result = shapes.match(shown.tale, meeting, shown.names)["games"][0]["result"]
    assert (result["points"], result["how"]) == ([first, second], "walkover")
    ((*_, told, _),) = [
        row for row in cells(str(Pages(texts(), PageQuery(), shown.names).games(shown.tale, [meeting]))) if row
    ]
    assert told.startswith(f"{first}–{second}")
    assert "without play" in told or "walkover" in told or "ruling" in told, told
    alt = in_words(views.pairings(shown.told, number=made.round))
    ((words),) = re.findall(rf"{re.escape(made.match)}[,:]? ([^;.]+)", alt)
    assert re.findall(r"\d+", words)[-2:] == [str(first), str(second)], words
    for section in range(len(held.season.sections)):
        tables = {name: (lines, ties) for name, lines, ties in shown.tables(section)}
        for name, found in tables.items():
            assert found == tables["api"], name
    if form in ("divisions", "double", "swiss", "rolling", "ladder") and not held.season.open_matches():
        tournament = trf.read(trf.write(reports.tournament(held.season, made.section, shown.told.name)))
        known = {line[1]: 2 * line[2] for line in {name: lines for name, lines, _ in shown.tables(made.section)}["api"]}
        assert {row.name: 2 * row.half_points for row in tournament.rows if row.name in known} == known
