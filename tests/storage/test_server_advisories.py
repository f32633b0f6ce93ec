"""Known holes of the store's server: which release is mended, and what to use instead."""

from __future__ import annotations

import pytest

from bot.storage.server_advisories import warning


@pytest.mark.parametrize(
    "server",
    ["Redis 6.2.20", "Redis 7.2.14", "Redis 8.6.3", "Redis 8.10.2", "Redis 9.0.0", "Valkey 8.0.10", "Valkey 9.1.1", "Valkey 10.0.0"],
)  # fmt: skip
def test_a_mended_release_is_passed_over(server: str) -> None:
    assert warning(server) == ""


@pytest.mark.parametrize(
    ("server", "instead"),
    [
        ("Redis 6.2.14", "6.2.20 or 8.6.3"), ("Redis 7.0.15", "8.6.3"), ("Redis 7.2.13", "7.2.14 or 8.6.3"),
        ("Redis 8.0.4", "8.6.3"), ("Redis 8.6.2", "Use 8.6.3"), ("Valkey 8.0.9", "8.0.10 or 9.1.1"), ("Valkey 9.1.0", "Use 9.1.1"),
    ],
)  # fmt: skip
def test_one_with_holes_is_named_with_what_to_use(server: str, instead: str) -> None:
    told = warning(server)
    assert told.startswith(f"{server} has known security holes")
    assert "CVE-" in told
    assert instead in told


@pytest.mark.parametrize("program", ["/usr/bin/redis-server", "/usr/sbin/redis-server", ""])
def test_the_build_of_a_distribution_cannot_be_judged(program: str) -> None:
    """Debian's 7.0.15-1~deb12u5 has mended what the number 7.0.15 had; a service may hide what it runs."""
    told = warning("Redis 7.0.15", program)
    assert told.startswith("This check can't say whether Redis 7.0.15 is patched")
    assert "known security holes" not in told
    assert "8.6.3 or newer" in told
    assert warning("Redis 8.6.3", program) == ""


@pytest.mark.parametrize("program", ["/usr/local/bin/redis-server", "/opt/redis/redis-server", "/data/redis-server"])
def test_one_that_was_built_by_hand_is_what_its_number_says(program: str) -> None:
    assert warning("Redis 7.0.15", program).startswith("Redis 7.0.15 has known security holes")
