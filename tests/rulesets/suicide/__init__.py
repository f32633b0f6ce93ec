"""Suicide of Europe: each test names the entries of `tests/manifests/suicide.toml` that it plays."""
