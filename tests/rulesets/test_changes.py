"""Rulesets that change the fact files: rows changed, added or left out, subject to the checks of the base."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.core.chance import KeyedChance
from engine.core.game import Game
from engine.errors import ContentError
from engine.pog import GameOptions, PathsOfGlory, PogGame
from engine.pog.content import Content, load_content
from engine.pog.content.loader import _load
from engine.pog.content.records import AP, CP
from engine.pog.invariants import check
from engine.pog.rulesets import check_rulesets
from tests.content.grown import grown
from tests.content.support import FACTS
from tests.support.random_play import steps

Write = Callable[..., Content]


@pytest.fixture
def laid_over(tmp_path: Path) -> Write:
    """Write files of a ruleset next to a copy of the fact files, and load both together."""

    def write(**files: str) -> Content:
        """Write files by name; `start` is that of the summer of 1916."""
        for source in FACTS.glob("*.toml"):
            shutil.copy(source, tmp_path)
        shutil.copytree(FACTS / "starts", tmp_path / "starts", dirs_exist_ok=True)
        folder = tmp_path / "rulesets" / "test"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, text in files.items():
            (folder / f"{name}.toml").write_text(f'source = "a test"\n{text}\n')
        (folder / "starts").mkdir()
        if (folder / "start.toml").exists():
            (folder / "start.toml").rename(folder / "starts" / "summer_1916.toml")
        return _load.__wrapped__(tmp_path, "test")  # not from the cache: a test writes more than once

    return write


def _system(content: Content, scenario: str = "historical") -> PathsOfGlory:
    return PathsOfGlory(GameOptions(scenario=scenario), content=content)


def _started(content: Content) -> PogGame:
    return Game.start(_system(content), KeyedChance(b"changes"))


def _where(game: PogGame, unit: str) -> str:
    content = game.state.rules.content
    return content.spaces[game.state.loc[content.unit_by_name[unit]]].name


def test_a_ruleset_without_files_has_the_content_of_the_base() -> None:
    """The very same object, so that all derived data is shared."""
    assert load_content(ruleset="deluxe") is load_content()


def test_rows_change_and_keep_what_is_not_named(laid_over: Write) -> None:
    """A unit, a card, a fire table and single numbers."""
    base = load_content()
    changed = laid_over(
        units='units.change = [{ name = "ge_1_army", full = [5, 3, 4] }]',
        cards='cards.change = [{ name = "ap_09_moltke", needs = ["turn_max:3"] }]',
        operations="sr.change = { army_cost = 3 }",
    )
    number = base.unit_by_name["ge_1_army"]
    assert (changed.units[number].mf, changed.units[number].cf) == (4, base.units[number].cf)
    assert changed.units[number].reduced_mf == base.units[number].reduced_mf
    assert changed.cards[base.card_by_name["ap_09_moltke"]].needs[0].args == ("3",)
    assert (changed.sr.army_cost, changed.sr.corps_cost) == (3, base.sr.corps_cost)
    assert changed.digest != base.digest
    assert _started(changed).state.rules.movement(_started(changed).state, number) == 4


def test_a_set_up_changes_in_the_game(laid_over: Write) -> None:
    """The BEF starts reduced in Cambrai, the Belgians in Brussels, and Strasbourg has no trench."""
    changed = laid_over(
        setup="""
        setup.change = [
            { unit = "br_bef_army", space = "cambrai", reduced = true },
            { unit = "be_1_army", space = "brussels" },
        ]
        """
    )
    game = _started(changed)
    assert (_where(game, "br_bef_army"), _where(game, "be_1_army")) == ("cambrai", "brussels")
    assert game.state.is_reduced(changed.unit_by_name["br_bef_army"])
    check(game.state)


def test_a_line_that_is_left_out_leads_nowhere(laid_over: Write) -> None:
    """Trent and Verona are no longer neighbours; the totals must say so too."""
    changed = laid_over(
        connections='connections.remove = [{ a = "trent", b = "verona" }]', totals="more = { connections = -1 }"
    )
    board = _system(changed).rules.board
    assert not board.solid[board.space("trent")] >> board.space("verona") & 1
    base = PathsOfGlory().rules.board
    assert base.solid[base.space("trent")] >> base.space("verona") & 1


def test_added_rows_come_last_and_keep_all_ids(laid_over: Write) -> None:
    """A card based on another, a corps and a space with its line: base ids stay, a game with them plays and restores."""
    base = load_content()
    changed = laid_over(
        cards="""cards.add = [
            { name = "cp_66_bread_riots", like = "cp_37_hoffmann", number = 66, title = "Bread Riots", war_status = 0 },
        ]""",
        units='units.add = [{ name = "be_corps_02", like = "be_corps_01" }]',
        setup='setup.add = [{ space = "antwerp", unit = "be_corps_02", side = "ap" }]',
        start="units.change = { ap_permanently_eliminated = ['br_corps_09', 'be_corps_02'] }",
        spaces="""spaces.add = [
            { name = "maastricht", like = "aachen", title = "Maastricht", lat = 50.85, lon = 5.7 },
        ]""",
        connections='connections.add = [{ a = "aachen", b = "maastricht" }, { a = "liege", b = "maastricht" }]',
        totals="""change = { cards = 131, units = 194, setup = 107, map_spaces = 282, connections = 478, corps = {
            be_corps = 2 }, decks = { cp = { total = 22 } } }""".replace("\n", " "),
    )
    for old, new in ((base.units, changed.units), (base.cards, changed.cards), (base.spaces, changed.spaces)):
        assert [row.name for row in old] == [row.name for row in new[: len(old)]]
        assert len(new) == len(old) + 1
    riots = changed.cards[-1]
    assert (riots.ops, riots.war_status, riots.deck) == (
        base.cards[base.card_by_name["cp_37_hoffmann"]].ops,
        0,
        "total",
    )
    game = _started(changed)
    assert game.state.controller(changed.space_by_name["maastricht"]) == CP
    assert _where(game, "be_corps_02") == "antwerp"
    for number, _ in enumerate(steps(game, 3, turns=2)):
        if number % 100 == 0:
            check(game.state)
            Game.restore(game.system, json.loads(json.dumps(game.snapshot())), game.source)


def test_removed_rows_keep_their_ids_and_never_appear(laid_over: Write) -> None:
    """The card is in no deck, the unit nowhere, and the space uncontrolled and without neighbours."""
    changed = laid_over(
        cards='cards.remove = [{ name = "ap_07_severe_weather" }]',
        units='units.remove = [{ name = "ge_corps_01" }]',
        setup='setup.remove = [{ unit = "ge_corps_01" }]',
        start=_start_without("ge_corps_01", "ap_07_severe_weather", "kiel"),
        spaces='spaces.remove = [{ name = "kiel" }]',
        connections="connections.remove = ["
        + ", ".join(f'{{ a = "{a}", b = "{b}" }}' for a, b in _lines_of("kiel"))
        + "]",
        totals=f"change = {{ cards = 129, units = 192, setup = 105, map_spaces = 280, connections = {476 - len(_lines_of('kiel'))}, "
        "decks = { ap = { mobilization = 13 } }, corps = { ge_corps = 18 } }",
    )
    base = load_content()
    assert [row.name for row in base.cards] == [row.name for row in changed.cards]
    system = _system(changed)
    game: PogGame = Game.start(system, KeyedChance(b"left out"))
    card, space = changed.card_by_name["ap_07_severe_weather"], changed.space_by_name["kiel"]
    assert not (game.state.deck[AP] | game.state.hand[AP]) >> card & 1
    assert game.state.controller(space) is None
    assert not system.rules.board.solid[space]
    for number, _ in enumerate(steps(game, 5, turns=2)):
        if number % 50 == 0:
            check(game.state)
    assert _where(game, "ge_corps_01") == "cp_not_in_play"
    assert game.state.controller(space) is None


def _start_without(*names: str) -> str:
    """Return the file of the later start without rows that name what is left out."""
    data = tomllib.loads((FACTS / "starts" / "summer_1916.toml").read_text())
    changed = []
    for table, rows in data.items():
        for field, found in rows.items() if isinstance(rows, dict) else ():
            kept = [name for name in found if str(name).rstrip("-") not in names] if isinstance(found, list) else found
            if kept != found:
                changed.append(f"{table}.change.{field} = {json.dumps(kept)}")
    return "\n".join(changed)


def _lines_of(space: str) -> list[tuple[str, str]]:
    content = load_content()
    number = content.space_by_name[space]
    names = [
        sorted((content.spaces[link.a].name, content.spaces[link.b].name))
        for link in content.connections
        if number in (link.a, link.b)
    ]
    return [(low, high) for low, high in names]


FAULTS = [
    ("units", 'units.change = [{ name = "ge_99_army", mf = 4 }]', "ge_99_army", "name", "no such row"),
    ("units", 'units.change = [{ full = [5, 3, 4] }]', "[5, 3, 4]", None, "which row"),
    ("units", 'units.change = [{ name = "ge_1_army", speed = 4 }]', "ge_1_army", "speed", "not permitted"),
    ("units", 'units.change = [{ name = "ge_1_army", full = [9, 3, 3] }]', "ge_1_army", "full.0", "less than or equal to 5"),
    ("units", 'unit.change = [{ name = "ge_1_army" }]', None, "unit", "no such table; it has source, units"),
    ("units", 'units.alter = [{ name = "ge_1_army" }]', None, "units", "change, add, remove"),
    ("units", 'units.change = { name = "ge_1_army" }', None, "units.change", "list of rows"),
    ("units", 'units.remove = [{ nation = "ge", size = "army" }]', "ge-army", "nation", "rows are like that"),
    ("units", 'units.add = [{ name = "ge_20_army", like = "ge_21_army" }]', "ge_21_army", "name", "no such row"),
    ("units", 'units.remove = [{ name = "ge_1_army" }]', "units.toml", None, ""),
    ("operations", "sr.add = [{ army_cost = 3 }]", None, "sr", "fields may only change"),
    ("operations", "sr.change = { army_price = 3 }", "sr", "army_price", "not permitted"),
    ("connections", 'connections.remove = [{ a = "trent", b = "rome" }]', "trent-rome", "a", "no such row"),
    ("connections", 'connections.add = [{ a = "aachen", b = "namur" }]', "aachen-namur", "b", "'namur' is no space"),
    ("cards", 'cards.change = [{ name = "ap_09_moltke", needs = ["played:cp_66_riots"] }]', "ap_09_moltke", "needs", "no known card"),
    ("weather", 'rows.add = []', None, None, "no fact file of that name"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "text", "row", "field", "problem"), FAULTS, ids=[fault[1][:40] for fault in FAULTS])
def test_a_fault_is_named_with_the_rulesets_file(
    laid_over: Write, file: str, text: str, row: str | None, field: str | None, problem: str
) -> None:
    """File, row, field and reason; if another file no longer fits, that one."""
    with pytest.raises(ContentError) as caught:
        laid_over(**{file: text})
    error = caught.value
    if row == "units.toml":  # the set-up of the base places the unit left out
        assert (error.file, error.field) == ("setup.toml", "unit")
        return
    assert error.file == f"rulesets/test/{file}.toml"
    assert (error.row, error.field) == (row, field), str(error)
    assert problem in error.problem


def test_every_ruleset_is_looked_at_by_the_check(tmp_path: Path) -> None:
    """The shipped ones are valid; a fault in one, or a scenario with an unknown ruleset, is named."""
    check_rulesets()
    shutil.copytree(FACTS, tmp_path / "facts", ignore=shutil.ignore_patterns("text", "art", "map"))
    folder = tmp_path / "facts"
    setup = folder / "rulesets" / "banquet" / "setup.toml"
    setup.write_text(setup.read_text().replace("br_bef_army", "br_bef_navy"))
    with pytest.raises(
        ContentError, match=r"rulesets/banquet/setup.toml, row br_bef_navy, field unit: there is no such row"
    ):
        check_rulesets(folder)
    other = tmp_path / "others"
    shutil.copytree(FACTS, other, ignore=shutil.ignore_patterns("text", "art", "map"))
    scenarios = other / "scenarios.toml"
    scenarios.write_text(scenarios.read_text().replace('name = "campaign",', 'name = "campaign", ruleset = "jutland",'))
    with pytest.raises(ContentError, match=r"row campaign, field ruleset: there is no ruleset 'jutland'"):
        check_rulesets(other)


def test_a_ruleset_counts_what_it_adds_so_that_the_base_may_grow(tmp_path: Path) -> None:
    """The shipped variants stay valid when the base gets another card, unit and space."""
    check_rulesets(grown(tmp_path))


def test_two_cards_with_one_number_are_both_named(laid_over: Write) -> None:
    with pytest.raises(ContentError, match="ap_65_influenza is number 65 of side ap already; [0-9]+ is free") as caught:
        laid_over(
            cards='cards.add = [{ name = "ap_65_grippe", like = "ap_65_influenza", title = "Grippe" }]',
            totals="more = { cards = 1 }",
        )
    assert caught.value.row == "ap_65_grippe"


@pytest.mark.parametrize(
    ("totals", "told"),
    [
        ("more = { cards = true }", "by how much"),
        ('more = { source = "x" }', "by how much"),
        ("more = 1", "by a table of fields"),
        ("[decks]\nmore = { cp = { total = 0.5 } }", "by how much"),
        ("[decks]\nadd = [{ cp = 1 }]", "its fields may only change"),
    ],
)
def test_a_difference_is_a_number(laid_over: Write, totals: str, told: str) -> None:
    with pytest.raises(ContentError) as caught:
        laid_over(totals=totals)
    assert caught.value.file == "rulesets/test/totals.toml"
    assert told in caught.value.problem


def test_totals_bind_a_ruleset_as_well(laid_over: Write) -> None:
    """A line left out without changing the totals is refused."""
    with pytest.raises(ContentError, match="connections: the printed game has 476, the file 475"):
        laid_over(connections='connections.remove = [{ a = "trent", b = "verona" }]')


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ('name = "x", rule = "1", nations = ["ge"], closes = ["stop"]', "row x, field lands: says no ground"),
        ('name = "x", rule = "1", closes = ["stop"], lands = ["it"]', "row x, field nations: binds no unit"),
        ('name = "x", rule = "1", nations = ["ge", "fr"], closes = ["stop"], lands = ["it"]', "units of both sides"),
        (
            'name = "x", rule = "1", nations = ["ge"], closes = ["stop"], spaces = ["atlantis"]',
            "'atlantis' is no space",
        ),
        (
            'name = "x", rule = "1", units = ["ge_99_army"], closes = ["stop"], lands = ["it"]',
            "'ge_99_army' is no unit",
        ),
        ('name = "x", rule = "1", nations = ["ge"], closes = ["walk"], lands = ["it"]', "field closes"),
        ('name = "x", rule = "1", nations = ["ge"], closes = ["stop"], lands = ["it"], when = ["tuesday"]', "tuesday"),
        (
            'name = "x", rule = "1", nations = ["ge"], closes = ["stop"], lands = ["it"], when = ["played:ap_99_no"]',
            "'ap_99_no' in 'played' is no known card",
        ),
        (
            'name = "x", rule = "1", nations = ["ge"], closes = ["stop"], lands = ["it"], but_quota = "y"',
            "'y' is no quota",
        ),
    ],
)
def test_a_wrong_rule_on_nations_is_refused_by_file_row_and_field(laid_over: Write, row: str, told: str) -> None:
    """Unknown units, spaces, ways, conditions and quotas."""
    with pytest.raises(ContentError) as fault:
        laid_over(nations=f"[closings]\nadd = [{{ {row} }}]")
    assert "rulesets/test/nations.toml" in str(fault.value)
    assert told in str(fault.value)


def test_a_rule_on_nations_comes_by_a_row_alone(laid_over: Write) -> None:
    """Deluxe with one additional row: no German ends in Sedan."""
    content = laid_over(
        nations='[closings]\nadd = [{ name = "x", rule = "1", nations = ["ge"], closes = ["stop"], spaces = ["sedan"] }]'
    )
    rules = _system(content).rules
    sedan = rules.board.space("sedan")
    assert rules.no_stop[content.unit_by_name["ge_1_army"]].always >> sedan & 1
    assert not rules.no_stop[content.unit_by_name["ah_1_army"]].always >> sedan & 1
