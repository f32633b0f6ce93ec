"""Which orders a line means in a position: the one order that covers it, or its parts in sequence, and whether it is possible.

Orders are tried on a copy of the game that knows nothing hidden; a die roll ends what is tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from bot.service.acting.play import typed_orders
from bot.service.typed_lines import Spoken, chained, surely
from bot.table.phrasebook import phrasebook
from bot.table.refusal import Refusal
from bot.table.table import Table
from bot.table.typed_text import phrase
from bot.titles import title_of
from bot.titles.interpreter import Interpreter, Moment
from engine.errors import ChanceError

#: Orders that end a phase, which no line gives after a die roll.
ENDING = frozenset({"done", "hold", "pass"})
#: Letters at least of a word whose typo is corrected without asking.
_SPELLED = 5
#: Refusals of an order only because a die or the other side comes before it.
_PARTED = frozenset({"after_chance", "step_over", "not_your_decision"})
#: Maximum number of words that a correction replaces.
_REPLACED = 3
#: Maximum number of orders in one line.
_PARTS = 8
#: What may part two orders of which only the first has its verb: `move verdun to nancy, lomza to plock`.
_PART = re.compile(r"[,;&+]|\band\b", re.IGNORECASE)


def is_order(tools: Spoken, line: str) -> bool:
    """Return whether a line starts with an order's command."""
    return line.partition(" ")[0].removeprefix("/").casefold() in tools.vocabulary.orders


def can_carry_out(tools: Spoken, table: Table | None, line: str) -> bool:
    """Return whether a line can be carried out now, up to a die roll; without a table, whether it is well-formed."""
    try:
        lines, _ = surely(chained(tools, line))
        name, text = lines[0]
        if name not in tools.vocabulary.orders:
            return bool(tools.vocabulary.by_name[name].parse(text, tools.words))
        if table is not None:
            typed_orders(tools, lines)(table.trial())
    except Refusal:
        return False
    except ChanceError:
        pass
    return True


class LineOrders:
    """The orders that lines mean at a table, where the one who types has to decide."""

    def __init__(self, tools: Spoken, table: Table) -> None:
        self._tools, self._table = tools, table
        self._reads, self._phrases = Interpreter(tools.vocabulary, tools.words), phrasebook(tools.words)
        self._title = title_of(table.game)
        self._context = self._title.offer_context(table, tools.words.language)

    def _possible(self, line: str) -> bool:
        return can_carry_out(self._tools, self._table, line)

    # -- a whole line -----------------------------------------------------------------------

    def certain(self, said: str) -> str:
        """Return the one possible order that covers a whole line, or all its parts in sequence; "" if none or several.

        A line that begins with the name of an order never means an order for which that name is no other word.
        """
        found = self._covering_line(said)
        return found if self._may_mean(said, found) else ""

    def _may_mean(self, said: str, found: str) -> bool:
        """Return whether a line of orders can be meant by one that begins with the name of an order, as far as that shows."""
        typed, key = said.partition(" ")[0].removeprefix("/").casefold(), "phrasings.also_means"
        if not found or typed not in self._tools.vocabulary.orders or not self._tools.words.has(key):
            return True
        names = [part.split(maxsplit=1)[0] for part in found.split(" /")]
        return typed in names or names[0] in self._tools.words.table(key).get(typed, ())

    def _covering_line(self, said: str) -> str:
        """Return the one possible line of orders that covers all words of a line; "" if none or several."""
        if self._reads.asks(said) or self._reads.unclear(said):
            return ""
        line = self._reads.plainly(said)
        possible = [one for one in self._covering(line) if self._possible(one)]
        if len(possible) == 1:
            return possible[0]
        if possible:
            return ""
        answer = self._reads.covered(line, Moment(self._table))
        if answer and self._possible(answer):
            return answer
        ways = [line, *self.simpler(line)]
        alone = (" /".join(self._in_sequence([one])) for one in ways[1:])
        said_so = (self._unique_fit(ways), *alone, *(self._chained(one) for one in ways))
        return _ended_once(next((found for found in said_so if found), ""))

    def joined(self, said: str) -> str:
        """Return the one order that the parts of a line make together, if a part of it alone was refused; else "".

        For example `move in sedan, attack in nancy`.
        """
        apart = self._phrases.parted(self._reads.plainly(said)).split(";")
        first = said.partition(" ")[0].casefold()
        sure = self.certain(said) if len(apart) > 1 else ""
        if sure and not sure.startswith(first) and " /" not in sure:
            return sure
        return self._repeated(said) if _PART.search(said) else ""

    def _repeated(self, said: str) -> str:
        """Return the orders of a line whose first word is meant for each of its parts: `move verdun to nancy, lomza to plock`; else ""."""
        first, _, rest = self._reads.plainly(said).partition(" ")
        orders = self.certain(rest).split(" /") if rest else []
        names = [one.partition(" ")[0] for one in orders]
        while names and names[-1] in ENDING:
            names.pop()
        alike = len(names) > 1 and set(names) == {first.removeprefix("/").casefold()}
        return " /".join(orders) if alike else ""

    def single(self, part: str) -> str:
        """Return the one possible order that a part of a line means on its own; "" if there is none."""
        meant = self._reads.meaning(self._reads.plainly(part), Moment(self._table)).line
        if is_order(self._tools, meant) and self._possible(meant):
            return meant
        whole = [one for one in self._covering(part) if self._possible(one)]
        return whole[0] if len(whole) == 1 else ""

    def requested(self, wish: str) -> str:
        """Return the order meant by a request, "" for none; if the kind of activation is open, the wording is kept."""
        meant = self._reads.meaning(self._reads.plainly(wish), Moment(self._table)).line
        return meant if is_order(self._tools, meant) and self._possible(meant) else self.certain(wish)

    def first_part(self, line: str) -> str:
        """Return the order of a line's first part that is understood on its own, if the rest is not; else ""."""
        for mark in self._phrases.parting:
            parts = [part for part in (one.strip(" ,;") for one in mark.split(line)) if part]
            if len(parts) > 1 and (first := self.single(parts[0])) and first != "done":
                return first
        return ""

    def fitting(self, line: str) -> dict[str, bool]:
        """Return the possible orders that fit a line, each with whether it covers the whole line."""
        fits = self._title.fitted(self._context, line)
        return {one: sure for one, sure in fits.items() if self._possible(one)}

    def _covering(self, line: str) -> list[str]:
        """Return the title's orders that cover a whole line."""
        guesses = dict.fromkeys(self._title.guesses(self._context, line))
        return [one for one in guesses if self._title.says_all(self._context, line, one)]

    def _unique_fit(self, ways: Sequence[str]) -> str:
        """Return the one order that fits and covers a line; "" if none does, or several with different effects."""
        for line in ways:
            whole = [one for one, sure in self.fitting(line).items() if sure]
            if whole:
                return whole[0] if len({self._choices_of(one) for one in whole}) == 1 else ""
        return ""

    def _choices_of(self, line: str) -> tuple[str, ...]:
        """Return the choices that an order makes, up to a die roll."""
        trial = self._table.trial()
        begun = len(trial.game.fresh)
        _try_order(self._tools, trial, line)
        return tuple(sorted(str(one.choice) for one in trial.game.fresh[begun:]))

    def different(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield lines without those that make the same choices as one before: `attack sedan with ge 1`, `... with 1st army`."""
        seen = set[tuple[str, ...]]()
        for line in lines:
            made = self._choices_of(line) if is_order(self._tools, line) else ()
            if made and made in seen:
                continue
            seen.add(made)
            yield line

    # -- other wordings ---------------------------------------------------------------------

    def simpler(self, line: str) -> list[str]:
        """Return simpler wordings of a line with the same meaning, the closest first."""
        plain = self._phrases.plainer(line)
        reworded = (self._title.reworded(self._context, one) for one in (plain, line))
        found = dict.fromkeys((plain, *chain.from_iterable(reworded)))
        return [one for one in found if one and one != line]

    def corrected(self, line: str) -> str:
        """Return a line with its typos corrected, "" if it has none."""
        return self._title.spelt(self._context, line)

    def once_corrected(self, said: str) -> str:
        """Return the one possible order that a line means once its typos are corrected, "" if none does, or several."""
        corrected = self.corrected(self._reads.plainly(said))
        if not corrected or self._reads.asks(said):
            return ""
        return self.single(corrected) or self.certain(corrected).removeprefix("/")

    def self_corrected(self, said: str) -> str:
        """Return the order meant by a line that corrects itself: its end in place of what it corrects, `the 9th to Warsaw... no, Breslau`; "" for none."""
        line = self._reads.plainly(said)
        if (mark := self._phrases.correcting.search(line)) is None or self._reads.asks(said):
            return ""
        before, behind = line[: mark.start()].split(), line[mark.end() :]
        ways = [behind, *(" ".join([*before[:-cut], behind]) for cut in range(1, min(_REPLACED, len(before)) + 1))]
        return next((found for one in ways if (found := self.certain(one))), "")

    def slight(self, said: str, corrected: str, meant: str) -> bool:
        """Return whether a typo costs nothing: one long word of a plain line is wrong, and the order can be taken back.

        Args:
            said: the line as typed.
            corrected: the line without its typo.
            meant: the order that this means.
        """
        line, careful = self._reads.plainly(said), self._phrases.denials | self._phrases.hedges
        words, right = phrase(line).split(), phrase(corrected).split()
        wrong = [word for word, other in zip(words, right, strict=False) if word != other]
        plain = len(words) == len(right) and careful.isdisjoint(words) and not self._reads.asks(said)
        if not plain or len(wrong) != 1 or len(wrong[0]) < _SPELLED:
            return False
        trial = self._table.trial()
        return _try_order(self._tools, trial, meant) and trial.mine and not trial.chance

    def impossible(self, said: str) -> str:
        """Return the one impossible order that covers the line or its first part, to explain its refusal; else ""."""
        line, asked = self._reads.plainly(said), self._reads.asks(said) or self._reads.unclear(said)
        whole = [] if asked else self._covering(line) or self._sure_readings(line)
        if whole or asked:
            return whole[0] if len(whole) == 1 else ""
        for mark in self._phrases.parting:
            first, *more = [one.strip(" ,;") for one in mark.split(line)]
            meant = self._covering(first) if more and first else []
            if len(meant) == 1 and not self._possible(meant[0]):
                return meant[0]
        return ""

    def impossible_once_corrected(self, said: str) -> str:
        """Return the one impossible order that covers a line once its typos are corrected; else ""."""
        corrected = self.corrected(self._reads.plainly(said))
        meant = self.impossible(corrected) if corrected else ""
        return meant if meant and not self._possible(meant) else ""

    def _sure_readings(self, line: str) -> list[str]:
        """Return the title's readings that cover a whole line, whether they are possible or not."""
        return [one for one, sure in self._title.fitted(self._context, line).items() if sure]

    # -- a line of several orders -----------------------------------------------------------

    def _chained(self, line: str) -> str:
        """Return the orders of a line in one, each parsed in the position after the previous one; "" if one fails."""
        for mark in self._phrases.parting:
            parts = [part for part in (one.strip(" ,;") for one in mark.split(line)) if part]
            if 1 < len(parts) <= _PARTS and (found := self._in_sequence(parts)):
                return " /".join(found)
        return ""

    def _in_sequence(self, parts: Sequence[str]) -> list[str]:
        """Return the orders of some parts, tried in sequence; none if one fails. After a die roll, parts are kept as is."""
        trial, found = self._table.trial(), list[str]()
        for at, part in enumerate(parts):
            if found and at + 1 == len(parts) and (not trial.mine or trial.chance) and self._says_end(part):
                return found  # the phase has ended by itself
            if found and found[-1] in ENDING and self.single(part) in ENDING:
                continue  # repeated: one line ends one phase
            meant = LineOrders(self._tools, trial).single(part) if trial.game.stack and trial.mine else ""
            if not meant and found and self._said_before(trial, part):
                continue
            if not meant:
                return []
            _try_order(self._tools, trial, meant)
            found.append(meant.removeprefix("/"))
            if trial.chance and at + 1 < len(parts) and not all(self._says_end(one) for one in parts[at + 1 :]):
                rest = [self.single(one) for one in parts[at + 1 :]]
                if set(rest) == {found[-1]}:
                    return found  # repeated
                return [*found, *rest] if all(rest) else []
        return found

    def _says_end(self, part: str) -> bool:
        """Return whether a part says only that something is finished."""
        return self._reads.plainly(part).casefold() in ("done", "finish", "end")

    def _said_before(self, trial: Table, part: str) -> bool:
        """Return whether a part repeats what was ordered on a trial before it: `yes, everyone into Sedan`."""
        again = self._table.trial()
        meant = LineOrders(self._tools, again).single(part)
        if not meant or not _try_order(self._tools, again, meant):
            return False
        begun = len(self._table.game.fresh)
        made, repeated = ([str(one.choice) for one in one.game.fresh[begun:]] for one in (trial, again))
        return bool(repeated) and set(repeated) <= set(made)

    def before_chance(self, line: str) -> str:
        """Return the orders of a line up to a die roll that more orders follow; "" if no die is rolled before its end."""
        trial, parts = self._table.trial(), self._commands(line)
        for at, part in enumerate(parts[:-1]):
            _try_order(self._tools, trial, part)
            if trial.chance:
                over = all(one in ENDING for one in parts[at + 1 :])  # the phase has ended by itself
                return "" if over else " /".join(parts[: at + 1])
        return ""

    def why_not(self, line: str) -> Refusal | None:
        """Return why orders can't be given in one line for a reason of their own, None if only a die or the other side is between them."""
        lines, _ = surely(chained(self._tools, line))
        try:
            typed_orders(self._tools, lines)(self._table.trial())
        except ChanceError:
            return None
        except Refusal as refusal:
            return None if refusal.reason.code in _PARTED else refusal
        return None

    def after_chance(self, line: str, first: str) -> list[str]:
        """Return the later orders of a line that are also possible in place of the first, for pressing one by one."""
        parts = self._commands(line)[len(first.split(" /")) :]
        return [part for part in parts if part not in ENDING and self._possible(part)]

    def _commands(self, line: str) -> list[str]:
        return [f"{name} {text}".strip() for name, text in chained(self._tools, line)]


def _ended_once(line: str) -> str:
    """Return a line of orders that ends one phase once: `nothing, your turn`."""
    parts = line.split(" /")
    while len(parts) > 1 and {*parts[-2:]} <= ENDING:
        parts.pop()
    return " /".join(parts)


def _try_order(tools: Spoken, trial: Table, line: str) -> bool:
    """Carry out an order on a trial and return whether that is possible; a refused order leaves the trial unchanged."""
    if not is_order(tools, line) or not can_carry_out(tools, trial, line):
        return False
    lines, _ = surely(chained(tools, line))
    try:
        typed_orders(tools, lines)(trial)
    except ChanceError:
        trial.chance = True
    return True


__all__ = ["ENDING", "LineOrders", "can_carry_out", "is_order"]
