"""The weights of the opponent's staff: fitted in games against its older selves, and its versions measured against each other."""
