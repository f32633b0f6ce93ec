"""Sprite keys and their rendering. Sizes are px at scale 1.0."""
