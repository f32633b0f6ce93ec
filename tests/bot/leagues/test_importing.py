"""`feldpost seasons`: files out and in, wholly or not at all, with line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.seasons import Wish, carry_out
from bot.service.leagues.desk import Desk
from bot.storage import Store
from tests.bot.leagues.support import Hall

PLAYERS = ("anna", "ben", "carl", "dora")


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall.open(store)


async def does(store: Store, act: str, season: str = "", file: Path | None = None) -> tuple[int, str]:
    """What the command line says, and its exit code."""
    said: list[str] = []
    code = await carry_out(store, Wish(act, season, file), said.append)
    return code, "\n".join(said)


async def over(hall: Hall) -> None:
    """A season that is over."""
    await hall.say("olga", "new Cup scenario=introductory window=60d beginners=yes")
    await hall.say("olga", "open")
    await hall.all_join(PLAYERS)
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    season = await hall.handler.tools.desk.season("s-cup")
    for made in list(season.matches.values()):
        await hall.report("s-cup", made.match, (2, 0))
    await hall.say("olga", "finish")
    hall.pass_time(days=4)
    assert "is over" in await hall.told("olga", "finish")


async def test_a_journal_goes_out_and_comes_in_as_it_was(hall: Hall, store: Store, tmp_path: Path) -> None:
    await over(hall)
    file = tmp_path / "cup.json"
    assert (await does(store, "export", "s-cup", file))[0] == 0
    assert "There is a season s-cup already" in (await does(store, "import", "s-cup", file))[1]
    assert await does(store, "import", "s-old", file) == (0, "Cup is season s-old now, with 23 entries.")
    assert "is season s-old now" in (await does(store, "import", "s-old", file))[1], "twice is once"
    desk = Desk(store)
    assert await desk.journal("s-old") == await desk.journal("s-cup")
    assert "Right: the draw follows" in await hall.told("anna", "verify season=s-old")
    assert "s-old  final    4 entered  Cup" in (await does(store, "list"))[1]


async def test_a_broken_journal_is_refused_with_its_line(hall: Hall, store: Store, tmp_path: Path) -> None:
    await over(hall)
    file = tmp_path / "cup.json"
    await does(store, "export", "s-cup", file)
    whole = file.read_text("utf-8").splitlines()
    file.write_text("\n".join([*whole[:4], whole[4].replace('"joined"', '"jumped"'), *whole[5:]]), "utf-8")
    code, told = await does(store, "import", "s-new", file)
    assert (code, "line 5: " in told, told.endswith("Nothing was imported.")) == (1, True, True)
    file.write_text("{", "utf-8")
    assert "line 1: this is no JSON" in (await does(store, "import", "s-new", file))[1]
    assert await Desk(store).seasons() == ["s-cup"]


async def test_a_season_that_goes_on_is_not_taken_in(hall: Hall, store: Store, tmp_path: Path) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d beginners=yes")
    file = tmp_path / "cup.json"
    await does(store, "export", "s-cup", file)
    assert "only one that is over can be taken in" in (await does(store, "import", "s-new", file))[1]


async def test_entries_come_from_a_file_all_or_none(hall: Hall, store: Store, tmp_path: Path) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d")
    await hall.say("olga", "open")
    file = tmp_path / "entries.csv"
    file.write_text("account,name\nweb:anna,Anna\nweb:ben,Ben,3\n", "utf-8")
    code, told = await does(store, "import", "s-cup", file)
    assert (code, told.partition("line ")[2]) == (1, "3: the row has 3 cells and should have 2. Nothing was imported.")
    file.write_text("account,name\nweb:anna,Anna\nweb:ben,Ben\n", "utf-8")
    assert await does(store, "import", "s-cup", file) == (0, "2 have been entered.")
    assert len((await Desk(store).season("s-cup")).entrants) == 2


async def test_results_come_from_a_report_of_a_pairing_program(hall: Hall, store: Store, tmp_path: Path) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d beginners=yes outside=yes")
    await hall.say("olga", "open")
    await hall.all_join(PLAYERS)
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    for match in ("1.1.1", "1.1.2"):
        await hall.say("olga", f"result {match} first")
    (reply,) = await hall.say("olga", "export trf")
    assert reply.attachment is not None
    file = tmp_path / "cup.trf"
    file.write_text(reply.attachment.text, "utf-8")
    assert await does(store, "import", "s-cup", file) == (0, "0 results are new."), "they are known"
    file.write_text(reply.attachment.text.replace("Anna", "Xena"), "utf-8")
    code, told = await does(store, "import", "s-cup", file)
    assert (code, "nobody in the season is called Xena. Nothing was imported." in told) == (1, True)
    file.write_text("001 garbage\n", "utf-8")
    assert "line 1: " in (await does(store, "import", "s-cup", file))[1]


async def test_what_is_left_out_or_not_there_is_said(store: Store, tmp_path: Path) -> None:
    assert (await does(store, "export"))[1].startswith("Which season and which file?")
    assert "There is no season s-none" in (await does(store, "export", "s-none", tmp_path / "x.json"))[1]
    odd = tmp_path / "x.txt"
    odd.write_text("", "utf-8")
    assert "is no journal (.json)" in (await does(store, "import", "s-x", odd))[1]
