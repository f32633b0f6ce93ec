"""What people type in their own words, as files of cases, and the moments at which they type it."""
