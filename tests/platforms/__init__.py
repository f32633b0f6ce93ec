"""Tests of the chat adapters against loopback servers that speak the platforms' own protocols."""
