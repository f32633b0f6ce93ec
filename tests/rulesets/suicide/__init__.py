"""Suicide of Europe: each test says which entries of `tests/manifests/suicide.toml` it plays."""
