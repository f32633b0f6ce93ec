"""Tests of the platform-free bot."""
