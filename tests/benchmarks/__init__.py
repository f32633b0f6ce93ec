"""The measurements work on every platform, and what they find keeps what was promised."""
