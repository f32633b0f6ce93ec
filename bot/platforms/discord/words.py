"""What this adapter says by itself; everything about the game comes from replies."""

from __future__ import annotations

DONE = "Done."
WRITTEN_OUT = "The whole text is in the file."
THREAD_OPENED = "Paths of Glory, game {game}"
TYPE_ORDER = "Type an order…"
ORDER_TITLE = "Type an order"
ORDER_LABEL = "Orders as you would type them behind /pog"
ORDER_EXAMPLE = "activate sedan attack; koblenz move"
BROKE = "Something broke on our side and is noted in the log. Send it again, or look with /pog status."
NO_LONGER = "This control is from an older Feldpost: call your panel with /pog panel."
ROOT = "Paths of Glory: play, look, and set up a game in this channel."
GROUPS = {
    "lobby": "Set up a game: sides, bids, start, your settings.",
    "playing": "Play: cards, moves, combat.",
    "looking": "Look: pictures, cards, odds, the log, the rules.",
    "around": "Around the game: undo, rollback, resign, export, your games.",
}

LACKING_HERE = (
    "Feldpost may not post in this channel yet: somebody who manages it must give it {permissions}. The game is kept, and "
    "shows itself as soon as it may."
)
MISSING_PERMISSION = (
    "Feldpost lacks a permission in channel {channel}: give it View Channel, Send Messages, Send Messages in Threads, "
    "Create Public Threads and Attach Files there (`feldpost discord invite` asks for exactly these), or bring the game "
    "elsewhere by `/pog around relocate` there."
)
NO_ACCESS = (
    "Feldpost cannot see channel {channel}: it was removed from the server or may not view the channel. Invite it again "
    "with `feldpost discord invite`, or bring the game to another channel by "
    "`/pog around relocate` there."
)
CHANNEL_GONE = "Channel {channel} was deleted: bring the game to another one by `/pog around relocate` there, then deliver this post again."
NO_DIRECT = "User {user} takes no direct messages from Feldpost: they see the same with *My move* in the channel."
THREAD_LOCKED = (
    "The spectators' thread of channel {channel} is locked or full: unlock it, or delete it to get a new one."
)
TOO_LARGE = "Discord refused a file of this post as too large."
REFUSED = "Discord refused the post: {reason}."
TROUBLE = "Discord has trouble ({reason}): tried again by itself."
UNREACHABLE = "Discord cannot be reached: tried again by itself."
NO_CHANNEL_NUMBER = "Channel {channel} is no Discord channel id."
PRIVATE_TO_NOBODY = "A private message names nobody to whom it could be shown."
PRIVATE_PICTURE = "A picture of a seat's own view must not be posted publicly."
