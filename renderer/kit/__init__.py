"""Drawing toolkit shared by all games: inks, fonts, sprites, scenes, and encoding."""
