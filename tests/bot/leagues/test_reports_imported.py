"""`feldpost seasons`: reports of pairing programs are imported, rounds and results, all or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.service.leagues import external_rounds
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage import Store
from tests.bot.leagues.season_files import PLAYERS, does
from tests.bot.leagues.support import Hall


async def test_results_come_from_a_report_of_a_pairing_program(hall: Hall, store: Store, tmp_path: Path) -> None:
    await hall.running("Cup outside=yes", PLAYERS)
    for match in ("1.1.1", "1.1.2"):
        await hall.say("olga", f"result {match} first")
    (reply,) = await hall.say("olga", "export trf")
    assert reply.attachment is not None
    file = tmp_path / "cup.trf"
    file.write_text(reply.attachment.text, "utf-8")
    assert await does(store, "import", "s-cup", file) == (0, "0 results are new."), "they are known"
    file.write_text(reply.attachment.text.replace("Anna", "Xena"), "utf-8")
    code, told = await does(store, "import", "s-cup", file)
    assert (code, "there is nobody called Xena in the season. Nothing was imported." in told) == (1, True)
    file.write_text("001 garbage\n", "utf-8")
    assert "line 1: " in (await does(store, "import", "s-cup", file))[1]


@pytest.mark.parametrize("ending", ["csv", "json"])
async def test_a_file_in_another_encoding_is_refused_with_its_line(
    hall: Hall, store: Store, tmp_path: Path, ending: str
) -> None:
    await hall.running("Cup outside=yes", PLAYERS)
    file = tmp_path / f"cup.{ending}"
    file.write_bytes("012 Club\n001    1      Müller\n".encode("latin-1"))
    code, told = await does(store, "import", "s-cup", file)
    assert code == 1
    assert "line 2: this is not UTF-8: save or convert the file as UTF-8. Nothing was imported." in told


async def test_a_mark_of_the_encoding_at_the_head_of_a_file_is_nothing(
    hall: Hall, store: Store, tmp_path: Path
) -> None:
    await hall.running("Cup outside=yes", PLAYERS)
    (reply,) = await hall.say("olga", "export trf")
    assert reply.attachment is not None
    report, journal = tmp_path / "cup.trf", tmp_path / "cup.json"
    # The mark is right before the first entrant.
    entrants = [line for line in reply.attachment.text.splitlines() if line.startswith("001")]
    report.write_text("\n".join(entrants), "utf-8-sig")
    assert await does(store, "import", "s-cup", report) == (0, "0 results are new.")
    await does(store, "export", "s-cup", journal)
    journal.write_text(journal.read_text("utf-8"), "utf-8-sig")
    assert (await does(store, "import", "s-copy", journal))[0] == 0


ROWS = ("Anna", "Ben", "Carl", "Dora", "Eve")


def trf(*rounds: str) -> str:
    """Return a report of these five; a round has a cell for each, such as `2w1`, `0-U` or `1b ` for an open game."""
    lines = ["012 Club"]
    for index, name in enumerate(ROWS):
        cells = [one.split("|")[index] for one in rounds]
        told = "".join(
            f"{int(cell[0]):>4} {cell[1]} {cell[2]}  " if cell[0] != "0" else f"0000 - {cell[2]}  " for cell in cells
        )
        lines.append(f"{f'001 {index + 1:>4}      {name}':<80}{0:>4.1f} {index + 1:>4}  {told}")
    return "\n".join(lines) + "\n"


async def open_elsewhere(hall: Hall, more: str = "format=swiss rounds=3 outside=yes") -> None:
    """Make and open a season of five that is played elsewhere."""
    await hall.say("olga", f"new Club scenario=introductory window=60d beginners=yes {more}")
    await hall.say("olga", "open")
    await hall.all_join([one.casefold() for one in ROWS])


async def test_rounds_that_another_program_has_paired_are_taken_in_with_their_results(
    hall: Hall, store: Store, tmp_path: Path
) -> None:
    await open_elsewhere(hall)
    repository = hall.handler.leagues.repository
    report = trf("2w1|1b0|4w=|3b=|0-U", "5b |0-H|4b+|3w-|1w ")
    assert await external_rounds.rounds(store, repository, "s-club", report) == 3
    season = await SeasonRepository(store).season("s-club")
    names = {slot: (await store.persons.read(slot)).name for slot in season.sections[0]}
    pairs = [[names[slot] for slot in made.slots] for made in season.matches.values()]
    assert pairs == [["Anna", "Ben"], ["Carl", "Dora"], ["Dora", "Carl"], ["Eve", "Anna"]]
    points = {names[row.name]: row.points for row in season.table(0)}
    assert points == {"Anna": 2, "Ben": 1, "Carl": 3, "Dora": 1, "Eve": 2}
    file = tmp_path / "club.trf"
    file.write_text(report, "utf-8")
    assert await does(store, "import", "s-club", file) == (0, "0 results are new."), "twice is once"
    # Our own pairing continues after it, and nobody meets again.
    assert (
        await external_rounds.rounds(store, repository, "s-club", trf("2w1|1b0|4w=|3b=|0-U", "5b1|0-H|4b+|3w-|1w0"))
        == 1
    )
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    season = await SeasonRepository(store).season("s-club")
    met = [frozenset(made.slots) for made in season.matches.values() if made.result() is None or made.round != 2]
    assert season.round == 3
    assert len(met) == len(set(met))
    for made in season.open_matches():
        await hall.say("olga", f"result {made.match} first")
    assert "All games have been played" in await hall.told("olga", "finish")
    hall.pass_time(days=4)
    assert "is over" in await hall.told("olga", "finish")
    told = await hall.told("anna", "verify")
    assert "The draw is right: it follows" in told
    assert "2 rounds were paired by another program, so they have no seed." in told


async def test_an_entrant_without_a_first_round_match_is_still_in_the_imported_season(hall: Hall, store: Store) -> None:
    await open_elsewhere(hall)
    repository = hall.handler.leagues.repository
    four = "\n".join(trf("2w1|1b0|4w=|3b=|0-U").splitlines()[:-1])
    assert await external_rounds.rounds(store, repository, "s-club", four) == 2
    assert len((await repository.season("s-club")).sections[0]) == 5
    assert (
        await external_rounds.rounds(store, repository, "s-club", trf("2w1|1b0|4w=|3b=|0-Z", "5b |0-H|4b+|3w-|1w "))
        == 1
    )


async def test_a_round_that_is_only_paired_is_taken_in_and_waits_for_its_results(
    hall: Hall, store: Store, tmp_path: Path
) -> None:
    await open_elsewhere(hall)
    file = tmp_path / "club.trf"
    file.write_text(trf("2w |1b |4w |3b |0-U"), "utf-8")
    said = "0 results are new. Rounds taken over as paired elsewhere: 1."
    assert await does(store, "import", "s-club", file) == (0, said)
    assert len((await SeasonRepository(store).season("s-club")).open_matches()) == 2


_USUAL = (2, 0, 1, 1, 2)


@pytest.mark.parametrize(
    ("name", "report", "points"),
    [
        ("club.trf", trf("2w1|1b0|4w=|3b=|0--"), (2, 0, 1, 1, 0)),
        ("club.trf", trf("2w1|1b0|4w=|3b=|0-+"), _USUAL),
        ("club.trf", trf("2-+|1--|4w=|3b=|0-U"), _USUAL),
        ("club.trf", trf("2--|1-+|4--|3--|0-H"), (0, 2, 0, 0, 1)),
        ("CLUB.TRF", trf("2wW|1bL|4wD|3bD|0-U"), _USUAL),
        ("club.trfx", trf("2Ww|1Bl|4Wd|3Bd|0-u"), _USUAL),
        ("club.txt", "162  W 2.0    D 1.0    L 0.0\n" + trf("2w1|1b0|4w=|3b=|0-U"), _USUAL),
    ],
)
async def test_imported_results_of_all_pairing_programs_are_understood(
    hall: Hall, store: Store, tmp_path: Path, name: str, report: str, points: tuple[int, ...]
) -> None:
    await open_elsewhere(hall)
    file = tmp_path / name
    file.write_text(report, "utf-8")
    code, said = await does(store, "import", "s-club", file)
    assert code == 0, said
    season = await SeasonRepository(store).season("s-club")
    names = {slot: (await store.persons.read(slot)).name for slot in season.sections[0]}
    found = {names[row.name]: row.points for row in season.table(0)}
    assert tuple(found[one] for one in ROWS) == points
    assert await does(store, "import", "s-club", file) == (0, "0 results are new."), "twice is once"


async def test_unknown_records_of_an_imported_report_are_named(hall: Hall, store: Store, tmp_path: Path) -> None:
    await open_elsewhere(hall)
    file = tmp_path / "club.trf"
    file.write_text("XXC white1\n013 Reds\n013 Blues\n" + trf("2w1|1b0|4w=|3b=|0-U"), "utf-8")
    _, said = await does(store, "import", "s-club", file)
    assert said.endswith("Records that could not be read were left out: XXC (line 1); 013 (line 2, 3).")


@pytest.mark.parametrize(
    ("more", "report", "line", "why"),
    [
        ("format=swiss outside=yes", trf("2w1|1b0|4w=|3b=|0-U").replace("0.0    1", "3.0    1"), 2, "the points (columns 81 to 84) are 3.0, but the results add up to 1.0"),
        ("format=swiss outside=yes", "142 1\n162  W 3.0    D 1.0    L 0.0\n" + trf("2w1|1b0|4w=|3b=|0-U").replace("0.0    1", "3.0    1"), 2, "the record 162 scores differently (W 3, D 1, L 0, A 0, P 3)"),
        ("format=swiss outside=yes", trf("2w1|1b0|4w=|3b=|0-U").replace("Dora", "Xena"), 5, "there is nobody called Xena in the season"),
        ("format=swiss outside=yes", trf("2w1|1b1|4w=|3b=|0-U"), 2, "round 1 against 2 has another result in line 3"),
        ("format=swiss outside=yes", trf("2w1|1b0|4w=|3b=|0-U", "2wU|1b |0-Z|0-Z|0-Z"), 2, "has both an opponent and the bye"),
        ("format=swiss outside=yes", trf("2w |1b0|4w=|3b=|0-U"), 2, "round 1 against 2 has another result"),
        ("format=swiss rounds=3 outside=yes", trf("2w1|1b0|4w=|3b=|0-U") + "XXR 9\n", 7, "the report plans 9 rounds, but by its rules the season has 3 rounds"),
        ("format=swiss", trf("2w1|1b0|4w=|3b=|0-U"), 2, "round 1: its games are played here"),
        ("format=ladder outside=yes", trf("2w1|1b0|4w=|3b=|0-U"), 2, "round 1: only a Swiss season can take rounds"),
    ],
)  # fmt: skip
async def test_a_report_that_does_not_fit_is_refused_with_its_line_and_nothing_is_imported(
    hall: Hall, store: Store, tmp_path: Path, more: str, report: str, line: int, why: str
) -> None:
    await open_elsewhere(hall, more)
    before = await SeasonRepository(store).journal("s-club")
    file = tmp_path / "club.trf"
    file.write_text(report, "utf-8")
    code, told = await does(store, "import", "s-club", file)
    assert code == 1
    assert f"line {line}: " in told
    assert why in told
    assert told.endswith("Nothing was imported.")
    assert await SeasonRepository(store).journal("s-club") == before
