"""After some of an operation's moves the close-up shows the moved units, not every activated space."""

from __future__ import annotations

from bot.table.reply import Reply
from engine.pog.content import load_content
from tests.bot.support import Channel

SPACES = load_content().spaces


def framed(reply: Reply) -> set[str]:
    """Return the names of the spaces framing the panel's picture, the last where several are shown as one."""
    assert reply.picture is not None
    args = reply.picture.args
    if reply.picture.kind == "joined":
        args = args["parts"][-1]["args"]  # type: ignore[index]
    return {SPACES[space].name for space in args["focus"]}  # type: ignore[attr-defined]


async def test_the_picture_is_framed_by_what_moved(channel: Channel) -> None:
    await channel.begin(scenario="introductory")
    await channel.say("anna", "play 1 as ops")
    assert framed((await channel.say("anna", "activate strasbourg, insterberg, oppeln move"))[0]) == {
        "strasbourg", "insterberg", "oppeln",
    }  # fmt: skip
    assert framed((await channel.say("anna", "move ge 8 to tannenberg"))[0]) == {"insterberg", "tannenberg"}
    # A panel opened later shows the same, and so does a page's map.
    assert framed((await channel.say("anna", "panel"))[0]) == {"insterberg", "tannenberg"}
    board = await channel.board("anna", text="panel")
    assert {SPACES[int(target)].name for target in board.focus} == {"insterberg", "tannenberg"}
    assert framed((await channel.say("anna", "undo"))[0]) == {"strasbourg", "insterberg", "oppeln"}
