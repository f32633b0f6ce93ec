"""What the host understands in people's own words holds for every title, and every phrase of a file can be meant."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands import leagues
from bot.commands.model import Command
from bot.narration.texts import Texts
from bot.service.typed_lines import Spoken, chained
from bot.table.corrections import corrections
from bot.table.phrasebook import phrasebook
from bot.table.refusal import Ambiguous, Refusal, perhaps, refuse
from bot.table.typed_text import EditIndex, one_edit
from bot.titles import title_named
from bot.titles.interpreter import Interpreter, Moment
from bot.titles.vocabulary import vocabulary
from tests.conftest import ROOT

MEANT = {
    "Whose turn is it?": "status", "what can I do now?": "panel", "take that back, please!": "undo", "undo everything": "undo all",
    "show me the log": "log", "what happened": "log", "options": "panel", "please show the rules": "rules", "I give up": "resign",
    "what do the rules say about winning": "rules winning", "§ 3": "rules 3",
}  # fmt: skip


def reads(name: str) -> Interpreter:
    title = title_named(name)
    return Interpreter(vocabulary(title), title.words("en"))


@pytest.mark.parametrize("name", ["pog", "toy", "hexes", "depots"])
@pytest.mark.usefixtures("toy_title", "hex_title", "smallest_title")
def test_every_title_understands_the_same_phrases(name: str) -> None:
    interpreter = reads(name)
    for said, command in MEANT.items():
        assert interpreter.meaning(interpreter.plainly(said), Moment()).line == command, said
    for said in ("go!", "let's start", "ready"):
        assert interpreter.meaning(interpreter.plainly(said), Moment(lobby=True)).line == "start", said
        assert interpreter.meaning(interpreter.plainly(said), Moment()).line != "start", said
    assert interpreter.meaning("yes, do it", Moment(asked=True)).yes
    assert interpreter.meaning("no thanks", Moment(asked=True)).line == "panel"


def test_the_name_of_an_act_says_yes_to_a_question_about_that_act_alone() -> None:
    """`attack` after "end without attacking?" ends nothing."""
    interpreter = reads("pog")
    assert interpreter.meaning("attack anyway", Moment(asked=True, orders=frozenset({"attack"}))).yes
    assert not interpreter.meaning("attack", Moment(asked=True, orders=frozenset({"done"}))).yes
    assert interpreter.meaning("let them lapse", Moment(asked=True, orders=frozenset({"done"}))).yes


@pytest.mark.parametrize(
    "line", ["move ru 2 to tannenberg", "play 2 as ops", "map west", "/attack sedan", "what's the score"]
)
def test_a_line_that_means_the_same_everywhere_needs_no_game(line: str) -> None:
    interpreter = reads("pog")
    assert interpreter.free(interpreter.plainly(line))


@pytest.mark.parametrize("name", ["draw", "peace", "rollback", "substitute"])
def test_the_words_that_a_command_takes_are_not_dropped(name: str) -> None:
    """`draw` asks first and `draw offer` does not, so one never means the other."""
    interpreter, title = reads("pog"), title_named("pog")
    usage = vocabulary(title).by_name[name].usage(title.words("en"))
    words = re.findall(r"\b[a-z]{3,}\b", usage.removeprefix(f"/{name}"))
    assert words, usage
    for word in words:
        line = f"{name} {word}"
        assert interpreter.meaning(interpreter.plainly(line), Moment()).line == line


@pytest.mark.parametrize("number", ["-1", "- 1", "+1", "−1", "–1"])
def test_a_number_keeps_its_sign(number: str) -> None:
    interpreter = reads("pog")
    for name in [*vocabulary(title_named("pog")).by_name, "take back", "redo", "roll back"]:
        line = f"{name} {number}"
        for moment in (Moment(), Moment(lobby=True)):
            assert interpreter.meaning(interpreter.plainly(line), moment).line == line
    assert interpreter.meaning(interpreter.plainly("undo 1"), Moment()).line == "undo"


def test_a_number_and_a_word_for_showing_are_known_by_their_kind() -> None:
    interpreter = reads("pog")
    for said, command in (
        ("give me the log of turn 3", "log 3"),
        ("log for turn 12", "log 12"),
        ("undo the last 2 moves", "undo 2"),
        ("look at my hand", "hand"),
    ):
        assert interpreter.meaning(interpreter.plainly(said), Moment()).line == command, said


def test_a_line_that_asks_to_see_something_is_a_look_up() -> None:
    interpreter = reads("pog")
    assert interpreter.plainly("Can I see the map of Poland?") == "show the map of Poland"
    assert interpreter.wonders("can I see the map") == ""
    assert interpreter.wonders("can I move Sedan") == "move Sedan"
    assert interpreter.plainly("odds: Nancy into Metz") == "odds Nancy into Metz"


def test_no_command_that_is_typed_whole_is_read_as_another() -> None:
    title = title_named("pog")
    words, known, interpreter = title.words("en"), vocabulary(title).by_name, reads("pog")
    for line in (*phrasebook(words).anywhere, "draw", "draw offer", "draw accept", "draw reject"):
        command = known.get(line.split()[0])
        if command is None or command.part == "looking" or command.name in title.orders:
            continue
        with suppress(Refusal):
            said = command.parse(line.partition(" ")[2], words)
            name, _, rest = interpreter.meaning(interpreter.plainly(line), Moment()).line.partition(" ")
            assert (name, known[name].parse(rest, words)) == (command.name, said), line


def leagues_words() -> Texts:
    return title_named("pog").words("en")


def commands(table: dict[str, Any]) -> Iterator[str]:
    for value in table.values():
        yield from commands(value) if isinstance(value, dict) else [str(value)]


@pytest.mark.parametrize("name", ["host", "pog"])
def test_every_phrase_means_a_command_and_every_set_is_used(name: str) -> None:
    text = (ROOT / f"assets/{name}/text/en/phrasings.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    known = vocabulary(title_named("pog")).by_name
    tables = {key: found.get(key, {}) for key in ("anywhere", "lobby", "around", "orders")}
    tables["decisions"] = {
        group: {"means": one.get("means", {}), "orders": one.get("orders", {})}
        for group, one in found["decisions"].items()
    }
    assert {line.split()[0] for line in commands(tables)} - set(known) == ({leagues.ROOT} if name == "host" else set())
    for line in commands(tables):
        root, *rest = line.format(number=2, before=1).split()
        assert root != leagues.ROOT or leagues.BY_NAME[rest[0]].parse(" ".join(rest[1:]), leagues_words())
    text += (ROOT / "assets/pog/text/en/phrasings.toml").read_text(
        encoding="utf-8"
    )  # a title uses those of the host as well
    assert [each for each in found["sets"] if f"<{each}>" not in text] == []


def test_a_phrasebook_is_small_enough_to_be_made_at_the_start() -> None:
    book = phrasebook(title_named("pog").words("en"))
    assert 1_000 < sum(map(len, (book.anywhere, book.orders, book.lobby))) < 30_000


def test_one_letter_makes_a_slip() -> None:
    for text, other in (
        ("attak", "attack"),
        ("atttack", "attack"),
        ("attavk", "attack"),
        ("atatck", "attack"),
        ("mvoe", "move"),
    ):
        assert one_edit(text, other), text
        assert one_edit(other, text), text
    for text, other in (
        ("attack", "attack"),
        ("atck", "attack"),
        ("ab", "abc"),
        ("west", "east front"),
        ("tseat", "seats"),
    ):
        assert not one_edit(text, other), text


def test_an_index_finds_the_same_names_as_comparing_all() -> None:
    names = ["sedan", "Sedan", "seden", "sed", "edan", "dean", "", "s", "metz", "mez", "nancy", "sedan"]
    index = EditIndex(names)
    for text in (*names, "sdean", "sedann", "etz", "mtez", "x"):
        assert index.near(text) == [name for name in dict.fromkeys(names) if one_edit(text, name)]


def test_the_proposed_correction_is_put_into_the_line() -> None:
    refusal = perhaps(refuse("unknown_space", text="tanenberg"), "tanenberg", ["Tannenberg"])
    assert corrections("move ru 2 to Tanenberg; done", refusal) == ["move ru 2 to Tannenberg; done"]
    assert refusal.slip
    doubt = Ambiguous("ru reinf", ["Russian Reinforcements (AP 25)", "Russian Reinforcements (AP 32)"])
    assert corrections("play ru reinf event", doubt) == [
        "play Russian Reinforcements (AP 25) event", "play Russian Reinforcements (AP 32) event",
    ]  # fmt: skip
    assert not doubt.slip
    assert corrections("hold", refuse("stale")) == []


def test_a_name_is_abbreviated_only_before_words_that_its_command_takes() -> None:
    title = title_named("pog")
    spoken = cast("Spoken", SimpleNamespace(vocabulary=vocabulary(title), words=title.words("en")))
    assert chained(spoken, "he looking") == [("help", "looking")]
    assert chained(spoken, "stat") == [("status", "")]
    with pytest.raises(Refusal) as found:
        chained(spoken, "stat of the troops in the east")
    assert found.value.reason.code == "unknown_command"


#: Words of a usage line that stand there as they are typed, and not in capitals for something else.
TYPED = re.compile(r"(?<![\w/=])[a-z_0-9]+(?: [a-z]+)*(?![\w=])")
#: Talk in a usage line.
TALK = {"seed then"}


def as_in_its_usage(command: Command, words: Texts) -> Iterator[str]:
    """Yield a command with each of the words that its usage names, e.g. `puzzle me`, if it takes them."""
    usage = re.sub(r"[\[\]|]|, ", r" \g<0> ", command.usage(words).replace(f"/{command.name}", " "))
    for word in dict.fromkeys(TYPED.findall(usage)):
        with suppress(Refusal):
            command.parse(word, words)
            yield f"{command.name} {word}"


@pytest.mark.parametrize("title", ["pog", "liege"])
def test_no_phrase_overrides_a_typed_command(title: str) -> None:
    """`puzzle me` shows one's rating; a phrase that drops "me" would open a puzzle instead."""
    known, words = vocabulary(title_named(title)), title_named(title).words("en")
    looks = [command for name, command in known.by_name.items() if name not in known.orders and not command.old]
    lines = {line for command in looks for line in as_in_its_usage(command, words)} - TALK
    assert len(lines) > 80
    meant = {line: reads(title).meaning(reads(title).plainly(line), Moment()).line for line in lines}
    assert meant == {line: line for line in lines}
