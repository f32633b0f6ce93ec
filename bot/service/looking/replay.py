"""The `replay` command: selects the positions shown in an animation of the past."""

from __future__ import annotations

from bot.service.looking.screens import GameViewer
from bot.service.record import record_queries
from bot.table.refusal import refuse
from bot.table.reply import Reply
from bot.titles import title_of

#: Maximum frames per animation; more would make it too large for a chat message.
MOST = 40


async def replay(viewer: GameViewer, turn: str, where: str) -> Reply:
    """Return an animation of the positions after each action of a turn or of the whole game."""
    tools, title = viewer.tools, title_of(viewer.game)
    here, _ = title.moment(viewer.game)
    # Undone actions are not shown: the current position is that of the last entry that counts.
    actions, now = await viewer.recalled(record_queries.actions)
    wanted = int(turn) if turn.isdecimal() else here
    numbers = [entry for entry, at, _, _ in actions if turn == "all" or at == wanted]
    ends = [entry for entry, at, _, _ in actions if at == wanted + 1][:1] if turn != "all" else []
    last = ends or ([now] if turn == "all" or wanted >= here else [])
    frames = evenly_spread(list(dict.fromkeys([*numbers, *last])), MOST)
    if len(frames) < 2:
        raise refuse("nothing_to_replay")
    what = title.turn(viewer.names, wanted) if turn != "all" else tools.say("ui.replay.whole")
    text = tools.say("ui.replay.text", what=what, count=len(frames), where=tools.say(f"ui.maps.{where}"))
    return Reply(text=text, picture=viewer.picture("replay", text, name=where, entries=frames))


def evenly_spread(numbers: list[int], most: int) -> list[int]:
    """Return at most `most` of the numbers, evenly spread, including the first and the last."""
    if len(numbers) <= most:
        return numbers
    step = (len(numbers) - 1) / (most - 1)
    return [numbers[round(place * step)] for place in range(most)]


__all__ = ["evenly_spread", "replay"]
