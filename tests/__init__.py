"""The tests; `make test` runs them, README.md says how they are divided."""
