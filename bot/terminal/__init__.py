"""`feldpost play`: a whole game in a terminal, for debugging rules."""
