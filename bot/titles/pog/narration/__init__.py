"""Narration of Paths of Glory events."""
