"""The computer's weights: fitted in games against older versions, and versions measured against each other."""
