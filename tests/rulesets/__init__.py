"""Rulesets beside Deluxe: that each question of the rules asks its entries."""
