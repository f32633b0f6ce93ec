"""Banquet des Généraux: each test says which deltas of `tests/manifests/banquet.toml` it plays."""
