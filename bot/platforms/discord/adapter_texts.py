"""What this adapter says by itself, from `assets/host/text`; everything about the game comes from replies."""

from __future__ import annotations

from bot.narration.texts import texts
from bot.platforms.discord.commands import spoken


def _said(key: str) -> str:
    """Return a text with its fields still to be put in, its commands as they are typed here; every root takes those it names."""
    return spoken(str(texts().table("discord")[key]))


DONE = _said("done")
WRITTEN_OUT = _said("written_out")
THREAD_OPENED = _said("thread_opened")
TYPE_ORDER = _said("type_order")
ORDER_TITLE = _said("order_title")
ORDER_LABEL = _said("order_label")
SEND_SHEET = _said("send_sheet")
MORE_FIELDS = _said("more_fields")
FIRST_FIELDS = _said("first_fields")
LEAVE_SHEET = _said("leave_sheet")
CHOOSE_UP_TO = _said("choose_up_to")
TOO_LATE = _said("too_late")
UNACKNOWLEDGED = _said("unacknowledged")
UNHEARD = _said("unheard")
LEFT_US = _said("left_us")
GOES_ON = _said("goes_on")
STANDS_BELOW = _said("stands_below")
BROKE = _said("broke")
CUT_OFF = _said("cut_off")
NO_STORE = _said("no_store")
UNREADABLE = _said("unreadable")
LACKING_HERE = _said("lacking_here")
NO_ROOMS = _said("no_rooms")
MISSING_PERMISSION = _said("missing_permission")
NO_ACCESS = _said("no_access")
CHANNEL_GONE = _said("channel_gone")
NO_DIRECT = _said("no_direct")
THREAD_REFUSED = _said("thread_refused")
THREAD_LOCKED = _said("thread_locked")
TOO_LARGE = _said("too_large")
REFUSED = _said("refused")
TROUBLE = _said("trouble")
UNREACHABLE = _said("unreachable")
HELD_BACK = _said("held_back")
NO_CHANNEL_NUMBER = _said("no_channel_number")
PRIVATE_TO_NOBODY = _said("private_to_nobody")
PRIVATE_PICTURE = _said("private_picture")
