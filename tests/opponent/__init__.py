"""The opponent: players that know what their seat may know."""
