"""Replaying games recorded on another implementation and comparing every position and choice."""
