"""Pictures of Liège 1914."""
