"""What pictures of every game are made with: inks, letters, sprites, scenes, and the way from a scene to bytes."""
