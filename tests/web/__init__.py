"""The local web channel: adapter, real HTTP, real browser."""
