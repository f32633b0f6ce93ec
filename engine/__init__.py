"""The rules engine: decisions in, facts out; no clock, no chance of its own, no words."""
