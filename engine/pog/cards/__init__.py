"""Card events, combat cards and the conditions printed on them."""
