"""Nobody acts for a season where they have a stake: every kind of entry, whoever has ever sat there, and exceptions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence

import pytest

from bot.leagues import acts, interest, journal
from bot.leagues.interest import disinterested
from bot.leagues.journal import ENTRY, Entry
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season
from tests.leagues.test_season import CHIEF, SEED, Held, refused
from tests.leagues.test_teams import with_teams

SAT, RIVAL = "p00", "p01"


def divided(**more: object) -> Held:
    """Two divisions whose games run; Sam waits for a place, and the clerk has replaced one who was in the first."""
    held = Held(**more)
    held.enter(10)
    for name in ("sam", "tom"):
        held.do(acts.join_season, journal.Joined(at=1, by=name, person=name, substitute=True))
    held.begin()
    return held


def match_of(held: Held, *slots: str) -> str:
    return next(made.match for made in held.season.matches.values() if {*slots} <= {*made.slots})


def rivals(held: Held) -> str:
    """A match of the first division in which neither plays."""
    return next(
        made.match for made in held.season.matches.values() if made.section == 0 and not {SAT, RIVAL} & {*made.slots}
    )


def why(season: Season, *entries: Entry, ids: Sequence[str] = ()) -> str:
    try:
        assert disinterested(season, entries, ids) == [*entries]
    except NotNow as no:
        return no.code
    return ""


def on_match(match: str, by: str) -> list[Entry]:
    return [
        journal.Ruled(at=9, by=by, match=match, points=(2, 0), reason="so be it"),
        journal.Corrected(at=9, by=by, match=match, points=(2, 0), reason="so be it"),
        journal.Decided(at=9, by=by, match=match, reason="so be it"),
        journal.Resulted(at=9, by=by, match=match, game="", points=(2, 0)),
    ]


def test_every_kind_of_entry_is_classified_and_an_unknown_one_is_refused() -> None:
    season = divided().season
    kinds = [
        one for _, one in inspect.getmembers(journal, inspect.isclass) if "kind" in getattr(one, "model_fields", {})
    ]
    assert len(kinds) > 40
    judged = {
        kind for kind in kinds if interest._subjects_of.dispatch(kind) is not interest._subjects_of.dispatch(object)
    }
    assert judged | {*interest.HARMLESS} == {*kinds}
    assert judged & {*interest.HARMLESS} == set()

    class Fresh(journal.Announced):
        kind: str = "fresh"  # type: ignore[assignment]

    unknown = type("Unknown", (), {"kind": "unknown", "by": "anna"})()
    with pytest.raises(TypeError, match="Unknown"):
        disinterested(season, [unknown])


def test_a_match_is_decided_by_nobody_who_plays_in_its_section() -> None:
    held = divided()
    for entry in on_match(rivals(held), SAT):
        assert why(held.season, entry) == "own_section", entry.kind
    for entry in on_match(match_of(held, SAT, RIVAL), SAT):
        assert why(held.season, entry) == "own_part", entry.kind
    other = next(made.match for made in held.season.matches.values() if made.section == 1)
    for entry in (*on_match(other, SAT), *on_match(rivals(held), CHIEF), *on_match(rivals(held), "")):
        assert why(held.season, entry) == "", entry.kind


def test_a_replaced_player_may_not_rule_on_their_former_match_or_on_rivals() -> None:
    held = divided()
    own, theirs = match_of(held, SAT, RIVAL), rivals(held)
    held.do(acts.replace_player, SAT, "sam", 5, by=CHIEF)
    assert held.season.section_of(SAT) is None
    for entry in on_match(own, SAT):
        assert why(held.season, entry) == "own_part", entry.kind
    for entry in on_match(theirs, SAT):
        assert why(held.season, entry) == "own_section", entry.kind
    ruling = journal.Ruled(at=9, by=SAT, match=own, points=(2, 0), reason="so be it")
    told = refused("own_part", acts.rule_game, held.season, ruling)
    assert told == {"role": "arbiter", "others": (CHIEF,)}


def test_a_linked_account_has_the_same_stake_also_where_the_season_does_not_know_of_it() -> None:
    held = divided()
    ruling = journal.Ruled(at=9, by="another", match=rivals(held), points=(2, 0), reason="so be it")
    assert why(held.season, ruling) == ""
    assert why(held.season, ruling, ids=("another", SAT)) == "own_section"
    held.do(lambda _: [journal.Linked(at=8, by="another", person="another", former=SAT)])
    assert why(held.season, ruling) == "own_section"
    assert why(held.season, ruling.model_copy(update={"by": SAT})) == "own_section", "under the former id as well"


def test_places_are_taken_and_given_by_nobody_with_a_stake() -> None:
    held = divided()
    out = journal.Withdrawn(at=9, by=SAT, person=RIVAL, removed=True)
    assert why(held.season, out) == "own_section"
    assert why(held.season, out.model_copy(update={"by": "sam"})) == "own_section", "Sam waits for a place"
    assert why(held.season, out.model_copy(update={"person": SAT})) == "", "their own entry"
    came = journal.Replaced(at=9, by=SAT, person=RIVAL, substitute="sam")
    assert why(held.season, came) == "own_section"
    assert why(held.season, came.model_copy(update={"by": CHIEF})) == ""
    assert why(held.season, came.model_copy(update={"person": SAT})) == "own_part", (
        "they would choose who comes for them"
    )
    assert why(held.season, came.model_copy(update={"by": "sam"})) == "own_part", "they would take the place"
    assert why(held.season, came.model_copy(update={"by": "tom"})) == ""
    held.do(acts.leave_season, RIVAL, 6)
    held.do(acts.offer_places, 7)
    assert held.do(acts.accept_offer, "sam", 8), "what is offered everybody takes for themselves"


def test_an_entrant_may_not_remove_others_before_the_draw_or_keep_players_apart() -> None:
    held = Held()
    held.enter(5)
    told = refused("own_field", acts.leave_season, held.season, RIVAL, 2, by=SAT)
    assert told["role"] == "organiser"
    refused("own_field", acts.keep_apart, held.season, "p02", "p03", SAT, 2)
    refused("own_part", acts.keep_apart, held.season, SAT, "p03", SAT, 2)
    seeded = journal.Joined(at=2, by=SAT, person="new", rating=2000)
    assert why(held.season, seeded) == "own_field", "a rating orders the draw"
    assert why(held.season, seeded.model_copy(update={"rating": 0})) == ""
    assert held.do(acts.keep_apart, "p02", "p03", CHIEF, 2)
    (gone,) = held.do(acts.leave_season, RIVAL, 2, by=CHIEF)
    assert (gone.by, gone.kind) == (CHIEF, "left"), "the journal names who did it"


def test_no_round_is_cut_and_no_time_given_by_who_still_plays() -> None:
    held = Held(format="swiss", rounds=3)
    held.enter(4)
    held.begin()
    refused("own_section", acts.draw, held.season, SEED, SAT, 5, cut=True, preview=True)
    refused("own_section", acts.extend_windows, held.season, 3600, SAT, 5)
    assert held.do(acts.draw, SEED, CHIEF, 5, cut=True, preview=True)
    refused("own_section", acts.publish_draw, held.season, SAT, 6)
    assert held.do(acts.publish_draw, CHIEF, 6)
    assert held.do(acts.extend_windows, 3600, CHIEF, 7)
    held.create()
    for made in held.season.open_matches():
        held.do(acts.report_result, journal.Resulted(at=8, match=made.match, game=made.game, points=(1, 1)))
    assert held.do(acts.draw, SEED, SAT, 9, preview=True), "nothing is cut: the draw follows from the seed"
    assert held.do(acts.publish_draw, SAT, 9)


def test_games_on_which_nothing_hangs_are_ended_by_others() -> None:
    held = divided()
    ended = journal.Ruled(at=9, by=SAT, match=rivals(held), points=(1, 1), reason="annulled", code="annulled")
    assert why(held.season, ended) == "own_section"


def test_another_team_is_set_up_by_its_own_or_by_who_plays_for_none() -> None:
    held = with_teams(3, 2)
    held.begin()
    fresh = journal.Formed(at=5, by="t0b0", team="t1", name="Team 1", members=("t1b2", "t1b1"), alternates=("t1b0",))
    refused("own_section", acts.form_team, held.season, fresh)
    for one in (CHIEF, "t1b2"):
        assert acts.form_team(held.season, fresh.model_copy(update={"by": one}))


def test_an_owner_allows_an_exception_in_one_match_or_all_but_never_in_the_own() -> None:
    held = divided()
    one, own = rivals(held), match_of(held, SAT, RIVAL)
    another = next(
        made.match for made in held.season.matches.values()
        if made.section == 0 and made.match != one and SAT not in made.slots
    )  # fmt: skip
    refused("own_exception", acts.allow_exception, held.season, CHIEF, CHIEF, 5, reason="I am fair")
    refused("no_match", acts.allow_exception, held.season, SAT, CHIEF, 5, reason="fair", match="9.9.9")
    assert held.do(acts.allow_exception, SAT, CHIEF, 5, reason="nobody else is awake", match=one)
    assert held.do(acts.allow_exception, SAT, CHIEF, 5, reason="nobody else is awake", match=one) == []
    codes = [why(held.season, on_match(match, SAT)[0]) for match in (one, another, own)]
    assert codes == ["", "own_section", "own_part"]
    assert why(held.season, journal.Withdrawn(at=9, by=SAT, person=RIVAL, removed=True)) == "own_section"
    assert held.do(acts.allow_exception, SAT, CHIEF, 6, reason="nobody else is awake")
    codes = [why(held.season, on_match(match, SAT)[0]) for match in (one, another, own)]
    assert codes == ["", "", "own_part"]
    assert held.do(acts.disallow_exception, SAT, CHIEF, 7)
    assert why(held.season, on_match(one, SAT)[0]) == "own_section"
    refused("no_exception", acts.disallow_exception, held.season, SAT, CHIEF, 8)


@pytest.mark.parametrize("make", [divided, lambda: with_teams(3, 2)])
def test_a_journal_of_before_comes_out_the_same_and_is_not_judged_again(make: Callable[[], Held]) -> None:
    """What stands in a journal stands, also what nobody could do today; and there is nothing in a line that was not there before."""
    held = make()
    if not held.season.round:
        held.begin()
    made = next(one for one in held.season.matches.values())
    ruling = journal.Ruled(at=9, by=made.first, match=made.match, points=(2, 0), reason="my own match")
    held.do(lambda _: [ruling])
    lines = [entry.model_dump_json() for entry in held.entries]
    assert not any("allowed" in line or "sat" in line.split('"') for line in lines)
    again = Season.told(ENTRY.validate_json(line) for line in lines)
    assert again == held.season
    assert again.matches[made.match].legs[0].ruled == ruling
    assert refused("own_part", acts.rule_game, again, ruling)
