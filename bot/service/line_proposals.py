"""Lines that are proposed in the place of one that was refused, since nobody understands it: each is possible now.

None is carried out before somebody presses its button.
"""

from __future__ import annotations

from bot.service import phrasing
from bot.service.acting.play import order_of
from bot.service.calls import Caller, Tools
from bot.service.typed_lines import chained, surely
from bot.table.refusal import Refusal, refuse
from bot.table.table import Table
from bot.titles import title_of
from bot.titles.interpreter import Interpreter, Moment
from engine.errors import ChanceError

#: Refusals of lines that nobody understands, or that leave out what an order has to say.
_UNREAD = frozenset({
    "all_or_some", "ambiguous", "bad_word", "from_and_to", "how_to_play", "move_or_attack", "no_place_here", "no_such_choice", "no_such_unit",
    "no_such_use", "no_unit_here", "not_understood", "nothing_behind", "own_end", "own_order", "something_missing", "spaces_not_units",
    "sr_form", "unknown_card", "unknown_command", "unknown_name", "unknown_space", "where_to", "which_card", "which_space", "which_target",
    "which_units",
})  # fmt: skip
#: Words of a line at most for which another is looked for; what is longer costs no more than its reading.
_WORDS = 60
#: Lines that are proposed at most.
_PROPOSED = 3


async def proposing(tools: Tools, caller: Caller, said: str, refusal: Refusal, game_id: str) -> Refusal:
    """Return the refusal of a line with the lines that may be meant by it.

    Where nobody understands the line, these are orders that are possible now; what is refused for its own sake bears
    what it proposes itself.

    Args:
        tools: what the bot works with.
        caller: who typed it.
        said: the line as it was typed, without the root of the title.
        refusal: of the line as it was understood; its own proposals stand in it.
        game_id: the game that is meant, "" for that of the channel.
    """
    code = refusal.reason.code
    if len(said.split()) > _WORDS:
        return refusal
    if code not in _UNREAD and (code != "wrong_moment" or _orders(tools, said)):
        return refusal
    moment = await phrasing.moment_of(tools, caller, game_id)
    table = moment.table if moment.table is not None and moment.table.mine else None
    own = [one for one in refusal.proposed if _possible(tools, table, one)]
    found = tuple(own) if refusal.reason.code != "unknown_command" or any(_orders(tools, one) for one in own) else ()
    if not found:
        line = Interpreter(tools.vocabulary, tools.words).plainly(said)
        found = _made(tools, moment, table, line) or tuple(own)
        if found and found != tuple(own) and refusal.reason.code == "unknown_command":
            near = tools.words.listed([f"`/{one}`" for one in found], "or")
            refusal = refuse("perhaps_meant", text=line, near=near)
    alone = not said.strip().partition(" ")[2]
    if not found and not alone and refusal.proposed and refusal.reason.code == "unknown_command":
        refusal = refuse("unknown_command", text=refusal.reason.data["text"], near="")
    refusal.proposed = found
    return refusal


def _made(tools: Tools, moment: Moment, table: Table | None, line: str) -> tuple[str, ...]:
    """Return lines that are possible now and may be meant by one that nobody understands: by its phrases, then by what it names."""
    made = Interpreter(tools.vocabulary, tools.words).guesses(line, moment)
    if table is not None:
        title = title_of(table.game)
        made += title.guesses(title.offer_context(table, tools.words.language), line)
    return tuple(one for one in dict.fromkeys(made) if _possible(tools, table, one))[:_PROPOSED]


def _orders(tools: Tools, line: str) -> bool:
    """Return whether a line begins with the command of an order."""
    return line.partition(" ")[0].removeprefix("/").casefold() in tools.vocabulary.orders


def _possible(tools: Tools, table: Table | None, line: str) -> bool:
    """Return whether a line can be carried out now, as far as to a die; without a table that is its own, whether it is well-formed."""
    try:
        lines, _ = surely(chained(tools, line))
        name, text = lines[0]
        if name not in tools.vocabulary.orders:
            return bool(tools.vocabulary.by_name[name].parse(text, tools.words))
        if table is not None:
            order_of(tools, lines)(table.trial())
    except Refusal:
        return False
    except ChanceError:
        pass
    return True


__all__ = ["proposing"]
