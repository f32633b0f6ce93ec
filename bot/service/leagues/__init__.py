"""Leagues in the host: seasons loaded from the store and changed by acts, and their periodic duties."""
