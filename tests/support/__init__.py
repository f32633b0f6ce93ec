"""What tests of the engine share: a table to set positions on, and a random player."""
