"""Stores that released versions have written, and that every later version must open.

`python -m tests.releases 0.2.0` plays games with the code as it stands and keeps the store with all positions by
name as `tests/releases/0.2.0.json.xz`: done once for each release, before anything is changed after it.
`python -m tests.releases.towns 0.2.0` keeps what lies beside games in `tests/releases/towns/0.2.0.json.xz`: a league on three
platforms at four stages, people, puzzles, lessons, posts that wait, and every kind of button with what a press of it does.
"""
