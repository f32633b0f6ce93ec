"""The rules, one topic per file: questions about a position, and the changes a rule prescribes."""
