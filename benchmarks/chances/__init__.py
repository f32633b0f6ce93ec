"""Winning chances: fitted on some games, calibrated on others, measured on the rest."""
