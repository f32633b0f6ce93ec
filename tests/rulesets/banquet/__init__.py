"""Banquet des Généraux: each test names the deltas of `tests/manifests/banquet.toml` that it plays."""
