"""The game-agnostic kernel: frames, options, chance, record, snapshot, undo."""
