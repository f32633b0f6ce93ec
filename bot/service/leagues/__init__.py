"""Leagues as the host runs them: seasons read from the store and changed by acts, and the duties that a season does by itself."""
