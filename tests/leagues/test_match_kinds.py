"""Matches of two games with sides exchanged, and such whose sides are bid for."""

from __future__ import annotations

import pytest

from bot.leagues import acts, auctions, journal
from bot.leagues.acts import bidding
from bot.leagues.entrants import Side
from bot.leagues.lots import die
from tests.leagues.playing import begun, report
from tests.leagues.test_season import CHIEF, DAY, SEED, Held, refused


def test_an_exchange_of_sides_is_two_games_at_once_and_one_result() -> None:
    held = Held(format="swiss", rounds=2, match="swap")
    held.enter(4)
    held.do(acts.close_registration, CHIEF, 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    made, other = held.season.to_create()
    assert (list(made.missing()), made.sides(0), made.sides(1)) == (
        [0, 1],
        (made.first, made.second),
        (made.second, made.first),
    )
    for one in (made, other):
        for leg in one.missing():
            held.do(acts.create_game, one.match, f"{one.match}-{leg}", 4, leg=leg)
    assert held.season.to_create() == []
    refused("no_match", acts.create_game, held.season, "9.1.1", "g", 4)
    report(held, made.match, (2, 0), margin=3)
    assert held.season.counted(0) == []
    report(held, made.match, (2, 0), margin=5, leg=1)
    (result,) = held.season.counted(0)
    assert (result.points, result.margin) == ((1, 1), -2)
    report(held, other.match, (2, 0))
    report(held, other.match, (1, 1), leg=1)
    assert {row.name: row.points for row in held.season.table(0)}[other.first] == 2
    held.do(acts.draw, SEED, CHIEF, 7)


@pytest.mark.parametrize(
    ("one", "other", "ceded"),
    [
        ((Side.FIRST, 3), (Side.SECOND, 5), {0}),
        ((Side.FIRST, 0), (Side.FIRST, 0), {0}),
        ((Side.FIRST, 3), (Side.FIRST, 3), {3}),
        ((Side.FIRST, 5), (Side.FIRST, 2), {2, 3}),
        ((Side.FIRST, 0), (Side.FIRST, 4), {0, 1}),
    ],
)
def test_the_auction_bids_no_more_than_it_takes(
    one: tuple[Side, int], other: tuple[Side, int], ceded: set[int]
) -> None:
    """Who speaks first is the die's; the one with the higher maximum gets the side that both want."""
    seen = set()
    for number in range(24):
        found = auctions.auction(SEED, f"{number}.1.1", ("a", one), ("b", other))
        seen.add(found.ceded)
        speaker = "a" if found.dice[-1][0] > found.dice[-1][1] else "b"
        assert found.calls[0] == (speaker, 0)
        assert [amount for _, amount in found.calls] == list(range(found.ceded + 1))
        holder = found.first if found.side is Side.FIRST else found.second
        assert found.ceded <= {"a": one[1], "b": other[1]}[holder]
        if one[0] is not other[0]:
            assert (found.first, found.second) == ("a", "b")
        elif one[1] != other[1] and found.ceded > 0:
            assert holder == ("a" if one[1] > other[1] else "b")
    assert seen == ceded


def test_a_bid_stays_sealed_until_the_auction_and_the_auction_follows_from_the_seed() -> None:
    held = Held(format="swiss", rounds=1, match="bid")
    held.enter(4)
    held.do(acts.close_registration, CHIEF, 2)
    held.do(acts.draw, SEED, CHIEF, 3)
    made, silent = held.season.open_matches()
    one, other = made.slots
    refused("not_your_match", acts.bid, held.season, SEED, made.match, silent.first, Side.FIRST, 2, 4)
    assert refused("no_bid", acts.bid, held.season, SEED, made.match, one, Side.FIRST, 21, 4)["most"] == 20
    (first,) = held.do(acts.bid, SEED, made.match, one, Side.FIRST, 2, 4)
    assert held.do(acts.bid, SEED, made.match, one, Side.FIRST, 2, 5) == []
    (changed,) = held.do(acts.bid, SEED, made.match, one, Side.SECOND, 3, 5)
    assert isinstance(first, journal.Bid)
    assert isinstance(changed, journal.Bid)
    assert first.sealed != changed.sealed
    with pytest.raises(ValueError, match="another seed"):
        auctions.read(b"guessed", changed.sealed, made.match, one, changed.nonce)
    assert held.season.to_create() == []
    refused("bidding_open", acts.close_bidding, held.season, SEED, made.match, 6)
    held.do(acts.bid, SEED, made.match, other, Side.SECOND, 1, 6)
    assert bidding.due(held.season, 7) == [made]
    held.do(acts.close_bidding, SEED, made.match, 7)
    assert held.do(acts.close_bidding, SEED, made.match, 7) == []
    assert made.auction is not None
    assert (made.sides()[1], made.auction.maxima) == (one, ((-1, 3), (-1, 1)))
    assert held.season.to_create() == [made]
    refused("bidding_over", acts.bid, held.season, SEED, made.match, one, Side.FIRST, 2, 8)
    assert bidding.due(held.season, 3 + DAY) == [silent]
    held.do(acts.close_bidding, SEED, silent.match, 3 + DAY)
    assert silent.auction is not None
    assert silent.auction.ceded == 0
    held.create()
    report(held, made.match, (0, 2))
    assert {row.name: row.points for row in held.season.table(0)}[one] == 2, (
        "points are the sides' that the auction gave"
    )
    report(held, silent.match, (2, 0))
    held.finish()
    assert acts.verify_lots(held.entries) == []
    at = next(index for index, entry in enumerate(held.entries) if isinstance(entry, journal.Auctioned))
    forged = held.entries[at].model_copy(update={"ceded": 1})
    assert acts.verify_lots([*held.entries[:at], forged, *held.entries[at + 1 :]]) == [f"auction {made.match}"]
    refused("no_bids_here", acts.bid, begun(4).season, SEED, "1.1.1", "p00", Side.FIRST, 1, 5)


def test_dice_are_fair_and_can_be_thrown_again() -> None:
    thrown = [die(SEED, "die", str(number)) for number in range(6000)]
    assert all(850 < thrown.count(face) < 1150 for face in range(1, 7))
    assert thrown[:3] == [die(SEED, "die", str(number)) for number in range(3)]
