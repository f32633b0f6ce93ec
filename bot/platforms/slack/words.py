"""What only Slack's own surfaces say; everything about the game comes with the replies."""

from __future__ import annotations

COMMAND = "/pog"

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
FORM_TYPE_HINT = "As behind /pog, e.g. activate sedan attack; koblenz move"
FORM_EMPTY = "Choose or type an order."
SHEET_EMPTY = "Choose an entry in at least one of the fields, or close the form."
NONE_CHOSEN = "Nothing was chosen: choose at least one entry of the menu above the button, then press it."

NEW_TITLE = "New game"
NEW_SCENARIO = "Scenario"
NEW_OPTIONS = "Options"
NEW_OPTIONS_HINT = "Words as name=value, e.g. hand=8 trenches=yes; empty for the rules as printed."

HOME_HEAD = "My games"
HOME_OPEN = "Open a game…"
HOME_HELP = "Play in a channel: `/pog new` opens a game, `/pog help` lists the commands, `/pog` alone opens a form."
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
UNSURE = "The store went away, so it is not known whether this was carried out: look with `/pog status` in a minute."
NO_INSTALL = "The installation cannot be served for the moment: try again in a minute."
UNREADABLE = "That button cannot be read any more; `/pog panel` shows the present position."

USED_UP = "Slack takes no more answers to that press: `/pog panel` brings a fresh panel."
BROKE = "Something broke on our side and is noted in the log. Send it again, or look with `/pog status`."
LATE = "Slack wanted the form within three seconds and it came later: try once more, or type the order behind `/pog`."

_AGAIN = "install it again, and what waits is posted"
_LEFT = "That player has left the workspace or the channel: `/pog master replace ap` or `cp` gives the seat to another."

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
            "by `/pog relocate` there."
        ),
        False,
    ),
    "is_archived": (
        ("The channel is archived: unarchive it, or bring the game to another channel by `/pog relocate` there."),
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
            "by `/pog relocate` there."
        ),
        False,
    ),
    "not_in_channel": (
        (
            "The app is not in the channel: invite it with `/invite @Feldpost`, or bring the game to another channel by "
            "`/pog relocate` there."
        ),
        False,
    ),
    "ratelimited": ("Slack asks for patience.", False),
    "rate_limited": ("Slack asks for patience.", False),
}
OTHER_ERROR = "Slack refused with {error}."
UNREACHABLE = "Slack cannot be reached now ({error})."
NOT_INSTALLED = "The app is not installed in workspace {team}: install it there."
