"""Paths of Glory on the kernel of `engine.core`."""
