"""The recipes of the documents, carried out to the letter in a copy of the tree."""
