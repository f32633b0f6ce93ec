"""How orders of Paths of Glory are typed and pressed, and why one is refused."""
