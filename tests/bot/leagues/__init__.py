"""Tests of leagues as the service runs them, on a real store."""
