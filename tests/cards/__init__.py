"""Every card on its own: when it may be played, what it does, where it goes."""
