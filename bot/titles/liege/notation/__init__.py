"""Orders of Liège 1914 as typed: names, clauses, the orders themselves, and lines in one's own words."""
