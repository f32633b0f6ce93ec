"""The data of the project: facts, tables and words, kept apart from all code."""
