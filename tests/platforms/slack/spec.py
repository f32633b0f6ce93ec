"""Validate our requests against Slack's published OpenAPI description, if a copy is available."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

#: Additions by Slack since the description was published: whole methods with their arguments (docs.slack.dev,
#: reference/methods), and arguments of known methods.
NEWER_METHODS: dict[str, dict[str, bool]] = {
    "apps.connections.open": {},
    "files.getUploadURLExternal": {"filename": True, "length": True, "alt_txt": False, "snippet_type": False},
    "files.completeUploadExternal": {
        "files": True, "channel_id": False, "thread_ts": False, "initial_comment": False, "channels": False,
        "blocks": False,
    },
}  # fmt: skip
NEWER_ARGUMENTS = {
    "chat.postMessage": {"client_msg_id", "metadata"}, "auth.test": {"team_id"},
    "conversations.history": {"include_all_metadata"}, "conversations.replies": {"include_all_metadata"},
}  # fmt: skip


@cache
def description() -> dict[str, Any] | None:
    """Return the description, if there is one."""
    folder = Path(os.environ.get("FELDPOST_SPECS", ROOT.parent / "shared" / "platform_specs"))
    path = folder / "slack_web_openapi_v2.json"
    return json.loads(path.read_text("utf-8"))["paths"] if path.exists() else None


def check_request(method: str, args: dict[str, Any]) -> None:
    """Check that a request has the required arguments of its method and no unknown ones."""
    if method in NEWER_METHODS:
        known = NEWER_METHODS[method]
        assert set(args) <= set(known), f"{method} has no {set(args) - set(known)}"
        assert all(name in args for name, needed in known.items() if needed), f"{method} lacks an argument"
        return
    paths = description()
    if paths is None:
        return
    assert f"/{method}" in paths, f"there is no method {method}"
    (operation,) = paths[f"/{method}"].values()
    parameters = {p["name"]: p for p in operation["parameters"]}
    unknown = set(args) - set(parameters) - NEWER_ARGUMENTS.get(method, set())
    assert not unknown, f"{method} has no {unknown}"
    for name, parameter in parameters.items():
        if parameter.get("required") and name != "token":
            assert args.get(name) not in (None, ""), f"{method} lacks {name}"
