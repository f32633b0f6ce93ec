"""Free-form lines never perform a different act from the command they mean, at positions of whole wars."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import pytest

from bot.narration.texts import Texts, texts_of
from bot.service.calls import Tools
from bot.service.line_orders import LineOrders
from bot.service.typed_lines import chained
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.titles import table_of, title_named, title_of
from bot.titles.interpreter import Interpreter, Moment
from bot.titles.pog.narration.names import names
from bot.titles.pog.notation.stacks import stands
from bot.titles.vocabulary import Vocabulary, vocabulary
from engine.errors import ChanceError
from engine.pog.content.records import AP
from tests.bot.phrasings.moments import BOARDS
from tests.bot.positions import GAMES, positions
from tests.lanes import Share
from tests.support.table import Table as Position

#: By the command that answers a decision: phrases for a unit and a space, and the command with the same meaning.
SAID: dict[str, dict[str, tuple[str, ...]]] = {
    "move": {
        "move {unit} from {here} to {near}": ("{unit} {here} to {near}", "{unit} marches from {here} to {near}", "{unit} {here} > {near}, {other} stays", "please pull {unit} back from {here} to {near}",
            "{unit} {here} to {near} while {other} holds {away}", "to {near} with {unit} from {here}", "{unit} leaves {here} for {near}", "have {unit} walk from {here} over to {near}",
            "{unit} in {here} sidesteps to {near}", "I'd like {unit} to hop from {here} to {near}", "don't touch {other}, {unit} goes from {here} to {near}", "{nation}s: {unit} {here}-{near}"),
        "move all {here} to {near}": ("everything in {here} to {near}", "to {near} from {here}", "{here} -> {near}", "the {here} stack goes to {near}"),
    },
    "attack": {
        "attack {near} from {here}": ("{here} attacks {near}", "{here} hits {near}", "{near}: attack from {here}", "everybody in {here} attacks {near}", "throw all of {here} at {near}", "{here} has a go at {near}", "{here} goes after {near}", "hammer {near} out of {here}", "{near} from {here} with everybody who is there", "attack the enemy in {near} from {here}"),
        "attack {near} with {unit}": ("{unit} attacks {near}", "{unit} on {near}", "{unit} against {near}", "{near} ({unit})", "launch {unit} at {near}", "{unit} alone on {near}", "only {unit} hits {near}", "{near}: {unit} by itself", "{near} is attacked by {unit}"),
    },
    "activate": {
        "activate {here} move": ("{here} (m)", "move in {here} please", "stack in {here} moves", "{here} to move"),
        "activate {here}, {stack} move": ("move {here} and {stack}", "move {here} & {stack}", "{here} & {stack} move", "{here}, {stack} to move"),
        "activate {here} attack": ("{here} (c)", "{unit} in {here} to attack", "{here} for combat"),
    },
    "sr": {"sr {unit} from {here} to {away}": ("{unit} {here} to {away} by rail", "rail {unit} {here} to {away}", "{unit} from {here} west to {away}", "{unit} to {away} from {here}")},
    "rp": {"rp {unit} at {here}": ("flip {unit} at {here}", "1 rp for {unit} at {here}", "{nation} RPs: flip {unit} at {here}", "patch up {unit} at {here}", "{unit} in {here} refitted", "spend it on {unit} in {here}")},
    "lose": {"lose {unit}": ("flip {unit}", "{unit} flips", "{unit} is reduced", "step loss from {unit}", "{unit} first")},
    "retreat": {"retreat all to {near}": ("fall back on {near}", "both to {near}", "they retreat to {near}", "everyone runs to {near}", "the lot to {near}")},
    "advance": {"advance {unit} {near}, the others stay": ("{unit} moves into {near}, the others stay", "{unit} marches into {near} and the rest stay put"), "advance {unit} {near}": ("{unit} advances to {near}", "only {unit} into {near}", "{unit} pursues into {near}", "just {unit} follows to {near}")},
}  # fmt: skip
#: Phrases that ask or deny something, at any decision: no choice is made.
NOTHING = (
    "is {unit} in supply?", "can {unit} reach {near}?", "who holds {near}?", "where is {unit}?", "don't move {unit}", "{unit} does not attack {near}",
    "never attack {near}", "which armies are in {here}?", "what can attack {near}?", "could we attack {near}?", "can I attack {near}?", "{unit} should not move",
    "don't attack {near}", "no attack on {near}", "not yet", "do not enter {near}", "leave {near} alone", "{unit} to {near} unless {other} moves", "unless {other} can, {unit} to {near}",
    "never mind {near}", "no {unit} to {near}", "{unit} is not to attack {near}", "keep {unit} out of {near}", "nobody goes to {near}", "not {unit} to {near}", "don't let {unit} go to {near}", "I'd rather not send {unit} to {near}",
    "wait with {unit}", "{unit} to {near}? no", "don't lose {unit}", "never retreat to {near}", "no rp on {unit}", "nothing on {unit} yet", "{unit} to {near} later", "hold off with {unit}", "not from {here} to {near}",
    "question: {unit} to {near}", "hypothetically {unit} to {near}", "{unit} to {near}, I wonder", "not sure about {unit} to {near}", "{unit} could potentially hit {near}", "anything but {near}", "everything but {unit} stays out of {near}",
    "{unit} to {near} or {away}", "{unit} attacks {near} if {other} can", "{unit} or {other} to {near}", "perhaps {unit} to {near}",
)  # fmt: skip
#: Phrases for two units that stay where they are: nobody moves, advances or attacks, and neither pays to hold a space.
STAYING = (
    "{unit} and {other} stay",
    "{unit}, {other} stay put",
    "{unit} and {other} hold",
    "{unit} and {other} stay home",
    "{unit} + {other} stay where they are",
)
#: The player's own stacks, without saying what they are activated for.
LISTED = ("{here} and {stack}", "{here}, {stack}", "{here} & {stack}")
#: Pairs of a unit and its spaces tried at one position.
TRIED = 3
#: The war of which every fifth position is tried in each run; of the other positions, and wars, one eighth.
FIXED, ALWAYS = 501, 5
#: The other orders that an order at another decision may mean.
MEANT = {
    "move": ("activate", "sr", "retreat", "advance", "play"), "advance": ("move", "activate"), "attack": ("activate", "play"), "lose": ("retreat",), "retreat": ("move",),
}  # fmt: skip
#: Commands of which it is not expected that half of their lines are understood.
FEW = 40
#: Letters at least of a word in which there is a slip.
LONG = 5


@dataclass(frozen=True)
class Spoken:
    """The readers of lines."""

    vocabulary: Vocabulary
    words: Texts


#: Words that a typo makes of the name of a space.
OTHER_WORDS = frozenset({"turn"})
SPOKEN = Spoken(vocabulary(title_named("pog")), texts_of("pog"))


def made(table: Table, said: str, spoken: Spoken = SPOKEN) -> list[str]:
    """Return the choices made by a line, up to a die; none if it is refused or only looks something up.

    An unrecognised line counts as the one order that contains all of it.
    """
    reads = Interpreter(spoken.vocabulary, spoken.words)
    meant = reads.meaning(reads.plainly(said), Moment(table), question=reads.asks(said)).line
    found = _carried(table, meant, spoken)
    sure = LineOrders(cast("Tools", spoken), table).certain(said) if found is None else ""
    return (_carried(table, sure, spoken) if sure else found) or []


def _carried(table: Table, line: str, spoken: Spoken) -> list[str] | None:
    """Return the choices of a command line, up to a die; None if it is refused, nothing if it only looks something up."""
    trial, title = table.trial(), title_of(table.game)
    begun = len(trial.game.fresh)
    try:
        for name, text in chained(spoken, line):
            if name not in spoken.vocabulary.orders:
                return []
            title.order(title.offer_context(trial, "en"), name, text)
    except Refusal:
        return None
    except ChanceError:
        pass
    return sorted(str(entry.choice) for entry in trial.game.fresh[begun:])


def filled(table: Table, luck: random.Random) -> Iterator[dict[str, str]]:
    """Yield units with spaces near and far, by their names."""
    content, book = table.game.state.rules.content, names(table.game.state.rules.content)
    own = [
        unit
        for unit in content.units
        if unit.side == table.side and content.spaces[stands(table, unit.id)].kind == "map"
    ]
    likely = [
        unit
        for unit in own
        if any(unit.id in table.may(verb) for verb, kind in table.game.decision.verbs.items() if kind == "unit")
    ]
    places = [space for space in content.spaces if space.kind == "map"]
    for unit in luck.sample(likely or own, min(TRIED, len(likely or own))):
        here = stands(table, unit.id)
        other = luck.choice([one for one in own if stands(table, one.id) != here] or own)
        yield {
            "unit": book.unit(unit.id, False), "here": book.space(here), "near": book.space(luck.choice(book.neighbours[here] or [here])),
            "away": book.space(luck.choice(places).id), "other": book.unit(other.id, False), "stack": book.space(stands(table, other.id)), "nation": book.nation(unit.nation),
        }  # fmt: skip


def alike(choices: list[str]) -> list[str]:
    """Choices without the numbers of corps, which are all the same."""
    return sorted(re.sub(r"(?<=_corps)_\d+$", "", choice) for choice in choices)


def slipped(line: str, luck: random.Random) -> str:
    """A line with a slip of the pen in one or two of its long words: letters that changed places, too many, or left out."""
    words = line.split()
    long = [at for at, word in enumerate(words) if word.isalpha() and len(word) >= LONG]
    for at in luck.sample(long, min(len(long), luck.choice([1, 2]))):
        word, place = words[at], luck.randrange(1, len(words[at]) - 1)
        before, behind = word[:place], word[place:]
        typed = before + luck.choice([behind[1] + behind[0] + behind[2:], behind[0] + behind, behind[1:]])
        words[at] = word if typed.casefold() in OTHER_WORDS else typed  # `no attack on Turn` is a line of its own
    return " ".join(words)


@pytest.mark.sweep(fixed=[FIXED])
@pytest.mark.parametrize("seed", GAMES)
def test_no_line_does_another_act_than_its_command(seed: int, share: Share) -> None:
    luck, done, tried = random.Random(seed), 0, 0
    for at, table in enumerate(positions(seed)):
        if (seed != FIXED or at % ALWAYS) and not share.takes(at):
            continue
        answer = table.face.commands[0]
        for fields in filled(table, luck):
            for command, lines in SAID.get(answer, {}).items():
                meant = made(table, command.format(**fields))
                for line in lines:
                    written = slipped(line.format(**fields), luck)
                    found = made(table, written)
                    assert not found or alike(found) == alike(meant), (
                        table.kind,
                        written,
                        command.format(**fields),
                        meant,
                    )
                    found = made(table, line.format(**fields))
                    assert found in ([], meant), (table.kind, line.format(**fields), command.format(**fields), meant)
                    done, tried = done + bool(found), tried + bool(meant)
            for line in STAYING if fields["unit"] != fields["other"] else ():
                assert made(table, line.format(**fields)) in ([], ["finish"], ["decline"]), (
                    table.kind,
                    line.format(**fields),
                )
            for line in NOTHING:
                written = slipped(line.format(**fields), luck)
                assert made(table, written) == [], (table.kind, written)
            for line in (*NOTHING, *(LISTED if answer in ("activate", "play") else ())):
                assert made(table, line.format(**fields)) == [], (table.kind, line.format(**fields))
            for other, byc in SAID.items():
                for command in byc if other not in table.face.commands else ():
                    line = command.format(**fields)
                    carried = LineOrders(cast("Tools", SPOKEN), table).certain(line).split(" ")
                    assert carried == [""] or carried[0] in MEANT.get(other, ()) or other in carried, (table.kind, line)
    assert done > tried / 2 or tried < FEW
    assert seed != FIXED or tried >= FEW


@pytest.mark.parametrize("line", ["Mulhouse: FR c by itself", "FR c alone on Mulhouse", "attack Mulhouse with FR c"])
def test_a_corps_of_several_alike_is_the_one_that_was_picked(line: str) -> None:
    """It attacked together with the other corps, which the line didn't name."""
    position = Position().put("belfort", "fr_corps_01", "fr_corps_02").put("mulhouse", "ge_corps_01").operate(AP)
    position.activate("!belfort").do("add fr_corps_02")
    table = table_of(position.game, AP)
    assert made(table, "attack Mulhouse with both") == ["add fr_corps_01"]
    assert _carried(table, LineOrders(cast("Tools", SPOKEN), table).certain(line), SPOKEN) == [], (
        "it attacks: a die is all that is missing"
    )


@pytest.mark.parametrize("line", ["everything but GE 2 stas out of Sedan", "everything but GE 2 banned out of Sedan"])
def test_an_unknown_word_about_who_is_left_out_leaves_it_open(line: str) -> None:
    """The others advanced, as if GE 2 alone were left out; with "stays out" nobody does."""
    position = BOARDS["advancing"]()
    table = table_of(position.game, int(position.game.actor or 0))
    assert made(table, "everything but GE 2 to Sedan")
    assert made(table, line) == []
