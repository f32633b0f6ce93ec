"""Reports as pairing programs write them, file by file: accepted ones match the table, others are refused with the line number."""

from __future__ import annotations

import codecs
import os
from pathlib import Path

import pytest

from bot.storage import Store
from tests.bot.leagues.season_files import does
from tests.bot.leagues.support import Hall

NAMES = ("Anna", "Ben", "Carl", "Dora", "Eve")
#: Files of other makers, where they are there.
SHARED = Path(os.environ.get("FELDPOST_SHARED") or Path(__file__).parents[4] / "shared") / "inputs" / "trf"


def row(number: int, *cells: str, points: str = "0.0", name: str = "") -> str:
    """A player's line."""
    head = f"001 {number:>4}      {name or NAMES[number - 1]}"
    return f"{head:<80}{points:>4} {number:>4}  " + "  ".join(cells)


def report(*others: str) -> str:
    """A file of five: Anna beat Ben, Carl and Dora drew, Eve had the bye; `others` are rows that take the place of theirs."""
    cells = ("   2 w 1", "   1 b 0", "   4 w =", "   3 b =", "0000 - U")
    rows = {one[:8]: one for one in (*(row(number, cell) for number, cell in enumerate(cells, 1)), *others)}
    return "\n".join(["012 Club", *rows.values()]) + "\n"


def tabbed(text: str) -> str:
    """The same with tabs for blanks, as editors put them."""
    found = []
    for line in text.splitlines():
        parts = [line[at : at + 8] for at in range(0, len(line), 8)]
        found.append(
            "".join(f"{part.rstrip()}\t" if part.endswith("  ") and len(part) == 8 else part for part in parts)
        )
    return "\n".join(found)


#: Anna with sex, title, rating, federation, number and date of birth.
WHOLE = f"{'001    1 wWGM Anna':<48}{1500:>4} AUT {1234567:>11} 1990/01/31  1.0    1     2 w 1"
GAPS = "\n".join(
    f"{f'001 {number:>4}      {name}':<80} 0.0 {place:>4}  {cell}"
    for place, (number, name, cell) in enumerate(
        (
            (901, "Anna", "0007 w 1"),
            (12, "Eve", "0000 - U"),
            (30, "Carl", "  31 w ="),
            (31, "Dora", "  30 b ="),
            (7, "Ben", " 901 b 0"),
        ),
        1,
    )
)
#: What the five have in a file that says nothing else.
USUAL = (2, 0, 1, 1, 2)
TAKEN: dict[str, tuple[str, str | bytes, tuple[int, ...]]] = {
    "as usual": ("club.trf", report(), USUAL),
    "absent as a forfeit": ("club.trf", report(row(5, "0000 - -")), (2, 0, 1, 1, 0)),
    "absent with a colour": ("club.trf", report(row(5, "0000 w -")), (2, 0, 1, 1, 0)),
    "won alone": ("club.trf", report(row(5, "0000 - +")), USUAL),
    "absent without a line": ("club.trf", "\n".join(report().splitlines()[:-1]), (2, 0, 1, 1, 0)),
    "absent as blanks": ("club.trf", report(row(5, "        ")), (2, 0, 1, 1, 0)),
    "absent as an empty line's end": ("club.trf", report(row(5)), (2, 0, 1, 1, 0)),
    "forfeits without colour": ("club.trf", report(row(1, "   2 - +"), row(2, "   1 - -")), USUAL),
    "forfeits with blanks for colour": ("club.trf", report(row(1, "   2   +"), row(2, "   1   -")), USUAL),
    "a forfeit with one colour": ("club.trf", report(row(1, "   2 - -"), row(2, "   1 w +")), (0, 2, 1, 1, 2)),
    "both forfeited": ("club.trf", report(row(3, "   4 - -"), row(4, "   3 - -")), (2, 0, 0, 0, 2)),
    "unrated": ("club.trf", report(row(1, "   2 w W"), row(2, "   1 b L"), row(3, "   4 w D"), row(4, "   3 b D")), USUAL),
    "full bye": ("club.trf", report(row(5, "0000 - F")), USUAL),
    "half bye": ("club.trf", report(row(5, "0000 - H")), (2, 0, 1, 1, 1)),
    "zero bye": ("club.trf", report(row(5, "0000 - Z")), (2, 0, 1, 1, 0)),
    "byes of every kind": ("club.trf", report(row(3, "0000 - F"), row(4, "0000 - H"), row(5, "0000 - Z")), (2, 0, 2, 1, 0)),
    "blanks for nobody": ("club.trf", report(row(5, "       H")), (2, 0, 1, 1, 1)),
    "small letters": ("club.trf", report(row(1, "   2 W w"), row(2, "   1 B l"), row(3, "   4 W d"), row(4, "   3 B d"), row(5, "0000 - u")), USUAL),
    "all of it at once": ("CLUB.TRF", "XXC white1\n162  w 1.0    d 0.5\n" + report(row(1, "   2 - +", points="1.0"), row(2, "   1   -", points="0.0"), row(3, "   4 W d", points=".5"), row(4, "   3 b D", points="0,5"), row(5, "0000 - h", points="½")), (2, 0, 1, 1, 1)),
    "right points": ("club.trf", report(row(1, "   2 w 1", points="1.0"), row(2, "   1 b 0", points=" 0"), row(3, "   4 w =", points="0.5"), row(4, "   3 b =", points="0.50"), row(5, "0000 - U", points="1")), USUAL),
    "no points": ("club.trf", report(*(row(number, cell, points="") for number, cell in enumerate(("   2 w 1", "   1 b 0", "   4 w =", "   3 b =", "0000 - U"), 1))), USUAL),
    "two for a win": ("club.trf", "162  W 2.0    D 1.0    L 0.0\n" + report(row(1, "   2 w 1", points="2.0"), row(3, "   4 w =", points="1.0"), row(4, "   3 b =", points="1.0"), row(5, "0000 - U", points="2.0")), USUAL),
    "ten for a win": ("club.trf", "162  W 10.0   D 5.0    L 0.0\n" + report(), USUAL),
    "the usual ones with an equals sign": ("club.trf", "162 W=1 D=0.50 L=0.0 A=0 P=1.00 X=0.5\n" + report(), USUAL),
    "usual ones in two records": ("club.trf", "162  W 2.0\n162  D 1.0    L 0.0\n" + report(), USUAL),
    "a scoring record at the end": ("club.trf", report() + "162  W 2.0    D 1.0    L 0.0\n", USUAL),
    "ending trfx": ("club.trfx", report(), USUAL),
    "ending txt": ("club.txt", report(), USUAL),
    "ending in capitals": ("CLUB.TXT", report(), USUAL),
    "a mark of the encoding": ("club.trf", codecs.BOM_UTF8 + report().partition("\n")[2].encode(), USUAL),
    "lines of Windows": ("club.trf", report().replace("\n", "\r\n").encode(), USUAL),
    "lines of an old Mac": ("club.trf", report().replace("\n", "\r").encode(), USUAL),
    "no end of the last line": ("club.trf", report().rstrip().encode(), USUAL),
    "Latin-1": ("club.trf", report().replace("012 Club", "012 Klub München").encode("latin-1"), USUAL),
    "tabs for blanks": ("club.trf", tabbed(report()), USUAL),
    "a name in capitals": ("club.trf", report(row(1, "   2 w 1", name="ANNA")), USUAL),
    "blank lines and comments": ("club.trf", "### by hand\n\n" + report() + "\n\n", USUAL),
    "an end of file as DOS wrote it": ("club.trf", report().encode() + b"\x1a", USUAL),
    "all that FIDE asks of a player": ("club.trf", report(WHOLE), USUAL),
    "players by their places, numbered with gaps": ("club.trf", GAPS, USUAL),
    "rounds planned by two records that agree, and by an empty one": ("club.trf", "142 3\nXXR 3\nXXR\n" + report(), USUAL),
    "scoring records of programs that change nothing": ("club.trf", "XXS WW=1.0 BW=1.0, WD=0.5 BD=0.5 PAB=1.0 HPB=0.5\nBBW  1.0\nBBD  0.5\nBBF  0.0\n" + report(), USUAL),
    "as many players as are told": ("club.trf", "062 5\n" + report(), USUAL),
    "what is told of the tournament": ("club.trf", "022 Paris\n032 FRA\n042 2026/11/01\n062 5\n102 Olga\n122 60\n" + report(), USUAL),
}  # fmt: skip
REFUSED: dict[str, tuple[str, str, int, str]] = {
    "points of three, cells of one": ("club.trf", report(row(1, "   2 w 1", points="3.0")), 2, "the points (columns 81 to 84) are 3.0, but the results add up to 1.0"),
    "points too low": ("club.trf", report(row(1, "   2 w 1", points="0.5")), 2, "are 0.5, but the results add up to 1.0"),
    "points for a loss": ("club.trf", report(row(2, "   1 b 0", points="1.0")), 3, "are 1.0, but the results add up to 0.0"),
    "points of the bye": ("club.trf", report(row(5, "0000 - H", points="1.0")), 6, "are 1.0, but the results add up to 0.5"),
    "points for being absent": ("club.trf", report(row(5, "0000 - -", points="1.0")), 6, "are 1.0, but the results add up to 0.0"),
    "a hundredth of a point": ("club.trf", report(row(1, "   2 w 1", points="1.05")), 2, "should be a number"),
    "three for a win": ("club.trf", "142 1\n162  W 3.0    D 1.0    L 0.0\n" + report(row(1, "   2 w 1", points="3.0")), 2, "the record 162 scores differently (W 3, D 1, L 0"),
    "a point for a loss": ("club.trf", "162  W 3.0    D 2.0    L 1.0\n" + report(), 1, "the record 162 scores differently (W 3, D 2, L 1"),
    "half a point for a bye": ("club.trf", "162  W 1.0    D 0.5    P 0.5\n" + report(), 1, "the record 162 scores differently"),
    "a point for being absent": ("club.trf", report() + "162  A 0.5\n", 7, "the record 162 scores differently"),
    "nothing for a win": ("club.trf", "162  W 0.0    D 0.0    L 0.0\n" + report(), 1, "the record 162 scores differently"),
    "two numbers for a win": ("club.trf", "162  W 2.0    D 1.0\n162  W 1.0\n" + report(), 2, "the records 162 give two different numbers of points for W"),
    "a scoring record of quarters": ("club.trf", "162  W 1.0    D 0.25\n" + report(), 1, "record 162 should give points"),
    "less than nothing": ("club.trf", "162  W 1.0    L -1.0\n" + report(), 1, "record 162 should give points"),
    "an empty scoring record": ("club.trf", "162\n" + report(), 1, "record 162 should give points"),
    "a record that changes points": ("club.trf", report() + "299 W    1.0\n", 7, "record 299 changes the points"),
    "a letter that is none": ("club.trf", report(row(1, "   2 w X")), 2, "isn't one of 1 = 0 W D L"),
    "a game without colour": ("club.trf", report(row(1, "   2 - 1"), row(2, "   1 - 0")), 2, "has an opponent but no colour"),
    "a bye with an opponent": ("club.trf", report(row(1, "   2 w U")), 2, "has both an opponent and the bye"),
    "a game without opponent": ("club.trf", report(row(5, "0000 w 1")), 6, "but no opponent"),
    "both won by forfeit": ("club.trf", report(row(1, "   2 w +"), row(2, "   1 b +")), 2, "has another result in line 3"),
    "an absent opponent": ("club.trf", report(row(1, "   2 w +"), row(2, "0000 - -")), 2, "has another result in line 3"),
    "cells that have slipped": ("club.trf", report(row(1, "    2 w 1"), row(2, "    1 b 0")), 2, "isn't in its columns"),
    "cells that have slipped the other way": ("club.trf", report(row(1, "  2 w 1 "), row(2, "  1 b 0 ")), 2, "isn't in its columns"),
    "columns that are tabs": ("club.trf", "012 Club\n001\t1\tAnna\t0.0\t1\t2\tw\t1\n", 2, "line 2: "),
    "somebody else": ("club.trf", report(row(4, "   3 b =", name="Xena")), 5, "there is nobody called Xena in the season"),
    "somebody twice": ("club.trf", report(row(4, "   3 b =", name="Carl")), 5, "Carl is already in line 4"),
    "nobody": ("club.trf", "012 Club\n", 1, "no line begins with 001"),
    "two tournaments": ("club.trf", report() + "012 Other\n", 7, "a second tournament begins here (Other, after Club)"),
    "rounds planned twice": ("club.trf", "142 3\n" + report() + "XXR 5\n", 8, "plan different numbers of rounds: 3 and 5"),
    "no rounds": ("club.trf", report() + "XXR 0\n", 7, "the number of rounds should be 1 or more"),
    "a figure of Python": ("club.trf", report() + "XXR 1_0\n", 7, "should be a number"),
    "a file that was cut off": ("club.trf", "062 6\n" + report(), 1, "record 062 says 6 players, but the file has 5: is it complete?"),
    "a file that was cut off, with its rated players": ("club.trf", "062 6 (4)\n" + report(), 1, "record 062 says 6 players, but the file has 5: is it complete?"),
    "a round more than the season has": ("club.trf", "\n".join(row(number, *[cell] * 4) for number, cell in enumerate(("   2 w 1", "   1 b 0", "   4 w =", "   3 b =", "0000 - U"), 1)), 1, "round 4: by its rules the season has 3 rounds"),
    "three for a win in a program's own record": ("club.trf", "XXS WW=3.0 BW=3.0\n" + report(), 1, "record XXS changes the points"),
    "another ending": ("club.xml", report(), 0, "a report of results (.trf, .trfx or .txt)"),
}  # fmt: skip


async def _open(hall: Hall, names: tuple[str, ...] = NAMES) -> None:
    """A season of these that is open and played elsewhere."""
    await hall.say("olga", "new Club scenario=introductory window=60d beginners=yes format=swiss rounds=3 outside=yes")
    await hall.say("olga", "open")
    hall.names |= {f"p{number}": name for number, name in enumerate(names)}
    await hall.all_join([f"p{number}" for number in range(len(names))])


async def _points(hall: Hall, store: Store) -> dict[str, int]:
    season = await hall.handler.leagues.repository.season("s-club")
    names = {slot: (await store.persons.read(slot)).name for slot in season.sections[0]}
    found = {names[line.name]: line.points for line in season.table(0)}
    return {name: found[name] for name in sorted(found)}


def _written(folder: Path, name: str, text: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


@pytest.mark.parametrize("kind", TAKEN)
async def test_it_is_taken_in_by_the_operator_and_counts_as_it_says(
    hall: Hall, store: Store, tmp_path: Path, kind: str
) -> None:
    name, text, points = TAKEN[kind]
    await _open(hall)
    file = _written(tmp_path, name, text)
    code, said = await does(store, "import", "s-club", file)
    assert code == 0, said
    assert "Rounds taken over as paired elsewhere: 1." in said
    assert ("XXC (line 1)" in said) is ("XXC" in str(text)), "what is not understood is named, and nothing else"
    assert tuple((await _points(hall, store)).values()) == points
    code, said = await does(store, "import", "s-club", file)
    assert said.startswith("0 results are new."), "twice is once"


@pytest.mark.parametrize("kind", REFUSED)
async def test_it_is_refused_with_its_line_and_nothing_is_imported(
    hall: Hall, store: Store, tmp_path: Path, kind: str
) -> None:
    name, text, line, why = REFUSED[kind]
    await _open(hall)
    before = await hall.handler.leagues.repository.journal("s-club")
    code, said = await does(store, "import", "s-club", _written(tmp_path, name, text))
    assert (code, why in said) == (1, True), said
    assert not line or f"line {line}: " in said, said
    assert not line or said.endswith("Nothing was imported.")
    assert await hall.handler.leagues.repository.journal("s-club") == before


@pytest.mark.parametrize("code", ["013", "XXA", "xxz", "240", "260", "999", "Hi!"])
async def test_a_record_that_is_not_understood_is_named_with_its_line(
    hall: Hall, store: Store, tmp_path: Path, code: str
) -> None:
    await _open(hall)
    told, said = await does(store, "import", "s-club", _written(tmp_path, "club.trf", report() + f"{code} 1 2\n"))
    assert told == 0
    assert said.endswith(f"Records that could not be read were left out: {code.upper()} (line 7).")


LONG = "Maximiliane Ottilie von Feldkirchen-Westerham"


async def test_names_are_met_by_letters_as_a_report_has_room_for_them(hall: Hall, store: Store, tmp_path: Path) -> None:
    """Cut off where a row ends, in Latin-1, with accents of two letters, and in rows whose columns count bytes."""
    names = ("Jürgen Müller", "Zoë", LONG, "Łukasz")
    await _open(hall, names)
    rows = [row(number, cell, name=name[:33]) for number, (name, cell) in enumerate(zip(names, ("   2 w 1", "   1 b 0", "   4 w =", "   3 b ="), strict=True), 1)]  # fmt: skip
    for number, text in enumerate(
        (
            "\n".join(rows).encode(),
            "\n".join([*rows[:3], row(4, "   3 b =", name="łukasz")]).replace("Zoë", "Zoe\u0308").encode(),
            "\n".join(_in_bytes(one) for one in rows).encode(),
            "\n".join([*rows[:2], *rows[2:]]).replace("Ł", "L").encode("latin-1"),
        )
    ):
        code, said = await does(store, "import", "s-club", _written(tmp_path, f"{number}.trf", text))
        if number == 1:
            assert "isn't in its columns" in said, "a letter of two signs moves the columns"
        elif number == 3:
            assert "line 4: there is nobody called Lukasz in the season" in said
        else:
            assert code == 0, said
    assert await _points(hall, store) == dict(zip(names, (2, 0, 1, 1), strict=True))


def _in_bytes(line: str) -> str:
    """A row whose name is filled up to as many bytes as others have letters."""
    name = line[14:47].rstrip()
    return line[:14] + name + " " * (33 - len(name.encode())) + line[47:]


async def test_two_who_meet_twice_have_two_results(hall: Hall, store: Store, tmp_path: Path) -> None:
    """The second result was taken for the first one, and left out."""
    await _open(hall)
    again = report(row(1, "   2 w 1", "   2 w ="), row(2, "   1 b 0", "   1 b ="))
    for new in (4 - 1, 0):
        code, said = await does(store, "import", "s-club", _written(tmp_path, "club.trf", again))
        assert (code, said.startswith(f"{new} results are new.")) == (0, True), said
    assert await _points(hall, store) == {"Anna": 3, "Ben": 1, "Carl": 1, "Dora": 1, "Eve": 2}


async def test_two_of_one_name_are_not_guessed_at(hall: Hall, store: Store, tmp_path: Path) -> None:
    await _open(hall, ("Anna", "Anna", "Carl", "Dora"))
    text = "\n".join([row(1, "   2 w 1"), row(2, "   1 b 0", name="Carl")])
    code, said = await does(store, "import", "s-club", _written(tmp_path, "club.trf", text))
    assert (code, "more than one player in the season is called Anna" in said) == (1, True)


async def test_a_report_that_is_typed_says_who_imports_it(hall: Hall) -> None:
    await _open(hall)
    for line in ("012 Club", row(1, "   2 w 1"), "162  W 1.0", "XXR 5"):
        told = await hall.told("olga", f"import {line}")
        assert "with `feldpost seasons import s-club FILE`" in told, told
    assert "Only an organiser" in await hall.told("p0", "import 012 Club")


@pytest.mark.skipif(not SHARED.is_dir(), reason="the files of other makers are not here")
@pytest.mark.parametrize("begins", ["a_absent", "a_points", "b_three", "b_won", "c_forfeit", "d_unrated"])
async def test_files_of_other_makers(hall: Hall, store: Store, begins: str) -> None:
    """By the beginning of their names; those with other points are refused by name."""
    (file,) = SHARED.glob(f"{begins}*.trf")
    await _open(hall)
    code, said = await does(store, "import", "s-club", file)
    wanted = {"a_points": "line 2: the points", "b_three": "line 2: the record 162 scores differently"}.get(begins, "")
    assert (code, wanted in said) == (1 if wanted else 0, True), said
    if not wanted:
        absent = begins == "a_absent"
        assert tuple((await _points(hall, store)).values()) == (*USUAL[:4], 0 if absent else 2)


SECOND = (
    "   2 w 1     3 b 1", "   1 b 0     5 w 0", "   4 w =     1 w 0", "   3 b =  0000 - U", "0000 - U     2 b 1",
)  # fmt: skip


@pytest.mark.parametrize(
    ("number", "cells", "line", "why"),
    [
        (5, "0000 - H     2 b 1", 6, "the bye in round 1 counts for more or less in the season"),
        (3, "0000 - U     1 w 0", 4, "the line has no opponent in round 1, but in the season match 1.1.2"),
        (3, "   4 w -     1 w 0", 4, "match 1.1.2 has ended with another result"),
        (1, "   2 w +     3 b 1", 2, "match 1.1.1 has ended with another result"),
    ],
)
async def test_a_later_report_that_tells_a_drawn_round_otherwise_is_refused(
    hall: Hall, store: Store, tmp_path: Path, number: int, cells: str, line: int, why: str
) -> None:
    """Byes and forfeits too, of which nothing was said before; what is told alike is taken in with the new round."""
    await _open(hall)
    assert (await does(store, "import", "s-club", _written(tmp_path, "first.trf", report())))[0] == 0
    rows = {at: row(at, cell) for at, cell in enumerate(SECOND, 1)}
    other = {
        "   4 w -     1 w 0": (4, row(4, "   3 b +  0000 - U")),
        "   2 w +     3 b 1": (2, row(2, "   1 b -     5 w 0")),
    }
    changed = {**rows, number: row(number, cells), **dict([other[cells]] if cells in other else [])}
    if "0000 - U     1 w" in cells:
        changed[4] = row(4, "0000 - Z  0000 - U")
    text = "\n".join(["012 Club", *changed.values()])
    code, said = await does(store, "import", "s-club", _written(tmp_path, "second.trf", text))
    assert code == 1
    assert f"line {line}: {why}" in said
    text = "\n".join(["012 Club", *rows.values()])
    assert (
        "Rounds taken over as paired elsewhere: 1."
        in (await does(store, "import", "s-club", _written(tmp_path, "good.trf", text)))[1]
    )


async def test_names_in_the_encoding_of_windows_are_met(hall: Hall, store: Store, tmp_path: Path) -> None:
    await _open(hall, ("Anna", "Ben", "Šárka", "Dora", "Eve"))
    text = report(row(3, "   4 w =", name="Šárka")).encode("cp1252")
    assert (await does(store, "import", "s-club", _written(tmp_path, "club.trf", text)))[0] == 0
