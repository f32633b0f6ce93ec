"""Keys of all sprites and how they are painted. Sizes are px at scale 1.0."""
