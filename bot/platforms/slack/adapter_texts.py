"""What only Slack's own surfaces say, from `assets/host/text`; everything about the game comes with the replies."""

from __future__ import annotations

import re
from typing import Final

from bot.narration import user_text
from bot.narration.texts import texts
from bot.titles import roots, usual_title

#: Where no title is meant, or each would do.
COMMAND: Final = f"/{usual_title().command}"


#: What Slack calls otherwise than texts for every platform do, and has not.
_TERMS: Final = {str(told["text"]): str(told["slack"]) for told in texts().table("slack.terms").values()}
_TERM: Final = re.compile("|".join(rf"\b{re.escape(text)}\b" for text in sorted(_TERMS, key=len, reverse=True)))


def spoken(text: str, title: str = "") -> str:
    """Return a text in Slack's terms; commands of a title as they are typed there, where /join, /leave and /status alone are Slack's own."""
    told = user_text.escaped(text, str, lambda ours: _TERM.sub(lambda found: _TERMS[found[0]], ours))
    return roots.spoken(told, title, lambda meant, name: f"/{meant.command} {name}")


def _said(key: str) -> str:
    """Return a text with its fields still to be put in, its commands as they are typed here; every root takes those it names."""
    return spoken(str(texts().table("slack")[key])).replace("{command}", COMMAND)


FIND = _said("find")
TYPE = _said("type")
TAKE = _said("take")
CHOOSE_ONE = _said("choose_one")
CHOOSE_SEVERAL = _said("choose_several")
BACK = _said("back")
FORM_TITLE = _said("form_title")
FORM_SEND = _said("form_send")
FORM_CLOSE = _said("form_close")
FORM_FIND = _said("form_find")
FORM_TYPE = _said("form_type")
FORM_TYPE_HINT = _said("form_type_hint")
FORM_EMPTY = _said("form_empty")
SHEET_EMPTY = _said("sheet_empty")
NONE_CHOSEN = _said("none_chosen")
NEW_TITLE = _said("new_title")
NEW_USUAL = _said("new_usual")
HOME_HEAD = _said("home_head")
HOME_OPEN = _said("home_open")
HOME_HELP = _said("home_help")
HOME_NONE = _said("home_none")
HOME_REFRESH = _said("home_refresh")
THREAD = _said("thread")
THREAD_HERE = _said("thread_here")
BELOW = _said("below")
ELSEWHERE = _said("elsewhere")
OTHER_CHANNEL = _said("other_channel")
SOME_CHANNEL = _said("some_channel")
DIRECT = _said("direct")
NO_DIRECT = _said("no_direct")
NO_PICTURE = _said("no_picture")
PICTURE_COMING = _said("picture_coming")
TOO_LONG = _said("too_long")
NO_STORE = _said("no_store")
UNSURE = _said("unsure")
NO_INSTALL = _said("no_install")
INSTALL_TITLE = _said("install_title")
INSTALL = _said("install")
INSTALL_SAYS = _said("install_says")
INSTALL_HISTORY = _said("install_history")
INSTALL_HISTORY_SAYS = _said("install_history_says")
UNREADABLE = _said("unreadable")
USED_UP = _said("used_up")
BROKE = _said("broke")
MISSHAPEN = _said("misshapen")
MISSHAPEN_PRESS = _said("misshapen_press")
OTHER_COMMAND = _said("other_command")
ORG_WIDE = _said("org_wide")
LATE = _said("late")
OTHER_ERROR = _said("other_error")
UNREACHABLE = _said("unreachable")
NOT_INSTALLED = _said("not_installed")

#: What keeps games from a channel, and what the app says in a post that is only tried.
RIGHTS: Final[dict[str, str]] = {key: spoken(str(text)) for key, text in texts().table("slack.rights").items()}

#: Errors after which trying again is useless. What somebody can mend is none of them: the outbox tries on for some
#: minutes, and a game that is relocated takes its posts along.
_FINAL: Final = frozenset(
    {
        "user_not_in_channel", "user_not_found", "user_disabled", "users_not_found",
        "msg_too_long", "invalid_blocks", "invalid_arguments",
    }
)  # fmt: skip
#: What Slack's error words mean, and whether trying again is useless.
ERRORS: Final[dict[str, tuple[str, bool]]] = {
    code: (spoken(str(text)), code in _FINAL) for code, text in texts().table("slack.errors").items()
}
