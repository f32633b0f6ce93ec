"""Stores that released versions have written, and that every later version must open.

`python -m tests.releases 0.2.0` plays games with the code as it stands and keeps the store with all positions by
name as `tests/releases/0.2.0.json.xz`: done once for each release, before anything is changed after it.
"""
