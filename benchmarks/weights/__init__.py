"""The weights of the computer: fitted in games against its older selves, and its versions measured against each other."""
