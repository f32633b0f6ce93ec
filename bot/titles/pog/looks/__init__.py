"""Looking commands of Paths of Glory."""
