"""`feldpost seasons`: files out and in, wholly or not at all, with line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.seasons import SeasonsRequest, carry_out
from bot.leagues import acts
from bot.leagues.exchange import archives
from bot.service.leagues import external_rounds, file_imports
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage import Store
from tests.bot.leagues.support import Hall

PLAYERS = ("anna", "ben", "carl", "dora")


@pytest.fixture
def hall(store: Store) -> Hall:
    return Hall.open(store)


async def does(store: Store, act: str, season: str = "", file: Path | None = None) -> tuple[int, str]:
    """What the command line says, and its exit code."""
    said: list[str] = []
    code = await carry_out(store, SeasonsRequest(act, season, file), said.append)
    return code, "\n".join(said)


async def over(hall: Hall) -> None:
    """A season that is over."""
    await hall.running("Cup", PLAYERS)
    season = await hall.handler.leagues.repository.season("s-cup")
    for made in list(season.matches.values()):
        await hall.report("s-cup", made.match, (2, 0))
    await hall.say("olga", "finish")
    hall.pass_time(days=4)
    assert "is over" in await hall.told("olga", "finish")


async def test_a_journal_goes_out_and_comes_in_as_it_was(hall: Hall, store: Store, tmp_path: Path) -> None:
    await over(hall)
    file = tmp_path / "cup.json"
    assert (await does(store, "export", "s-cup", file))[0] == 0
    assert "There's already a season s-cup" in (await does(store, "import", "s-cup", file))[1]
    assert await does(store, "import", "s-old", file) == (0, "Cup is now season s-old, with 23 entries.")
    assert "is now season s-old" in (await does(store, "import", "s-old", file))[1], "twice is once"
    repository = SeasonRepository(store)
    assert await repository.journal("s-old") == await repository.journal("s-cup")
    assert "The draw is right: it follows" in await hall.told("anna", "verify season=s-old")
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
    assert "line 1: this isn't valid JSON" in (await does(store, "import", "s-new", file))[1]
    assert await SeasonRepository(store).seasons() == ["s-cup"]


async def running(hall: Hall) -> None:
    """A Swiss of four, whose first round is over but for one game, with an organiser's preview of nothing."""
    await hall.say("olga", "new Cup format=swiss rounds=2 scenario=introductory window=60d beginners=yes")
    await hall.say("olga", "venue here")
    await hall.say("olga", "open")
    await hall.all_join(PLAYERS)
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    await hall.report("s-cup", "1.1.1", (2, 0))
    repository = hall.handler.leagues.repository
    await repository.act(
        "s-cup", "on", lambda one: acts.create_game(one, "1.1.2", "g-on", repository.at, venue="web:hall", room="web:r")
    )


async def test_a_season_that_goes_on_moves_to_another_house_with_its_people(
    hall: Hall, store: Store, tmp_path: Path
) -> None:
    await running(hall)
    file = tmp_path / "cup.json"
    code, told = await does(store, "export", "s-cup", file)
    assert (code, "It contains the accounts of 5 people: keep it to yourself." in told) == (0, True)
    await store.connection.call("FLUSHALL")
    hall = Hall.open(store)
    hall.pass_time(days=9)
    repository = hall.handler.leagues.repository
    season = await file_imports.season(store, "s-cup", file.read_text("utf-8"), repository.at)
    await file_imports.season(store, "s-cup", file.read_text("utf-8"), repository.at)
    assert season == await repository.season("s-cup"), "twice is once"
    assert (season.stage, season.round, [*season.venues]) == ("running", 1, [])
    assert [made.match for made in season.to_create()] == ["1.1.2"], "it begins anew"
    window = season.match_window(season.matches["1.1.2"])
    assert window.start == repository.at, "with its whole window"
    # Its people are who they were, its owner runs it, and what was played stands.
    assert "Venues of Cup" in await hall.told("olga", "venue here season=s-cup")
    assert "1.1.2" in await hall.told("anna", "pairings")
    assert (await hall.told("zoe", "table")).count("2 points (1 won, 0 drawn, 0 lost)") == 1
    assert await store.seasons.done("s-cup") > 10, "nothing of it is told again"
    for match in ("1.1.2", "2.1.1", "2.1.2"):
        if match == "2.1.1":
            await hall.say("olga", "draw")
            assert "has begun" in await hall.told("olga", "draw publish")
        await hall.report("s-cup", match, (2, 0))
    await hall.say("olga", "finish")
    hall.pass_time(days=4)
    assert "is over" in await hall.told("olga", "finish")
    told = await hall.told("zoe", "verify")
    assert "The draw is right: it follows from the journal" in told
    assert "One round was drawn before the season moved here" in told


async def test_a_season_of_teams_moves_with_them_and_goes_on(hall: Hall, store: Store, tmp_path: Path) -> None:
    await hall.opened("Cup format=teams boards=2 rounds=1", PLAYERS)
    for chief, line in (("anna", "team Reds members=anna,ben"), ("carl", "team Blues members=carl,dora")):
        await hall.say(chief, line)
    await hall.say("olga", "draw")
    await hall.say("olga", "draw publish")
    await hall.say("olga", "rule 1.1.1 first so it was")
    file = tmp_path / "cup.json"
    assert "accounts of 5 people" in (await does(store, "export", "s-cup", file))[1]
    await store.connection.call("FLUSHALL")
    hall = Hall.open(store)
    code, told = await does(store, "import", "s-cup", file)
    assert (code, told.startswith("Cup is now season s-cup")) == (0, True), told
    await hall.say("olga", "venue here season=s-cup")
    assert "Reds" in await hall.told("zoe", "table")
    assert "You ruled on match" in await hall.told("olga", "rule 1.1.2 second so it was")


async def test_people_who_are_known_here_already_are_those_and_a_house_that_knows_nobody_says_so(
    hall: Hall, store: Store, tmp_path: Path
) -> None:
    await running(hall)
    file = tmp_path / "cup.json"
    await does(store, "export", "s-cup", file)
    lines = [archives.dumped(entry) for entry in await SeasonRepository(store).journal("s-cup")]
    await store.connection.call("FLUSHALL")
    bare = tmp_path / "bare.json"
    bare.write_text(archives.write(lines), "utf-8")
    code, told = await does(store, "import", "s-cup", bare)
    assert (code, "line 1: 5 of its people are unknown here" in told, told.endswith("Nothing was imported.")) == (
        1,
        True,
        True,
    )
    assert await SeasonRepository(store).seasons() == []
    anna = await store.persons.of("web:anna", "Anna")
    assert (await does(store, "import", "s-cup", file))[0] == 0
    assert anna in (await SeasonRepository(store).season("s-cup")).entrants
    assert await store.persons.of("web:anna", "Anna") == anna
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text("utf-8").replace('"accounts"', '"acounts"'), "utf-8")
    code, told = await does(store, "import", "s-new", broken)
    assert (code, "line 1: " in told, "Nothing was imported." in told) == (1, True, True)


async def test_in_its_own_house_a_season_that_goes_on_is_copied_under_another_id(
    hall: Hall, store: Store, tmp_path: Path
) -> None:
    await running(hall)
    file = tmp_path / "cup.json"
    await does(store, "export", "s-cup", file)
    assert "There's already a season s-cup" in (await does(store, "import", "s-cup", file))[1]
    assert (await does(store, "import", "s-copy", file))[0] == 0
    copied = await SeasonRepository(store).season("s-copy")
    assert copied.matches["1.1.2"].game == ""
    assert (await SeasonRepository(store).season("s-cup")).matches["1.1.2"].game == "g-on"
    assert (await SeasonRepository(store).journal("s-copy"))[-1].kind == "moved", "with a promise of its own"


async def test_entries_come_from_a_file_all_or_none(hall: Hall, store: Store, tmp_path: Path) -> None:
    await hall.say("olga", "new Cup scenario=introductory window=60d")
    await hall.say("olga", "open")
    file = tmp_path / "entries.csv"
    file.write_text("account,name\nweb:anna,Anna\nweb:ben,Ben,3\n", "utf-8")
    code, told = await does(store, "import", "s-cup", file)
    assert (code, told.partition("line ")[2]) == (1, "3: the row has 3 cells, but should have 2. Nothing was imported.")
    file.write_text("account,name\nweb:anna,Anna\nweb:ben,Ben\n", "utf-8")
    assert await does(store, "import", "s-cup", file) == (0, "2 people were entered.")
    assert len((await SeasonRepository(store).season("s-cup")).entrants) == 2


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


@pytest.mark.parametrize("ending", ["trf", "csv", "json"])
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
    # The mark stands right before the first entrant.
    entrants = [line for line in reply.attachment.text.splitlines() if line.startswith("001")]
    report.write_text("\n".join(entrants), "utf-8-sig")
    assert await does(store, "import", "s-cup", report) == (0, "0 results are new.")
    await does(store, "export", "s-cup", journal)
    journal.write_text(journal.read_text("utf-8"), "utf-8-sig")
    assert (await does(store, "import", "s-copy", journal))[0] == 0


async def test_what_is_left_out_or_not_there_is_said(store: Store, tmp_path: Path) -> None:
    assert (await does(store, "export"))[1].startswith("Which season and which file?")
    assert "There's no season s-none" in (await does(store, "export", "s-none", tmp_path / "x.json"))[1]
    odd = tmp_path / "x.odt"
    odd.write_text("", "utf-8")
    assert "is not a journal (.json)" in (await does(store, "import", "s-x", odd))[1]


ROWS = ("Anna", "Ben", "Carl", "Dora", "Eve")


def trf(*rounds: str) -> str:
    """A report of these five; a round has a cell for each of them, such as `2w1`, `0-U` or `1b ` for a game that is open."""
    lines = ["012 Club"]
    for index, name in enumerate(ROWS):
        cells = [one.split("|")[index] for one in rounds]
        told = "".join(
            f"{int(cell[0]):>4} {cell[1]} {cell[2]}  " if cell[0] != "0" else f"0000 - {cell[2]}  " for cell in cells
        )
        lines.append(f"{f'001 {index + 1:>4}      {name}':<80}{0:>4.1f} {index + 1:>4}  {told}")
    return "\n".join(lines) + "\n"


async def open_elsewhere(hall: Hall, more: str = "format=swiss rounds=3 outside=yes") -> None:
    """A season of five that is open and played elsewhere."""
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
    # Our own pairing goes on behind it, and nobody meets again.
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
    assert "Everything is played" in await hall.told("olga", "finish")
    hall.pass_time(days=4)
    assert "is over" in await hall.told("olga", "finish")
    told = await hall.told("anna", "verify")
    assert "The draw is right: it follows" in told
    assert "2 rounds were paired by another program, so they have no seed." in told


async def test_whoever_is_left_out_of_the_first_round_stands_in_the_season_all_the_same(
    hall: Hall, store: Store
) -> None:
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
async def test_what_pairing_programs_write_is_taken_in_by_any_of_their_endings(
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


async def test_records_that_are_not_understood_are_named_by_whoever_takes_a_report_in(
    hall: Hall, store: Store, tmp_path: Path
) -> None:
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


async def test_a_season_that_is_over_moves_to_another_house_with_the_names_of_its_people_and_no_accounts(
    hall: Hall, store: Store, tmp_path: Path
) -> None:
    await running(hall)
    for match in ("1.1.2", "2.1.1", "2.1.2"):
        if match == "2.1.1":
            await hall.say("olga", "draw")
            await hall.say("olga", "draw publish")
        await hall.report("s-cup", match, (2, 0))
    await hall.say("olga", "finish")
    hall.pass_time(days=4)
    assert "is over" in await hall.told("olga", "finish")
    before = await hall.told("zoe", "table season=s-cup")
    file = tmp_path / "cup.json"
    _, told = await does(store, "export", "s-cup", file)
    assert "accounts" not in told
    assert "web:anna" not in file.read_text("utf-8")
    await store.connection.call("FLUSHALL")
    hall = Hall.open(store)
    assert (await does(store, "import", "s-cup", file))[0] == 0
    assert await hall.told("zoe", "table season=s-cup") == before
    assert all(name in before for name in ("Anna", "Ben", "Carl", "Dora"))
