"""The smallest title: three depots, from which two sides carry off crates; `bot/titles/README.md` writes it step by step."""
