"""Sources of chance: keyed in play, scripted in tests, read from the record in replay.

In play every outcome is a function of a secret seed, an epoch and a counter. The seed's
hash (the commitment) is published when the game starts and the seed itself when it ends,
so that anyone can check every die and every draw. A new epoch begins when players agree to
roll back past chance: outcomes seen before then no longer predict anything.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from engine.errors import ChanceError


class Outcome(NamedTuple):
    """One answer from chance: what it was for and which candidate was drawn."""

    purpose: str
    value: int


class Throw(NamedTuple):
    """A die as it fell in a game with a listener: its purpose, number of faces, and the faces that count as a success.

    Not part of the record: replaying a record produces the same throws.
    """

    purpose: str
    value: int
    faces: int
    #: Faces that count as a success; empty where no face is better than another.
    wanted: frozenset[int] = frozenset()


class Luck(NamedTuple):
    """Luck with dice that can succeed: the number of dice, of successes, and of expected successes."""

    tried: int
    hits: int
    expected: float

    @classmethod
    def of(cls, throws: Iterable[Throw]) -> Luck:
        """Return the luck in some throws, ignoring those without wanted faces."""
        wanting = [throw for throw in throws if throw.wanted]
        hits = sum(throw.value in throw.wanted for throw in wanting)
        return cls(len(wanting), hits, sum(len(throw.wanted) / throw.faces for throw in wanting))


class ChanceSource(Protocol):
    """Draws one of several candidates at random."""

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return one of the candidates, each equally likely."""
        ...


class KeyedChance:
    """The source used in play: HMAC-SHA256 of a secret seed, with rejection sampling."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        #: Keyed once; each draw continues from a copy, which is cheaper than keying again.
        self._keyed = hmac.new(seed, digestmod="sha256")

    @staticmethod
    def commitment(seed: bytes) -> str:
        """Return the hash (hex SHA-256) that is published before the first die roll."""
        return hashlib.sha256(seed).hexdigest()

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Draw without modulo bias: 32-bit words beyond the last full multiple are discarded."""
        size = len(candidates)
        limit = (1 << 32) // size * size
        block = 0
        while True:
            drawn = self._keyed.copy()
            drawn.update(f"{epoch}:{counter}:{block}".encode())
            digest = drawn.digest()
            for start in range(0, 32, 4):
                word = int.from_bytes(digest[start : start + 4], "big")
                if word < limit:
                    return candidates[word % size]
            block += 1


class ScriptedChance:
    """Draws from queues by purpose; for tests and for replaying records of other programs.

    With a `fallback`, purposes whose queue is empty are passed on to it.
    """

    def __init__(
        self,
        script: Mapping[str, Iterable[int]] | None = None,
        fallback: ChanceSource | None = None,
    ) -> None:
        self.queues: dict[str, deque[int]] = {}
        self.fallback = fallback
        for purpose, values in (script or {}).items():
            self.feed(purpose, *values)

    def feed(self, purpose: str, *values: int) -> None:
        """Append outcomes to the queue of a purpose."""
        self.queues.setdefault(purpose, deque()).extend(values)

    def left(self) -> dict[str, list[int]]:
        """Return the outcomes that have not been drawn yet."""
        return {purpose: list(queue) for purpose, queue in self.queues.items() if queue}

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return the next scripted value.

        Raises ChanceError if the script has none or if it is not a candidate.
        """
        queue = self.queues.get(purpose)
        if not queue:
            if self.fallback is not None:
                return self.fallback.choose(purpose, candidates, epoch, counter)
            raise ChanceError(f"nothing scripted for {purpose!r}")
        value = queue.popleft()
        if value not in candidates:
            raise ChanceError(f"{value} is not among the candidates for {purpose!r}")
        return value


class Numbers(Protocol):
    """A random number generator such as `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """Return an integer of at least 0 and below `stop`."""
        ...


class ImaginedChance:
    """Dice and draws of simulated games, from the caller's random numbers."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return one of the candidates."""
        del purpose, epoch, counter
        return candidates[self._numbers.randrange(len(candidates))]


class FirstChance:
    """Source for positions that are not played: always the first candidate."""

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return the first candidate."""
        del purpose, epoch, counter
        return candidates[0]


class RecordedChance:
    """Draws from a record, in order; the purposes must match the record."""

    def __init__(self, outcomes: Iterable[Outcome] = ()) -> None:
        self.queue: deque[Outcome] = deque(outcomes)

    def feed(self, outcomes: Iterable[Outcome]) -> None:
        """Append recorded outcomes."""
        self.queue.extend(outcomes)

    def choose(self, purpose: str, candidates: Sequence[int], epoch: int, counter: int) -> int:
        """Return the recorded value; raises ChanceError where the record has another purpose or an impossible value."""
        if not self.queue:
            raise ChanceError(f"the record holds no outcome for {purpose!r}")
        outcome = self.queue.popleft()
        if outcome.purpose != purpose or outcome.value not in candidates:
            raise ChanceError(f"the record answers {outcome} where {purpose!r} was asked")
        return outcome.value
