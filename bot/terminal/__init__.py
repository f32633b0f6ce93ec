"""`feldpost play`: a whole game in a terminal, for those who debug rules."""
