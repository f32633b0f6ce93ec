"""How orders of Paths of Glory are typed and clicked, and why one is refused."""
