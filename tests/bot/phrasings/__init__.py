"""Free-form lines as files of cases, and the moments at which they are typed."""
