"""Sealed bids for sides and their auction."""

from __future__ import annotations

from bot.leagues import auctions, journal
from bot.leagues.acts.match_reports import match_of
from bot.leagues.entrants import Side
from bot.leagues.journal import Entry, Person
from bot.leagues.matches import Fixed
from bot.leagues.refusals import NotNow
from bot.leagues.season import Season

BIDDING = 24 * 3_600
"""Seconds after the draw of a match during which bids can be entered."""


def bid(season: Season, seed: bytes, match: str, person: Person, side: Side, most: int, at: float) -> list[Entry]:
    """Enter or change the most points that a person would cede for a side; it is secret until the auction.

    Raises:
        NotNow: the match takes no bids, it is not the person's, bidding is over, or the amount is invalid (`no_bid`).
    """
    made = _for_bids(season, match)
    if person not in {season.holder_of(slot) for slot in made.slots}:
        raise NotNow("not_your_match", match=match)
    if made.auction is not None or at >= made.since + BIDDING:
        raise NotNow("bidding_over", match=match)
    if not 0 <= most <= season.rules.most_bid:
        raise NotNow("no_bid", most=season.rules.most_bid)
    slot = season.slot_of(person)
    known = made.bids.get(slot)
    if known is not None and auctions.read(seed, known.sealed, match, slot, known.nonce) == (side, most):
        return []
    sealed = auctions.sealed(seed, side, most, match, slot, season.length)
    return [journal.Bid(at=at, by=person, match=match, person=person, nonce=season.length, sealed=sealed)]


def due(season: Season, at: float) -> list[Fixed]:
    """Return the matches whose auction is due: both bids are there, or a day is over."""
    waiting = [made for made in season.open_matches() if made.kind == "bid" and made.auction is None]
    return [made for made in waiting if len(made.bids) == 2 or at >= made.since + BIDDING]


def close_bidding(season: Season, seed: bytes, match: str, at: float) -> list[Entry]:
    """Open the bids of a match and assign the sides.

    Raises:
        NotNow: the match takes no bids, or bidding is still open (`bidding_open`).
    """
    made = _for_bids(season, match)
    if made.auction is not None:
        return []
    if made not in due(season, at):
        raise NotNow("bidding_open", until=made.since + BIDDING)
    return [run_auction(made, seed, at)]


def run_auction(made: Fixed, seed: bytes, at: float) -> journal.Auctioned:
    """Return the auction that results from the bids and the seed."""
    one, other = made.slots
    opened = {
        slot: auctions.read(seed, entry.sealed, made.match, slot, entry.nonce) for slot, entry in made.bids.items()
    }
    found = auctions.auction(seed, made.match, (one, opened.get(one)), (other, opened.get(other)))
    return journal.Auctioned(
        at=at,
        match=made.match,
        maxima=found.maxima,
        dice=found.dice,
        calls=found.calls,
        first=found.first,
        second=found.second,
        side=1 if found.side is Side.FIRST else -1,
        ceded=found.ceded,
    )


def _for_bids(season: Season, match: str) -> Fixed:
    made = match_of(season, match)
    if made.kind != "bid":
        raise NotNow("no_bids_here", match=match)
    return made
