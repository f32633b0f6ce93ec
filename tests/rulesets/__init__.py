"""Rulesets other than Deluxe: each question of the rules uses its entries."""
