"""What a line means that is no command as typed: the one order or query that says all of it, or lines to propose.

One possible order that covers the whole line is returned as the intended line, which the caller carries out at once; a
query is answered. Everything else becomes buttons, carried out only when pressed: several possible orders, an order
that covers a part of the line, and any order found by correcting a typo. Each proposed line is possible now.
"""

from __future__ import annotations

import re
from itertools import islice

from bot.service import phrasing
from bot.service.calls import Caller, Tools
from bot.service.line_orders import ENDING, LineOrders, can_carry_out, is_order
from bot.service.typed_lines import Spoken
from bot.table.phrasebook import phrasebook
from bot.table.refusal import Refusal, Undecided, refuse
from bot.table.table import Table
from bot.table.typed_text import phrase
from bot.titles import title_of
from bot.titles.interpreter import RULES, Interpreter, Moment

#: Refusals of lines that are not understood or that omit something an order needs.
_UNREAD = frozenset({
    "all_or_some", "ambiguous", "bad_argument", "bad_word", "enemy_unit", "fewer_units", "from_and_to", "how_to_play", "move_or_attack", "no_place_here", "no_such_choice", "no_such_proposal", "no_such_unit",
    "no_such_use", "no_unit_here", "not_understood", "nothing_behind", "own_end", "own_order", "something_missing", "spaces_not_units",
    "sr_form", "too_much", "typed_alone", "unknown_card", "unknown_command", "unknown_name", "unknown_space", "where_to", "which_attacked", "which_card", "which_facing", "which_hex", "which_space", "which_target",
    "which_unit", "which_units",
})  # fmt: skip
#: Refusals of orders that belong to another moment.
_OTHER_MOMENT = frozenset({"wrong_moment", "only_when_asked", "answer_first"})
#: Refusals of a value, by which the setting is known: nothing else was meant.
_OF_VALUES = frozenset({"bad_value", "no_value"})
#: Longest line, in words, for which alternatives are searched; longer ones are only parsed.
_WORDS = 60
#: Maximum number of proposed lines.
_PROPOSED = 3
#: Marks between the clauses of a line.
_MARKS = re.compile(r"\s*[,;!]+\s*|[.…]+\s+|\s+[-–—]+\s+")
#: Commands that are also the word for what they do, and cost nothing.
_BARE = frozenset({"undo", "draw"})
#: Maximum words of a line consisting of a command and a name, whose first word may be a misspelt command.
_NAMED = 2


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
    if len(said.split()) > _WORDS or isinstance(refusal, Undecided) or code in _OF_VALUES:
        return refusal, ""
    moment = await phrasing.moment_of(tools, caller, game_id)
    orders = _orders_of(tools, moment)
    if code not in _UNREAD and code not in _OTHER_MOMENT and is_order(tools, said):
        return refusal, orders.joined(said) if orders is not None else ""
    if orders is not None and (sure := orders.certain(said)):
        if first := orders.before_chance(sure):
            if why := orders.why_not(sure):
                return why, ""
            refusal = refuse("one_by_one", part=said)
            refusal.proposed = (first, *orders.after_chance(sure, first))[:_PROPOSED]
            return refusal, ""
        return refusal, sure
    if (which := _asking_which(tools, moment, said, refusal)) is not None:
        return which, ""
    if look := _looked_up(tools, moment, said):
        return refusal, look
    if orders is not None and (meant := orders.self_corrected(said)):
        refusal = refuse("perhaps_meant", text=said, near=f"`/{meant}`")
        refusal.proposed = (meant,)
        return refusal, ""
    return _refusal_with_guesses(tools, moment, said, refusal)


async def order_meant(tools: Tools, caller: Caller, said: str, game_id: str = "") -> str:
    """Return the one possible order that a line without a command means now; "" if there is none or several."""
    if len(said.split()) > _WORDS:
        return ""
    line, moment = await phrasing.understood_at(tools, caller, said, game_id)
    if (table := _own_table(moment)) is None:
        return ""
    if is_order(tools, line) and can_carry_out(tools, table, line):
        return line
    return LineOrders(tools, table).certain(said)


def _own_table(moment: Moment) -> Table | None:
    """Return the table at which the one who types has to decide, or None."""
    return moment.table if moment.table is not None and moment.table.mine else None


def _orders_of(tools: Spoken, moment: Moment) -> LineOrders | None:
    """Return what lines mean as orders now, or None where the one who types decides nothing."""
    return None if (table := _own_table(moment)) is None else LineOrders(tools, table)


def _refusal_with_guesses(tools: Tools, moment: Moment, said: str, refusal: Refusal) -> tuple[Refusal, str]:
    """Return the refusal of a line that has no certain reading, with likely ones, and an impossible one that explains it."""
    code, table, orders = refusal.reason.code, _own_table(moment), _orders_of(tools, moment)
    if orders is not None and (meant := orders.once_corrected(said)):
        if orders.slight(said, orders.corrected(Interpreter(tools.vocabulary, tools.words).plainly(said)), meant):
            return refusal, meant
        refusal = refuse("perhaps_meant", text=said, near=f"`/{meant}`")
        refusal.proposed = (meant,)
        return refusal, ""
    if code not in _UNREAD and (code not in _OTHER_MOMENT or is_order(tools, said)):
        return refusal, ""
    if orders is not None and (meant := orders.impossible(said) or orders.impossible_once_corrected(said)):
        return refusal, meant
    slips = code != "unknown_command" or refusal.slip or len(said.split()) <= _NAMED
    own = [one for one in refusal.proposed if (slips or is_order(tools, one)) and can_carry_out(tools, table, one)]
    if _waits(moment):
        own = [one for one in own if not is_order(tools, one)]  # the other side decides
    if orders is not None and refusal.slip and len(own) == 1 and orders.slight(said, own[0], own[0]):
        return refusal, own[0]
    found = tuple(own) if refusal.reason.code != "unknown_command" or any(is_order(tools, one) for one in own) else ()
    if not found:
        reads = Interpreter(tools.vocabulary, tools.words)
        line = reads.plainly(said)
        found = _possible_lines(tools, moment, line) or tuple(own)
        if reads.asks(said):
            found = tuple(one for one in found if one not in ENDING)  # `anything else that can shoot?` ends no phase
        if not found and orders is not None and (corrected := orders.corrected(line)):
            found = _possible_lines(tools, moment, corrected)
        free = refusal.reason.code in ("not_understood", "typed_alone") and not is_order(tools, said)
        if found and found != tuple(own) and (free or refusal.reason.code == "unknown_command"):
            near = tools.words.listed([f"`/{one}`" for one in found], "or")
            refusal = refuse("perhaps_meant", text=line, near=near)
    refusal.proposed = found
    if found or code != "unknown_command":
        return refusal, ""
    topic = _topic(tools, moment, said)
    return (refusal if topic else _unread_refusal(said, refusal, moment)), topic


def _unread_refusal(said: str, refusal: Refusal, moment: Moment) -> Refusal:
    """Return the refusal of a line not understood: who decides now, or what its player can do."""
    table, several = moment.table, len(said.split()) > 1
    if table is not None and _waits(moment) and several:
        return refuse("not_your_decision", part=said, side=table.game.actor)
    return _not_an_order(said, refusal, _own_table(moment)) if several else refusal


def _waits(moment: Moment) -> bool:
    """Return whether the other side decides now in the game of the one who types."""
    return moment.table is not None and bool(moment.table.game.stack) and not moment.table.mine


async def wondered(tools: Tools, caller: Caller, said: str, game_id: str) -> Refusal | None:
    """Return the proposal for a line that asks if something is possible, e.g. `can I move Sedan and Paris`, or None."""
    reads = Interpreter(tools.vocabulary, tools.words)
    wish = "" if reads.asks(said) or len(said.split()) > _WORDS else reads.wonders(said)
    if not wish:
        return None
    moment = await phrasing.moment_of(tools, caller, game_id)
    orders = _orders_of(tools, moment)
    if orders is None or reads.meaning(reads.plainly(said), moment).line.partition(" ")[0] in (RULES, "undo"):
        return None  # the rule answers it, and taking back costs nothing
    if not (meant := orders.requested(wish)):
        return None
    found = refuse("perhaps_meant", text=said, near=f"`/{meant}`")
    found.proposed = (meant,)
    return found


def _not_an_order(said: str, refusal: Refusal, table: Table | None) -> Refusal:
    """Return the refusal of a multi-word line that starts with no command, with what its player can do now."""
    if table is None:
        return refuse("unknown_command", text=refusal.reason.data["text"], near="")
    commands = tuple(f"`/{name}`" for name in table.face.commands)
    found = refuse("not_an_order", text=said, decision=table.kind, commands=commands)
    found.proposed = ("panel",)
    return found


def _without_surplus(tools: Spoken, line: str) -> str:
    """Return a look-up without words of talk after its name that it can't take: `score right now`; "" for other lines."""
    name, *words = line.split() or [""]
    talk = phrasebook(tools.words).known_words
    command = tools.vocabulary.by_name.get(name.removeprefix("/").casefold())
    if command is None or command.part != "looking" or not words or can_carry_out(tools, None, line):
        return ""
    kept = [word for word in words if can_carry_out(tools, None, f"{name} {word}")]
    bare, dropped = " ".join([name, *kept]), [phrase(word) for word in words if word not in kept]
    chatter = set(dropped) <= talk and not any(word.isdecimal() for word in dropped)
    return bare if chatter and can_carry_out(tools, None, bare) else ""


def _looked_up(tools: Spoken, moment: Moment, said: str) -> str:
    """Return the query or undo that a line expresses in simpler words; "" for other lines."""
    reads = Interpreter(tools.vocabulary, tools.words)
    if bare := _without_surplus(tools, reads.meaning(reads.plainly(said), moment).line):
        return bare
    question, line = reads.asks(said), reads.plainly(said)
    meant = [reads.covered(line, moment)]
    ways = [phrasebook(tools.words).plainer(line)]
    if moment.table is not None:
        orders = LineOrders(tools, moment.table)
        ways = [*orders.simpler(line), orders.corrected(line)]
    for plain in ways:
        meant += (
            [reads.meaning(reads.plainly(plain), moment, question=question).line] if plain not in ("", line) else []
        )
    asked = reads.meaning(line, moment).line
    if moment.table is not None and phrase(asked) != phrase(line) and not is_order(tools, asked):
        title = title_of(moment.table.game)
        meant.append(title.asked(title.offer_context(moment.table, tools.words.language), line))
    if moment.table is not None and question:
        title = title_of(moment.table.game)
        meant.append(title.asked(title.offer_context(moment.table, tools.words.language), f"{line}?"))
    meant.append(_beside_remark(tools, moment, line))
    first, mark, rest = said.partition("?")
    meant += [reads.meaning(reads.plainly(first), moment, question=True).line] if mark and rest.strip() else []
    for one in meant:
        command = tools.vocabulary.by_name.get(one.partition(" ")[0].removeprefix("/").casefold())
        looks = (
            one in ("undo", "draw", "panel")
            or one.startswith("help ")
            or (command is not None and command.part == "looking")
        )
        if one and one != line and looks and can_carry_out(tools, None, one):
            return one
    return ""


def _beside_remark(tools: Spoken, moment: Moment, line: str) -> str:
    """Return what the first or last clause means as a phrase for a query or undo, if all else orders nothing: `my phone dies in 10, can I pause the clock`."""
    parts = _clauses(line)
    for phrased, others in ((parts[-1], parts[:-1]), (parts[0], parts[1:])):
        meant = _phrase_meaning(tools, phrased) if others else ""
        if meant not in ("", "panel") and not any(_orders_something(tools, moment, one) for one in others):
            return meant
    return ""


def _clauses(line: str) -> list[str]:
    """Return the parts of a line between its marks."""
    return [part for part in (one.strip() for one in _MARKS.split(line)) if part] or [line]


def _phrase_meaning(tools: Spoken, part: str) -> str:
    """Return what a part of a line means as a phrase that is the same at every moment, or as the bare word for one; else ""."""
    reads = Interpreter(tools.vocabulary, tools.words)
    bare = reads.plainly(part).removeprefix("/").casefold()
    return reads.whole_phrase(part) or (bare if bare in _BARE else "")


def _orders_something(tools: Spoken, moment: Moment, part: str) -> bool:
    """Return whether a part of a line may order something at the present decision."""
    reads = Interpreter(tools.vocabulary, tools.words)
    if is_order(tools, reads.meaning(reads.plainly(part), moment).line):
        return True
    if (table := _own_table(moment)) is None:
        return False
    title = title_of(table.game)
    return not ENDING.issuperset(title.guesses(title.offer_context(table, tools.words.language), part))


def _asking_which(tools: Tools, moment: Moment, said: str, refusal: Refusal) -> Refusal | None:
    """Return the question which of several things a line means that it names alike: phrases, or units; None if it means one."""
    if either := _either_phrase(tools, Interpreter(tools.vocabulary, tools.words).plainly(said)):
        found = refuse("perhaps_meant", text=said, near=tools.words.listed([f"`/{one}`" for one in either], "or"))
        found.proposed = either[:_PROPOSED]
        return found
    likely = [one for one in refusal.proposed if can_carry_out(tools, _own_table(moment), one)]
    if refusal.reason.code != "ambiguous" or not likely:
        return None
    refusal.proposed = tuple(likely)
    return refusal


def _either_phrase(tools: Spoken, line: str) -> tuple[str, ...]:
    """Return the commands that the parts of a line mean, if each is a phrase that acts and they differ: `I offer peace, call it a draw?`."""
    meant = [_phrase_meaning(tools, part) for part in _clauses(line)]
    found = tuple(dict.fromkeys(meant))
    if not all(meant) or len(found) == 1:
        return ()
    known = tools.vocabulary.by_name
    acts = all(name in known and known[name].part != "looking" for name in (one.split()[0] for one in found))
    return found if acts and "panel" not in found else ()


def _topic(tools: Spoken, moment: Moment, said: str) -> str:
    """Return the look-up of the subject of a line that is understood in no other way, if it is no place or unit; else ""."""
    denied = phrasebook(tools.words).denials.intersection(phrase(said).split())
    if moment.table is None or len(said.split()) == 1 or denied:
        return ""
    title = title_of(moment.table.game)
    line = Interpreter(tools.vocabulary, tools.words).plainly(said)
    look = title.asked(title.offer_context(moment.table, tools.words.language), line)
    command = tools.vocabulary.by_name.get(look.partition(" ")[0])
    wide = command is not None and command.part == "looking" and " " not in look
    return look if wide or look.startswith(f"{RULES} ") else ""


def _possible_lines(tools: Tools, moment: Moment, line: str) -> tuple[str, ...]:
    """Return possible lines that may be meant by one not understood: by its phrases first, then by the names in it."""
    reads = Interpreter(tools.vocabulary, tools.words)
    made = reads.guesses(line, moment) or reads.guesses(phrasebook(tools.words).shorthand.spelled_out(line), moment)
    if (table := _own_table(moment)) is not None:
        title, orders = title_of(table.game), LineOrders(tools, table)
        meant = title.guesses(title.offer_context(table, tools.words.language), line)
        if meant and not phrasebook(tools.words).denials & {*line.casefold().split()}:
            made = [one for one in made if one not in ENDING]  # `next to` does not end a phase
        fits = [one for way in dict.fromkeys([line, *orders.simpler(line)]) if way for one in orders.fitting(way)]
        first = orders.first_part(line)
        made = [*fits, *made, *([first] if first else []), *meant]
    possible = (one for one in dict.fromkeys(made) if can_carry_out(tools, table, one))
    return tuple(islice(possible if table is None else LineOrders(tools, table).different(possible), _PROPOSED))


__all__ = ["order_meant", "proposing", "wondered"]
