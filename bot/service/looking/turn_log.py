"""The `log` command: the events of a turn or part of it, replayed from that turn's start in the record."""

from __future__ import annotations

from bot.service.looking.screens import GameViewer
from bot.service.record import record_queries
from bot.service.record.record_queries import LogQuery, LogText
from bot.service.record_work import DIFFERS
from bot.service.visibility import Visibility
from bot.storage.turns import TurnStart
from bot.table.refusal import Refusal
from bot.table.reply import Reply
from bot.titles import title_of


async def show_log(viewer: GameViewer, turn: str, part: str) -> Reply:
    """Return the events of a turn or part; by default of the current or latest part, with how to see more."""
    title = title_of(viewer.game)
    tools, (now, here) = viewer.tools, title.moment(viewer.game)
    number, present = int(turn) if turn.isdecimal() else now, bool(title.part) and turn == title.part
    if present and not part:
        text = await _newest(viewer, now, here)
    else:
        text = (await _turn_text(viewer, number, int(part) if part else None)).text
    if not text and not (part or title.part):
        # The turn has only started, so show it with the previous one.
        text = "\n".join(filter(None, [(await _turn_text(viewer, one, None)).text for one in (number - 1, number)]))
    return Reply(text=text or tools.say("ui.answers.log_empty"))


async def _newest(viewer: GameViewer, now: int, here: int) -> str:
    """Return the current part of the turn if a choice was made in it, else the previous part and all after it."""
    say = viewer.tools.say
    for found in (
        await _turn_text(viewer, now, here, chosen=True),
        await _turn_text(viewer, now, None, last_but=here),
    ):
        if found.text:
            return "\n".join([found.text, *([say("ui.answers.log_more.now")] if found.more else [])])
    before, begun = await _turn_text(viewer, now - 1, None, last_but=0), await _turn_text(viewer, now, None)
    if not before.text:  # no part has started yet
        return "\n".join(filter(None, [(await _turn_text(viewer, now - 1, None)).text, begun.text]))
    turn = title_of(viewer.game).turn(viewer.names, now - 1)
    more = [say("ui.answers.log_more.before", turn=turn, number=now - 1)] if before.more else []
    return "\n".join(filter(None, [before.text, begun.text, *more]))


async def _turn_text(
    viewer: GameViewer, turn: int, wanted: int | None, *, chosen: bool = False, last_but: int | None = None
) -> LogText:
    """Return a turn as text; "" if nothing happened, or with `chosen`, if nobody has chosen anything in it.

    Stored turn starts are used and extended. With `last_but` it is the last part of the turn other than that one, and
    everything after.
    """
    if turn > title_of(viewer.game).moment(viewer.game)[0]:
        return LogText()
    turns, game = viewer.tools.store.turns, viewer.game
    start, after = await turns.around(viewer.game_id, turn, epoch=game.epoch, settled=game.settled)
    asked = LogQuery(viewer.tools.words.language, viewer.side, turn, wanted, chosen, last_but)
    try:
        return await _replayed_text(viewer, asked, start, after)
    except Refusal as refusal:
        if refusal.reason.code != DIFFERS or (start is None and after is None):
            raise
    return await _replayed_text(viewer, asked, None, None)


async def _replayed_text(
    viewer: GameViewer, asked: LogQuery, start: TurnStart | None, after: TurnStart | None
) -> LogText:
    """Return a turn from its entries, or from as many more as needed if its start and end are unknown."""
    tools, game = viewer.tools, viewer.game
    last = None if after is None else after.entry
    text, begun, known = await tools.recalled(
        viewer.caller,
        record_queries.log_text,
        viewer.stored,
        asked,
        start,
        last,
        start=0 if start is None else start.before + 1,
        upto=game.number if last is None else last,
    )
    veil = Visibility.of(viewer.stored).veil
    settled = game.settled if veil is None else min(game.settled, veil.number)
    found = [
        TurnStart(
            turn=one.turn, epoch=game.epoch, entry=one.entry, before=one.before, known=of_sides, events=one.events,
            position=one.position,
        )
        for one, of_sides in zip(begun, known, strict=True)
        if one.entry <= settled and one.entry != last
    ]  # fmt: skip
    if found:
        await tools.store.turns.keep(viewer.game_id, found)
    return text


__all__ = ["show_log"]
