"""Rules one topic a file: questions about a position, and the changes a rule prescribes."""
