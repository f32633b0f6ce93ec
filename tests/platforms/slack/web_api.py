"""The loopback Slack's Web API methods, by name; each returns a response or an error code."""

from __future__ import annotations

import time
from typing import Any

from bot.titles.testing import slack_limits as limits
from tests.platforms.slack import answers, lengths, payloads
from tests.platforms.slack.payloads import Place
from tests.platforms.slack.workspace import APP_TOKEN, File, Message, Workspace


class WebApi(Workspace):
    """The methods that an app may call; `FakeSlack` calls these by name."""

    def _auth_test(self, args: dict[str, Any], token: str) -> Any:
        return answers.auth_test(self.tokens[token], self.url)

    def _auth_revoke(self, args: dict[str, Any], token: str) -> Any:
        del self.tokens[token]
        return answers.ok(revoked=True)

    def _apps_connections_open(self, args: dict[str, Any], token: str) -> Any:
        if token != APP_TOKEN:
            return "invalid_auth"
        return answers.ok(url=f"{self.url.replace('http', 'ws', 1)}/socket?{lengths.ticket()}")

    def _chat_schedulemessage(self, args: dict[str, Any], token: str) -> Any:
        assert int(args["post_at"]) > time.time() + 60, "a post is scheduled for a time to come"
        if error := self._refused(args["channel"]) or self._restricted(args):
            return error
        number = lengths.ident("Q", self.number())
        self.scheduled[number] = args
        return answers.scheduled(self.place, args, number)

    def _chat_deletescheduledmessage(self, args: dict[str, Any], token: str) -> Any:
        return (
            answers.ok() if self.scheduled.pop(args["scheduled_message_id"], None) else "invalid_scheduled_message_id"
        )

    def _conversations_info(self, args: dict[str, Any], token: str) -> Any:
        channel = args["channel"]
        known = {self.kinds[channel]: True} if channel in self.kinds else {}
        return answers.channel(
            channel, is_archived=channel in self.archived, is_member=channel not in self.outside, **known
        )

    def _restricted(self, args: dict[str, Any]) -> str:
        """Return the error for posts, or replies in threads, in restricted kinds of channels."""
        kind, thread = self.kinds.get(args["channel"], ""), bool(args.get("thread_ts"))
        if kind == "is_thread_only" and not thread:
            return "restricted_action_thread_only_channel"
        if kind == "is_non_threadable" and thread:
            return "restricted_action_non_threadable_channel"
        return "restricted_action" if kind == "is_frozen" else ""

    def _refused(self, channel: str) -> str:
        if channel in self.archived:
            return "is_archived"
        if channel.startswith("X"):
            return "channel_not_found"
        return "not_in_channel" if channel in self.outside else ""

    def _pictures(self, blocks: list[dict[str, Any]]) -> str:
        for block in blocks:
            if block["type"] == "image":
                file = self.files[block["slack_file"]["id"]]
                assert file.done, "a picture must be completely uploaded"
                if file.looks > 0:
                    file.looks -= 1
                    return "invalid_blocks"
        return ""

    def _chat_postmessage(self, args: dict[str, Any], token: str) -> Any:
        limits.check_message(args)
        if error := self._refused(args["channel"]) or self._restricted(args) or self._pictures(args.get("blocks", [])):
            return error
        known = args.get("client_msg_id")
        if self.drops_repeated and known in self._posted:
            return answers.posted(self.place, args["channel"], args, self._posted[known].ts)
        if args.get("thread_ts") and not any(m.ts == args["thread_ts"] and not m.gone for m in self.messages):
            return "thread_not_found"
        message = self._add(args["channel"], args, thread=args.get("thread_ts", ""))
        message.metadata = args.get("metadata") or {}
        if known:
            self._posted[known] = message
        return answers.posted(self.place, args["channel"], args, message.ts)

    def _conversations_history(self, args: dict[str, Any], token: str, thread: str = "") -> Any:
        found = [
            payloads.message(self.place, {"text": m.text, "blocks": m.blocks, "metadata": m.metadata}, m.ts)
            for m in self.messages
            if m.channel == args["channel"] and m.thread == thread and not m.only and not m.gone
            if m.at >= float(args["oldest"])
        ]
        begin = int(args.get("cursor") or 0)
        end = begin + int(args["limit"])
        more = {"next_cursor": str(end) if end < len(found) else ""}
        return answers.ok(messages=found[::-1][begin:end], has_more=end < len(found), response_metadata=more)

    def _conversations_replies(self, args: dict[str, Any], token: str) -> Any:
        return self._conversations_history(args, token, args["ts"])

    def _chat_update(self, args: dict[str, Any], token: str) -> Any:
        limits.check_message(args)
        if error := self._refused(args["channel"]) or self._pictures(args.get("blocks", [])):
            return error
        for message in self.messages:
            if message.ts == args["ts"] and not message.gone and not message.only:
                message.text, message.blocks = args["text"], args["blocks"]
                message.edits += 1
                return answers.posted(self.place, message.channel, args, message.ts)
        return "message_not_found"

    def _chat_delete(self, args: dict[str, Any], token: str) -> Any:
        for message in self.messages:
            if message.ts == args["ts"] and not message.gone and not message.only:
                message.gone = True
                return answers.ok(ts=message.ts, channel=message.channel)
        return "message_not_found"

    def _chat_postephemeral(self, args: dict[str, Any], token: str) -> Any:
        limits.check_message(args)
        if error := self._refused(args["channel"]) or self._pictures(args.get("blocks", [])):
            return error
        message = self._add(args["channel"], args, only=args["user"])
        return answers.ok(message_ts=message.ts)

    def _conversations_open(self, args: dict[str, Any], token: str) -> Any:
        return answers.opened_channel(args["users"])

    def _files_getuploadurlexternal(self, args: dict[str, Any], token: str) -> Any:
        assert len(args.get("alt_txt", "")) <= 1000
        file = File(lengths.ident("F", self.number()), args["filename"], args.get("alt_txt", ""), int(args["length"]))
        file.looks = self.slow_files
        self.files[file.id] = file
        return answers.ok(upload_url=f"{self.url}{lengths.upload_path(file.id)}", file_id=file.id)

    def _files_completeuploadexternal(self, args: dict[str, Any], token: str) -> Any:
        done = []
        for item in args["files"]:
            file = self.files[item["id"]]
            assert len(file.data) == file.length, "the whole file must be there"
            file.done = True
            if args.get("channel_id"):
                file.shared.append(args["channel_id"])
            done.append(answers.file(file.id, file.name, file.length))
        return answers.ok(files=done)

    def _views_open(self, args: dict[str, Any], token: str) -> Any:
        limits.check_view(args["view"])
        user, until = self.triggers.pop(args["trigger_id"], ("", 0.0))
        if time.monotonic() > until:
            return "expired_trigger_id"
        return self._show_view(user, args["view"])

    def _views_push(self, args: dict[str, Any], token: str) -> Any:
        limits.check_view(args["view"])
        user, until = self.triggers.pop(args["trigger_id"], ("", 0.0))
        if time.monotonic() > until:
            return "expired_trigger_id"
        top = self.view_of.get(user, "")
        if top not in self.views:
            return "not_found"
        if self.below.get(self.below.get(top, "")):
            return "push_limit_reached"
        answer = self._show_view(user, args["view"])
        self.below[self.view_of[user]] = top
        return answer

    def _show_view(self, user: str, view: dict[str, Any]) -> dict[str, Any]:
        view_id = lengths.ident("V", self.number())
        self.views[view_id] = view | {"id": view_id}
        self.view_of[user] = view_id
        return answers.ok(view=self._whole(user, self.views[view_id]))

    def _whole(self, user: str, view: dict[str, Any]) -> dict[str, Any]:
        """Return a view with all fields that Slack adds."""
        return payloads.view(self.place, payloads.Who(user, user), view, view["id"], number=self.number())

    def close_view(self, user: str) -> None:
        """Remove the view a person has submitted or closed; the one below it is shown again."""
        view_id = self.view_of.pop(user)
        self.views.pop(view_id, None)
        if view_id in self.below:
            self.view_of[user] = self.below.pop(view_id)

    def _views_update(self, args: dict[str, Any], token: str) -> Any:
        limits.check_view(args["view"])
        if args["view_id"] not in self.views:
            return "not_found"
        self.views[args["view_id"]] = args["view"] | {"id": args["view_id"]}
        return answers.ok(view=self._whole("", self.views[args["view_id"]]))

    def _views_publish(self, args: dict[str, Any], token: str) -> Any:
        limits.check_view(args["view"])
        self.homes[args["user_id"]] = args["view"] | {"id": lengths.ident("V", f"H{args['user_id']}")}
        return answers.ok(view=self._whole(args["user_id"], self.homes[args["user_id"]]))

    def _oauth_v2_access(self, args: dict[str, Any], token: str) -> Any:
        team = str(args["code"]).removeprefix("code-")
        token = lengths.bot_token(team)
        self.tokens[token] = team
        return answers.oauth(Place(team, org_wide=team == lengths.GRID), token, self.scopes)

    def _add(self, channel: str, args: dict[str, Any], *, only: str = "", thread: str = "") -> Message:
        ts = lengths.stamp(self.number())
        message = Message(channel, ts, args["text"], args.get("blocks") or [], only=only, thread=thread)
        self.messages.append(message)
        return message
