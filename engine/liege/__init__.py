"""Liège 1914: the siege of Liège from 2 to 17 August 1914, on ten-kilometre hexes."""
