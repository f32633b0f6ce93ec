"""What organisers are told to look at."""

from __future__ import annotations

from bot.leagues import acts, journal
from bot.leagues.flags import Flag, flags, rating_drop
from tests.leagues.test_season import DAY, Held


def begun(**rules: object) -> Held:
    held = Held(**rules)
    held.enter(5)
    held.begin()
    return held


def told(held: Held, match: str, winner: str, *, turn: int = 9, reason: str = "resignation") -> None:
    made = held.season.matches[match]
    points = (2, 0) if made.first == winner else (0, 2)
    report = journal.Resulted(at=6, match=match, game=made.game, points=points, reason=reason, turn=turn)
    held.do(acts.report_result, report)


def test_an_early_resignation_is_told_and_two_that_are_traded() -> None:
    held = begun(format="double")
    one, other = held.season.sections[0][:2]
    out, back = [made.match for made in held.season.matches.values() if {*made.slots} == {one, other}]
    told(held, out, one, turn=3)
    assert flags(held.entries) == []
    held = begun(format="double")
    told(held, out, one, turn=2)
    assert flags(held.entries) == [Flag("early_resignation", (out,), (other, one))]
    told(held, back, other, turn=1)
    assert flags(held.entries)[-1] == Flag("traded_wins", (out, back), (one, other))
    held = begun(format="double")
    told(held, out, one, turn=1, reason="level")
    assert flags(held.entries) == []


def test_a_game_that_matters_to_the_winner_alone_is_told() -> None:
    """The last of a division cannot win it any more when the last game is lost to one who can."""
    held = begun()
    *others, last = held.season.sections[0]
    mine = {made.match for made in held.season.matches.values() if last in made.slots}
    final = next(made for made in held.season.matches.values() if {*made.slots} == {last, others[0]})
    for made in held.season.open_matches():
        if made is not final:
            told(
                held,
                made.match,
                next(slot for slot in made.slots if slot != last) if made.match in mine else min(made.slots),
            )
    rest = flags(held.entries)
    told(held, final.match, others[0])
    assert held.season.table(0)[0].name == others[0]
    assert flags(held.entries)[len(rest) :] == [Flag("nothing_at_stake", (final.match,), (last, others[0]))]


def test_a_fall_shortly_before_a_season_with_a_cap() -> None:
    falling = [(1 * DAY, 1650), (80 * DAY, 1640), (95 * DAY, 1540)]
    assert rating_drop("a", falling, 100 * DAY, 1600) == [Flag("rating_drop", (), ("a",))]
    assert rating_drop("a", falling, 100 * DAY, 1500) == []
    assert rating_drop("a", [(1 * DAY, 1640), (95 * DAY, 1540)], 100 * DAY, 1600) == [], "not shortly before"
    assert rating_drop("a", [], 100 * DAY, 1600) == []
