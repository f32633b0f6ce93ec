"""`feldpost seasons`: import and export of files, all or nothing, errors with line and reason."""

from __future__ import annotations

from pathlib import Path

from bot.leagues import acts
from bot.leagues.exchange import archives
from bot.service.leagues import file_imports
from bot.service.leagues.season_repository import SeasonRepository
from bot.storage import Store
from tests.bot.leagues.season_files import PLAYERS, does, over
from tests.bot.leagues.support import Hall


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
    """Play the first round of a Swiss of four except for one game, with an organiser's preview that changes nothing."""
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
    # Its people are unchanged, its owner runs it, and played results stand.
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


async def test_missing_and_unknown_arguments_are_named(store: Store, tmp_path: Path) -> None:
    assert (await does(store, "export"))[1].startswith("Which season and which file?")
    assert "There's no season s-none" in (await does(store, "export", "s-none", tmp_path / "x.json"))[1]
    odd = tmp_path / "x.odt"
    odd.write_text("", "utf-8")
    assert "is not a journal (.json)" in (await does(store, "import", "s-x", odd))[1]


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
