"""The local web channel: the reference platform that every other adapter must match."""
