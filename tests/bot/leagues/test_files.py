"""Export and import of a season's files."""

from __future__ import annotations

from bot.leagues.exchange import archives
from bot.table.reply import Attachment
from tests.bot.leagues.support import Hall

PLAYERS = ("anna", "ben", "carl", "dora")


async def file(hall: Hall, line: str) -> Attachment:
    (reply,) = await hall.say("zoe", line)
    assert reply.attachment is not None, reply.text
    return reply.attachment


async def unmarked(hall: Hall, line: str) -> str:
    """Return an answer to the organiser without the marks around text typed by people."""
    return (await hall.told("olga", line)).replace("\u2068", "").replace("\u2069", "")


async def test_every_kind_of_file_is_given(hall: Hall) -> None:
    await hall.opened("Cup", PLAYERS)
    assert "has nothing of that kind" in await hall.told("zoe", "export table")
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    table = await file(hall, "export")
    assert (table.name, table.mime) == ("s-cup-table.csv", "text/csv")
    assert "Anna" in table.text
    assert "1.1.1" in (await file(hall, "export pairings")).text
    assert "Carl" in (await file(hall, "export cross section=1")).text
    assert "There's no section 4" in await hall.told("zoe", "export cross section=4")
    assert (await file(hall, "export calendar")).text.startswith("BEGIN:VCALENDAR")
    assert "Dora" in (await file(hall, "export trf")).text
    told = archives.read((await file(hall, "export journal")).text)
    assert list(told.entries) == await hall.handler.leagues.repository.journal("s-cup")


async def test_entries_are_taken_in_all_or_none(hall: Hall) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d")
    await hall.say("olga", "open")
    assert "Only an organiser" in await hall.told("anna", "import account,name; web:anna,Anna")
    rows = "account,name,capacity; web:anna,Anna,2; web:ben,Ben,many"
    assert await unmarked(hall, f"import {rows}") == (
        "Line 3: capacity should be a whole number from 1 to 30, not 'many'. Nothing was imported."
    )
    twice = "account,name; web:anna,Anna; web:anna,Anna"
    assert "Line 3: web:anna is already in line 2" in await unmarked(hall, f"import {twice}")
    assert "(0): –" in await hall.told("zoe", "table")
    assert "2 players were entered in Cup" in await hall.told("olga", f"import {rows.replace('many', '1')}")
    assert "(2): Anna, Ben" in await hall.told("zoe", "table")
    again = "account,name; web:carl,Carl; web:ben,Ben"
    assert "Line 3: Ben has already entered. Nothing was imported." in await unmarked(hall, f"import {again}")
    assert "(2): Anna, Ben" in await hall.told("zoe", "table")


async def test_a_match_whose_players_are_on_no_common_platform_is_not_begun_here(hall: Hall) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d beginners=yes format=swiss rounds=1")
    await hall.say("olga", "open")
    await hall.say("anna", "join")
    hall.platform = "discord"
    assert "You have entered" in await hall.told("2", "join season=cup")
    hall.platform = "web"
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    assert "Not both players of match `1.1.1` have an account on this platform" in await hall.told("anna", "play")
