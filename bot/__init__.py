"""The host: commands, replies, the store and the chat platforms around one engine."""

__version__ = "0.1.0"
