"""Memory of a bot and all processes it started: pictures, computer players, its own server, and their children."""

from __future__ import annotations

import os
from pathlib import Path

#: Process information on Linux; elsewhere nothing is known. Source: proc_pid_stat(5), proc_pid_statm(5), proc_pid_smaps(5).
_PROC = Path("/proc")


def family_of(number: int) -> set[int]:
    """Return the ids of a process and all its descendants; only its own where the system doesn't say."""
    children: dict[int, list[int]] = {}
    for entry in os.scandir(_PROC) if _PROC.is_dir() else ():
        if entry.name.isdecimal() and (parent := _parent(entry.name)):
            children.setdefault(parent, []).append(int(entry.name))
    family, open_ones = {number}, [number]
    while open_ones:
        for child in children.get(open_ones.pop(), ()):
            if child not in family:
                family.add(child)
                open_ones.append(child)
    return family


def resident() -> int:
    """Return the resident bytes of this process's family; 0 if unknown."""
    return sum(map(resident_of, family_of(os.getpid())))


def resident_of(number: int) -> int:
    """Return the resident bytes of a process; of pages that several share, its proportion. 0 if it has gone.

    Worker processes are forks that share what they have loaded: counting it in each of them would double the sum.
    """
    try:
        for line in (_PROC / str(number) / "smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass  # another user's process, or a kernel that doesn't tell
    return _pages(number) * os.sysconf("SC_PAGE_SIZE")


def _parent(number: str) -> int:
    """Return a process's parent id; 0 if it has gone. The name before it in `stat` may contain spaces and brackets."""
    try:
        return int(
            (_PROC / number / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]
        )
    except (OSError, ValueError, IndexError):
        return 0


def _pages(number: int) -> int:
    try:
        return int((_PROC / str(number) / "statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0


__all__ = ["family_of", "resident", "resident_of"]
