"""Platform-independent use cases: lobby, play, queries, and delivery of messages."""
