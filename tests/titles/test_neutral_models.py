"""What the host hands about has no name of one game: fields, parameters and members of its models, and what its page calls them."""

from __future__ import annotations

import ast
import re
from datetime import UTC, datetime
from hashlib import blake2s
from pathlib import Path

import pytest

from bot.platforms.web.board import board_frame
from bot.service.acting.supply_warnings import Notice, Warnings
from bot.service.session import LobbyBid, Memory, bid_mark
from bot.storage.models import GameHeader, GameSettings, Seats
from bot.storage.store import StoredGame
from bot.table.reply import Area, Board, Form, FormField, MenuOption, PictureRef, Select, Spot, Touch
from renderer.kit.hit_areas import Ground
from tests.conftest import ROOT
from tests.titles.test_seam import constants, files

#: Names of things that one game has and another has not.
FOREIGN = frozenset({"ops", "odds", "force", "hand", "cards", "vp"})


def named_in(path: Path) -> set[str]:
    """The names of a module that stand for something of one game: what it declares, takes, passes on and reads."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
                found.add(name)
            case ast.keyword(arg=str(name)):
                found.add(name)
    return found & FOREIGN


def named_in_script(path: Path) -> set[str]:
    """The same of a script of the local page; its comments and what it says do not count."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/|\"[^\"\n]*\"|'[^'\n]*'", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return set(re.findall(r"\w+", text)) & FOREIGN


def shared() -> list[Path]:
    """The modules of the host, and what titles are asked."""
    return [*files(), ROOT / "bot" / "port.py", *sorted((ROOT / "bot" / "titles").glob("*.py"))]


def test_the_host_has_no_name_for_a_thing_of_one_game() -> None:
    assert {path.relative_to(ROOT).as_posix(): found for path in shared() if (found := named_in(path))} == {}


def test_the_local_page_has_no_name_for_a_thing_of_one_game() -> None:
    scripts = sorted((ROOT / "bot/platforms/web/static").glob("*.js"))
    assert len(scripts) > 20
    assert {path.name: found for path in scripts if (found := named_in_script(path))} == {}


@pytest.mark.parametrize("line", ["ops: int = 0", "def f(ops): ...", "f(ops=1)", "one.ops", "def ops(): ..."])
def test_such_a_name_would_be_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(line)
    assert named_in(tmp_path / "one.py") == {"ops"}
    (tmp_path / "one.js").write_text('// ops\nconst spent = form.ops; say("hand");')
    assert named_in_script(tmp_path / "one.js") == {"ops"}


def test_several_things_in_one_hex_and_its_sides_are_targets_of_their_own() -> None:
    """A stack and two forts in a hex, one of its sides, and a box on the map: each has its place, and a card on a shelf as well."""
    picture = PictureRef(kind="camp", game="g", number=1)
    points = (("v35", 100, 100), ("v35/liers", 90, 80), ("v35/lantin", 110, 80), ("v35>ne", 130, 85))
    boxes = (("works", 10, 20, 40, 20), ("idle", 0, 0, 5, 5))
    shelf = Ground(300, 100, 1.0, boxes=(("card:3", 5, 5, 50, 80), ("card:4", 60, 5, 50, 80)))
    board = Board(
        1,
        (Area("camp", "Camp", picture, Ground(200, 200, 1.0, points, boxes)), Area("drawn", "Drawn", picture, shelf, shelf=True)),
        tuple(Spot(target, target, "") for target, *_ in points),
        (
            Touch("Shell Liers", "", "1", here=("v35",), to="v35/liers", aimed=True, chance="40 %"),
            Touch("Face", "", "2", here=("v35",), to="v35>ne"), Touch("Man", "", "3", to="works"), Touch("Use", "", "4", uses="card:3"),
        ),
    )  # fmt: skip
    camp, drawn = board_frame(board, lambda _: "p")["areas"]
    assert camp["places"] == {**{at: [x, y] for at, x, y in points}, "works": [30, 30]}
    assert camp["boxes"] == {"works": [10, 20, 40, 20]}, "of boxes only those that something can be done with"
    assert (drawn["places"], drawn["boxes"], drawn["shelf"]) == ({}, {"card:3": [5, 5, 50, 80]}, True)


#: Keys of stored data that bear a name of the first title for ever, and where each is read and written.
KEPT = {
    "cards": {"bot/service/record/unread_events.py"}, "vp": {"bot/storage/models.py", "bot/service/session.py"}, "ops": {"bot/table/reply.py"},
}  # fmt: skip


@pytest.mark.parametrize("key", sorted(FOREIGN))
def test_a_stored_key_of_one_game_is_defined_in_one_place(key: str) -> None:
    assert {path.relative_to(ROOT).as_posix() for path in shared() if key in constants(path)} == KEPT.get(key, set())


def test_a_stored_bid_and_its_button_stay_as_they_were() -> None:
    """A bid of an older version, with a command and without one, is read and written under the same keys, and bears the same mark."""
    old = {"user": "web:anna", "name": "Anna", "side": 1, "vp": 3, "id": "0a1b2c3d"}
    bid = LobbyBid.model_validate(old)
    assert (bid.height, bid.model_dump(mode="json")) == (3, old)
    assert LobbyBid.model_validate({key: old[key] for key in ("user", "name", "side", "vp")}).id == ""
    assert Memory.model_validate({"bid": old}).model_dump(mode="json")["bid"] == old
    header = GameHeader(
        game_id="g", channel="web:g", title="pog", scenario="campaign", created_by="web:anna",
        created_at=datetime(2026, 1, 1, tzinfo=UTC), key="k",
    )  # fmt: skip
    stored = StoredGame(header, 0, 0, None, Seats(), GameSettings())
    assert bid_mark(stored, bid) == f"cp:3:{blake2s(b'web:anna0a1b2c3d', digest_size=4).hexdigest()}"


def test_a_stored_warning_keeps_its_keys() -> None:
    """Warnings of older versions have numbers; those stay numbers, and what another title points out is kept as it is."""
    old = {"unread": [{"by": 0, "spaces": [12, 7], "remark": "Look!"}]}
    read = Warnings.model_validate(old)
    assert read.unread[0].targets == ("12", "7")
    assert read.model_dump(mode="json") == old
    forts = ("v35", "v35/liers", "v35>ne", "007")
    kept = Warnings(unread=[Notice(by=1, targets=forts)]).model_dump(mode="json")
    assert kept["unread"][0]["spaces"] == list(forts)
    assert Warnings.model_validate(kept).unread[0].targets == forts


def test_a_stored_form_keeps_its_keys() -> None:
    """A form and a menu that an older version stored are read, and both versions read what is stored now."""
    stored = '{"label":"Sedan","token":"g~1~c","description":"","ops":-2,"chosen":true}'
    option = MenuOption.model_validate_json(stored)
    assert (option.amount, option.model_dump_json()) == (-2, stored)
    form = Form(
        title="t", game="g", fields=(FormField(label="l", menu=Select(placeholder="p", options=(option,))),), budget=3
    )
    assert (form.spent, form.there) == (2, 3)
    kept = form.model_dump(mode="json")
    assert (kept["ops"], kept["fields"][0]["menu"]["options"][0]["ops"]) == (3, -2)
    assert not {"budget", "amount"} & {*kept, *kept["fields"][0]["menu"]["options"][0]}
    assert Form.model_validate(kept) == form
