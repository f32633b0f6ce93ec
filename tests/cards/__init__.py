"""Each card separately: when it can be played, its effect, where it goes."""
