"""What a line means that is no command as typed: the one order or query that says all of it, or lines to propose.

One possible order that covers the whole line is returned as the intended line, which the caller carries out at once; a
query is answered. Everything else becomes buttons, carried out only when pressed: several possible orders, an order
that covers a part of the line, and any order found by correcting a typo. Each proposed line is possible now.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.service import phrasing
from bot.service.acting.play import typed_orders
from bot.service.calls import Caller, Tools
from bot.service.typed_lines import Spoken, chained, surely
from bot.table.phrasebook import phrasebook
from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.table.typed_text import phrase
from bot.titles import title_of
from bot.titles.interpreter import Interpreter, Moment
from engine.errors import ChanceError

#: Refusals of lines that are not understood or that omit something an order needs.
_UNREAD = frozenset({
    "all_or_some", "ambiguous", "bad_argument", "bad_word", "from_and_to", "how_to_play", "move_or_attack", "no_place_here", "no_such_choice", "no_such_proposal", "no_such_unit",
    "no_such_use", "no_unit_here", "not_understood", "nothing_behind", "own_end", "own_order", "something_missing", "spaces_not_units",
    "sr_form", "too_much", "typed_alone", "unknown_card", "unknown_command", "unknown_name", "unknown_space", "where_to", "which_attacked", "which_card", "which_facing", "which_hex", "which_space", "which_target",
    "which_unit", "which_units",
})  # fmt: skip
#: Longest line, in words, for which alternatives are searched; longer ones are only parsed.
_WORDS = 60
#: Maximum number of proposed lines.
_PROPOSED = 3
#: Maximum words of a line consisting of a command and a name, whose first word may be a misspelt command.
_NAMED = 2
#: Orders that end a phase, which no line gives after a die roll.
_ENDING = frozenset({"done", "hold", "pass"})
#: Maximum number of orders in one line.
_PARTS = 8


async def proposing(tools: Tools, caller: Caller, said: str, refusal: Refusal, game_id: str) -> tuple[Refusal, str]:
    """Return the refusal of a line with likely alternatives, and the intended line, or "" if that is uncertain.

    If the line is not understood, the alternatives are orders that are possible now; other refusals keep their own
    proposals.

    Args:
        tools: the bot's tools.
        caller: who typed the line.
        said: the line as typed, without the title's root.
        refusal: of the line as understood, including its own proposals.
        game_id: the game referred to, "" for the channel's.
    """
    code = refusal.reason.code
    if len(said.split()) > _WORDS:
        return refusal, ""
    moment = await phrasing.moment_of(tools, caller, game_id)
    table = moment.table if moment.table is not None and moment.table.mine else None
    if code not in _UNREAD and code != "wrong_moment" and _orders(tools, said):
        return refusal, _join_parts(tools, table, said) if table is not None else ""
    if table is not None and (sure := certain(tools, table, said)):
        if first := _before_chance(tools, table, sure):
            refusal = refuse("one_by_one", part=said)
            refusal.proposed = (first, *_after_chance(tools, table, sure, first))[:_PROPOSED]
            return refusal, ""
        return refusal, sure
    if look := _looked_up(tools, moment, said):
        return refusal, look
    return _refusal_with_guesses(tools, moment, said, refusal)


def _refusal_with_guesses(tools: Tools, moment: Moment, said: str, refusal: Refusal) -> tuple[Refusal, str]:
    """Return the refusal of a line that has no certain reading, with likely ones, and an impossible one that explains it."""
    code, table = refusal.reason.code, moment.table if moment.table is not None and moment.table.mine else None
    if table is not None and (meant := _order_once_corrected(tools, table, said)):
        refusal = refuse("perhaps_meant", text=said, near=f"`/{meant}`")
        refusal.proposed = (meant,)
        return refusal, ""
    if code not in _UNREAD and (code != "wrong_moment" or _orders(tools, said)):
        return refusal, ""
    if table is not None and (meant := _impossible(tools, table, said) or _impossible_corrected(tools, table, said)):
        return refusal, meant
    slips = code != "unknown_command" or refusal.slip or len(said.split()) <= _NAMED
    own = [one for one in refusal.proposed if (slips or _orders(tools, one)) and _can_carry_out(tools, table, one)]
    if _waits(moment):
        own = [one for one in own if not _orders(tools, one)]  # the other side decides
    found = tuple(own) if refusal.reason.code != "unknown_command" or any(_orders(tools, one) for one in own) else ()
    if not found:
        line = Interpreter(tools.vocabulary, tools.words).plainly(said)
        found = _possible_lines(tools, moment, table, line) or tuple(own)
        if not found and table is not None and (corrected := _correct_typos(tools, table, line)):
            found = _possible_lines(tools, moment, table, corrected)
        free = refusal.reason.code in ("not_understood", "typed_alone") and not _orders(tools, said)
        if found and found != tuple(own) and (free or refusal.reason.code == "unknown_command"):
            near = tools.words.listed([f"`/{one}`" for one in found], "or")
            refusal = refuse("perhaps_meant", text=line, near=near)
    refusal.proposed = found
    if found or code != "unknown_command":
        return refusal, ""
    return _unread_refusal(said, refusal, moment), ""


def _join_parts(tools: Spoken, table: Table, said: str) -> str:
    """Return the one order that several parts of a line make together, where a part of it alone was refused: `move in sedan, attack in nancy`; "" for another line."""
    reads = Interpreter(tools.vocabulary, tools.words)
    apart = phrasebook(tools.words).parted(reads.plainly(said)).split(";")
    first = said.partition(" ")[0].casefold()
    sure = certain(tools, table, said) if len(apart) > 1 else ""
    return sure if sure and not sure.startswith(first) and " /" not in sure else ""


def _unread_refusal(said: str, refusal: Refusal, moment: Moment) -> Refusal:
    """Return the refusal of a line not understood: who decides now, or what its player can do."""
    table, several = moment.table, len(said.split()) > 1
    if table is not None and _waits(moment) and several:
        return refuse("not_your_decision", part=said, side=table.game.actor)
    return _not_an_order(said, refusal, table if table is not None and table.mine else None) if several else refusal


def _waits(moment: Moment) -> bool:
    """Return whether the other side decides now in the game of the one who types."""
    return moment.table is not None and bool(moment.table.game.stack) and not moment.table.mine


async def wondered(tools: Tools, caller: Caller, said: str, game_id: str) -> Refusal | None:
    """Return the proposal for a line that asks if something is possible, e.g. `can I move Sedan and Paris`, or None."""
    reads = Interpreter(tools.vocabulary, tools.words)
    wish = "" if reads.asks(said) or len(said.split()) > _WORDS else reads.wonders(said)
    if not wish:
        return None
    table = (await phrasing.moment_of(tools, caller, game_id)).table
    if table is None or not table.mine or not (meant := _order_for_request(tools, table, wish)):
        return None
    found = refuse("perhaps_meant", text=said, near=f"`/{meant}`")
    found.proposed = (meant,)
    return found


def _order_for_request(tools: Spoken, table: Table, wish: str) -> str:
    """Return the order meant by a request, "" for none; if the kind of activation is open, the wording is kept."""
    reads = Interpreter(tools.vocabulary, tools.words)
    meant = reads.meaning(reads.plainly(wish), Moment(table)).line
    return meant if _orders(tools, meant) and _can_carry_out(tools, table, meant) else certain(tools, table, wish)


def _not_an_order(said: str, refusal: Refusal, table: Table | None) -> Refusal:
    """Return the refusal of a multi-word line that starts with no command, with what its player can do now."""
    if table is None:
        return refuse("unknown_command", text=refusal.reason.data["text"], near="")
    commands = tuple(f"`/{name}`" for name in table.face.commands)
    found = refuse("not_an_order", text=said, decision=table.kind, commands=commands)
    found.proposed = ("panel",)
    return found


def _impossible(tools: Spoken, table: Table, said: str) -> str:
    """Return the one impossible order that covers the line or its first part, to explain its refusal; else ""."""
    line = Interpreter(tools.vocabulary, tools.words).plainly(said)
    asked = Interpreter(tools.vocabulary, tools.words).asks(said)
    whole = [] if asked else _covering_orders(table, tools, line) or _sure_readings(table, tools, line)
    if whole or asked:
        return whole[0] if len(whole) == 1 else ""
    for mark in phrasebook(tools.words).parting:
        first, *more = [one.strip(" ,;") for one in mark.split(line)]
        meant = _covering_orders(table, tools, first) if more and first else []
        if len(meant) == 1 and not _can_carry_out(tools, table, meant[0]):
            return meant[0]
    return ""


def _impossible_corrected(tools: Spoken, table: Table, said: str) -> str:
    """Return the one impossible order that covers a line once its typos are corrected; else ""."""
    corrected = _correct_typos(tools, table, Interpreter(tools.vocabulary, tools.words).plainly(said))
    meant = _impossible(tools, table, corrected) if corrected else ""
    return meant if meant and not _can_carry_out(tools, table, meant) else ""


def certain(tools: Spoken, table: Table, said: str) -> str:
    """Return the one possible order that covers a whole line, or all its parts in sequence; "" if none or several.

    A line that begins with the name of an order never means an order for which that name is no other word.
    """
    found = _covering_line(tools, table, said)
    return found if _may_mean(tools, said, found) else ""


def _may_mean(tools: Spoken, said: str, found: str) -> bool:
    """Return whether a line of orders can be meant by one that begins with the name of an order, as far as that shows."""
    typed, key = said.partition(" ")[0].removeprefix("/").casefold(), "phrasings.also_means"
    if not found or typed not in tools.vocabulary.orders or not tools.words.has(key):
        return True
    names = [part.split(maxsplit=1)[0] for part in found.split(" /")]
    return typed in names or names[0] in tools.words.table(key).get(typed, ())


def _covering_line(tools: Spoken, table: Table, said: str) -> str:
    """Return the one possible line of orders that covers all words of a line; "" if none or several."""
    if Interpreter(tools.vocabulary, tools.words).asks(said):
        return ""
    line = Interpreter(tools.vocabulary, tools.words).plainly(said)
    whole = _covering_orders(table, tools, line)
    possible = [one for one in whole if _can_carry_out(tools, table, one)]
    if len(possible) == 1:
        return possible[0]
    if possible:
        return ""
    answer = Interpreter(tools.vocabulary, tools.words).covered(line, Moment(table))
    if answer and _can_carry_out(tools, table, answer):
        return answer
    ways = [line, *_simpler_wordings(tools, table, line)]
    alone = (" /".join(_parse_parts(tools, table, [one])) for one in ways[1:])
    said_so = (_unique_fit(tools, table, ways), *alone, *(_chain_parts(tools, table, one) for one in ways))
    return _ended_once(next((found for found in said_so if found), ""))


def _ended_once(line: str) -> str:
    """Return a line of orders that ends one phase once: `nothing, your turn`."""
    parts = line.split(" /")
    while len(parts) > 1 and {*parts[-2:]} <= _ENDING:
        parts.pop()
    return " /".join(parts)


def _unique_fit(tools: Spoken, table: Table, ways: Sequence[str]) -> str:
    """Return the one order that fits and covers a line; "" if none does, or several with different effects."""
    for line in ways:
        whole = [one for one, sure in _fitting_orders(tools, table, line).items() if sure]
        if whole:
            return whole[0] if len({_choices_of(tools, table, one) for one in whole}) == 1 else ""
    return ""


def _fitting_orders(tools: Spoken, table: Table, line: str) -> dict[str, bool]:
    """Return the possible orders that fit a line, each with whether it covers the whole line."""
    title = title_of(table.game)
    fits = title.fitted(title.offer_context(table, tools.words.language), line)
    return {one: sure for one, sure in fits.items() if _can_carry_out(tools, table, one)}


def _choices_of(tools: Spoken, table: Table, line: str) -> tuple[str, ...]:
    """Return the choices that an order makes, up to a die roll."""
    trial = table.trial()
    begun = len(trial.game.fresh)
    _try_order(tools, trial, line)
    return tuple(sorted(str(one.choice) for one in trial.game.fresh[begun:]))


def _simpler_wordings(tools: Spoken, table: Table, line: str) -> list[str]:
    """Return simpler wordings of a line with the same meaning, the closest first."""
    title = title_of(table.game)
    context, plain = title.offer_context(table, tools.words.language), phrasebook(tools.words).plainer(line)
    found = dict.fromkeys((plain, *title.reworded(context, plain), *title.reworded(context, line)))
    return [one for one in found if one and one != line]


def _correct_typos(tools: Spoken, table: Table, line: str) -> str:
    """Return a line with its typos corrected, "" if it has none."""
    title = title_of(table.game)
    return title.spelt(title.offer_context(table, tools.words.language), line)


def _order_once_corrected(tools: Spoken, table: Table, said: str) -> str:
    """Return the one possible order that a line means once its typos are corrected, "" if none does, or several."""
    reads = Interpreter(tools.vocabulary, tools.words)
    corrected = _correct_typos(tools, table, reads.plainly(said))
    if not corrected or reads.asks(said):
        return ""
    return _single_order(tools, table, corrected) or certain(tools, table, corrected).removeprefix("/")


def _looked_up(tools: Spoken, moment: Moment, said: str) -> str:
    """Return the query or undo that a line expresses in simpler words; "" for other lines."""
    reads = Interpreter(tools.vocabulary, tools.words)
    question, line = reads.asks(said), reads.plainly(said)
    meant = [reads.covered(line, moment)]
    ways = [phrasebook(tools.words).plainer(line)]
    if moment.table is not None:
        ways = [*_simpler_wordings(tools, moment.table, line), _correct_typos(tools, moment.table, line)]
    for plain in ways:
        meant += (
            [reads.meaning(reads.plainly(plain), moment, question=question).line] if plain not in ("", line) else []
        )
    asked = reads.meaning(line, moment).line
    if moment.table is not None and phrase(asked) != phrase(line) and not _orders(tools, asked):
        title = title_of(moment.table.game)
        meant.append(title.asked(title.offer_context(moment.table, tools.words.language), line))
    first, mark, rest = said.partition("?")
    meant += [reads.meaning(reads.plainly(first), moment, question=True).line] if mark and rest.strip() else []
    for one in meant:
        command = tools.vocabulary.by_name.get(one.partition(" ")[0].removeprefix("/").casefold())
        looks = one in ("undo", "draw", "panel") or (command is not None and command.part == "looking")
        if one and one != line and looks and _can_carry_out(tools, None, one):
            return one
    return ""


def _covering_orders(table: Table, tools: Spoken, line: str) -> list[str]:
    """Return the title's orders that cover a whole line."""
    title = title_of(table.game)
    context = title.offer_context(table, tools.words.language)
    return [one for one in dict.fromkeys(title.guesses(context, line)) if title.says_all(context, line, one)]


def _sure_readings(table: Table, tools: Spoken, line: str) -> list[str]:
    """Return the title's readings that cover a whole line, whether they are possible or not."""
    title = title_of(table.game)
    fits = title.fitted(title.offer_context(table, tools.words.language), line)
    return [one for one, sure in fits.items() if sure]


def _chain_parts(tools: Spoken, table: Table, line: str) -> str:
    """Return the orders of a line in one, each parsed in the position after the previous one; "" if one fails."""
    for mark in phrasebook(tools.words).parting:
        parts = [part for part in (one.strip(" ,;") for one in mark.split(line)) if part]
        if 1 < len(parts) <= _PARTS and (found := _parse_parts(tools, table, parts)):
            return " /".join(found)
    return ""


def _parse_parts(tools: Spoken, table: Table, parts: Sequence[str]) -> list[str]:
    """Return the orders of some parts, tried in sequence; none if one fails. After a die roll, parts are kept as is."""
    trial, reads, found = table.trial(), Interpreter(tools.vocabulary, tools.words), list[str]()
    for at, part in enumerate(parts):
        if found and at + 1 == len(parts) and (not trial.mine or trial.chance) and _says_end(reads, part):
            return found  # the phase has ended by itself
        if found and found[-1] in _ENDING and _single_order(tools, table, part) in _ENDING:
            continue  # repeated: one line ends one phase
        open_to = trial.game.stack and trial.mine
        meant = _single_order(tools, trial, part) if open_to else ""
        if not meant and found and _said_before(tools, table, trial, part):
            continue
        if not meant:
            return []
        _try_order(tools, trial, meant)
        found.append(meant.removeprefix("/"))
        if trial.chance and at + 1 < len(parts) and not all(_says_end(reads, one) for one in parts[at + 1 :]):
            rest = [_single_order(tools, table, one) for one in parts[at + 1 :]]
            if set(rest) == {found[-1]}:
                return found  # repeated
            return [*found, *rest] if all(rest) else []
    return found


def _said_before(tools: Spoken, table: Table, trial: Table, part: str) -> bool:
    """Return whether a part repeats what was ordered before it: `yes, everyone into Sedan`."""
    again = table.trial()
    meant = _single_order(tools, again, part)
    if not meant or not _try_order(tools, again, meant):
        return False
    begun = len(table.game.fresh)
    made, repeated = ([str(one.choice) for one in one.game.fresh[begun:]] for one in (trial, again))
    return bool(repeated) and set(repeated) <= set(made)


def _single_order(tools: Spoken, table: Table, part: str) -> str:
    """Return the one possible order that a part of a line means on its own; "" if there is none."""
    reads = Interpreter(tools.vocabulary, tools.words)
    meant = reads.meaning(reads.plainly(part), Moment(table)).line
    if _orders(tools, meant) and _can_carry_out(tools, table, meant):
        return meant
    whole = [one for one in _covering_orders(table, tools, part) if _can_carry_out(tools, table, one)]
    return whole[0] if len(whole) == 1 else ""


def _before_chance(tools: Spoken, table: Table, line: str) -> str:
    """Return the orders of a line up to a die roll that more orders follow; "" if no die is rolled before its end."""
    trial, parts = table.trial(), [f"{name} {text}".strip() for name, text in chained(tools, line)]
    for at, part in enumerate(parts[:-1]):
        _try_order(tools, trial, part)
        if trial.chance:
            over = all(one in _ENDING for one in parts[at + 1 :])  # the phase has ended by itself
            return "" if over else " /".join(parts[: at + 1])
    return ""


def _after_chance(tools: Spoken, table: Table, line: str, first: str) -> list[str]:
    """Return the later orders of a line that are also possible in place of the first, for pressing one by one."""
    parts = [f"{name} {text}".strip() for name, text in chained(tools, line)][len(first.split(" /")) :]
    return [part for part in parts if part not in _ENDING and _can_carry_out(tools, table, part)]


def _says_end(reads: Interpreter, part: str) -> bool:
    """Return whether a part says only that something is finished."""
    return reads.plainly(part).casefold() in ("done", "finish", "end")


def _try_order(tools: Spoken, trial: Table, line: str) -> bool:
    """Carry out an order on a trial and return whether that is possible; a refused order leaves the trial unchanged."""
    if not _orders(tools, line) or not _can_carry_out(tools, trial, line):
        return False
    lines, _ = surely(chained(tools, line))
    try:
        typed_orders(tools, lines)(trial)
    except ChanceError:
        trial.chance = True
    return True


def _possible_lines(tools: Tools, moment: Moment, table: Table | None, line: str) -> tuple[str, ...]:
    """Return possible lines that may be meant by one not understood: by its phrases first, then by the names in it."""
    made = Interpreter(tools.vocabulary, tools.words).guesses(line, moment)
    if table is not None:
        title = title_of(table.game)
        meant = title.guesses(title.offer_context(table, tools.words.language), line)
        if meant and not phrasebook(tools.words).denials & {*line.casefold().split()}:
            made = [one for one in made if one not in _ENDING]  # `next to` does not end a phase
        ways = [line, *_simpler_wordings(tools, table, line)]
        fits = [one for way in dict.fromkeys(ways) if way for one in _fitting_orders(tools, table, way)]
        made = [*fits, *made, *_first_of(tools, table, line), *meant]
    return tuple(one for one in dict.fromkeys(made) if _can_carry_out(tools, table, one))[:_PROPOSED]


def _first_of(tools: Tools, table: Table, line: str) -> list[str]:
    """Return the order of a line's first part that is understood on its own, if the rest is not."""
    for mark in phrasebook(tools.words).parting:
        parts = [part for part in (one.strip(" ,;") for one in mark.split(line)) if part]
        if len(parts) > 1 and (first := _single_order(tools, table, parts[0])) and first != "done":
            return [first]
    return []


def _orders(tools: Spoken, line: str) -> bool:
    """Return whether a line starts with an order's command."""
    return line.partition(" ")[0].removeprefix("/").casefold() in tools.vocabulary.orders


def _can_carry_out(tools: Spoken, table: Table | None, line: str) -> bool:
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


__all__ = ["certain", "proposing", "wondered"]
