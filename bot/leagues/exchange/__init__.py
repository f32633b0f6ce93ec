"""Import and export of league data in the formats of other programs."""
