"""Every kind of decision has one face, and what the host knows of it stands nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bot.titles import MODULES, title_named
from bot.titles.pog.decision_ui import FACES, GENERIC
from engine.core.frames import Decision
from engine.pog.rulesets import RULEBOOKS
from tests.conftest import ROOT

#: Kinds of decision with more than a few buttons and no face of their own, and why their bare choices are enough.
BARE = {
    "optional_cards": "one card at a time into the deck, or none: the menu of cards is all there is to it",
    "great_retreat_option": "to stand, or one unit that retreats",
    "great_retreat": "a space or a unit at a time",
    "move_trench": "one space out of those with a trench, or none",
    "retreat_excess": "one unit out of a few goes on or is removed",
    "event_trench": "one space out of a few",
    "paris_taxis": "one unit out of a few",
    "russian_desertions": "one unit out of a few",
    "war_in_africa": "one unit out of a few, or the points instead",
    "salonika": "one unit out of a few",
    "neutral_setup": "one space out of a nation's few for each of its units",
}
DECISIONS: dict[str, type[Decision]] = {
    frame.kind: frame for book in RULEBOOKS.values() for frame in book.frames() if issubclass(frame, Decision)
}
#: Kinds whose verbs name nothing: every choice is a button with its own words.
QUESTIONS = {kind for kind, decision in DECISIONS.items() if not any(decision.verbs.values())}
#: Kinds that are no verb, command, event or option besides: where one of them stands, a decision is meant.
PLAIN = set(DECISIONS) - set(
    "activate attack retreat advance discard rebuild replacement flank optional_cards opening".split()
)


def test_every_decision_has_a_face_or_a_reason_to_need_none() -> None:
    assert set(FACES) | set(BARE) | QUESTIONS == set(DECISIONS)
    assert not set(FACES) & set(BARE)
    assert not QUESTIONS & set(BARE)


def test_no_face_says_nothing() -> None:
    assert {kind for kind, face in FACES.items() if face == GENERIC} == set()


@pytest.mark.parametrize("kind", sorted(FACES))
def test_a_face_names_only_choices_that_its_decision_has(kind: str) -> None:
    face, verbs = FACES[kind], DECISIONS[kind].verbs
    assert {*face.reasons, *face.asks, *face.unread} <= set(verbs)
    assert not face.ending or face.ending in verbs


def test_a_question_asked_because_of_a_card_does_not_name_it() -> None:
    """A covert decision is told under other words; that nothing was played in it is told to nobody."""
    covert = {kind for kind, decision in DECISIONS.items() if decision.covert}
    assert {kind for kind, face in FACES.items() if face.told_as} == covert
    assert {kind for kind in covert if "finish" not in FACES[kind].unread} == set()


def test_actions_are_parted_somewhere() -> None:
    assert [kind for kind, face in FACES.items() if face.between] == ["choose_action"]


def test_the_title_gives_the_faces() -> None:
    for name in MODULES:
        assert title_named(name).name == name
    assert {kind: title_named("pog").face(kind) for kind in FACES} == FACES
    assert all(title_named("pog").face(kind) is GENERIC for kind in ("", *BARE, *QUESTIONS - set(FACES)))


# ----------------------------------------------------------------------------------------------- no other table


def kinds_in(node: ast.AST) -> set[str]:
    """The kinds of decision among the words of all texts under a node."""
    texts = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    return {word for text in texts for word in text.split()} & PLAIN


def tables(path: Path) -> dict[str, set[str]]:
    """Names that a module or one of its classes gives to something that tells kinds of decision apart."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: dict[str, set[str]] = {}
    for body in [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]:
        for node in body:
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and kinds_in(node.value):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found[ast.unparse(targets[0])] = kinds_in(node.value)
    return found


def test_no_other_table_of_kinds_exists() -> None:
    files = sorted((ROOT / "bot").rglob("*.py"))
    assert len(files) > 150
    faces = ROOT / "bot" / "titles" / "pog" / "decision_ui.py"
    assert {str(path.relative_to(ROOT)): found for path in files if path != faces and (found := tables(path))} == {}
    assert len(set.union(*tables(faces).values())) > 15


@pytest.mark.parametrize(
    "line",
    [
        'KINDS = ("choose_action", "activate")',
        'WINDOWS = frozenset("trench_cards attacker_cards".split())',
        'ENDS: dict[str, str] = {"move_on": "stop"}',
        'class One:\n    kinds = {"sr_unit"}',
    ],
)
def test_another_table_would_be_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(line)
    assert tables(tmp_path / "one.py")
