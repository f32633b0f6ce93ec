"""The local web channel: the reference platform that all other adapters must match."""
