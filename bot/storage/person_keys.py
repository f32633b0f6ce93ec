"""The names of everything in Redis that belongs to people: settings, persons and their accounts, links, ratings, puzzles."""

from __future__ import annotations

import hashlib

from bot.storage.keys import NAMESPACE, quoted


def games_of(user: str) -> str:
    """Set of the games in which a person has or had a seat."""
    return f"{NAMESPACE}:user:{quoted(user)}:games"


def player(user: str) -> str:
    """Return a person's own settings."""
    return f"{NAMESPACE}:user:{quoted(user)}:settings"


def follows(user: str) -> str:
    """Set of the games that a person follows."""
    return f"{NAMESPACE}:user:{quoted(user)}:follows"


def reminded(user: str) -> str:
    """Stands while a person was reminded a short while ago."""
    return f"{NAMESPACE}:user:{quoted(user)}:reminded"


def of_person(user: str) -> dict[str, str]:
    """Return all keys of a person, each with the kind of value that Redis has there."""
    return {games_of(user): "set", player(user): "string", follows(user): "set", reminded(user): "string"}


def _of_persons(part: str) -> str:
    """Return a key of the persons; all of them share one slot, so that two persons become one in one step."""
    return f"{NAMESPACE}:{{_persons}}:{part}"


def account(name: str) -> str:
    """Return the person to whom an account (`platform:id`) belongs."""
    return _of_persons(f"account:{quoted(name)}")


def person(ident: str) -> str:
    """Return what is kept of a person."""
    return _of_persons(f"one:{quoted(ident)}")


def ratings(pool: str) -> str:
    """Ratings of a pool: a hash of person to rating, with how far it was computed under ""."""
    return f"{NAMESPACE}:ratings:{quoted(pool)}"


#: Names of all pools with ratings.
POOLS = f"{NAMESPACE}:ratings"


def link_code(code: str) -> str:
    """Return the person whose code this is; the code itself does not stand in the key."""
    return _of_persons(f"code:{hashlib.sha256(code.encode()).hexdigest()}")


def code_of(ident: str) -> str:
    """Return the digest of the code that a person was given last."""
    return _of_persons(f"gave:{quoted(ident)}")


def link_tries(what: str, ident: str) -> str:
    """Return how often a person asked for a code ("asked") or tried a wrong one ("wrong") of late."""
    return _of_persons(f"{what}:{quoted(ident)}")


def link_asked(code: str, ident: str) -> str:
    """Return what somebody who typed a code was asked about, and is still to answer."""
    digest = hashlib.sha256(f"{code} {ident}".encode()).hexdigest()
    return _of_persons(f"asking:{digest}")


def link_near(ident: str) -> str:
    """Return the channel in which a person asked for a code last."""
    return _of_persons(f"near:{quoted(ident)}")


def joined(former: str) -> str:
    """Return what a person was who became one with another, for as long as that can be undone."""
    return _of_persons(f"joined:{quoted(former)}")


def solver(title: str, ident: str) -> str:
    """Return what a person made of the puzzles of a title."""
    return _of_persons(f"solver:{quoted(title)}:{quoted(ident)}")


def posed(title: str, name: str) -> str:
    """Return what people made of a puzzle."""
    return _of_persons(f"puzzle:{quoted(title)}:{quoted(name)}")


#: Channels that want a puzzle a day, each with when, and what each was posed last; hashes. The lease of the process that posts them.
DAILY = f"{NAMESPACE}:puzzles:daily"
DAILY_POSED = f"{NAMESPACE}:puzzles:posed"
DAILY_LEASE = f"{NAMESPACE}:puzzles:lease"


def study_room(user: str) -> str:
    """Return what stands for the channel where somebody tries puzzles; no platform has a channel of that name."""
    digest = hashlib.blake2s(user.encode(), digest_size=10).hexdigest()
    return f"{user.partition(':')[0]}:~{digest}"


#: Counts how often two persons became one, after which what was computed by persons is computed anew.
JOINS = _of_persons("joins")


def pings(ident: str) -> str:
    """Return the sorted set of the messages of leagues that pinged a person, by when they did."""
    return _of_persons(f"pings:{quoted(ident)}")


#: Who is being forgotten: a JSON list of jobs; and how many have been so far.
FORGETTING = _of_persons("forgetting")
FORMER = _of_persons("former")
#: Lease of the process that does what is owed to persons.
PERSONAL = _of_persons("duties")
#: Persons who were joined to others, and not yet in all seasons: JSON of former person to person, in the order in which they were.
JOINING = _of_persons("joining")
#: Persons who were parted again, and not yet in all seasons: the same.
PARTING = _of_persons("parting")
#: What accounts are to be told about links of theirs: a JSON list.
LINK_NEWS = _of_persons("news")
