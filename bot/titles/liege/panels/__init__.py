"""What the panels of Liège 1914 offer at each decision, and the map to touch."""
