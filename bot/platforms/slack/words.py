"""What only Slack's own surfaces say; everything about the game comes with the replies."""

from __future__ import annotations

from bot.titles import usual_title

#: Where no title is meant, or each would do.
COMMAND = f"/{usual_title().command}"

FIND = "Find an order…"
TYPE = "Type an order"
TAKE = "Take these"
CHOOSE_ONE = "Choose one…"
CHOOSE_SEVERAL = "Choose up to {most}…"
BACK = "My move"

FORM_TITLE = "Feldpost"
FORM_SEND = "Send"
FORM_CLOSE = "Close"
FORM_FIND = "Choose what is possible now"
FORM_TYPE = "Or type it"
FORM_TYPE_HINT = "As behind /{root}, e.g. {example}"
FORM_EMPTY = "Choose or type an order."
SHEET_EMPTY = "Choose an entry in at least one of the fields, or close the form."
NONE_CHOSEN = "Nothing was chosen: choose at least one entry of the menu above the button, then press it."

NEW_TITLE = "New game"
NEW_USUAL = "As usual"

HOME_HEAD = "My games"
HOME_OPEN = "Open a game…"
HOME_HELP = f"Play in a channel: `{COMMAND} new` opens a game, `{COMMAND} help` lists the commands, `{COMMAND}` alone opens a form."
HOME_REFRESH = "Refresh"

THREAD = "*Spectators' thread*: every action with its picture, a summary and the whole map after each turn."
THREAD_HERE = "Spectators find every action with its picture in the thread of this message."
BELOW = "The game goes on in the table message below."
ELSEWHERE = "The game goes on in {channel}."
OTHER_CHANNEL = "another channel"
DIRECT = "The file {name} is in your direct messages."
NO_DIRECT = "The file {name} could not be sent: {reason}"
NO_PICTURE = "The picture could not be shown here."
TOO_LONG = "That is too long: a command has at most 2,000 characters. Give the order in several parts."
NO_STORE = "The store cannot be reached now, so nothing was changed by this: try again in a minute."
#: Where the store goes away in the middle.
UNSURE = (
    f"The store went away, so it is not known whether this was carried out: look with `{COMMAND} status` in a minute."
)
NO_INSTALL = "The installation cannot be served for the moment: try again in a minute."
UNREADABLE = f"That button cannot be read any more; `{COMMAND} panel` shows the present position."

USED_UP = f"Slack takes no more answers to that press: `{COMMAND} panel` brings a fresh panel."
BROKE = f"Something broke on our side and is noted in the log. Send it again, or look with `{COMMAND} status`."
LATE = f"Slack wanted the form within three seconds and it came later: try once more, or type the order behind `{COMMAND}`."

_AGAIN = "install it again, and what waits is posted"
_LEFT = f"That player has left the workspace or the channel: `{COMMAND} master replace ap` or `cp` gives the seat to another."

#: What Slack's error words mean, and what to do; the boolean says that trying again is useless. What somebody can mend
#: is not final: the outbox tries on for some minutes, and a game that is relocated takes its posts along.
ERRORS: dict[str, tuple[str, bool]] = {
    "account_inactive": (f"The workspace has removed the app: {_AGAIN}.", False),
    "token_revoked": (f"The workspace has withdrawn the app's token: {_AGAIN}.", False),
    "token_expired": (f"The app's token has run out: {_AGAIN}.", False),
    "invalid_auth": ("Slack refuses the app's token: mend FELDPOST_SLACK_BOT_TOKEN or install the app again.", False),
    "not_authed": (f"The app has no token here: {_AGAIN}.", False),
    "missing_scope": ("The app lacks a scope: install it again with the manifest of deploy/slack.", False),
    "no_permission": ("The app may not do this here: ask an admin of the workspace.", False),
    "ekm_access_denied": ("An admin of the workspace has suspended posting: ask them.", False),
    "restricted_action": (
        (
            "The workspace does not let the app post in this channel: ask an admin, or bring the game to another channel "
            f"by `{COMMAND} relocate` there."
        ),
        False,
    ),
    "is_archived": (
        (f"The channel is archived: unarchive it, or bring the game to another channel by `{COMMAND} relocate` there."),
        False,
    ),
    "user_not_in_channel": (_LEFT, True),
    "user_not_found": (_LEFT, True),
    "user_disabled": (_LEFT, True),
    "users_not_found": (_LEFT, True),
    "msg_too_long": ("Slack finds the message too long.", True),
    "invalid_blocks": ("Slack does not take the blocks of the message.", True),
    "invalid_arguments": ("Slack does not take the arguments of the message.", True),
    # A private channel without the app looks to it like one that was deleted, and inviting it mends it.
    "channel_not_found": (
        (
            "There is no such channel for the app: invite it with `/invite @Feldpost`, or bring the game to another channel "
            f"by `{COMMAND} relocate` there."
        ),
        False,
    ),
    "not_in_channel": (
        (
            "The app is not in the channel: invite it with `/invite @Feldpost`, or bring the game to another channel by "
            f"`{COMMAND} relocate` there."
        ),
        False,
    ),
    "ratelimited": ("Slack asks for patience.", False),
    "rate_limited": ("Slack asks for patience.", False),
}
OTHER_ERROR = "Slack refused with {error}."
UNREACHABLE = "Slack cannot be reached now ({error})."
NOT_INSTALLED = "The app is not installed in workspace {team}: install it there."
