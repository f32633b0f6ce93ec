"""Lengths of Slack's ids, tokens and URLs, all generated here.

The lengths are those of public samples; Slack promises none. With `SLACK_LENGTHS=2` in the environment every one that is
not documented is twice as long.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import uuid
from functools import cache
from typing import Final

#: Factor on the lengths of the samples.
FACTOR: Final = int(os.environ.get("SLACK_LENGTHS", "1"))
#: Characters of an id in a new workspace, including the prefix; old ones have 9.
ID: Final = 11 * FACTOR


@cache
def ident(kind: str, name: object) -> str:
    """Return an id of a kind (`T`, `U`, `C`, `V`, …), the same for the same name; no id is a prefix of another."""
    told = re.sub(r"[^A-Z0-9]", "", str(name).upper())[: ID - 5]
    return f"{kind}{told}{_letters(f'{kind}{name}', ID)}"[:ID]


def user_id(name: str) -> str:
    """Return a person's id."""
    return ident("U", name)


def channel_id(name: str) -> str:
    """Return a channel's id."""
    return ident("C", name)


def direct_id(user: str) -> str:
    """Return the id of the direct messages with a person."""
    return ident("D", user)


def event_id(number: int) -> str:
    """Return an event's id, 12 characters."""
    return f"Ev{_letters(number, 10 * FACTOR)}"


def envelope_id(number: int) -> str:
    """Return the id of a socket envelope: a UUID."""
    return "-".join(str(uuid.UUID(int=number)) for _ in range(FACTOR))


def trigger(number: int) -> str:
    """Return a trigger: digits, digits and 32 hexadecimal digits, 60 characters."""
    return f"{_figures(number)}.{_figures(0)}.{hashlib.md5(str(number).encode()).hexdigest() * FACTOR}"


def response_path(kind: str, team: str, number: int) -> tuple[str, str]:
    """Return the path of a response_url, and its last part: `/commands/T…/13 digits/24 characters`."""
    name = _letters(f"url{number}", 24 * FACTOR)
    return f"/{kind}/{team}/{_figures(number)}/{name}", name


def upload_path(file: str) -> str:
    """Return the upload path of a file, with a name of 200 characters; its length is not documented."""
    return f"/upload/v1/{file}{_letters(file, 200 * FACTOR)}"


def bot_token(name: str) -> str:
    """Return a bot token: `xoxb-`, digits, digits and 24 characters."""
    return f"xoxb-{_figures(1)}-{_figures(2)}-{_letters(name, 24 * FACTOR)}"


def ticket() -> str:
    """Return the query of a socket's address."""
    return f"ticket={uuid.UUID(int=7)}&app_id={APP}&more={_letters('ticket', 60 * FACTOR)}"


def stamp(number: int) -> str:
    """Return a `ts`: seconds and six digits."""
    return f"{1764296000 + number}.{number:0{6 * FACTOR}}"


def view_hash(number: int) -> str:
    """Return a view's hash: seconds and eight characters."""
    return f"1764296000.{_letters(number, 8 * FACTOR)}"


def block_id(number: int) -> str:
    """Return the id of a block we gave none, five characters."""
    return _letters(f"block{number}", 5 * FACTOR)


def event_context(team: str, channel: str) -> str:
    """Return an event's context: `4-` and base64 of a small object."""
    told = {"et": "app_home_opened", "tid": team, "aid": APP, "cid": channel}
    return f"4-{base64.b64encode(json.dumps(told).encode()).decode()}"


def _figures(number: int) -> str:
    return f"{8654065187609 + number}" * FACTOR


@cache
def _letters(seed: object, count: int) -> str:
    """Return this many capital letters and digits."""
    found, number = "", 0
    while len(found) < count:
        found += base64.b32encode(hashlib.sha256(f"{seed}{number}".encode()).digest()).decode().rstrip("=")
        number += 1
    return found[:count]


#: The app's workspace and one where it isn't installed, the app, its user and profile, an organisation.
TEAM, ABROAD = ident("T", "ARMY"), ident("T", "ABROAD")
APP, BOT_USER, BOT_PROFILE, GRID = ident("A", "APP"), ident("U", "BOT"), ident("B", "BOT"), ident("E", "GRID")
#: Deprecated, but in every payload.
VERIFICATION = _letters("verification", 24 * FACTOR)
