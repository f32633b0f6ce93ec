"""What may happen to a season: each act reads it and gives the entries that its journal gains, or refuses.

Nothing is stored here: whoever calls appends the entries at the revision that he read (`Season.length`) and does the act again if
somebody was faster. An act that has happened already gives no entries, so that every step of a round may be repeated.
"""

from bot.leagues.acts.appeals import appealed, decided, deciders
from bot.leagues.acts.bidding import auctioned, bid
from bot.leagues.acts.drawing import draw, published, taken_in
from bot.leagues.acts.entries import away, checked_in, formed, joined, kept_apart, left, rechecked, volunteered
from bot.leagues.acts.ladder_challenges import answered, challenged, idled, lapsed
from bot.leagues.acts.linking import linked, one_person, parted
from bot.leagues.acts.lot_verification import verified
from bot.leagues.acts.match_reports import corrected, created, handed_in, relocated, resulted, ruled
from bot.leagues.acts.season_end import concluded, deserted, finished, reviewing
from bot.leagues.acts.season_opening import (
    allowed,
    amended,
    announced,
    appointed,
    closed,
    disallowed,
    dismissed,
    extended,
    opened,
    registering,
    venue_removed,
    venued,
)
from bot.leagues.acts.withdrawals import accepted, declined, dropped, offered, refillable, replaced, withdrawn
from bot.leagues.journal import Points
from bot.leagues.refusals import NotNow

__all__ = [
    "NotNow",
    "Points",
    "accepted",
    "allowed",
    "amended",
    "announced",
    "answered",
    "appealed",
    "appointed",
    "auctioned",
    "away",
    "bid",
    "challenged",
    "checked_in",
    "closed",
    "concluded",
    "corrected",
    "created",
    "decided",
    "deciders",
    "declined",
    "deserted",
    "disallowed",
    "dismissed",
    "draw",
    "dropped",
    "extended",
    "finished",
    "formed",
    "handed_in",
    "idled",
    "joined",
    "kept_apart",
    "lapsed",
    "left",
    "linked",
    "offered",
    "one_person",
    "opened",
    "parted",
    "published",
    "rechecked",
    "refillable",
    "registering",
    "relocated",
    "replaced",
    "resulted",
    "reviewing",
    "ruled",
    "taken_in",
    "venue_removed",
    "venued",
    "verified",
    "volunteered",
    "withdrawn",
]
