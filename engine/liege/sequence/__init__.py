"""The sequence of play as flows and decisions of the kernel."""
