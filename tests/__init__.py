"""The tests; `make test` runs them, README.md explains their structure."""
