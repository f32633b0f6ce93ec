"""The host speaks of no single title; what a title says lies over it, whoever asks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.commands import leagues
from bot.commands.catalogue import EVERYTHING, universal
from bot.narration.texts import texts, texts_of
from bot.titles import title_named, titles
from tests.conftest import ROOT
from tests.titles.small_games import FOREIGN
from tests.titles.test_seam import files

TABLES = tuple(sorted(path.stem for path in (ROOT / "assets/host/text/en").glob("*.toml")))
#: Texts that the host says in games alone whose title has what they are about, and so has the words.
OF_TITLES = {
    "ui.lobby.bid", "ui.lobby.bid_taken", "ui.lobby.bid_taken_line", "ui.lobby.next_bid", "ui.lobby.you_accepted",
    "ui.lobby.you_bid", "ui.lobby.you_withdrew", "ui.lobby.withdrew", "ui.buttons.accept_bid",
    "reasons.bid_open", "reasons.bid_changed", "reasons.bid_too_low", "reasons.bid_side", "reasons.no_bid",
    "reasons.standing_form", "reasons.own_bid", "reasons.bid_not_yours", "reasons.wrong_scenario_for_bid", "reasons.no_agreed_draw",
    "reasons.standing_full", "ui.posts.luck",
}  # fmt: skip


def sayings(table: Mapping[str, Any], at: str = "") -> Iterator[tuple[str, str]]:
    """All texts with their keys."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from sayings(value, f"{at}{name}.")
        else:
            yield f"{at}{name}", str(value)


def asked() -> set[str]:
    """The keys that modules of the host name: as they stand, and as the codes of refusals."""
    found: set[str] = set()
    for path in files():
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        pieces = {id(one) for node in nodes if isinstance(node, ast.JoinedStr) for one in node.values}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in pieces:
                if re.fullmatch(r"(ui|reasons|commands|guide)(\.[a-z_0-9]+)+", node.value):
                    found.add(node.value)
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "refuse":
                found |= {f"reasons.{one.value!s}" for one in node.args[:1] if isinstance(one, ast.Constant)}
    return found - {"reasons.no_game"}  # answered with the welcome


def test_texts_of_the_host_belong_to_no_single_title() -> None:
    said = {
        key: re.sub(r"\{\w+\}", "", text)  # the names of fields are nobody's words
        for name in TABLES
        for key, text in sayings(texts().table(name), f"{name}.")
    }
    assert len(said) > 400
    names = re.compile(
        rf"\b(?:Paths of Glory|{'|'.join(name for title in titles() for name in title.setups.offered())})\b"
    )
    assert {key: text for key, text in said.items() if FOREIGN.search(text) or names.search(text)} == {}


#: Texts of the host that are given more than it says itself, for titles that say more.
GIVEN_MORE = {
    "reasons.no_such_choice": {"hint"}, "ui.answers.game_line": {"score"}, "commands.numbers.log": {"rounds"},
    # A head is made by the title itself, which overrides how the base makes it.
    "ui.panel.head": {"round", "vp", "day", "days"},
}  # fmt: skip


@pytest.mark.parametrize("name", ["pog", "toy", "hexes", "depots"])
@pytest.mark.usefixtures("toy_title", "hex_title", "smallest_title")
def test_a_title_puts_in_what_the_host_gives(name: str) -> None:
    """A field that nobody fills would be read in braces."""
    words, found = title_named(name).words("en"), {}
    for table in TABLES:
        host = dict(sayings(texts().table(table), f"{table}."))
        for key, text in sayings(words.table(table), f"{table}."):
            stem = re.sub(r"\.(one|other)$", "", key)
            under = [host[at] for at in (key, stem, f"{stem}.one", f"{stem}.other") if at in host]
            given = {field for one in under for field in re.findall(r"\{(\w+)\}", one)} | GIVEN_MORE.get(stem, set())
            if under and (unknown := set(re.findall(r"\{(\w+)\}", text)) - given):
                found[key] = unknown
    assert found == {}


def test_phrases_of_the_host_lead_to_commands_of_every_title() -> None:
    """Words for a command of one title stand among the words of that title."""
    known = {
        command.name for command in universal(("any",), "any", ("one", "other"), ("all",), (1, 1), "round", EVERYTHING)
    }
    phrasings = texts().table("phrasings")
    meant = {text.split()[0] for table in ("anywhere", "orders") for _, text in sayings(phrasings[table])}
    meant |= {text.split()[0] for key, text in sayings(phrasings["decisions"]) if ".means." in key}
    assert len(meant) > 5
    assert meant - known == {leagues.ROOT}


def test_the_host_has_every_text_that_it_names() -> None:
    wanted = asked()
    assert len(wanted) > 250
    assert {key for key in wanted if not texts().has(key)} == OF_TITLES & wanted
    assert wanted | {"ui.lobby.you_bid"} >= OF_TITLES, "what nobody asks for needs no exception"


#: Modules of the chat platforms that speak to operators, in the terminal, in the log, by `/readyz` or in an answer to the platform.
TO_OPERATORS = {"checking", "inbox", "installs", "invite", "line", "link", "telling", "wiring", "workspaces"}
#: Calls whose words are read by operators and builders.
_LOGGED = re.compile(r"(_?log|logging|re)\.|\w*(Error|Warning|Refusal)$")


def spoken_here(path: Path) -> list[str]:
    """Sentences that stand in a module: texts of several words that neither a log nor an error is given."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    apart: list[ast.AST] = [node for node in ast.walk(tree) if isinstance(node, ast.Raise | ast.Expr)]
    apart += [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _LOGGED.match(ast.unparse(node.func))]
    unread = {
        id(one)
        for node in apart
        for one in ast.walk(node)
        if not isinstance(node, ast.Expr) or isinstance(node.value, ast.Constant) or _logs(node.value)
    }
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in unread]
    return [one.value for one in texts if isinstance(one.value, str) and re.match(r"\*?[A-Z]\w* \w+ \w+", one.value)]


def _logs(call: ast.expr) -> bool:
    return isinstance(call, ast.Call) and bool(_LOGGED.match(ast.unparse(call.func)))


@pytest.mark.parametrize("platform", ["discord", "slack"])
def test_texts_of_platforms_are_in_text_files(platform: str) -> None:
    found = {}
    for path in sorted((ROOT / "bot" / "platforms" / platform).glob("*.py")):
        if path.stem not in TO_OPERATORS and (there := spoken_here(path)):
            found[path.name] = there
    assert found == {}


def test_a_sentence_in_a_module_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        '"""What it is for."""\nlog.info("This is for operators")\nSAID = "Choose up to {most}"'
    )
    assert spoken_here(tmp_path / "one.py") == ["Choose up to {most}"]


def test_the_words_of_a_title_lie_over_those_of_the_host() -> None:
    said = texts_of("pog")
    assert (texts().say("ui.title"), said.say("ui.title")) == ("Feldpost", "Paths of Glory")
    assert said.say("ui.buttons.undo") == texts().say("ui.buttons.undo"), "what it has no word for is the host's"
    assert "Central Powers" in said.say("names.sides.cp.name")
    assert not texts().has("names.sides.cp.name")
    assert "overlay" in said.say("commands.options.map.what"), "help is the title's where it says more"
    assert "cf" in said.table("guide.glossary")
    assert not texts().has("guide.glossary.cf")
