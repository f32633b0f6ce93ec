"""The names of people's keys in Redis: settings, persons and their accounts, links, ratings, puzzles."""

from __future__ import annotations

import hashlib

from bot.storage.keys import NAMESPACE, quoted


def games_of(user: str) -> str:
    """Set of the games in which a person has or had a seat."""
    return f"{NAMESPACE}:user:{quoted(user)}:games"


def player(user: str) -> str:
    """A person's own settings."""
    return f"{NAMESPACE}:user:{quoted(user)}:settings"


def follows(user: str) -> str:
    """Set of the games that a person follows."""
    return f"{NAMESPACE}:user:{quoted(user)}:follows"


def reminded(user: str) -> str:
    """Exists while a person was reminded recently."""
    return f"{NAMESPACE}:user:{quoted(user)}:reminded"


def of_person(user: str) -> dict[str, str]:
    """Return all keys of a person, each with its Redis type."""
    return {games_of(user): "set", player(user): "string", follows(user): "set", reminded(user): "string"}


def _of_persons(part: str) -> str:
    """Return a key of persons; all of them share one slot, so that two persons can be merged in one step."""
    return f"{NAMESPACE}:{{_persons}}:{part}"


def account(name: str) -> str:
    """The person to whom an account (`platform:id`) belongs."""
    return _of_persons(f"account:{quoted(name)}")


def person(ident: str) -> str:
    """A person's record."""
    return _of_persons(f"one:{quoted(ident)}")


def ratings(pool: str) -> str:
    """Ratings of a pool: a hash of person to rating, with the state of the computation under ""."""
    return f"{NAMESPACE}:ratings:{quoted(pool)}"


#: Names of all pools with ratings.
POOLS = f"{NAMESPACE}:ratings"


def link_code(code: str) -> str:
    """The person who requested this code; the key contains only its digest."""
    return _of_persons(f"code:{hashlib.sha256(code.encode()).hexdigest()}")


def code_of(ident: str) -> str:
    """The digest of a person's latest code."""
    return _of_persons(f"gave:{quoted(ident)}")


def link_tries(what: str, ident: str) -> str:
    """How often a person recently requested a code ("asked") or tried a wrong one ("wrong")."""
    return _of_persons(f"{what}:{quoted(ident)}")


def link_asked(code: str, ident: str) -> str:
    """The pending question to a person who typed a code."""
    digest = hashlib.sha256(f"{code} {ident}".encode()).hexdigest()
    return _of_persons(f"asking:{digest}")


def link_near(ident: str) -> str:
    """The channel in which a person last requested a code."""
    return _of_persons(f"near:{quoted(ident)}")


def joined(former: str) -> str:
    """The former record of a merged person, as long as that can be undone."""
    return _of_persons(f"joined:{quoted(former)}")


def solver(title: str, ident: str) -> str:
    """A person's results in the puzzles of a title."""
    return _of_persons(f"solver:{quoted(title)}:{quoted(ident)}")


def posed(title: str, name: str) -> str:
    """Everyone's results at a puzzle."""
    return _of_persons(f"puzzle:{quoted(title)}:{quoted(name)}")


#: Channels with a daily puzzle and its time, and each one's last puzzle; hashes. The lease of the posting process.
DAILY = f"{NAMESPACE}:puzzles:daily"
DAILY_POSED = f"{NAMESPACE}:puzzles:posed"
DAILY_LEASE = f"{NAMESPACE}:puzzles:lease"


def study_room(user: str) -> str:
    """Return the pseudo channel where a person tries puzzles; no platform has a channel of that name."""
    digest = hashlib.blake2s(user.encode(), digest_size=10).hexdigest()
    return f"{user.partition(':')[0]}:~{digest}"


#: Counts merges of two persons, after which data computed by person are recomputed.
JOINS = _of_persons("joins")


def pings(ident: str) -> str:
    """Sorted set of league messages that pinged a person, by time."""
    return _of_persons(f"pings:{quoted(ident)}")


#: The people being forgotten: a JSON list of jobs; and how many have been so far.
FORGETTING = _of_persons("forgetting")
FORMER = _of_persons("former")
#: Lease of the process that runs the personal duties.
PERSONAL = _of_persons("duties")
#: Persons merged into others but not yet in all seasons: JSON of former person to person, in order.
JOINING = _of_persons("joining")
#: Persons separated again but not yet in all seasons: the same.
PARTING = _of_persons("parting")
#: Notices to accounts about their links: a JSON list.
LINK_NEWS = _of_persons("news")
