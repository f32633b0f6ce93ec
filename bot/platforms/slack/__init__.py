"""Slack adapter through slack-bolt; see `deploy/slack` for the set-up."""
