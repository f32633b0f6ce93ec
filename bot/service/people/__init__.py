"""Personal features: settings, own games, turn notifications, and the clock."""
