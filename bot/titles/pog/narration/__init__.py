"""How events of Paths of Glory are told."""
