"""Slack: the game in channels, through slack-bolt; see `deploy/slack` for the set-up."""
