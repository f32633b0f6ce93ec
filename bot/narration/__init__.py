"""Texts for players by language: names of things, and events and refusals as sentences."""
